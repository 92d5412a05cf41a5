"""Bots that need nothing but the rules."""

import random
from collections.abc import Iterator

from dalapapa.bots.base import Budget
from dalapapa.rules import PASS, Placement, Turn, View, legal_placements, receipt


class RandomBot:
    """Lays any tile that fits, anywhere it fits."""

    name = "random"

    def choose(self, view: View, rng: random.Random, budget: Budget) -> Turn:
        """One legal placement, each as likely as any other."""
        placements = list(_placements(view))
        return Turn((rng.choice(placements),)) if placements else PASS


class GreedyBot:
    """Lays the one tile that scores most."""

    name = "greedy"

    def choose(self, view: View, rng: random.Random, budget: Budget) -> Turn:
        """The best single placement by points; equal ones are drawn by lot."""
        best: list[Placement] = []
        most = -1
        for placement in _placements(view):
            points = 0 if view.in_setup else receipt(view.board, placement).points
            if points > most:
                best, most = [], points
            if points == most:
                best.append(placement)
        return Turn((rng.choice(best),)) if best else PASS


def _placements(view: View) -> Iterator[Placement]:
    for tile in view.hand:
        yield from legal_placements(view.board, tile)
