"""Win chances: what anybody would say of them. For calibration: `python -m lab calibration`."""

from dataclasses import replace

import pytest

from dalapapa.analysis.chances import Standing, chances, decided

EVEN = Standing(60, (30, 30), 0, (7.0, 7.0), 80, False)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("known", [True, False])
def test_they_add_up_and_points_help(players: int, known: bool) -> None:
    standing = Standing(60, (30,) * players, 1, (7.0,) * players, 80, known)
    found = chances(standing)
    assert sum(found) == pytest.approx(1, abs=1e-3)
    for seat in range(players):
        scores = tuple(30 + 5 * (seat == one) for one in range(players))
        better = chances(replace(standing, scores=scores))
        assert better[seat] > found[seat] + 0.03


def test_a_lead_is_worth_more_near_the_end() -> None:
    early, late = ((10, 4), (58, 52))
    assert chances(replace(EVEN, scores=early))[0] < chances(replace(EVEN, scores=late))[0] - 0.05


def test_the_last_turn_of_the_game_is_all_but_certain() -> None:
    ends = Standing(60, (62, 57), 1, (7.0, 9.0), 80, True)
    assert chances(ends)[1] > 0.95
    assert chances(replace(ends, expected=(7.0, 2.0)))[0] > 0.95


def test_a_shared_win_counts_in_parts() -> None:
    assert decided((60, 61, 61), (1, 2)) == (0.0, 0.5, 0.5)
