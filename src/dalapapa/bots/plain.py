"""Whole turns weighed on the plain rules: slow and simple, for as long as the kernel is not ready."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from dalapapa.bots.base import Budget, Clock
from dalapapa.bots.expected import NOWHERE, expected_turn
from dalapapa.rules import PASS, Board, Placement, Turn, legal_placements
from dalapapa.rules.scoring import SECOND_TILE, receipt_of_legal

# So many of the unseen tiles, drawn by lot, stand for all.
SAMPLE = 24


@dataclass(frozen=True, slots=True)
class Candidate:
    """A turn, its points, and what it leaves: the points to expect of the reply and the own next turn."""

    turn: Turn
    points: int
    reply: float = 0.0
    own: float = 0.0


def candidates(board: Board, hand: Sequence[int], clock: Clock) -> list[Candidate]:
    """All single placements, and each with its best second one (R4.2); the best by points first.

    When the time is over, the second tile has been tried after the best first ones only.
    A pass alone when nothing fits.
    """
    singles = [(points, placement) for tile in hand for points, placement in _scored(board, tile)]
    singles.sort(key=lambda single: -single[0])
    best: dict[frozenset[Placement], Candidate] = {
        frozenset((placement,)): Candidate(Turn((placement,)), points) for points, placement in singles
    }
    for points, first in singles:
        if clock.over():
            break
        after = board.place(first)
        seconds = [scored for tile in hand if tile != first.tile for scored in _scored(after, tile)]
        if not seconds:
            continue
        more, second = max(seconds, key=lambda scored: scored[0])
        double = Candidate(Turn((first, second)), points + more - SECOND_TILE)
        # The same placements in the other order make the same board: the better order stands.
        same = best.setdefault(frozenset(double.turn.placements), double)
        if double.points > same.points:
            best[frozenset(double.turn.placements)] = double
    return sorted(best.values(), key=lambda candidate: -candidate.points) or [Candidate(PASS, 0)]


def judged(
    board: Board, hand: Sequence[int], unseen: Sequence[int], most: int, rng: random.Random, budget: Budget
) -> list[Candidate]:
    """The best turns by points with what they leave: at most `most`, fewer when time is over."""
    clock = Clock(budget)
    tiles = rng.sample(unseen, min(SAMPLE, len(unseen)))
    found: list[Candidate] = []
    for candidate in candidates(board, hand, Clock(budget, share=0.5))[:most]:
        if found and clock.over():
            break
        after = board
        for placement in candidate.turn.placements:
            after = after.place(placement)
        laid = {placement.tile for placement in candidate.turn.placements}
        offers = [_most_points(after, tile) for tile in tiles]
        reply = _mean([expected_turn(a, b) for a, b in combinations(offers, 2)])
        kept = [_most_points(after, tile) for tile in hand if tile not in laid]
        own = _mean([expected_turn(kept[0], offer) for offer in offers]) if kept else reply
        found.append(Candidate(candidate.turn, candidate.points, reply, own))
    return found


def _scored(board: Board, tile: int) -> list[tuple[int, Placement]]:
    return [
        (receipt_of_legal(board, placement).points, placement) for placement in legal_placements(board, tile)
    ]


def _most_points(board: Board, tile: int) -> int:
    return max((points for points, _ in _scored(board, tile)), default=NOWHERE)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
