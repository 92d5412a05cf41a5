"""A record as a replay: needs the rules alone, so that a browser without a server can do it too."""

from itertools import pairwise
from typing import Any

import msgspec

from dalapapa.rules import Game, PlayedTurn
from dalapapa.rules.records.reading import RecordError, kept_of, loads, players_of, refuse, target_of
from dalapapa.rules.records.record import Json
from dalapapa.rules.records.referee import replay, scenes
from dalapapa.rules.records.unseen import Scene
from dalapapa.service.keeping import bag_count
from dalapapa.service.telling import messages, replays, views
from dalapapa.service.telling.happenings import place, receipt_seen


def read_finished(record: dict[str, Any]) -> Json:
    """A record as somebody has sent it, of a finished game."""
    read = loads(msgspec.json.encode(record))
    if "result" not in read or not ("bag" in read or kept_of(read)):
        refuse("the game is not over: only a finished game can be opened here")
    return read


def told(record: Json, table: str | None, key: str | None, *, owl: bool, first: int = 0) -> replays.Replay:
    """A record as a replay; refuses what the rules do not bear out."""
    try:
        return _told(record, table, key, owl, first) if "bag" in record else _told_without_hands(record)
    except RecordError as error:
        refuse(error.words)  # somebody opens a file: whichever rule it breaks, the fault is the record's


def _told(record: Json, table: str | None, key: str | None, owl: bool, first: int) -> replays.Replay:
    states = list(replay(record))
    last = states[-1]
    assert last.result is not None
    return replays.Replay(
        table=table,
        key=key,
        tile_set=views.tiles(last.tile_set),
        target=last.target,
        players=_players(record),
        moves=[_move(before, after) for before, after in pairwise(states)],
        scores=last.scores,
        winners=last.result.winners,
        owl=owl,
        first=first,
    )


def _players(record: Json) -> list[replays.ReplayPlayer]:
    return [
        replays.ReplayPlayer(player.name, player.bot, hints)
        for player, hints in zip(players_of(record), _hints_in(record), strict=True)
    ]


def _hints_in(record: Json) -> list[int]:
    """In how many turns each player took a hint, where that was written down as we do."""
    noted: list[int] | None = record.get("hints")
    none = [0] * len(record["players"])
    sound = (
        isinstance(noted, list) and len(noted) == len(none) and all(type(n) is int and n >= 0 for n in noted)
    )
    return noted if noted and sound else none


def _told_without_hands(record: Json) -> replays.Replay:
    """A game that was kept at a real table: nobody knows what was in the hands."""
    seen = list(scenes(record))
    last = seen[-1]
    assert last.result is not None
    return replays.Replay(
        table=None,
        key=None,
        tile_set=views.tiles(last.board.tile_set),
        target=target_of(record),
        players=_players(record),
        moves=[_move_seen(before, after) for before, after in pairwise(seen)],
        scores=last.scores,
        winners=last.result.winners,
        owl=False,
    )


def _move_seen(before: Scene, after: Scene) -> replays.ReplayMove:
    hands, bag = ((),) * before.players, bag_count(before)
    if not after.turns:
        laid = tuple(messages.Laid(place(p), None) for p in after.board.placements[-1:])
        return replays.ReplayMove(after.set_up - 1, True, laid, 0, 0, 0, hands, bag)
    turn = after.turns[-1]
    return replays.ReplayMove(
        turn.player, False, _laid(turn), turn.penalty, turn.points, turn.score, hands, bag
    )


def _laid(turn: PlayedTurn) -> tuple[messages.Laid, ...]:
    return tuple(
        messages.Laid(place(p), receipt_seen(r)) for p, r in zip(turn.placements, turn.receipts, strict=True)
    )


def _move(before: Game, after: Game) -> replays.ReplayMove:
    hands, bag = before.hands, before.bag_count
    if before.in_setup:
        laid = tuple(messages.Laid(place(p), None) for _, p in after.setup[len(before.setup) :])
        return replays.ReplayMove(before.to_move, True, laid, 0, 0, 0, hands, bag)
    turn = after.turns[-1]
    return replays.ReplayMove(
        turn.player, False, _laid(turn), turn.penalty, turn.points, turn.score, hands, bag
    )
