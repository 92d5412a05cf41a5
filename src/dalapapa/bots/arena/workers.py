"""Processes that play games beside this one."""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from multiprocessing import resource_tracker
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

LOOK = 0.1
"""Seconds between two looks whether somebody pressed Ctrl-C."""


def cores() -> int:
    """How many processor cores this program may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def spread(work: Callable[[Item], Result], items: Iterable[Item], jobs: int) -> Iterator[Result]:
    """What `work` makes of each item, in the order of the items, made by `jobs` processes.

    Ctrl-C is not heard inside the pool: it could leave a lock taken, and then the end would be waited for
    in vain.
    """
    waiting = iter(items)
    coming: deque[Future[Result]] = deque()
    # New processes rather than forked ones: this one may have threads.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, initializer=_end_with_parent)
    resource_tracker.ensure_running()  # before Ctrl-C is held back, because it lets the signal through again
    try:
        while True:
            with ctrl_c_held_back():
                # Enough for everybody to go on while the first of them takes its time.
                coming.extend(pool.submit(work, item) for item in islice(waiting, 4 * jobs - len(coming)))
                if not coming:
                    return
                is_done = bool(wait([coming[0]], timeout=LOOK).done)
            if is_done:
                yield coming.popleft().result()
    finally:
        with ctrl_c_held_back():
            pool.shutdown(cancel_futures=True)


@contextmanager
def ctrl_c_held_back() -> Iterator[None]:
    """Ctrl-C comes at the end, with nothing half done; what is started meanwhile never hears of it."""
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
