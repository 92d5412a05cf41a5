"""A game of Dalapapa as a value: set-up (R3), turns (R4), the end (R6). `Game.play` checks everything."""

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from dalapapa.rules.board import Board, fits
from dalapapa.rules.errors import DalapapaError, ErrorCode
from dalapapa.rules.placement import Placement, Turn
from dalapapa.rules.scoring import Receipt, penalty, receipt_of_legal, turn_points
from dalapapa.rules.tiles import TileSet, classic

PLAYERS = range(2, 5)  # R1.4
TARGETS = range(60, 241)  # R1.4
HAND = 2  # R3.2

_T = TypeVar("_T")


class Reason(StrEnum):
    """Why a game ended."""

    TARGET = "target"  # R6.1
    EXHAUSTED = "exhausted"  # R6.2


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended; several winners share the win (R6.3)."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: Reason


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn as it was played: what was laid, what it scored, what was drawn afterwards."""

    player: int
    placements: tuple[Placement, ...]
    receipts: tuple[Receipt, ...]
    score: int
    drawn: tuple[int, ...]

    @property
    def penalty(self) -> int:
        """The 4 points for a second tile (R4.2), or 0."""
        return penalty(len(self.placements))

    @property
    def points(self) -> int:
        """The turn's total (R5.5)."""
        return turn_points(self.receipts)


@dataclass(frozen=True, slots=True)
class Game:
    """One state of a game. Seat 0 begins; `play` gives the next state and leaves this one as it is."""

    board: Board
    target: int
    order: tuple[int, ...]  # all tiles in the order in which they leave the bag
    drawn: int  # how many have left it
    hands: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    to_move: int = 0
    setup: tuple[tuple[int, Placement], ...] = ()  # (player, placement), once laid
    turns: tuple[PlayedTurn, ...] = ()
    in_setup: bool = True
    open_hands: bool = False
    result: Result | None = None

    @classmethod
    def start(
        cls,
        order: Sequence[int],
        players: int = 2,
        target: int = 60,
        tile_set: TileSet | None = None,
        open_hands: bool = False,
    ) -> "Game":
        """A new game with a given order of the bag; each player has drawn a set-up tile (R3.1).

        >>> game = Game.start(range(120), players=3, target=80)
        >>> game.hands, game.to_move, game.in_setup, len(game.bag)
        (((0,), (1,), (2,)), 0, True, 117)
        """
        tile_set = tile_set or classic()
        if players not in PLAYERS:
            raise DalapapaError(
                ErrorCode.BAD_PLAYERS, f"2 to 4 players can play, not {players}", {"players": players}
            )
        check_target(target)
        if sorted(order) != list(range(len(tile_set))):
            raise DalapapaError(
                ErrorCode.BAD_BAG,
                f"the bag must hold each of the {len(tile_set)} tiles of the set {tile_set.name!r} once",
            )
        return cls(
            board=Board(tile_set),
            target=target,
            order=tuple(order),
            drawn=players,
            hands=tuple((tile,) for tile in order[:players]),
            scores=(0,) * players,
            open_hands=open_hands,
        )

    @property
    def tile_set(self) -> TileSet:
        """The tiles this game is played with."""
        return self.board.tile_set

    @property
    def bag(self) -> tuple[int, ...]:
        """The tiles still in the bag, in the order in which they will be drawn."""
        return self.order[self.drawn :]

    @property
    def bag_count(self) -> int:
        """How many tiles are still in the bag."""
        return len(self.order) - self.drawn

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.scores)

    @property
    def version(self) -> int:
        """How many set-up moves and turns have been played: names this state within its game."""
        return self.to_move if self.in_setup else self.players + len(self.turns)

    @property
    def final_round(self) -> bool:
        """Whether somebody has reached the target and the round is being finished (R6.1)."""
        return self.result is None and max(self.scores) >= self.target

    def must_pass(self) -> bool:
        """Whether no tile of the player to move fits anywhere (R4.4)."""
        return not any(fits(self.board, tile) for tile in self.hands[self.to_move])

    def play(self, turn: Turn, *, player: int | None = None, version: int | None = None) -> "Game":
        """The state after this turn; raises, in the game's words, if the rules do not allow it.

        `player` and `version`, when given, must be the player to move and this state's version.

        >>> game = Game.start(range(120))
        >>> after = game.play(Turn.parse("0a0@0,0"))
        >>> after.board.placements == Turn.parse("0a0@0,0").placements, game.board.placements
        (True, ())
        >>> after.play(Turn.parse("7a0@2,0"))
        Traceback (most recent call last):
        dalapapa.rules.errors.DalapapaError: tile 7 is not in this player's hand
        """
        self._check_whose_turn(player, version)
        mover = self.to_move
        hand = self.hands[mover]
        board = self.board
        receipts = []
        check_count(len(turn.placements), self.in_setup)
        if not turn.placements and not self.must_pass():
            raise DalapapaError(ErrorCode.MUST_PLACE, "a tile in hand fits: it must be laid")  # R4.4
        for placement in turn.placements:
            hand = without(hand, placement.tile)
            placed = board.place(placement)
            receipts.append(receipt_of_legal(board, placement))  # R4.2: each scored by itself, in order
            board = placed
        if self.in_setup:
            return self._after_setup_move(turn, board, hand)
        return self._after_turn(turn, board, hand, tuple(receipts))

    def _check_whose_turn(self, player: int | None, version: int | None) -> None:
        if version is not None and version != self.version:
            raise DalapapaError(
                ErrorCode.STALE,
                f"the game has moved on: this was for move {version}, it is at move {self.version}",
                {"version": version, "current": self.version},
            )
        if self.result is not None:
            raise DalapapaError(ErrorCode.GAME_OVER, "the game is over")
        if player is not None and player != self.to_move:
            raise DalapapaError(
                ErrorCode.NOT_YOUR_TURN, f"it is player {self.to_move}'s turn", {"to_move": self.to_move}
            )

    def _after_setup_move(self, turn: Turn, board: Board, hand: tuple[int, ...]) -> "Game":
        """R3.1: no points; when all have laid their tile, all draw their hands (R3.2)."""
        player, drawn = self.to_move, self.drawn
        setup = self.setup + tuple((player, placement) for placement in turn.placements)
        hands = _with(self.hands, player, hand)
        last = player + 1 == self.players
        if last:
            for owner, held in enumerate(hands):
                hands = _with(hands, owner, held + self._draw(held, drawn))
                drawn += len(hands[owner]) - len(held)
        to_move = 0 if last else player + 1
        return replace(
            self, board=board, hands=hands, drawn=drawn, setup=setup, to_move=to_move, in_setup=not last
        )

    def _after_turn(
        self, turn: Turn, board: Board, hand: tuple[int, ...], receipts: tuple[Receipt, ...]
    ) -> "Game":
        """R4.3: add the points, draw up to two tiles; then see whether the game ends (R6)."""
        player = self.to_move
        score = self.scores[player] + turn_points(receipts)
        drawn = self._draw(hand, self.drawn) if turn.placements else ()  # R4.4: who passes draws nothing
        game = replace(
            self,
            board=board,
            drawn=self.drawn + len(drawn),
            hands=_with(self.hands, player, hand + drawn),
            scores=_with(self.scores, player, score),
            to_move=(player + 1) % self.players,
            turns=(*self.turns, PlayedTurn(player, turn.placements, receipts, score, drawn)),
        )
        result = game._result() if game.to_move == 0 else None
        return game if result is None else replace(game, result=result)

    def _draw(self, hand: tuple[int, ...], drawn: int) -> tuple[int, ...]:
        """What fills a hand up to two tiles, as far as the bag goes (R4.5)."""
        return self.order[drawn : drawn + HAND - len(hand)]

    def _result(self) -> Result | None:
        """R6, asked at the end of a round."""
        return round_result(
            self.scores,
            self.target,
            laid=any(turn.placements for turn in self.turns[-self.players :]),
            tiles_left=self.drawn < len(self.order) or any(self.hands),
        )

    @property
    def hash(self) -> str:
        """SHA-256 of all that decides how the game can go on; equal positions have equal hashes."""
        placed_this_round = any(
            turn.placements for turn in self.turns[len(self.turns) - len(self.turns) % self.players :]
        )
        facts = (
            self.tile_set.fingerprint,
            self.target,
            " ".join(map(str, sorted(self.board.placements))),
            self.bag,
            [sorted(hand) for hand in self.hands],
            self.scores,
            (self.to_move, self.in_setup, self.open_hands, placed_this_round, self.result is not None),
        )
        return hashlib.sha256(repr(facts).encode()).hexdigest()


def round_result(scores: tuple[int, ...], target: int, *, laid: bool, tiles_left: bool) -> Result | None:
    """How a round ends the game, if it does (R6): whether anybody laid a tile in it, and whether any is left.

    >>> round_result((63, 58), 60, laid=True, tiles_left=True)
    Result(scores=(63, 58), winners=(0,), reason=<Reason.TARGET: 'target'>)
    """
    best = max(scores)
    if best >= target:
        reason = Reason.TARGET
    elif not laid or not tiles_left:
        reason = Reason.EXHAUSTED
    else:
        return None
    return Result(scores, tuple(player for player, score in enumerate(scores) if score == best), reason)


def _with(items: tuple[_T, ...], index: int, item: _T) -> tuple[_T, ...]:
    """The tuple with one item exchanged."""
    return (*items[:index], item, *items[index + 1 :])


def check_count(tiles: int, in_setup: bool) -> None:
    """Raise unless so many tiles may be laid in one turn (R3.1, R4.1)."""
    most = 1 if in_setup else HAND
    if tiles > most:
        raise DalapapaError(
            ErrorCode.TOO_MANY_TILES,
            "one tile is laid in set-up" if in_setup else "at most two tiles are laid in a turn",
            {"most": most},
        )


def without(hand: tuple[int, ...], tile: int) -> tuple[int, ...]:
    """The hand less a tile; raises when it is not there."""
    if tile not in hand:
        raise DalapapaError(
            ErrorCode.NOT_YOUR_TILE, f"tile {tile} is not in this player's hand", {"tile": tile}
        )
    return tuple(held for held in hand if held != tile)


def check_target(target: int) -> None:
    """Raise unless the target is one that players may agree on (R1.4)."""
    if target not in TARGETS:
        raise DalapapaError(
            ErrorCode.BAD_TARGET,
            f"the target must be from 60 to 240 points, not {target}",
            {"target": target},
        )


def shuffled_bag(tile_set: TileSet, rng: random.Random) -> tuple[int, ...]:
    """All tiles of a set, mixed (R3.1)."""
    bag = list(range(len(tile_set)))
    rng.shuffle(bag)
    return tuple(bag)
