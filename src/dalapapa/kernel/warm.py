"""Getting the compiled code ready: on disk once an installation, in memory once a process.

Importing `dalapapa.kernel.doors` compiles whatever is not in the cache yet, and that takes a while. A program
that people wait for calls `warm_in_background` and uses the plain rules until `ready`.
"""

import importlib
import os
import subprocess
import sys
import threading
from functools import cache
from importlib.util import find_spec

from dalapapa.kernel.cache import cache_directory

_DOORS = "dalapapa.kernel.doors"
_lock = threading.Lock()
_loaded = threading.Event()
_background: threading.Thread | None = None


@cache
def available() -> bool:
    """Whether what the compiled code needs is installed; without it there are the plain rules."""
    return all(find_spec(name) for name in ("numpy", "numba"))


def ready() -> bool:
    """Whether the compiled code is loaded: then no question to the kernel has to wait for it."""
    return _loaded.is_set()


def warm() -> None:
    """Compile everything, or load it from the disk cache; returns when `ready()` holds."""
    with _lock:
        importlib.import_module(_DOORS)
        _loaded.set()


def warm_in_background() -> threading.Thread:
    """Start getting ready without making anybody wait; once a process, later calls give the same thread.

    Another process compiles, because compiling would hold up every thread of this one.
    """
    global _background
    with _lock:
        if _background is None:
            _background = threading.Thread(target=_compile_elsewhere, name="kernel-warm", daemon=True)
            _background.start()
        return _background


def _compile_elsewhere() -> None:
    command = [sys.executable, "-m", "dalapapa.kernel.warm"]
    shared = {**os.environ, "NUMBA_CACHE_DIR": str(cache_directory().parent)}
    try:
        subprocess.run(
            command,
            env=shared,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    finally:
        warm()  # where no process can be started it compiles here


if __name__ == "__main__":
    warm()
