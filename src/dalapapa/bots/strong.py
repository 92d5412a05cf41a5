"""Bots that weigh whole turns of one or two tiles: on the kernel, or on the plain rules until it is ready."""

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from dalapapa import kernel
from dalapapa.bots import plain
from dalapapa.bots.base import Budget, Clock
from dalapapa.bots.expected import EXPECTED_TURNS
from dalapapa.bots.simple import RandomBot, placements_of
from dalapapa.rules import Board, Turn, View

if TYPE_CHECKING:
    from dalapapa.kernel.questions import Evaluated, Position


class KernelBot:
    """A bot that thinks on the kernel, where there is one."""

    def get_ready(self, budget: Budget) -> bool:
        """Whether the kernel is ready: a repeatable answer waits for it, a live one does not."""
        if not kernel.available():
            return False
        if budget.repeatable:
            kernel.warm()
        elif not kernel.ready():
            kernel.warm_in_background()
            return False
        return True

    def position(self, board: Board, budget: Budget) -> "Position | None":
        """The board in the kernel; None to think on the plain rules.

        The kernel's grid is wide enough for any board that people build; another is no reason to stop.
        """
        if not self.get_ready(budget):
            return None
        from dalapapa.kernel.questions import Position

        try:
            return Position(board)
        except kernel.TooWideError:
            return None


class Greedy2Bot(KernelBot):
    """Plays the turn of one or two tiles that scores most, the 4 points counted."""

    name = "greedy2"

    def choose(self, view: View, rng: random.Random, budget: Budget) -> Turn:
        """The best turn by points: exact, unless time is short on the plain rules."""
        if view.in_setup:
            return RandomBot().choose(view, rng, budget)
        if position := self.position(view.board, budget):
            from dalapapa.kernel.questions import best_turn

            return best_turn(position, view.hand).turn
        return plain.candidates(view.board, view.hand, Clock(budget))[0].turn


class MasterBot(KernelBot):
    """Also weighs what a turn leaves to the others, and to itself for its next turn."""

    name = "master"

    def __init__(self, looks: int = 16) -> None:
        self.looks = looks

    def choose(self, view: View, rng: random.Random, budget: Budget) -> Turn:
        """The turn with the best static evaluation: points, less the reply, plus the own next turn."""
        if not view.board.placements:
            return Turn((rng.choice(placements_of(view)),))  # R3.1: anywhere is the same
        turns = self.judged(view, rng, budget)
        counted = 0 if view.in_setup else 1  # R3.1: set-up scores nothing
        reply, own = self.weights(view, max(turn.points for turn in turns))
        # Rounded, so that the last bit of a sum decides nothing: the same turn on any machine.
        return max(
            turns, key=lambda turn: round(counted * turn.points - reply * turn.reply + own * turn.own, 6)
        ).turn

    def judged(
        self, view: View, rng: random.Random, budget: Budget
    ) -> Sequence["plain.Candidate | Evaluated"]:
        """The turns worth a thought, with what each leaves."""
        most = budget.candidates or self.looks
        if view.in_setup:
            most = 10**4  # all: points do not say which are good
        if position := self.position(view.board, budget):
            from dalapapa.kernel.questions import evaluate

            return evaluate(position, view.hand, view.unseen, EXPECTED_TURNS, candidates=most)
        return plain.judged(view.board, view.hand, view.unseen, most, rng, budget)

    def weights(self, view: View, most: int) -> tuple[float, float]:
        """How much the reply and the own next turn count when the best turn makes `most` points."""
        final = max(view.scores) >= view.target
        last = view.player == view.players - 1 and not view.in_setup
        if last and (final or view.scores[view.to_move] + most >= view.target):
            return 0, 0  # R6.1: the game ends with this turn, and only points can win it
        reply, own = (1.4, 0.75) if view.players == 2 else (1.0, 0.5)
        return reply, 0 if final else own
