"""What every bot is: something that looks at a view and chooses a turn."""

import random
from dataclasses import dataclass
from typing import Protocol

from dalapapa.rules import Turn, View


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think: a number of candidates (repeatable anywhere) or seconds (live play)."""

    candidates: int | None = None
    seconds: float | None = None


class Bot(Protocol):
    """A player that sees what a person in its seat would see.

    The same view, random generator state and budget of candidates give the same turn on any machine.
    """

    name: str

    def choose(self, view: View, rng: random.Random, budget: Budget) -> Turn:
        """The turn to play for the seat to move; a pass when no tile fits."""
        ...
