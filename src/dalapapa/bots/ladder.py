"""How strong the levels are, as measured: ladder.json is written by bench/bots.py, never by hand."""

import json
import math
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from dalapapa.bots.levels import LEVELS

FILE = "ladder.json"
TEN_TO_ONE = 400  # Elo that are odds of ten to one


@dataclass(frozen=True, slots=True)
class Step:
    """How a level fared against the next weaker one: win share and Elo, each with its 95 % interval."""

    stronger: str
    weaker: str
    games: int
    win_share: float
    within: float

    @property
    def elo(self) -> float:
        """How much stronger."""
        return elo_of(self.win_share)

    @property
    def elo_within(self) -> float:
        """Half the width of its interval."""
        return (elo_of(self.win_share + self.within) - elo_of(self.win_share - self.within)) / 2


@dataclass(frozen=True, slots=True)
class Rung:
    """A level's Elo, the weakest having 0; `within` is half the width of its 95 % interval."""

    level: str
    elo: float
    within: float


def elo_of(share: float) -> float:
    """The difference in Elo at which one side has this share of the wins.

    >>> round(elo_of(0.76))
    200
    """
    return TEN_TO_ONE * math.log10(share / (1 - share))


@cache
def steps() -> tuple[Step, ...]:
    """The steps that were measured, two players to 60 points, from the bottom up."""
    text = files("dalapapa.bots").joinpath(FILE).read_text("utf-8")
    return tuple(Step(**step) for step in json.loads(text)["steps"])


def ladder(measured: tuple[Step, ...] | None = None) -> tuple[Rung, ...]:
    """All levels, weakest first: every step added to those below it."""
    found = {step.stronger: step for step in (steps() if measured is None else measured)}
    rungs = [Rung(LEVELS[0].id, 0.0, 0.0)]
    for level in LEVELS[1:]:
        below, step = rungs[-1], found[level.id]
        rungs.append(Rung(level.id, below.elo + step.elo, math.hypot(below.within, step.elo_within)))
    return tuple(rungs)
