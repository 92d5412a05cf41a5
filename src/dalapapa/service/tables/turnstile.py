"""Who may think next: bots of tables that somebody watches first, and of them those who have had least."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

# Time that was had counts half after so many seconds.
_HALF_LIFE = 10.0
_MOST_KNOWN = 10_000


class Turnstile:
    """Lets bots think one after the other, so that nobody's tables keep everybody else's waiting.

    `origin` says from where a table is watched, None where nobody watches: then it goes by its host.
    """

    def __init__(
        self, origin: Callable[[str], str | None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._origin = origin
        self._clock = clock
        self._thinking = False
        self._waiting: dict[asyncio.Future[None], tuple[str, str]] = {}
        self._had: dict[str, tuple[float, float]] = {}

    @asynccontextmanager
    async def through(self, table: str, host: str) -> AsyncIterator[None]:
        """Wait for one's turn to think."""
        if self._thinking:
            place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting[place] = (table, host)
            try:
                await place
            except asyncio.CancelledError:
                if place.done() and not place.cancelled():
                    self._next()  # it was just let in
                raise
            finally:
                self._waiting.pop(place, None)
        self._thinking = True
        began = self._clock()
        try:
            yield
        finally:
            _, name = self._rank(table, host)
            spent = self._spent(name) + self._clock() - began
            if len(self._had) >= _MOST_KNOWN:
                self._had.clear()
            self._had[name] = (spent, self._clock())
            self._next()

    def _next(self) -> None:
        self._thinking = False
        waiting = [place for place in self._waiting if not place.done()]
        if waiting:
            self._thinking = True  # nobody slips in before who was let in wakes up
            min(waiting, key=self._order).set_result(None)

    def _order(self, place: asyncio.Future[None]) -> tuple[bool, float]:
        unwatched, name = self._rank(*self._waiting[place])
        return unwatched, self._spent(name)

    def _rank(self, table: str, host: str) -> tuple[bool, str]:
        origin = self._origin(table)
        return (True, f"host {host}") if origin is None else (False, f"from {origin}")

    def _spent(self, name: str) -> float:
        spent, at = self._had.get(name, (0.0, 0.0))
        return spent * 0.5 ** ((self._clock() - at) / _HALF_LIFE) if spent else 0.0
