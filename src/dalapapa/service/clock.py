"""The time of day for a house: it never goes back, whatever is done to the machine's clock."""

import time
from collections.abc import Callable


class Clock:
    """Seconds since 1970: a clock set back is not followed, one set forward, or a machine's sleep, is."""

    def __init__(
        self,
        day: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._day, self._steady = day, steady
        self._ahead = day() - steady()

    def __call__(self) -> float:
        """The time now."""
        steady = self._steady()
        self._ahead = max(self._ahead, self._day() - steady)
        return steady + self._ahead
