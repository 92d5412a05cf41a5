"""Who plays games beside this process: processes of this machine, or the workers of a Dask cluster."""

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from multiprocessing import resource_tracker
from operator import length_hint
from pathlib import Path
from typing import TypeVar

import dalapapa
from dalapapa.kernel.cache import digest_of

Item = TypeVar("Item")
Result = TypeVar("Result")

LOOK = 0.1
"""Seconds between two looks whether somebody pressed Ctrl-C."""
BATCH = 1.0
"""Seconds that a batch should take: long beside what sending it costs, short beside a person's patience."""
MANY = 100
"""Workers that one process can keep busy with such batches; for more of them batches are longer."""
MOST_ITEMS = 4096


class ClusterError(ConnectionError):
    """What is wrong with a cluster, in one line."""


@dataclass(frozen=True, slots=True)
class Crew:
    """So many processes of this machine (as many as there are cores if not said), or a cluster's workers.

    What they make is the same, bit for bit, whoever they are.
    """

    jobs: int | None = None
    cluster: str | None = None

    def spread(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """What `work` makes of each item, in the order of the items.

        A worker that is lost loses nothing: its items are given to others. Ctrl-C is not heard while items
        are handed out: it could leave a lock taken, and then the end would be waited for in vain.
        """
        if self.cluster is not None:
            place = _on_cluster(self.cluster)
        elif (jobs := min(self.jobs or cores(), length_hint(items, MOST_ITEMS))) > 1:
            place = _in_processes(jobs)
        else:
            yield from map(work, items)
            return
        waiting = iter(items)
        coming: deque[Future[tuple[list[Result], float]]] = deque()
        size = 1
        through = partial(work_through, fingerprint(), work)
        with place as (pool, width):
            while True:
                with ctrl_c_held_back():
                    # Enough for everybody to go on while the first of them takes its time.
                    while len(coming) < 2 * width() and (batch := list(islice(waiting, size))):
                        coming.append(pool.submit(through, batch))
                    if not coming:
                        return
                    is_done = bool(wait([coming[0]], timeout=LOOK).done)
                if is_done:
                    results, seconds = coming.popleft().result()
                    yield from results
                    # Batches grow as far as a batch's time allows, by no more than twice each time.
                    longest = BATCH * max(1.0, width() / MANY)
                    fitting = int(longest * len(results) / max(seconds, 1e-9))
                    size = max(1, min(fitting, 2 * len(results), MOST_ITEMS))


def cores() -> int:
    """How many processor cores this program may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@cache
def fingerprint() -> str:
    """What must be the same wherever games are played and looked back at, so that all is the same."""
    root = Path(dalapapa.__file__).parent
    files = [file for room in ("rules", "kernel", "bots", "analysis") for file in (root / room).rglob("*.py")]
    python = ".".join(map(str, sys.version_info[:2]))
    sources = digest_of(file.parent for file in files)[:8]
    return f"dalapapa {dalapapa.__version__} (sources {sources}) with Python {python}"


def work_through(
    wanted: str, work: Callable[[Item], Result], batch: list[Item]
) -> tuple[list[Result], float]:
    """What a worker does: a batch of items, and how long it took."""
    _check_same(wanted, fingerprint())
    start = time.perf_counter()
    results = [work(item) for item in batch]
    return results, time.perf_counter() - start


def _check_same(wanted: str, found: str) -> None:
    if wanted != found:
        raise ClusterError(f"versions differ: here is {wanted}, a worker has {found}")


@contextmanager
def _in_processes(jobs: int) -> Iterator[tuple[Executor, Callable[[], int]]]:
    """A pool of processes, and how many they are."""
    # New processes rather than forked ones: this one may have threads.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, initializer=_end_with_parent)
    resource_tracker.ensure_running()  # before Ctrl-C is held back, because it lets the signal through again
    try:
        yield pool, lambda: jobs
    finally:
        with ctrl_c_held_back():
            pool.shutdown(cancel_futures=True)


@contextmanager
def _on_cluster(address: str) -> Iterator[tuple[Executor, Callable[[], int]]]:
    """A cluster by its scheduler's address, and how many threads its workers have."""
    from dalapapa.bots.arena.cluster import connected

    with connected(address, fingerprint, _check_same) as joined:
        yield joined


@contextmanager
def ctrl_c_held_back() -> Iterator[None]:
    """Ctrl-C comes at the end, with nothing half done; what is started meanwhile never hears of it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        yield  # who does not hear Ctrl-C has nothing to hold back, and passes that on to what it starts
        return
    came: list[int] = []
    in_main = threading.current_thread() is threading.main_thread()
    # Blocked for this thread and what it starts; another thread may still take the signal, hence the handler.
    handler = signal.signal(signal.SIGINT, lambda number, _: came.append(number)) if in_main else None
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
        if in_main:
            signal.signal(signal.SIGINT, handler)
    if came:
        signal.raise_signal(signal.SIGINT)  # for whoever hears it otherwise, if anybody does


def _end_with_parent() -> None:
    """Otherwise the workers of a killed process would wait for ever."""
    if parent := multiprocessing.parent_process():
        threading.Thread(target=_wait_for, args=(parent,), daemon=True).start()


def _wait_for(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)
