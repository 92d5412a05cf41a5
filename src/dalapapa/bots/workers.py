"""Processes that play games beside this one."""

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import resource_tracker


def cores() -> int:
    """How many processor cores this program may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def worker_pool(jobs: int) -> ProcessPoolExecutor:
    """A pool of processes that leave Ctrl-C to this one, which decides what happens then."""
    # New processes rather than forked ones: this one may have threads.
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=_end_with_parent)
    # Ctrl-C reaches the whole family. What is started while it is held back never hears of it; here it
    # arrives a moment later. The tracker is started first, because it lets the signal through again.
    resource_tracker.ensure_running()
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        for _ in range(jobs):
            pool.submit(int)  # a process is started when there is something to do
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
    return pool


def _end_with_parent() -> None:
    """A worker whose parent was killed would wait for its next game for ever."""
    if parent := multiprocessing.parent_process():
        threading.Thread(target=_wait_for, args=(parent,), daemon=True).start()


def _wait_for(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)
