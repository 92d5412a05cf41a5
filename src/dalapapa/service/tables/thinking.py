"""How a bot at a table comes to its turn: with the time that its level has against people."""

import asyncio
import logging
import random
import secrets
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

from dalapapa.bots import BOTS, LEVELS, Budget
from dalapapa.rules import Turn, View

# Who plays for an absent person, and for a bot that is gone.
STAND_IN = "greedy"
_SECONDS = {level.id: level.seconds for level in LEVELS}

# Chooses a turn for a level, of what it may see.
Choose = Callable[[str, View], Awaitable[Turn]]

Found = TypeVar("Found")

log = logging.getLogger("dalapapa.bots")


def think(level: str, seen: View, most: float = float("inf")) -> Turn:
    """A level's turn in the seconds that it has live, `most` at most; a bot that fails is stood in for."""
    name = level if level in BOTS else STAND_IN
    try:
        return _chosen(name, seen, most)
    except Exception:
        # It must not hold a table up.
        log.exception("a bot failed to choose", extra={"bot": name})
        return _chosen(STAND_IN, seen, most)


def _chosen(level: str, seen: View, most: float) -> Turn:
    # Who is no level answers at once anyhow.
    budget = Budget(seconds=min(most, _SECONDS.get(level, most)))
    return BOTS[level].choose(seen, random.Random(secrets.randbits(128)), budget)


class Aside(Protocol):
    """Works something out for somebody who waits for it, beside all else that goes on."""

    async def __call__(self, work: Callable[..., Found], *given: object) -> Found:
        """What came of it."""
        ...


class Thinkers:
    """Bots that think in threads of their own, so that nobody waits for them but their table.

    What people ask of a bot has another thread: they wait for each other, not for all bots.
    """

    def __init__(self, most: float, threads: int = 1) -> None:
        self._most = most
        self._pool = ThreadPoolExecutor(threads, "bot")
        self._advisers = ThreadPoolExecutor(1, "hint")

    async def choose(self, level: str, seen: View) -> Turn:
        """A level's turn."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, think, level, seen, self._most)

    async def aside(self, work: Callable[..., Found], *given: object) -> Found:
        """Work something out for somebody."""
        return await asyncio.get_running_loop().run_in_executor(self._advisers, work, *given)

    def close(self) -> None:
        """Think no more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._advisers.shutdown(wait=False, cancel_futures=True)


async def here(work: Callable[..., Found], *given: object) -> Found:
    """Work something out where there are no threads."""
    return work(*given)


async def choose_here(level: str, seen: View) -> Turn:
    """A level's turn where there are no threads: everybody waits for it."""
    return think(level, seen)
