"""What every bot is: something that looks at a view and chooses a turn."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from dalapapa.rules import Turn, View


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think: a number of candidates (repeatable anywhere) or seconds (live play).

    Neither given means the bot's own number of candidates. `cancelled`, when it turns true, ends the
    thinking: the bot then answers at once with the best turn it has. `threading.Event().is_set` will do.
    """

    candidates: int | None = None
    seconds: float | None = None
    cancelled: Callable[[], bool] | None = None

    @property
    def repeatable(self) -> bool:
        """Whether the same seed and view must give the same turn on any machine."""
        return self.seconds is None


class Clock:
    """A turn's thinking time or a share of it: starts when made, ends with the budget or when cancelled."""

    def __init__(self, budget: Budget, share: float = 1.0) -> None:
        self._end = None if budget.seconds is None else time.monotonic() + share * budget.seconds
        self._cancelled = budget.cancelled

    def over(self) -> bool:
        """Whether it is time to answer."""
        if self._cancelled is not None and self._cancelled():
            return True
        return self._end is not None and time.monotonic() >= self._end


class Bot(Protocol):
    """Something that sees what a person in its place would see.

    The same view, random generator state and budget of candidates give the same turn on any machine.
    """

    name: str

    def choose(self, view: View, rng: random.Random, budget: Budget) -> Turn:
        """The turn to play for the player to move; a pass when no tile fits."""
        ...
