"""Refereeing records again: every move by the rules, every figure recomputed."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from dalapapa.rules.errors import DalapapaError
from dalapapa.rules.game import Game
from dalapapa.rules.placement import PASS, Turn
from dalapapa.rules.records import reading, unseen
from dalapapa.rules.records.reading import RecordError, refuse
from dalapapa.rules.records.record import Json, result_json, turn_json
from dalapapa.rules.records.unseen import Scene
from dalapapa.rules.tiles import TileSet

_FINISHED = "a finished game needs its 'bag'"


def referee(record: Json, tile_set: TileSet | None = None) -> Scene:
    """Check a whole record; gives its last scene, or raises RecordError at the first fault.

    Without a tile set it is the record's own: one that comes with the game, or the tiles written in it.
    """
    *_, last = scenes(record, tile_set)
    return last


def scenes(record: Json, tile_set: TileSet | None = None) -> Iterator[Scene]:
    """The scenes of a recorded game: at the start and after every move, checked on the way.

    A record without a bag is of a game that was going on, or of one that was kept at a real table: its hands
    and draws are unknown, so its placements and points are checked and no more.
    """
    if "bag" in record:
        for game in replay(record, tile_set):
            set_up = game.to_move if game.in_setup else game.players
            yield Scene(game.board, game.scores, game.turns, set_up, game.result)
    else:
        yield from _scenes_without_bag(record, tile_set)


def replay(record: Json, tile_set: TileSet | None = None) -> Iterator[Game]:
    """The states of a recorded game: at the start, after each set-up move, after each turn."""
    with at(""):
        players = reading.players_of(record)
        target = reading.target_of(record)
        tile_set = reading.tile_set_of(record, tile_set)
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
        with at(f"set-up of player {player}: "):
            turn = Turn((setup.pop(0)[1],)) if setup and setup[0][0] == player else PASS
            game = game.play(turn)
        yield game
    if setup:
        refuse(f"set-up: player {setup[0][0]} lays a tile out of turn")
    for number, entry in enumerate(turns, 1):
        with at(where := f"turn {number}: "):
            player, turn = reading.turn_of(entry, where)
            game = game.play(turn, player=player)
            compare(entry, turn_json(game.turns[-1]), where)
        yield game
    if game.result is not None:
        compare(reading.value(record, "result"), result_json(game.result), "result: ")
    elif "result" in record:
        refuse("result: the game is not over")


def _scenes_without_bag(record: Json, tile_set: TileSet | None) -> Iterator[Scene]:
    with at(""):
        players = len(reading.players_of(record))
        target = reading.target_of(record)
        tile_set = reading.tile_set_of(record, tile_set)
        reading.open_hands_of(record)
        kept = reading.kept_of(record)
        if "result" in record and not kept:
            refuse(_FINISHED)
        setup = reading.setup_of(record)
        turns = reading.turns_of(record)
    scene = unseen.opening(players, tile_set)
    yield scene
    for player, placement in setup:
        with at(f"set-up of player {player}: "):
            if player not in range(scene.set_up, players):
                refuse("a tile is laid out of turn")
            scene = unseen.set_up(unseen.left_out(scene, player), placement)
        yield scene
    if turns:
        with at("set-up: "):
            scene = unseen.left_out(scene, players)
    for number, entry in enumerate(turns, 1):
        with at(where := f"turn {number}: "):
            player, turn = reading.turn_of(entry, where)
            if player != scene.to_move:
                refuse(f"it is player {scene.to_move}'s turn")
            scene = unseen.play(scene, turn, target)
            compare(entry, turn_json(scene.turns[-1], hide=True), where)
        yield scene
    if scene.result is None:
        if "result" in record:
            refuse("result: the game is not over")
    elif not kept:
        refuse(_FINISHED)
    else:
        compare(reading.value(record, "result"), result_json(scene.result), "result: ")


@contextmanager
def at(where: str) -> Iterator[None]:
    """Say where in the record the rules refused something."""
    try:
        yield
    except DalapapaError as error:
        words = error.words if error.words.startswith(where) else where + error.words
        raise RecordError(error.code, words, error.details) from None


def compare(written: Any, played: Json, where: str) -> None:
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
                compare(entry, expected, f"{where}{key} {number}: ")
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
