"""Records: what is written is read again, and whatever is wrong is refused in one line with its place."""

import copy
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dalapapa.rules import Game, Turn, classic, legal_placements
from dalapapa.rules.records.reading import MOST_TURNS, RecordError, loads, placement_of, players_of
from dalapapa.rules.records.record import Json, Player, dumps, record_of
from dalapapa.rules.records.referee import referee, replay, scenes
from dalapapa.rules.tile_file import load_tile_set
from tests.naive import NaiveBoard
from tests.rules.golden.regenerate import FOLDER, WORLDS


def golden(name: str) -> Json:
    return loads((FOLDER / f"{name}.jsonl").read_bytes())


GOOD = golden("three-players")
BOTH = golden("both-tiles-and-passes")
TARGET_TURNS = len(GOOD["turns"])

Path = tuple[str | int, ...]


def changed(record: Json, path: Path, value: object) -> Json:
    """A copy of a record with one value exchanged."""
    record = copy.deepcopy(record)
    entry: Any = record
    for key in path[:-1]:
        entry = entry[key]
    entry[path[-1]] = value
    return record


def without(record: Json, path: Path) -> Json:
    record = copy.deepcopy(record)
    entry: Any = record
    for key in path[:-1]:
        entry = entry[key]
    del entry[path[-1]]
    return record


def value_at(record: Json, path: Path) -> Any:
    entry: Any = record
    for key in path:
        entry = entry[key]
    return entry


def paths(entry: Any, path: Path = ()) -> Iterator[Path]:
    """The way to every value inside a record."""
    items = entry.items() if isinstance(entry, dict) else enumerate(entry) if isinstance(entry, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from paths(value, (*path, key))


def refusal(record: Json) -> str:
    """What the referee says against a record that was written out and read in again."""
    with pytest.raises(RecordError) as caught:
        referee(loads(dumps(record)))
    assert "\n" not in caught.value.words
    assert len(caught.value.words) < 250
    return caught.value.words


def in_progress(turns: int = 9) -> Json:
    """A record as others see it while the game goes on: no bag, no draws."""
    *_, game = replay(without({**GOOD, "turns": GOOD["turns"][:turns]}, ("result",)))
    return record_of(game, players_of(GOOD), hide=True)


# What is not a record at all


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON: expecting value at character 1"),
        ('{"format": "dalapapa-record", "vers', "not JSON"),
        (dumps(GOOD)[:-1], "not JSON"),
        (dumps(GOOD) + "}", "not JSON: extra data"),
        (dumps(GOOD).encode("utf-16"), "not UTF-8 text: byte 1"),
        (b'{"name": "\xff"}', "not UTF-8 text: byte 11"),
        ("\ufeff" + dumps(GOOD), "not JSON"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ('{"version": ' + "9" * 5_000 + "}", "a number has too many digits"),
        ('{"x": NaN}', "not JSON: NaN is not a number"),
        ('{"x": -Infinity}', "not JSON: -Infinity is not a number"),
        ("[]", "it must be a JSON object"),
        ("7", "it must be a JSON object"),
        ("null", "it must be a JSON object"),
        ("{}", "'format' must be 'dalapapa-record'"),
        ('{"format": "chess"}', "'format' must be"),
        ('{"format": "dalapapa-record"}', "'version' is missing"),
        ('{"format": "dalapapa-record", "version": 2}', "record version 2 is unknown"),
        ('{"format": "dalapapa-record", "version": 0}', "record version 0 is unknown"),
        ('{"format": "dalapapa-record", "version": "1"}', "'version' must be a whole number"),
        ('{"format": "dalapapa-record", "version": true}', "'version' must be a whole number"),
        ('{"format": "dalapapa-record", "version": 1.0}', "'version' must be a whole number"),
        ('{"format": "dalapapa-record", "version": ' + "9" * 4_000 + "}", "'version' is out of range"),
    ],
)
def test_not_a_record(text: str | bytes, words: str) -> None:
    with pytest.raises(RecordError) as caught:
        loads(text)
    assert words in caught.value.words
    assert len(caught.value.words) < 250


# Types and ranges


WRONG_VALUES: list[object] = [None, True, 1.0, 1.5, "1", [], {}, [[]], -1, 10**9, 10**4000]


@pytest.mark.parametrize(
    "path",
    [
        ("tile_set",),
        ("target",),
        ("players",),
        ("players", 0),
        ("players", 0, "name"),
        ("players", 0, "kind"),
        ("bag",),
        ("bag", 40),
        ("setup",),
        ("setup", 0),
        *(("setup", 1, key) for key in ("player", "tile", "face", "rotation", "x", "y")),
        ("turns",),
        ("turns", 2),
        *(("turns", 2, key) for key in GOOD["turns"][2]),
        ("turns", 2, "placements", 0),
        *(("turns", 2, "placements", 0, key) for key in GOOD["turns"][2]["placements"][0]),
        ("turns", 2, "drawn", 0),
        ("result",),
        *(("result", key) for key in GOOD["result"]),
        ("result", "scores", 0),
        ("result", "winners", 0),
    ],
)
def test_wrong_types_are_refused_for_every_key(path: Path) -> None:
    good = value_at(GOOD, path)
    refused = 0
    for wrong in WRONG_VALUES:
        allowed = path[-1] == "name" and isinstance(wrong, str)
        if not allowed and (type(wrong) is not type(good) or wrong != good):
            refusal(changed(GOOD, path, wrong))
            refused += 1
    assert refused >= len(WRONG_VALUES) - 1


@pytest.mark.parametrize(
    "path",
    [
        path
        for path in paths({**GOOD, "turns": GOOD["turns"][:1]})
        if path[-1] not in ("format", "version", "bag", "bot") and isinstance(path[-1], str)
    ],
    ids=lambda path: "-".join(map(str, path)),
)
def test_every_key_is_needed(path: Path) -> None:
    assert f"'{path[-1]}' is missing" in refusal(without(GOOD, path))


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
        (("tile_set",), "worlds", "played with the tile set 'worlds', not with 'classic'"),
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
def test_what_is_wrong_is_said(path: Path, value: object, words: str) -> None:
    assert words in refusal(changed(GOOD, path, value))


def test_a_finished_game_has_a_result() -> None:
    assert refusal(without(GOOD, ("result",))) == "'result' is missing"


def figures(record: Json) -> Iterator[tuple[Path, int]]:
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


def first_group(record: Json) -> Path:
    return next(path for path in paths(record) if path[-1] == "groups" and value_at(record, path))


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


# Games that go on


@pytest.mark.parametrize("moves", range(8))
def test_a_game_in_progress_is_read_up_to_where_it_is(moves: int) -> None:
    *_, last = replay(GOOD)
    states = list(replay(GOOD))
    game = states[moves]
    record = record_of(game, players_of(GOOD))
    assert "result" not in record
    assert list(replay(loads(dumps(record)))) == states[: moves + 1]
    assert last.result is not None


@pytest.mark.parametrize("moves", range(8))
def test_a_game_in_progress_as_others_see_it(moves: int) -> None:
    states = list(replay(GOOD))
    record = record_of(states[moves], players_of(GOOD), hide=True)
    assert "bag" not in record
    assert all("drawn" not in turn for turn in record["turns"])
    seen = list(scenes(loads(dumps(record))))
    assert [(scene.board, scene.scores) for scene in seen] == [
        (state.board, state.scores) for state in states[: moves + 1]
    ]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda r: changed(r, ("result",), GOOD["result"]), "a finished game needs its 'bag'"),
        (lambda r: changed(r, ("turns", 3, "player"), 1), "turn 4: it is player 0's turn"),
        (lambda r: changed(r, ("turns", 3, "points"), 99), "turn 4: 'points' is 99"),
        (lambda r: changed(r, ("turns", 3, "placements", 0, "x"), 99), "turn 4: a tile must meet"),
        (lambda r: changed(r, ("turns", 3, "placements", 0, "tile"), 500), "turn 4: there is no tile 500"),
        (
            lambda r: changed(r, ("turns", 3, "placements", 0, "tile"), r["setup"][0]["tile"]),
            "is laid twice",
        ),
        (
            lambda r: changed(r, ("turns", 3, "placements"), r["turns"][3]["placements"] * 3),
            "turn 4: at most two tiles are laid in a turn",
        ),
        (lambda r: changed(r, ("setup", 1, "player"), 0), "set-up of player 0: a tile is laid out of turn"),
        (lambda r: changed(r, ("setup", 2, "player"), 3), "set-up of player 3: a tile is laid out of turn"),
        (lambda r: changed(r, ("target",), 59), "the target must be from 60"),
    ],
)
def test_faults_of_a_game_in_progress(change: Callable[[Json], Json], words: str) -> None:
    assert words in refusal(change(in_progress()))


def test_a_game_in_progress_stops_after_a_round_of_passes() -> None:
    record = in_progress()
    scores = [turn["score"] for turn in record["turns"][-3:]]
    for seat in (0, 1, 2, 0):
        passed = {"player": seat, "placements": [], "penalty": 0, "points": 0, "score": scores[seat]}
        record["turns"].append(passed)
    assert refusal(record) == "turn 13: the game is over"
    del record["turns"][-1]
    assert refusal(record) == "a finished game needs its 'bag'"
    del record["turns"][-1]
    referee(record)


def test_a_game_in_progress_stops_at_its_end() -> None:
    record = record_of(list(replay(GOOD))[-1], players_of(GOOD), hide=True)
    del record["result"]
    assert refusal(record) == "a finished game needs its 'bag'"
    more = {"player": 0, "placements": [], "penalty": 0, "points": 0, "score": GOOD["result"]["scores"][0]}
    record["turns"].append(more)
    assert refusal(record) == f"turn {TARGET_TURNS + 1}: the game is over"


def test_a_game_in_progress_has_been_set_up() -> None:
    record = in_progress()
    for missing in range(3):
        less = record | {"setup": [entry for entry in record["setup"] if entry["player"] != missing]}
        assert refusal(less).startswith("set-up")
    assert refusal(record | {"setup": []}) == "set-up: a tile is missing"
    assert refusal(record | {"open_hands": "yes"}) == "'open_hands' must be true or false"
    referee(record | {"setup": record["setup"][:1], "turns": []})  # it was written down during set-up


def test_a_key_that_stands_twice_is_refused() -> None:
    text = dumps(GOOD)
    for key in ("target", "score"):
        twice = text.replace(f'"{key}":', f'"{key}":7,"{key}":', 1)
        with pytest.raises(RecordError, match=f"not a record: '{key}' stands twice"):
            loads(twice)


# What is written


def test_records_carry_more_when_asked_and_ignore_what_they_do_not_know() -> None:
    *_, game = replay(GOOD)
    record = record_of(
        game, [Player("Ana"), Player("Zoë 🎲"), Player("C", "bot", "greedy")], extra={"seed": 7}
    )
    assert record["seed"] == 7
    assert record["players"][0] == {"name": "Ana", "kind": "human"}
    assert record["players"][2] == {"name": "C", "kind": "bot", "bot": "greedy"}
    assert [player.name for player in players_of(loads(dumps(record)))] == ["Ana", "Zoë 🎲", "C"]
    assert "\n" not in dumps(record)
    referee(loads(dumps(record).encode()))


def test_open_hands_are_kept() -> None:
    game = Game.start(range(120), open_hands=True)
    record = record_of(game, [Player("Ana"), Player("Bo")])
    assert [state.hash for state in replay(record)] == [game.hash]
    assert refusal(record | {"open_hands": 1}) == "'open_hands' must be true or false"


def test_a_record_of_a_custom_set_names_its_fingerprint() -> None:
    record, worlds = golden("two-worlds"), load_tile_set(WORLDS)
    assert record["tile_set_sha256"] == worlds.fingerprint
    referee(record, worlds)
    with pytest.raises(RecordError, match="another version of the tile set 'worlds'"):
        referee({**record, "tile_set_sha256": "0" * 64}, worlds)
    with pytest.raises(RecordError, match="played with the tile set 'worlds', not with 'classic'"):
        referee(record)


@pytest.mark.parametrize("turns", [[], [[]]])
def test_a_set_up_that_is_left_out_is_refused_once_turns_follow(turns: list[object]) -> None:
    record = changed(changed(GOOD, ("setup",), GOOD["setup"][:1]), ("turns",), turns)
    assert refusal(record) == "set-up of player 1: a tile in hand fits: it must be laid"


def test_turning_a_set_up_round_is_another_game() -> None:
    game = Game.start(GOOD["bag"], 3)
    turns = [Turn((placement,)) for placement in legal_placements(game.board, game.hands[0][0])]
    assert len({game.play(turn).hash for turn in turns}) == len(turns) == 8
    assert game.tile_set is classic()


# Fuzz


def recounted(record: Json) -> list[int]:
    """The scores of a record by the slow recount; every placement must be legal by it."""
    board = NaiveBoard(classic())
    scores = [0] * len(record["players"])
    for entry in record["setup"]:
        placement = placement_of(entry, "")
        assert board.refusal(placement) is None
        board.lay(placement)
    for turn in record["turns"]:
        for entry in turn["placements"]:
            placement = placement_of(entry, "")
            assert board.refusal(placement) is None
            scores[turn["player"]] += board.points(placement)
            board.lay(placement)
        scores[turn["player"]] -= 4 if len(turn["placements"]) == 2 else 0
    return scores


def test_the_recount_agrees_with_the_golden_games() -> None:
    assert recounted(GOOD) == GOOD["result"]["scores"]
    assert recounted(BOTH) == BOTH["result"]["scores"]


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
PATHS = {name: (record, list(paths(record))) for name, record in (("good", GOOD), ("hidden", in_progress()))}


@settings(max_examples=300)
@given(data=st.data())
def test_one_value_mutated_is_refused_or_still_consistent(data: st.DataObject) -> None:
    record, ways = PATHS[data.draw(st.sampled_from(sorted(PATHS)))]
    path = data.draw(st.sampled_from(ways))
    old = value_at(record, path)
    near = [st.integers(-3, 3).map(lambda step: old + step)] if type(old) is int else []
    mutant = changed(record, path, data.draw(st.one_of(ANYTHING, *near)))
    try:
        read = loads(json.dumps(mutant))
        first = referee(read)
    except RecordError:
        return
    assert first.scores == tuple(recounted(read))


@settings(max_examples=200)
@given(st.binary(max_size=60) | st.text(max_size=60), st.integers(0, 400))
def test_damaged_text_is_refused(junk: bytes | str, where: int) -> None:
    text = dumps(GOOD)
    damaged = (
        text[:where].encode() + junk + text[where + 3 :].encode()
        if isinstance(junk, bytes)
        else text[:where] + junk + text[where + 3 :]
    )
    try:
        record = loads(damaged)
        referee(record)
    except RecordError:
        return
    assert record["turns"] == GOOD["turns"]
