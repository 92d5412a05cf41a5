"""Games that were kept at a real table: finished ones without a bag, and those with nothing but points."""

from collections.abc import Callable
from typing import Any

import pytest

from dalapapa.rules.game import Reason
from dalapapa.rules.records.reading import RecordError, loads, players_of
from dalapapa.rules.records.record import Json, dumps, record_of
from dalapapa.rules.records.referee import referee, replay, scenes
from dalapapa.rules.records.scores import FORMAT, referee_scores
from tests.rules.records.samples import BOTH, GOOD, changed, golden, in_progress, refusal, without


def kept(name: str = "three-players") -> Json:
    """A game as somebody kept it who saw no hand."""
    record = golden(name)
    *_, last = replay(record)
    return record_of(last, players_of(record), hide=True, extra={"kept": True})


@pytest.mark.parametrize("name", ["three-players", "both-tiles-and-passes", "bag-runs-out", "shared-win"])
def test_a_game_kept_to_its_end_needs_no_bag(name: str) -> None:
    record, states = kept(name), list(replay(golden(name)))
    seen = list(scenes(loads(dumps(record))))
    assert [(scene.board, scene.scores, scene.result) for scene in seen] == [
        (state.board, state.scores, state.result) for state in states
    ]
    assert [scene.to_move for scene in seen] == [state.to_move for state in states]
    assert [scene.in_setup for scene in seen] == [state.in_setup for state in states]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda r: without(r, ("result",)), "'result' is missing"),
        (lambda r: without(r, ("kept",)), "a finished game needs its 'bag'"),
        (lambda r: r | {"kept": 1}, "'kept' must be true or false"),
        (lambda r: changed(r, ("result", "winners"), [0, 1]), "result: 'winners' is [0, 1]"),
        (lambda r: r | {"turns": r["turns"][:-1]}, "result: the game is not over"),
        (lambda r: r | {"turns": r["turns"] + r["turns"][:1]}, "the game is over"),
        (lambda r: changed(r, ("turns", 5, "score"), 1), "turn 6: 'score' is 1"),
    ],
)
def test_faults_of_a_kept_game(change: Callable[[Json], Json], words: str) -> None:
    assert words in refusal(change(kept()))


def test_a_kept_game_may_go_on() -> None:
    referee(in_progress() | {"kept": True})


def test_the_set_up_of_a_bag_is_seen_as_it_was() -> None:
    assert [scene.set_up for scene in scenes(GOOD)][:5] == [0, 1, 2, 3, 3]


# ── Points only ──────────────────────────────────────────────────────────────────────────────────


def short(record: Json = GOOD) -> Json:
    """The short record of a game: what is written on a score sheet."""
    return {
        "format": FORMAT,
        "version": 1,
        "target": record["target"],
        "players": record["players"],
        "turns": [
            {
                "player": turn["player"],
                "tiles": [
                    {
                        key: [group["discs"] for group in laid["groups"]] if key == "groups" else laid[key]
                        for key in ("discs", "disc_points", "groups", "group_points", "points")
                    }
                    for laid in turn["placements"]
                ],
                **{key: turn[key] for key in ("penalty", "points", "score")},
            }
            for turn in record["turns"]
        ],
        "result": record["result"],
    }


@pytest.mark.parametrize("name", ["two-players", "three-players", "both-tiles-and-passes", "shared-win"])
def test_the_points_of_a_game_add_up(name: str) -> None:
    record = golden(name)
    result = referee_scores(loads(dumps(short(record)), (FORMAT,)))
    assert result is not None
    assert list(result.scores) == record["result"]["scores"]
    assert list(result.winners) == record["result"]["winners"]


def test_points_of_a_game_that_goes_on() -> None:
    record = short()
    assert referee_scores(without(record | {"turns": record["turns"][:7]}, ("result",))) is None
    assert referee_scores(without(record | {"turns": []}, ("result",))) is None


def test_a_round_in_which_nobody_lays_is_the_last() -> None:
    record = short()
    scores = [turn["score"] for turn in record["turns"][3:6]]
    passes = [
        {"player": seat, "tiles": [], "penalty": 0, "points": 0, "score": scores[seat]} for seat in range(3)
    ]
    best = max(scores)
    record["turns"] = record["turns"][:6] + passes
    record["result"] = {
        "scores": scores,
        "winners": [seat for seat, score in enumerate(scores) if score == best],
        "reason": "exhausted",
    }
    result = referee_scores(record)
    assert result is not None
    assert result.reason is Reason.EXHAUSTED
    record["turns"] += passes[:1]
    with pytest.raises(RecordError, match="turn 10: the game is over"):
        referee_scores(record)


_TILE = ("turns", 4, "tiles", 0)


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("target",), 59, "the target must be from 60"),
        (("players",), [], "2 to 4 players can play, not 0"),
        (("turns", 4, "player"), 2, "turn 5: it is player 1's turn"),
        (("turns", 4, "score"), 99, "turn 5: 'score' is 99, the moves give"),
        (("turns", 4, "points"), True, "turn 5: 'points' is True"),
        (("turns", 4, "penalty"), 4, "turn 5: 'penalty' is 4, the moves give 0"),
        (("turns", 4, "tiles"), 3, "turn 5: 'tiles' must be a list"),
        ((*_TILE, "discs"), 0, "turn 5: tile 1: a tile makes 1 to 6 discs, not 0"),
        ((*_TILE, "discs"), 7, "turn 5: tile 1: a tile makes 1 to 6 discs, not 7"),
        ((*_TILE, "disc_points"), 3, "turn 5: tiles 1: 'disc_points' is 3"),
        ((*_TILE, "groups"), [1] * 8, "turn 5: tile 1: a tile closes at most 7 groups, not 8"),
        ((*_TILE, "groups"), [0], "turn 5: tile 1: 'groups' must hold how many discs each group has"),
        ((*_TILE, "groups"), [True], "turn 5: tile 1: 'groups' must hold how many discs each group has"),
        ((*_TILE, "groups"), [500], "discs, and"),
        (("result", "winners"), [0, 1, 2], "result: 'winners'"),
    ],
)
def test_faults_of_a_score_sheet(path: tuple[str | int, ...], value: Any, words: str) -> None:
    with pytest.raises(RecordError) as caught:
        referee_scores(changed(short(), path, value))
    assert words in caught.value.words


def test_more_faults_of_a_score_sheet() -> None:
    record = short(BOTH)
    three = [dict(record["turns"][0]["tiles"][0])] * 3
    for wrong, words in [
        (changed(record, ("turns", 0, "tiles"), three), "turn 1: at most two tiles are laid in a turn"),
        (record | {"turns": record["turns"][:-1]}, "result: the game is not over"),
        (record | {"result": ["exhausted"]}, "result: the game is not over"),
        (without(short(), ("result",)), "'result' is missing"),
    ]:
        with pytest.raises(RecordError) as caught:
            referee_scores(wrong)
        assert words in caught.value.words
