"""Processes that play games beside this one."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.synchronize import Event as EventType


def cores() -> int:
    """How many processor cores this program may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def worker_pool(jobs: int) -> ProcessPoolExecutor:
    """A pool of processes that leave Ctrl-C to this one, which decides what happens then."""
    # New processes rather than forked ones: this one may have threads.
    context = multiprocessing.get_context("spawn")
    all_started = context.Event()
    pool = ProcessPoolExecutor(jobs, context, initializer=_begin, initargs=(all_started,))
    resource_tracker.ensure_running()  # before Ctrl-C is held back, because it lets the signal through again
    try:
        with _ctrl_c_held_back():
            for _ in range(jobs):
                pool.submit(int)  # a process is started when there is something to do and none is idle
            all_started.set()
    except BaseException:
        all_started.set()
        pool.shutdown(cancel_futures=True)
        raise
    return pool


@contextmanager
def _ctrl_c_held_back() -> Iterator[None]:
    """What is started meanwhile never hears of Ctrl-C; here it comes at the end, with nothing half done."""
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
        raise KeyboardInterrupt


def _begin(all_started: EventType) -> None:
    """Wait for the other workers; end with the parent, or a killed one's workers would wait for ever."""
    if parent := multiprocessing.parent_process():
        threading.Thread(target=_wait_for, args=(parent,), daemon=True).start()
    all_started.wait()


def _wait_for(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)
