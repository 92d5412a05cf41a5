"""Games of which only what lies open is known: no bag, no hands. Move by move, by R2, R5 and R6."""

from dataclasses import dataclass, replace
from itertools import islice

from dalapapa.rules.board import Board, fits
from dalapapa.rules.errors import DalapapaError, ErrorCode
from dalapapa.rules.game import PlayedTurn, Result, check_count, round_result
from dalapapa.rules.placement import Placement, Turn
from dalapapa.rules.records.reading import refuse
from dalapapa.rules.scoring import receipt_of_legal, turn_points
from dalapapa.rules.tiles import TileSet


@dataclass(frozen=True, slots=True)
class Scene:
    """What anybody at the table sees after a move; `set_up` players have had their set-up move."""

    board: Board
    scores: tuple[int, ...]
    turns: tuple[PlayedTurn, ...] = ()
    set_up: int = 0
    result: Result | None = None

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.scores)

    @property
    def in_setup(self) -> bool:
        """Whether set-up tiles are still laid (R3.1)."""
        return self.set_up < self.players

    @property
    def to_move(self) -> int:
        """Whose move is next."""
        return self.set_up if self.in_setup else len(self.turns) % self.players


def opening(players: int, tile_set: TileSet) -> Scene:
    """Nothing lies there yet."""
    return Scene(Board(tile_set), (0,) * players)


def set_up(scene: Scene, placement: Placement) -> Scene:
    """The scene after a set-up move of the next player (R3.1)."""
    return replace(scene, board=_lay(scene.board, placement), set_up=scene.set_up + 1)


def left_out(scene: Scene, player: int) -> Scene:
    """The scene after all before this player have had their set-up move.

    R3.3: whoever laid no tile in set-up had one that fits nowhere.
    """
    board, missing = scene.board, player - scene.set_up
    laid = {placement.tile for placement in board.placements}
    stuck = (tile for tile in range(len(board.tile_set)) if tile not in laid and not fits(board, tile))
    if len(list(islice(stuck, missing))) < missing:
        refuse("a tile is missing")
    return replace(scene, set_up=player)


def play(scene: Scene, turn: Turn, target: int) -> Scene:
    """The scene after a turn of the next player. That a pass was needed (R4.4) only their hand can tell."""
    if scene.result is not None:
        raise DalapapaError(ErrorCode.GAME_OVER, "the game is over")
    check_count(len(turn.placements), in_setup=False)
    board, receipts = scene.board, []
    for placement in turn.placements:
        after = _lay(board, placement)
        receipts.append(receipt_of_legal(board, placement))
        board = after
    player, scores = scene.to_move, list(scene.scores)
    scores[player] += turn_points(receipts)
    played = PlayedTurn(player, turn.placements, tuple(receipts), scores[player], ())
    after_turn = replace(scene, board=board, scores=tuple(scores), turns=(*scene.turns, played))
    return replace(after_turn, result=_result(after_turn, target)) if after_turn.to_move == 0 else after_turn


def _result(scene: Scene, target: int) -> Result | None:
    """R6, as far as it can be seen: when all tiles are laid, bag and hands are empty."""
    return round_result(
        scene.scores,
        target,
        laid=any(turn.placements for turn in scene.turns[-scene.players :]),
        tiles_left=len(scene.board.placements) < len(scene.board.tile_set),
    )


def _lay(board: Board, placement: Placement) -> Board:
    if any(placement.tile == laid.tile for laid in board.placements):
        raise DalapapaError(
            ErrorCode.LAID_TWICE, f"tile {placement.tile} is laid twice", {"tile": placement.tile}
        )
    return board.place(placement)
