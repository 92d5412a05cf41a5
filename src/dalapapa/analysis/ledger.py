"""The account of a turn in points: what the table offered, what the draw brought, what was left lying."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, sqrt

from dalapapa.kernel.questions import Position, best_turn
from dalapapa.rules import Game

SAMPLE = 400  # hands looked at when two tiles were drawn and there are more pairs than this
_DIGITS = 4  # of `offered`: the others follow from it, so that all three add up


@dataclass(frozen=True, slots=True)
class Ledger:
    """`points = offered + drawn + taken`; `error` is the standard error of a sampled `offered`, else 0."""

    best: int
    offered: float
    drawn: float
    taken: int
    error: float


def ledger(position: Position, game: Game, points: int, seed: str) -> Ledger:
    """The account of the turn that made so many points, from the state before it.

    `position` is the board of `game`; the same seed draws the same sample.
    """
    hand = game.hands[game.to_move]
    drawn = drawn_since(game)
    kept = [tile for tile in hand if tile not in drawn]
    best = _best(position, hand)
    offered, error = _offered(position, kept, sorted([*game.bag, *drawn]), len(drawn), seed)
    return Ledger(best, offered, round(best - offered, _DIGITS), points - best, error)


def drawn_since(game: Game) -> tuple[int, ...]:
    """The tiles in hand of the player to move that were drawn since their last turn."""
    player = game.to_move
    last = next((turn for turn in reversed(game.turns) if turn.player == player), None)
    if last is not None:
        return last.drawn
    # R3.2: before the first turn all is drawn, but for a set-up tile that fitted nowhere (R3.3).
    return tuple(tile for tile in game.hands[player] if tile != game.order[player])


def _offered(
    position: Position, kept: Sequence[int], pool: Sequence[int], drawn: int, seed: str
) -> tuple[float, float]:
    """The mean best turn over the hands that could have been there, and its standard error."""
    hands = comb(len(pool), drawn)
    if hands <= SAMPLE:
        found = [_best(position, (*kept, *new)) for new in combinations(pool, drawn)]
        return round(sum(found) / hands, _DIGITS), 0.0
    rng = random.Random(seed)
    found = [_best(position, (*kept, *rng.sample(pool, drawn))) for _ in range(SAMPLE)]
    mean = sum(found) / SAMPLE
    spread = sum((points - mean) ** 2 for points in found) / (SAMPLE - 1)
    return round(mean, _DIGITS), round(sqrt(spread / SAMPLE), _DIGITS)


def _best(position: Position, hand: Sequence[int]) -> int:
    """The most points that a turn of one or two tiles can make with a hand; a pass makes none."""
    return best_turn(position, hand).points
