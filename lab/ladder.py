"""How the levels are set apart: each one's `looks`, fitted from the top of the ladder down."""

from collections.abc import Sequence
from dataclasses import replace
from statistics import NormalDist, fmean, stdev

from dalapapa.bots import BOTS, LEVELS, Bot
from dalapapa.bots.arena.contest import Contest, play_matches
from dalapapa.bots.arena.workers import Crew
from dalapapa.bots.ladder import elo_of
from dalapapa.bots.levels import SEEING
from dalapapa.bots.seeing import SeeingBot

STEP = 200.0
"""Elo from a level to the next."""
TRIES = 4


def fit_ladder(games: int, seed: int, only: Sequence[str], crew: Crew) -> None:
    """Print for each level, the strongest first, how many places it should look at."""
    above: Bot = LEVELS[-1].bot
    for bot in reversed(SEEING):
        fitted = bot
        if not only or bot.name in only:
            fitted = _fitted(bot, above, games, seed, crew)
        above = fitted


def _fitted(bot: SeeingBot, above: Bot, games: int, seed: int, crew: Crew) -> SeeingBot:
    """The bot with as many looks as make it STEP weaker than the one above."""
    tried: list[tuple[float, float]] = []
    looks = bot.sight.looks
    for _ in range(TRIES):
        gap = _gap(above, _looking(bot, looks), games, seed, crew)
        tried.append((gap, looks))
        print(f"{bot.name:9} {looks:6.2f} looks: {gap:4.0f} Elo below {above.name}", flush=True)
        if abs(gap - STEP) < STEP / 10:
            break
        looks = max(1.0, round(_next(tried), 2))
    _, looks = min(tried, key=lambda one: abs(one[0] - STEP))
    print(f"{bot.name:9} {looks:6.2f} looks", flush=True)
    return _looking(bot, looks)


def _next(tried: Sequence[tuple[float, float]]) -> float:
    """Where a line through the two nearest tries has the step; after one try, a guess in that direction."""
    one, *others = sorted(tried, key=lambda each: abs(each[0] - STEP))
    for other in others:
        if other[0] != one[0] and (other[1] < one[1]) == (other[0] > one[0]):
            slope = (other[1] - one[1]) / (other[0] - one[0])
            return min(2 * one[1], max(one[1] / 2, one[1] + slope * (STEP - one[0])))
    return float(one[1] * (1.3 if one[0] > STEP else 1 / 1.3))


def _looking(bot: SeeingBot, looks: float) -> SeeingBot:
    sight = replace(bot.sight, looks=looks)
    return SeeingBot(bot.name, sight, second=bot.second, firsts=bot.firsts, noise=bot.noise)


def _gap(above: Bot, below: Bot, games: int, seed: int, crew: Crew) -> float:
    """By how many Elo one is stronger, from how far margins lie from 0: they tell more than wins."""
    contest = Contest(
        (above.name, below.name), seed=seed, known={**BOTS, above.name: above, below.name: below}
    )
    margins = []
    for match in play_matches(contest, range(contest.matches(games)), crew):
        for game in match.games:
            points = dict(zip(game.seats, game.scores, strict=True))
            margins.append(points[0] - points[1])
    return elo_of(NormalDist().cdf(fmean(margins) / stdev(margins)))
