"""Refereeing records again: every move by the rules, every figure recomputed."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from dalapapa.rules.board import Board, fits
from dalapapa.rules.errors import DalapapaError
from dalapapa.rules.game import HAND, Game, PlayedTurn
from dalapapa.rules.placement import PASS, Placement, Turn
from dalapapa.rules.records import reading
from dalapapa.rules.records.reading import RecordError, refuse
from dalapapa.rules.records.record import Json, result_json, turn_json
from dalapapa.rules.scoring import receipt_of_legal, turn_points
from dalapapa.rules.tiles import TileSet, classic

_FINISHED = "a finished game needs its 'bag'"


@dataclass(frozen=True, slots=True)
class Scene:
    """What anybody at the table saw after a move of a recorded game; no turns yet while in set-up."""

    board: Board
    scores: tuple[int, ...]
    turns: tuple[PlayedTurn, ...] = ()


def referee(record: Json, tile_set: TileSet | None = None) -> Scene:
    """Check a whole record; gives its last scene, or raises RecordError at the first fault."""
    *_, last = scenes(record, tile_set)
    return last


def scenes(record: Json, tile_set: TileSet | None = None) -> Iterator[Scene]:
    """The scenes of a recorded game: at the start and after every move, checked on the way.

    A record without a bag is of a game that was going on: its hands and draws are unknown, so its
    placements and points are checked and no more.
    """
    if "bag" in record:
        for game in replay(record, tile_set):
            yield Scene(game.board, game.scores, game.turns)
    else:
        yield from _scenes_without_bag(record, tile_set or classic())


def replay(record: Json, tile_set: TileSet | None = None) -> Iterator[Game]:
    """The states of a recorded game: at the start, after each set-up move, after each turn."""
    tile_set = tile_set or classic()
    with _at(""):
        players = reading.players_of(record)
        target = reading.target_of(record)
        reading.check_tile_set(record, tile_set)
        bag, open_hands = reading.bag_of(record, tile_set), reading.open_hands_of(record)
        game = Game.start(bag, len(players), target, tile_set, open_hands)
        setup = reading.setup_of(record)
        turns = reading.turns_of(record)
    yield game
    unfinished = not turns and "result" not in record
    while game.in_setup:
        if not setup and unfinished:
            return  # the game was written down during set-up
        player = game.to_move
        with _at(f"set-up of player {player}: "):
            turn = Turn((setup.pop(0)[1],)) if setup and setup[0][0] == player else PASS
            game = game.play(turn)
        yield game
    if setup:
        refuse(f"set-up: player {setup[0][0]} lays a tile out of turn")
    for number, entry in enumerate(turns, 1):
        with _at(where := f"turn {number}: "):
            player, turn = reading.turn_of(entry, where)
            game = game.play(turn, player=player)
            _compare(entry, turn_json(game.turns[-1]), where)
        yield game
    if game.result is not None:
        _compare(reading.value(record, "result"), result_json(game.result), "result: ")
    elif "result" in record:
        refuse("result: the game is not over")


def _scenes_without_bag(record: Json, tile_set: TileSet) -> Iterator[Scene]:
    with _at(""):
        players = len(reading.players_of(record))
        target = reading.target_of(record)
        reading.check_tile_set(record, tile_set)
        reading.open_hands_of(record)
        if "result" in record:
            refuse(_FINISHED)
        setup = reading.setup_of(record)
        turns = reading.turns_of(record)
    scene = Scene(Board(tile_set), (0,) * players)
    yield scene
    next_player = 0
    for player, placement in setup:
        with _at(f"set-up of player {player}: "):
            if player not in range(next_player, players):
                refuse("a tile is laid out of turn")
            _check_left_out(scene.board, player - next_player)
            next_player = player + 1
            scene = replace(scene, board=_lay(scene.board, placement))
        yield scene
    if turns:
        with _at("set-up: "):
            _check_left_out(scene.board, players - next_player)
    for number, entry in enumerate(turns, 1):
        with _at(where := f"turn {number}: "):
            player, turn = reading.turn_of(entry, where)
            if player != (expected := (number - 1) % players):
                refuse(f"it is player {expected}'s turn")
            if _is_over(scene, target):
                refuse("the game is over")
            if len(turn.placements) > HAND:
                refuse("at most two tiles are laid in a turn")
            scene = _play(scene, player, turn)
            _compare(entry, turn_json(scene.turns[-1], hide=True), where)
        yield scene
    if _is_over(scene, target):
        refuse(_FINISHED)


def _check_left_out(board: Board, players: int) -> None:
    """R3.3: whoever laid no tile in set-up had one that fits nowhere."""
    laid = {placement.tile for placement in board.placements}
    stuck = (tile for tile in range(len(board.tile_set)) if tile not in laid and not fits(board, tile))
    if len(list(islice(stuck, players))) < players:
        refuse("a tile is missing")


def _play(scene: Scene, player: int, turn: Turn) -> Scene:
    """The scene after a turn, by R2 and R5 alone."""
    board, receipts = scene.board, []
    for placement in turn.placements:
        after = _lay(board, placement)
        receipts.append(receipt_of_legal(board, placement))
        board = after
    scores = list(scene.scores)
    scores[player] += turn_points(receipts)
    played = PlayedTurn(player, turn.placements, tuple(receipts), scores[player], ())
    return Scene(board, tuple(scores), (*scene.turns, played))


def _is_over(scene: Scene, target: int) -> bool:
    """R6.1 and R6.2, as far as they can be seen without the bag."""
    players, turns = len(scene.scores), scene.turns
    if not turns or len(turns) % players:
        return False
    all_passed = not any(turn.placements for turn in turns[-players:])
    all_laid = len(scene.board.placements) == len(scene.board.tile_set)
    return max(scene.scores) >= target or all_passed or all_laid


def _lay(board: Board, placement: Placement) -> Board:
    if any(placement.tile == laid.tile for laid in board.placements):
        refuse(f"tile {placement.tile} is laid twice")
    return board.place(placement)


@contextmanager
def _at(where: str) -> Iterator[None]:
    """Say where in the record the rules refused something."""
    try:
        yield
    except DalapapaError as error:
        words = error.words if error.words.startswith(where) else where + error.words
        raise RecordError(error.code, words, error.details) from None


def _compare(written: Any, played: Json, where: str) -> None:
    """See that each figure of the record is the one that its moves give."""
    for key, figure in played.items():
        found = reading.value(written, key, where)
        if isinstance(figure, list) and figure and isinstance(figure[0], dict):
            reading.listed(written, key, where)
            if len(found) != len(figure):
                refuse(f"{where}'{key}' has {len(found)} entries, the moves give {len(figure)}")
            if key == "groups":
                found, figure = sorted(found, key=_group_order), sorted(figure, key=_group_order)
            for number, (entry, expected) in enumerate(zip(found, figure, strict=True), 1):
                _compare(entry, expected, f"{where}{key} {number}: ")
        elif not _same(found, figure):
            refuse(f"{where}'{key}' is {found!r:.60}, the moves give {figure!r}")


def _same(found: object, figure: object) -> bool:
    """Equal and of equal types: JSON's true and 1.0 are not 1."""
    if isinstance(found, list) and isinstance(figure, list):
        return len(found) == len(figure) and all(map(_same, found, figure))
    return type(found) is type(figure) and found == figure


def _group_order(group: Any) -> str:
    """Groups of one placement may be written in any order."""
    return f"{group.get('colour')} {group.get('discs')}" if isinstance(group, dict) else ""
