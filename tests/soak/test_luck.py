"""Over many games of equal bots luck is fair to every seat, and every account adds up to the score."""

import os
from statistics import mean, stdev

import pytest

from dalapapa.analysis import METHOD
from dalapapa.analysis.ledger import ledger
from dalapapa.kernel.questions import Position
from tests.analysis.played import played, states

GAMES = int(os.environ.get("DALAPAPA_LUCK_GAMES", "2000"))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_luck_is_fair_and_accounts_add_up(players: int) -> None:
    brought: list[list[float]] = [[] for _ in range(players)]
    for seed in range(GAMES // 3 + 1):
        last, record = played(("greedy2",) * players, seed)
        drawn, sums = [0.0] * players, [0.0] * players
        for before, turn in zip(states(record), last.turns, strict=True):
            found = ledger(Position(before.board), before, turn.points, f"{METHOD} {turn.score} {seed}")
            assert found.taken <= 0
            drawn[turn.player] += found.drawn
            sums[turn.player] += found.offered + found.drawn + found.taken
        assert sums == pytest.approx(last.scores, abs=1e-6)
        for seat, points in enumerate(drawn):
            brought[seat].append(points)
    for seat, games in enumerate(brought):
        error = stdev(games) / len(games) ** 0.5
        print(f"{players} players, seat {seat + 1}: {mean(games):+.3f} ±{2 * error:.3f} points a game")
        assert abs(mean(games)) < 2 * error
