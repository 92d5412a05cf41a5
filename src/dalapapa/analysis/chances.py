"""Win chances: a small softmax over the seats, fitted on self-play (`python -m lab chances`)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, log1p, sqrt
from pathlib import Path

FITTED = Path(__file__).with_name("chances.json")

_POINTS = 7.0  # of a usual turn
_TILES = 1.7  # laid in one
_SOFT = 3.0  # points around the target within which the game may go either way


@dataclass(frozen=True, slots=True)
class Standing:
    """How a game stands before the turn of `to_move`: all that the win chance looks at.

    `expected` are the points to expect of each seat's next turn; `known` says that those of the seat to
    move are the best turn of the hand it holds, and not a mean.
    """

    target: int
    scores: tuple[int, ...]
    to_move: int
    expected: tuple[float, ...]
    tiles_left: int
    known: bool


FEATURES = 10


def features(standing: Standing) -> list[tuple[float, ...]]:
    """What the softmax weighs, for each seat."""
    players = len(standing.scores)
    coming = range(standing.to_move, players)  # who has a turn left in this round
    ends = [score + standing.expected[i] * (i in coming) for i, score in enumerate(standing.scores)]
    lead = max(ends)
    rounds = min(_softly(standing.target - lead) / _POINTS, standing.tiles_left / (players * _TILES))
    near, middle, far = (1 / sqrt(rounds + more) for more in (0.25, 1.5, 6.0))
    last = standing.to_move == players - 1 and max(*standing.scores, ends[-1]) >= standing.target
    rows: list[tuple[float, ...]] = []
    for seat, end in enumerate(ends):
        here = end - lead
        row = (
            here * near,
            here * middle,
            here * far,
            here * last,
            (seat in coming) * near,
            (seat == standing.to_move) * middle,
            (seat not in coming) * standing.expected[seat] * min(rounds, 1.0) * middle,
            (seat not in coming) * min(rounds, 1.0) * middle,
            seat * middle,
            seat * sqrt(rounds),
        )
        rows.append(row)
    return rows


def _softly(points: float) -> float:
    """Points to go, never quite none: near the target nobody knows whether another round will come."""
    scaled = points / _SOFT
    return _SOFT * (scaled if scaled > 30 else log1p(exp(scaled)))


def chances(standing: Standing) -> tuple[float, ...]:
    """The win chance of each seat; they add up to 1, shared wins counted in parts."""
    weights = _weights(len(standing.scores), standing.known)
    sums = [sum(w * x for w, x in zip(weights, row, strict=True)) for row in features(standing)]
    most = max(sums)
    parts = [exp(one - most) for one in sums]
    return rounded([part / sum(parts) for part in parts])


def decided(scores: Sequence[int], winners: Sequence[int]) -> tuple[float, ...]:
    """The win shares of a game that is over (R6.3)."""
    return rounded([(seat in winners) / len(winners) for seat in range(len(scores))])


def rounded(shares: Sequence[float]) -> tuple[float, ...]:
    """To four digits: the same on any machine."""
    return tuple(round(share, 4) for share in shares)


@cache
def _weights(players: int, known: bool) -> tuple[float, ...]:
    fitted = json.loads(FITTED.read_text(encoding="utf-8"))
    return tuple(fitted["known" if known else "unknown"][str(players)])
