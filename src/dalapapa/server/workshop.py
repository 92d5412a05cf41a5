"""Where games are looked back at: in a process of its own, so that no move waits for it."""

import asyncio
import logging
import multiprocessing
import os
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from dalapapa.rules import DalapapaError, ErrorCode
from dalapapa.rules.records.record import Json
from dalapapa.service.analyses import Progress, analysed
from dalapapa.service.tables.authority import try_again

T = TypeVar("T")

# How often progress is looked at, in seconds.
_LOOK_EVERY = 0.1
_NICE = 10  # moves come first
# Four players to 240 take some seconds; only a set of one's own can be odd enough to take longer than this.
_LONGEST = 60.0
# So many small things wait at most.
_MOST_WAITING = 100

_shared: Any = None

log = logging.getLogger("dalapapa.workshop")


class Workshop:
    """A process that starts with the first game to look back at, and a thread for small things."""

    def __init__(self) -> None:
        self._spawn = multiprocessing.get_context("spawn")
        # Which job, how many turns are done, of how many; and whether to stop.
        self._reached = self._spawn.RawArray("q", 4)
        self._process: ProcessPoolExecutor | None = None
        self._threads = ThreadPoolExecutor(1, "replay")
        self._jobs = self._waiting = 0

    async def analyse(self, record: Json, progress: Progress) -> bytes:
        """The analysis of a record as JSON."""
        pool = self._process = self._process or ProcessPoolExecutor(
            1, mp_context=self._spawn, initializer=_begin, initargs=(self._reached,)
        )
        self._jobs += 1
        job = self._jobs
        work = asyncio.get_running_loop().run_in_executor(pool, _analyse, job, record)
        while not (await asyncio.wait({work}, timeout=_LOOK_EVERY))[0]:
            reached, done, total, _ = self._reached[:]
            if reached == job:
                progress(done, total)
        try:
            return work.result()
        except BrokenProcessPool:
            log.warning("the process that looks back at games has died; the next game starts another")
            if self._process is pool:  # else there is a new one already
                self._process = None
            pool.shutdown(wait=False)
            raise try_again() from None

    async def small(self, work: Callable[[], T]) -> T:
        """What takes some milliseconds."""
        if self._waiting >= _MOST_WAITING:
            raise try_again()
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1

    async def close(self) -> None:
        """Stop after the turn that is being looked at; who waits, waits in vain."""
        self._reached[3] = 1
        if self._process is not None:
            await asyncio.to_thread(self._process.shutdown, cancel_futures=True)
        self._threads.shutdown(wait=False, cancel_futures=True)


def _begin(shared: Any) -> None:
    global _shared
    _shared = shared
    if hasattr(os, "nice"):
        os.nice(_NICE)


def _analyse(job: int, record: Json) -> bytes:
    begun: float | None = None

    def progress(done: int, total: int) -> None:
        nonlocal begun
        _shared[:3] = [job, done, total]
        # By the processor's clock, from the first turn on: a busy machine is no fault of the game's.
        begun = time.process_time() if begun is None else begun
        if _shared[3] or time.process_time() > begun + _LONGEST:
            raise DalapapaError(ErrorCode.TOO_BIG, "this game takes too long to look back at")

    return analysed(record, progress)
