"""Whole games looked back at."""

import pytest

from dalapapa.analysis.account import Unsaid, add_up, analyse
from dalapapa.analysis.writing import analysis_json
from dalapapa.rules import DalapapaError, Game, Turn, legal_placements
from dalapapa.rules.records.record import Json, Player, record_of
from dalapapa.rules.records.referee import replay
from tests.analysis.golden.regenerate import FOLDER, GAMES, analysis_of, text_of
from tests.analysis.played import played


@pytest.mark.parametrize("game", GAMES)
def test_the_golden_games_look_as_they_did(game: str) -> None:
    assert text_of(analysis_of(game)) == (FOLDER / f"{game}.txt").read_text()


def test_the_json_has_what_it_promises() -> None:
    last, record = played(("greedy", "greedy2", "random"), 11)
    analysis = analyse(record)
    assert analyse(record) == analysis  # the same every time
    written = analysis_json(analysis)
    assert len(written["turns"]) == len(record["turns"])
    for turn, entry in zip(written["turns"], record["turns"], strict=True):
        assert turn["offered"] + turn["drawn"] + turn["taken"] == pytest.approx(entry["points"])
        assert (turn["player"], turn["score"]) == (entry["player"], entry["score"])
        assert {"loss", "win_before", "win_after"} <= turn.keys()
        assert turn["played"]["points"] == entry["points"]
        assert turn["better"][0]["value"] - turn["played"]["value"] == pytest.approx(turn["loss"])
    assert last.result is not None
    assert written["turns"][-1]["win_after"] == [
        1 / len(last.result.winners) * (seat in last.result.winners) for seat in range(3)
    ]
    assert written["unsaid"] == []
    bests = [max(e["points"] for e in record["turns"] if e["player"] == seat) for seat in range(3)]
    assert [record["turns"][seat["best_turn"]]["points"] for seat in written["seats"]] == bests


def test_the_turning_point_is_the_greatest_swing() -> None:
    _, record = played(("greedy2", "greedy2"), 12)
    analysis = analyse(record)
    first, *others = analysis.turning_points
    assert analysis.swings[first] == max(analysis.swings)
    assert all(analysis.swings[number] >= 0.15 for number in others)
    now, last = (analysis.turns[number].win_after for number in (first, first - 1))
    assert now is not None
    assert last is not None
    assert analysis.swings[first] == pytest.approx(abs(now[0] - last[0]), abs=1e-4)


def without_bag(record: Json, turns: int) -> Json:
    """As somebody at the table would have written it down."""
    game = list(replay(record))[len(record["players"]) + turns]
    return record_of(game, [Player("Ana"), Player("Bo")], hide=True)


def test_without_a_bag_it_is_said_what_cannot_be_said() -> None:
    _, record = played(("greedy", "greedy2"), 13)
    analysis = analyse(without_bag(record, 9))
    assert analysis.unsaid == (Unsaid.NO_BAG, Unsaid.UNFINISHED)
    assert analysis.seats is None
    assert len(analysis.turns) == 9
    for account in analysis.turns:
        assert (account.ledger, account.choice) == (None, None)
        assert account.win_after is not None
        assert sum(account.win_after) == pytest.approx(1, abs=1e-3)
    assert analysis_json(analysis)["turns"][0]["offered"] is None


def in_a_line(game: Game) -> Game:
    """A turn that lays the first tile that fits as far to the right as can be."""
    hand = game.hands[game.to_move]
    ways = [way for tile in hand for way in legal_placements(game.board, tile)]
    return game.play(Turn((max(ways, key=lambda way: (way.x, way.rotation % 2 == 0)),)))


def test_a_board_too_wide_to_count_on_is_no_reason_to_stop() -> None:
    game = Game.start(range(120), 2, 240)
    while game.in_setup or len(game.turns) < 40:
        game = in_a_line(game)
    analysis = analyse(record_of(game, [Player("Ana"), Player("Bo")]))
    assert analysis.unsaid == (Unsaid.TOO_WIDE, Unsaid.UNFINISHED)
    assert analysis.turns[0].ledger is not None
    assert analysis.turns[-1].ledger is None


def test_progress_is_told_turn_by_turn() -> None:
    _, record = played(("greedy", "greedy"), 14)
    told: list[tuple[int, int]] = []
    analyse(record, progress=lambda done, total: told.append((done, total)))
    assert told == [(turn + 1, len(record["turns"])) for turn in range(len(record["turns"]))]


def test_a_record_that_does_not_hold_is_refused() -> None:
    _, record = played(("greedy", "greedy"), 15)
    record["turns"][3]["points"] += 1
    with pytest.raises(DalapapaError, match="turn 4"):
        analyse(record)


@pytest.mark.parametrize(
    ("parts", "total", "whole"),
    [
        ((6.2, 4.6, -1.8), 9, [6, 5, -2]),
        ((0.5, 0.5, 0.0), 1, [0, 1, 0]),
        ((1.4, 1.4, 0.2), 3, [2, 1, 0]),
        ((-1.6, -1.6, -0.8), -4, [-2, -1, -1]),
    ],
)
def test_rounded_parts_still_add_up(parts: tuple[float, ...], total: int, whole: list[int]) -> None:
    found = add_up(parts, total)
    assert sum(found) == total
    assert sorted(found) == sorted(whole)


def test_a_game_that_has_not_begun_can_be_looked_at() -> None:
    game = Game.start(range(120))
    analysis = analyse(record_of(game, [Player("Ana"), Player("Bo")]))
    assert analysis.turns == ()
    assert analysis.turning_points == ()
