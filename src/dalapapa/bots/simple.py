"""Bots that need nothing but the rules: those that lay one tile a turn."""

import random

from dalapapa.bots.base import Budget, Clock
from dalapapa.rules import PASS, Placement, Turn, View, legal_placements
from dalapapa.rules.scoring import receipt_of_legal


class RandomBot:
    """Lays any tile that fits, anywhere it fits."""

    name = "random"

    def choose(self, view: View, rng: random.Random, budget: Budget) -> Turn:
        """One legal placement, each as likely as any other."""
        placements = placements_of(view)
        return Turn((rng.choice(placements),)) if placements else PASS


class SingleBot:
    """Looks at some places where its tiles fit, or at all, and lays one tile where it scores most.

    How many it looks at is what makes the level, so only time can end its looking early.
    """

    def __init__(self, name: str, looks: int | None = None) -> None:
        self.name = name
        self.looks = looks

    def choose(self, view: View, rng: random.Random, budget: Budget) -> Turn:
        """The best by points of the placements looked at; equal ones are drawn by lot."""
        placements = placements_of(view)
        rng.shuffle(placements)
        clock = Clock(budget)
        best, most = PASS, -1
        for placement in placements[: self.looks]:
            points = 0 if view.in_setup else receipt_of_legal(view.board, placement).points  # R3.1
            if points > most:
                best, most = Turn((placement,)), points
            if clock.over():
                break
        return best


def placements_of(view: View) -> list[Placement]:
    """Every legal placement of the tiles in hand, in a fixed order."""
    return [placement for tile in view.hand for placement in legal_placements(view.board, tile)]
