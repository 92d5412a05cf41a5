"""Bots that weigh whole turns of one or two tiles: on the kernel, or on the plain rules until it is ready."""

import random
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from dalapapa import kernel
from dalapapa.bots import plain
from dalapapa.bots.base import Budget, Clock
from dalapapa.bots.expected import expected_turn
from dalapapa.bots.simple import placements_of
from dalapapa.rules import Turn, View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dalapapa.kernel.api import Evaluated

# On the plain rules a bot answers within this time: nobody waits for a compiler.
PLAIN_SECONDS = 1.0
# Single placements rarely make more points than this; more are treated as this many.
MOST = 40


class Greedy2Bot:
    """Plays the turn of one or two tiles that scores most, the 4 points counted."""

    name = "greedy2"

    def choose(self, view: View, rng: random.Random, budget: Budget) -> Turn:
        """The best turn by points: exact, unless time is short on the plain rules."""
        if view.in_setup:
            return Turn((rng.choice(placements_of(view)),))
        if kernel_ready(budget):
            from dalapapa.kernel.api import Position, best_turn

            return best_turn(Position(view.board), view.hand).turn
        return plain.candidates(view.board, view.hand, Clock(budget, PLAIN_SECONDS))[0].turn


class MasterBot:
    """Also weighs what a turn leaves to the others, and to itself for its next turn."""

    name = "master"

    def __init__(self, looks: int = 16) -> None:
        self.looks = looks

    def choose(self, view: View, rng: random.Random, budget: Budget) -> Turn:
        """The turn with the best static evaluation: points, less the reply, plus the own next turn."""
        if not view.board.placements:
            return Turn((rng.choice(placements_of(view)),))  # R3.1: anywhere is the same
        reply, own = (1.4, 0.75) if view.players == 2 else (1.0, 0.5)
        counted = 0 if view.in_setup else 1  # R3.1: set-up scores nothing
        best = max(
            self._judged(view, rng, budget),
            key=lambda turn: round(counted * turn.points - reply * turn.reply + own * turn.own, 6),
        )
        return best.turn

    def _judged(
        self, view: View, rng: random.Random, budget: Budget
    ) -> Sequence["plain.Candidate | Evaluated"]:
        most = budget.candidates or self.looks
        if view.in_setup:
            most = 10**4  # all: points do not say which are good
        if kernel_ready(budget):
            from dalapapa.kernel.api import Position, evaluate

            return evaluate(Position(view.board), view.hand, view.unseen, None, most, table())
        clock = Clock(budget, PLAIN_SECONDS)
        return plain.judged(view.board, view.hand, view.unseen, most, rng, clock)


def kernel_ready(budget: Budget) -> bool:
    """Whether to think on the kernel: a repeatable answer waits for it, a live one does not."""
    if budget.repeatable:
        kernel.warm()
    elif not kernel.ready():
        kernel.warm_in_background()
    return kernel.ready()


@cache
def table() -> "NDArray[np.float64]":
    """`expected_turn` as the kernel wants it."""
    import numpy as np

    points = range(-1, MOST + 1)
    return np.array([[expected_turn(x, y) for y in points] for x in points])
