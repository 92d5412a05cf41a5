import pytest

from dalapapa.bots.arena.contest import Contest, Match, PlayedGame
from dalapapa.bots.arena.rating import Estimate, standings, wins


def match(number: int, *games: tuple[tuple[int, ...], tuple[int, ...]]) -> Match:
    played = tuple(PlayedGame(seats, scores) for seats, scores in games)
    return Match(number, played, (20, 20), (0.02, 0.2))


def test_a_shared_win_counts_in_parts() -> None:
    assert wins(PlayedGame((0, 1, 2), (61, 61, 40))) == [0.5, 0.5, 0]
    assert wins(PlayedGame((0, 1), (61, 60))) == [1, 0]


def test_an_interval_is_over_bags_not_games() -> None:
    estimate = Estimate.over_bags([(0, 1.0), (0, 0.0), (1, 1.0), (1, 1.0)])
    assert estimate.mean == 0.75
    # Two bags with 0.5 and 1: standard deviation 0.3536, over the square root of 2, times 1.96.
    assert estimate.within == pytest.approx(1.96 * 0.25)
    assert Estimate.over_bags([(0, 1.0), (0, 0.0)]) == Estimate(0.5, None)


def test_two_bots_by_hand() -> None:
    contest = Contest(("greedy", "random"))
    result = standings(
        contest,
        [
            match(1, ((0, 1), (60, 50)), ((1, 0), (61, 61))),
            match(0, ((0, 1), (60, 40)), ((1, 0), (62, 60))),
        ],
    )
    first, second = result.bots
    assert (result.bags, result.games, first.games) == (2, 4, 4)
    assert (first.bot, second.bot) == ("greedy", "random")
    assert first.win_share.mean == pytest.approx((0.5 + 0.75) / 2)
    assert first.win_share.mean + second.win_share.mean == pytest.approx(1)
    assert first.margin.mean == pytest.approx((20 - 2 + 10 + 0) / 4)
    assert first.turn_seconds == pytest.approx(0.001)
    assert result.against["greedy", "random"] == first.win_share
    assert [seat.mean for seat in result.seats] == pytest.approx([(1 + 0.5 + 1 + 1) / 4, 0.125])


@pytest.mark.parametrize(("won", "elo"), [(50, 0), (75, 190.8), (90, 381.7)])
def test_elo_follows_the_win_share(won: int, elo: float) -> None:
    games = [match(number, ((0, 1), (60, 50) if number < 10 * won else (50, 60))) for number in range(1000)]
    first, second = standings(Contest(("greedy", "random")), games).bots
    assert second.elo == Estimate(0, 0)
    assert first.elo.mean == pytest.approx(elo, abs=2)
    # The interval of the win share carried over to Elo by its slope.
    slope = 400 / 2.302585 / (won / 100) / (1 - won / 100)
    assert first.win_share.within is not None
    assert first.elo.within == pytest.approx(first.win_share.within * slope, rel=0.15)


def test_a_bot_that_never_lost_has_a_rating() -> None:
    first, _ = standings(Contest(("greedy", "random")), [match(0, ((0, 1), (60, 1)), ((1, 0), (1, 60)))]).bots
    assert first.elo.mean == pytest.approx(400 * 0.69897, abs=1)  # 2.5 of 3 with the drawn game: 5 to 1
    assert first.elo.within is None
