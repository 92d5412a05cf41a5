"""Short records: the points of a game at a real table, without its tiles (docs/record.md)."""

from typing import Any

from dalapapa.rules.game import HAND, Reason, Result, round_result
from dalapapa.rules.records import reading
from dalapapa.rules.records.reading import refuse
from dalapapa.rules.records.record import Json, result_json
from dalapapa.rules.records.referee import at, compare
from dalapapa.rules.scoring import DISC_POINTS, penalty

FORMAT = "dalapapa-scores"

# Of the seven discs of a tile all may belong to groups of their own.
MOST_GROUPS = 7
# A tile brings its middle disc and half of six others: no board has more whole discs than this a tile.
DISCS_A_TILE = 4


def referee_scores(record: Json) -> Result | None:
    """Check a short record; gives how the game ended, or raises RecordError at the first fault."""
    with at(""):
        players = len(reading.players_of(record))
        target = reading.target_of(record)
        turns = reading.turns_of(record)
    scores, result = (0,) * players, None
    laid, grouped = players, 0  # set-up tiles lie there, and score nothing (R3.1)
    round_laid = False
    for number, entry in enumerate(turns, 1):
        with at(where := f"turn {number}: "):
            player = (number - 1) % players
            if reading.whole(entry, "player", where) != player:
                refuse(f"it is player {player}'s turn")
            if result is not None:
                refuse("the game is over")
            tiles = _tiles(entry, where)
            laid += len(tiles)
            grouped += sum(tile["group_points"] for tile in tiles)
            if grouped > DISCS_A_TILE * laid:
                refuse(f"the groups so far have {grouped} discs, and {laid} tiles have fewer")
            points = sum(tile["points"] for tile in tiles) - penalty(len(tiles))
            scores = (*scores[:player], scores[player] + points, *scores[player + 1 :])
            compare(
                entry,
                {
                    "tiles": tiles,
                    "penalty": penalty(len(tiles)),
                    "points": points,
                    "score": scores[player],
                },
                where,
            )
            round_laid = bool(tiles) or (round_laid and player > 0)
            if player + 1 == players:
                # How many tiles there are is not written down: that none is left only the result says.
                empty = number == len(turns) and _says_exhausted(record)
                result = round_result(scores, target, laid=round_laid, tiles_left=not empty)
    if result is not None:
        compare(reading.value(record, "result"), result_json(result), "result: ")
    elif "result" in record:
        refuse("result: the game is not over")
    return result


def _says_exhausted(record: Json) -> bool:
    result = record.get("result")
    return isinstance(result, dict) and result.get("reason") == Reason.EXHAUSTED


def _tiles(entry: Any, where: str) -> list[Json]:
    """What each tile of a turn scored, worked out from its discs and groups."""
    tiles = reading.listed(entry, "tiles", where)
    if len(tiles) > HAND:
        refuse("at most two tiles are laid in a turn")
    return [_tile(tile, f"{where}tile {number}: ") for number, tile in enumerate(tiles, 1)]


def _tile(entry: Any, where: str) -> Json:
    discs, groups = reading.whole(entry, "discs", where), reading.listed(entry, "groups", where)
    if not 1 <= discs < len(DISC_POINTS):
        refuse(f"{where}a tile makes 1 to {len(DISC_POINTS) - 1} discs, not {discs}")  # R2.2
    if len(groups) > MOST_GROUPS:
        refuse(f"{where}a tile closes at most {MOST_GROUPS} groups, not {len(groups)}")
    if any(type(size) is not int or size < 1 for size in groups):
        refuse(f"{where}'groups' must hold how many discs each group has")
    return {
        "disc_points": DISC_POINTS[discs],
        "group_points": sum(groups),
        "points": DISC_POINTS[discs] + sum(groups),
    }
