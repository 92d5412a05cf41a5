"""Games that go on: read up to where they are, also as others see them."""

from collections.abc import Callable

import pytest

from dalapapa.rules.records.reading import loads, players_of
from dalapapa.rules.records.record import Json, dumps, record_of
from dalapapa.rules.records.referee import referee, replay, scenes
from tests.rules.records.samples import GOOD, TARGET_TURNS, changed, in_progress, refusal


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
