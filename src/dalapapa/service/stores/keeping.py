"""How long things are kept that nobody comes back for."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

DAY = 86_400.0

# A last sign of life older than this, in seconds: no server has run since.
_SILENCE = 60.0


@dataclass(frozen=True, slots=True)
class Keeping:
    """Seconds for which what nobody comes back for is kept; None: for ever."""

    guests: float | None = 7 * DAY  # who sits at no table
    unbegun: float | None = 7 * DAY  # tables that were given up, or wait and nobody comes
    games: float | None = 180 * DAY  # finished games of which no player has come back since


KEEPING = Keeping()


@dataclass(frozen=True, slots=True)
class Leftovers:
    """What has been kept for long enough: ids, longest kept first."""

    guests: list[str]
    unbegun: list[str]
    games: list[str]

    def __bool__(self) -> bool:
        return bool(self.guests or self.unbegun or self.games)


class _Span(Protocol):
    @property
    def start(self) -> float: ...
    @property
    def end(self) -> float: ...


def kept_since(seconds: float | None, now: float, beat: float | None, outages: Iterable[_Span]) -> float:
    """What was last touched before this time goes.

    Time in which no server ran counts for nobody: neither a winter without one, nor a year by which somebody
    has set the clock forward, may make everything old at once.
    """
    if seconds is None or beat is None:
        return -math.inf
    pauses = [(outage.start, outage.end) for outage in outages if outage.end <= now]
    if now - beat > _SILENCE:
        pauses.append((beat, now))
    since = now - seconds
    for start, end in sorted(pauses, reverse=True):
        if end > since:
            since -= end - start
    return since
