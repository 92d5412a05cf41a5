"""Bots that need nothing but the rules: those that lay one tile a turn."""

import random

from dalapapa.bots.base import Budget, Clock
from dalapapa.rules import PASS, Placement, Turn, View, legal_placements
from dalapapa.rules.scoring import receipt_of_legal

# Discs that a child is content with.
ENOUGH = 2


class RandomBot:
    """Lays any tile that fits, anywhere it fits."""

    name = "random"

    def choose(self, view: View, rng: random.Random, budget: Budget) -> Turn:
        """One legal placement, each as likely as any other."""
        placements = placements_of(view)
        return Turn((rng.choice(placements),)) if placements else PASS


class FirstBot:
    """Takes the first place it comes upon where a tile makes two discs; else the first where one fits.

    As a child would that has just been told the rules: the weakest level must be weaker than that.
    """

    name = "first"

    def choose(self, view: View, rng: random.Random, budget: Budget) -> Turn:
        """The first of the placements in a mixed order that creates two discs (R2.2)."""
        placements = placements_of(view)
        rng.shuffle(placements)
        for placement in placements:
            if sum(spot in view.board.halves for spot in placement.spots) >= ENOUGH:
                return Turn((placement,))
        return Turn(tuple(placements[:1])) if placements else PASS


class SingleBot:
    """Lays one tile where it scores most; only time can end its looking early."""

    name = "greedy"

    def choose(self, view: View, rng: random.Random, budget: Budget) -> Turn:
        """The best single placement by points; equal ones are drawn by lot."""
        placements = placements_of(view)
        rng.shuffle(placements)
        clock = Clock(budget)
        best, most = PASS, -1
        for placement in placements:
            points = 0 if view.in_setup else receipt_of_legal(view.board, placement).points  # R3.1
            if points > most:
                best, most = Turn((placement,)), points
            if clock.over():
                break
        return best


def placements_of(view: View) -> list[Placement]:
    """Every legal placement of the tiles in hand, in a fixed order."""
    return [placement for tile in view.hand for placement in legal_placements(view.board, tile)]
