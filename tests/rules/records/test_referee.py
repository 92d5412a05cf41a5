"""Refereeing: each move by the rules, each figure recomputed, and the place of what is wrong is said."""

import random
from collections.abc import Iterator

import pytest

from dalapapa.rules import Game, classic
from dalapapa.rules.records.reading import MOST_TURNS, RecordError
from dalapapa.rules.records.record import Json, Player, record_of
from dalapapa.rules.records.referee import referee
from dalapapa.rules.tile_file import load_tile_set
from dalapapa.rules.tiles import small
from tests.rules.golden.regenerate import WORLDS
from tests.rules.records.samples import (
    BOTH,
    GOOD,
    TARGET_TURNS,
    Way,
    changed,
    golden,
    paths,
    refusal,
    value_at,
    without,
)


def test_the_bag_is_needed_once_a_game_is_over_and_the_name_of_a_bot_never() -> None:
    assert refusal(without(GOOD, ("bag",))) == "a finished game needs its 'bag'"
    referee(without(GOOD, ("players", 0, "bot")))


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("target",), 59, "the target must be from 60 to 240 points, not 59"),
        (("target",), 241, "the target must be from 60 to 240 points, not 241"),
        (("target",), 10**4000, "'target' is out of range"),
        (("players",), GOOD["players"][:1], "2 to 4 players can play, not 1"),
        (("players",), GOOD["players"] + GOOD["players"][:2], "2 to 4 players can play, not 5"),
        (("players", 1), "Ana", "player 2: a JSON object is needed here"),
        (("players", 1, "name"), "", "player 2: 'name' must be text of at least one character"),
        (("players", 1, "name"), "A\ud800", "player 2: 'name' must be text"),
        (("players", 1, "bot"), "\udfff", "player 2: 'bot' must be text"),
        (("players", 1, "bot"), 7, "player 2: 'bot' must be text"),
        (("players", 1, "kind"), "ghost", "player 2: 'kind' must be 'human' or 'bot'"),
        (("tile_set",), "worlds", "played with the tile set 'worlds': give its file with --tile-set"),
        (("tile_set",), "x" * 9_999, "played with the tile set 'xxx"),
        (("bag", 3), GOOD["bag"][2], f"'bag' holds tile {GOOD['bag'][2]} twice"),
        (("bag", 3), 120, "'bag' holds 120: its tiles are 0 to 119"),
        (("bag", 3), -1, "'bag' holds -1"),
        (("bag", 3), True, "'bag' holds True"),
        (("bag",), GOOD["bag"][:-1], "'bag' holds 119 tiles: all 120 of the set are needed"),
        (("bag",), [*GOOD["bag"], 0], "'bag' holds tile 0 twice"),
        (("setup", 0, "player"), 1, "set-up of player 0: a tile in hand fits: it must be laid"),
        (("setup",), GOOD["setup"] * 2, "set-up: player 0 lays a tile out of turn"),
        (("setup", 1, "rotation"), 4, "set-up 2: "),
        (("setup", 1, "x"), 2_000_000, "set-up 2: 'x' is out of range"),
        (("setup", 1, "tile"), 119, "set-up of player 1: tile 119 is not in this player's hand"),
        (("turns", 4, "player"), 0, "turn 5: it is player 1's turn"),
        (("turns", 4, "placements"), [], "turn 5: a tile in hand fits: it must be laid"),
        (("turns", 4, "placements"), GOOD["turns"][4]["placements"] * 3, "turn 5: at most two tiles"),
        (("turns", 4, "placements", 0, "face"), 2, "turn 5: a placement has a tile"),
        (("turns", 4, "placements", 0, "x"), 99, "turn 5: a tile must meet another along a side"),
        (("turns",), [*GOOD["turns"], GOOD["turns"][0]], f"turn {TARGET_TURNS + 1}: the game is over"),
        (("turns",), GOOD["turns"][:-1], "result: the game is not over"),
        (("turns",), [{}] * 1_000_000, f"1000000 turns: no game has more than {MOST_TURNS}"),
        (("result", "winners"), [0], "result: 'winners' is [0], the moves give [2]"),
        (("result", "reason"), "exhausted", "result: 'reason' is 'exhausted', the moves give 'target'"),
        (("result",), None, "result: a JSON object is needed here"),
    ],
)
def test_what_is_wrong_is_said(path: Way, value: object, words: str) -> None:
    assert words in refusal(changed(GOOD, path, value))


def test_a_finished_game_has_a_result() -> None:
    assert refusal(without(GOOD, ("result",))) == "'result' is missing"


def figures(record: Json) -> Iterator[tuple[Way, int]]:
    """Every figure of the turns that follows from the moves, with its turn."""
    moves = {"tile", "face", "rotation", "x", "y", "player"}
    for path in paths(record["turns"], ("turns",)):
        if type(value_at(record, path)) is int and path[-1] not in moves:
            number = path[1]
            assert isinstance(number, int)
            yield path, number + 1


@pytest.mark.parametrize("record", [GOOD, {**BOTH, "turns": BOTH["turns"]}], ids=["one tile", "both tiles"])
def test_each_figure_altered_by_one_is_refused_at_its_turn(record: Json) -> None:
    altered = list(figures(record))
    assert {"discs", "disc_points", "group_points", "points", "penalty", "score"} <= {
        path[-1] for path, _ in altered
    }
    for path, turn in random.Random(1).sample(altered, 60):
        for step in (1, -1):
            words = refusal(changed(record, path, value_at(record, path) + step))
            assert words.startswith(f"turn {turn}: ")
            assert "the moves give" in words


def test_groups_are_compared_in_any_order() -> None:
    path = next(
        path
        for path in paths(BOTH)
        if path[-1] == "groups" and len({str(g) for g in value_at(BOTH, path)}) > 1
    )
    referee(changed(BOTH, path, value_at(BOTH, path)[::-1]))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([], "'groups' has 0 entries, the moves give"),
        ({}, "'groups' must be a list"),
        ([7], "groups 1: a JSON object is needed here"),
        ([{"colour": "pink", "discs": 1}], "'colour' is 'pink'"),
        ([{"colour": "red"}], "groups 1: "),
    ],
)
def test_wrong_groups(value: object, words: str) -> None:
    path = next(p for p in paths(GOOD) if p[-1] == "groups" and len(value_at(GOOD, p)) == 1)
    assert words in refusal(changed(GOOD, path, value))


@pytest.mark.parametrize("turns", [[], [[]]])
def test_a_set_up_that_is_left_out_is_refused_once_turns_follow(turns: list[object]) -> None:
    record = changed(changed(GOOD, ("setup",), GOOD["setup"][:1]), ("turns",), turns)
    assert refusal(record) == "set-up of player 1: a tile in hand fits: it must be laid"


def test_a_record_of_a_custom_set_names_its_fingerprint() -> None:
    record, worlds = golden("two-worlds"), load_tile_set(WORLDS)
    assert record["tile_set_sha256"] == worlds.fingerprint
    referee(record, worlds)
    with pytest.raises(RecordError, match="another version of the tile set 'worlds'"):
        referee({**record, "tile_set_sha256": "0" * 64}, worlds)
    with pytest.raises(RecordError, match="played with the tile set 'worlds', not with 'classic'"):
        referee(record, classic())


def test_a_record_of_a_custom_set_stands_alone() -> None:
    record = golden("two-worlds")
    assert referee(record).board.tile_set.fingerprint == record["tile_set_sha256"]
    without = {key: value for key, value in record.items() if key != "tiles"}
    referee(without, load_tile_set(WORLDS))
    with pytest.raises(RecordError, match="played with the tile set 'worlds': give its file"):
        referee(without)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"tiles": 7}, "'tiles' must be a list"),
        ({"tiles": [["r"]]}, "'tiles' must hold text"),
        ({"tiles": ["rrrgbgg yybgbyb"] * 11}, "'tiles': 11 tiles: a set has 12 to 120"),
        ({"tiles": ["rrrgbgg"] * 12}, "'tiles': tile 0: 'back' has 0 letters"),
        ({"tiles": ["rrrgbgx yybgbyb"] * 12}, "'tiles': tile 0: 'front': unknown colour 'x'"),
        ({"tiles": ["rrrgbgg yybgbyb"] * 12}, "another version of the tile set 'worlds'"),
        ({"tile_set": 7}, "'tile_set' must be text"),
        ({"tile_set": "classic"}, "'tiles' is for sets of one's own: everybody has 'classic'"),
        ({"tile_set": "a/b"}, "'tiles': 'name' must be text of 1 to 40"),
    ],
)
def test_the_tiles_of_a_record_are_read_as_strictly_as_a_file(change: dict[str, object], words: str) -> None:
    with pytest.raises(RecordError, match=words):
        referee({**golden("two-worlds"), **change})
    with pytest.raises(RecordError):
        referee({**golden("two-worlds"), **change}, load_tile_set(WORLDS))


def test_a_smaller_game_is_known_by_its_name() -> None:
    game = Game.start(range(72), 2, 60, small())
    record = record_of(game, [Player("Ana"), Player("Bo")])
    assert (record["tile_set"], "tiles" in record) == ("classic-72", False)
    assert referee(record).board.tile_set is small()
