"""What finished matches say about the bots: win shares, margins, Elo, each with how sure it is.

Intervals are over bags: games with the same bag belong together and count as one observation.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from dalapapa.bots.arena.contest import Contest, Match, PlayedGame

# Of a normal distribution, 95 % lies within this many standard deviations.
SURE = 1.96
RESAMPLES = 400
ELO_STEPS = 500

_Games = Sequence[tuple[int, PlayedGame]]  # with the number of the bag
_Duels = Mapping[tuple[int, int], Sequence[tuple[int, float]]]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and half the width of its 95 % interval (None when there is too little to tell)."""

    mean: float
    within: float | None

    @classmethod
    def over_bags(cls, observed: Iterable[tuple[int, float]]) -> "Estimate":
        """From values with the numbers of their bags: each bag counts once, with its mean."""
        bags: defaultdict[int, list[float]] = defaultdict(list)
        for bag, value in observed:
            bags[bag].append(value)
        means = [math.fsum(values) / len(values) for values in bags.values()]
        mean = math.fsum(means) / len(means)
        if len(means) < 2:
            return cls(mean, None)
        variance = math.fsum((value - mean) ** 2 for value in means) / (len(means) - 1)
        return cls(mean, SURE * math.sqrt(variance / len(means)))


@dataclass(frozen=True, slots=True)
class Standing:
    """How one bot did: `win_share` counts a shared win as its part; `margin` is over the others' mean."""

    bot: str
    games: int
    win_share: Estimate
    margin: Estimate
    elo: Estimate
    turn_seconds: float


@dataclass(frozen=True, slots=True)
class Standings:
    """What is known after some matches.

    `against[a, b]` is how often bot a had more points than bot b in one game (equal points count half);
    `seats` are the win shares by seat, whoever sat there.
    """

    contest: Contest
    bags: int
    games: int
    bots: tuple[Standing, ...]
    against: dict[tuple[str, str], Estimate]
    seats: tuple[Estimate, ...]


def standings(contest: Contest, matches: Sequence[Match]) -> Standings:
    """The standings after some matches, at least one."""
    matches = sorted(matches, key=lambda match: match.number)
    games = [(contest.bag(match.number), game) for match in matches for game in match.games]
    duels = _duels(games)
    elos = _elos(len(contest.bots), sorted({bag for bag, _ in games}), duels)
    names = contest.bots
    bots = sorted({bot for _, game in games for bot in game.seats})
    return Standings(
        contest,
        len({bag for bag, _ in games}),
        len(games),
        tuple(_standing(contest, bot, matches, games, elos[bot]) for bot in bots),
        {(names[a], names[b]): Estimate.over_bags(results) for (a, b), results in sorted(duels.items())},
        tuple(
            Estimate.over_bags((bag, wins(game)[seat]) for bag, game in games)
            for seat in range(contest.players)
        ),
    )


def wins(game: PlayedGame) -> list[float]:
    """What part of the win each seat has (R6.3: equal highest totals share it)."""
    best = max(game.scores)
    return [(score == best) / game.scores.count(best) for score in game.scores]


def _standing(contest: Contest, bot: int, matches: Sequence[Match], games: _Games, elo: Estimate) -> Standing:
    sat = [(bag, game, seat) for bag, game in games for seat, who in enumerate(game.seats) if who == bot]
    return Standing(
        contest.bots[bot],
        sum(bot in game.seats for _, game in games),
        Estimate.over_bags((bag, wins(game)[seat]) for bag, game, seat in sat),
        Estimate.over_bags((bag, _margin(game, seat)) for bag, game, seat in sat),
        elo,
        math.fsum(match.seconds[bot] for match in matches) / sum(match.turns[bot] for match in matches),
    )


def _margin(game: PlayedGame, seat: int) -> float:
    return game.scores[seat] - (sum(game.scores) - game.scores[seat]) / (len(game.scores) - 1)


def _duels(games: _Games) -> _Duels:
    """For every two bots that met: with the number of the bag, 1 for more points, 0.5 for equal, 0."""
    duels: defaultdict[tuple[int, int], list[tuple[int, float]]] = defaultdict(list)
    for bag, game in games:
        for (one, score), (other, others) in permutations(zip(game.seats, game.scores, strict=True), 2):
            if one != other:
                duels[one, other].append((bag, (score > others) + (score == others) / 2))
    return duels


def _elos(bots: int, bags: Sequence[int], duels: _Duels) -> list[Estimate]:
    """Elo ratings, the last bot's being 0, that best explain who had more points than whom.

    One drawn game is added for every two bots that met, so that a bot that never lost has a rating too.
    """
    row = {bag: number for number, bag in enumerate(bags)}
    beaten = np.zeros((len(bags), bots, bots))
    for (one, other), results in duels.items():
        for bag, result in results:
            beaten[row[bag], one, other] += result
    # The bags drawn anew many times, always with the same lots: the same matches give the same table.
    drawn = np.random.default_rng(0).multinomial(len(bags), np.full(len(bags), 1 / len(bags)), RESAMPLES)
    weights = np.concatenate([np.ones((1, len(bags))), drawn])
    totals = np.tensordot(weights, beaten, 1)
    met = totals[0] + totals[0].T > 0
    elos = _bradley_terry(totals + met / 2)
    elos -= elos[:, -1:]
    spread = SURE * elos[1:].std(0)
    return [
        Estimate(float(elos[0, bot]), float(spread[bot]) if len(bags) > 1 else None) for bot in range(bots)
    ]


def _bradley_terry(beaten: Floats) -> Floats:
    """Ratings for each of many tables of wins: strengths p with i beating j in p_i / (p_i + p_j) of games."""
    games = beaten + beaten.transpose(0, 2, 1)
    strength = np.ones(beaten.shape[:2])
    for _ in range(ELO_STEPS):
        expected = (games / (strength[:, :, None] + strength[:, None, :])).sum(2)
        strength = np.divide(beaten.sum(2), expected, out=np.ones_like(expected), where=expected > 0)
        strength /= np.exp(np.log(strength).mean(1, keepdims=True))
    return np.asarray(400 * np.log10(strength))
