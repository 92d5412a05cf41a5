"""Getting the compiled code ready: on disk once an installation, in memory once a process.

Importing `dalapapa.kernel.entrance` has whatever is not on the disk yet compiled, and that takes a while. A
program that people wait for calls `warm_in_background` and uses the plain rules until `ready`. In a browser
there is nothing to compile, and no thread to do it: there one calls `warm`, at once.
"""

import importlib
import sys
import threading
from functools import cache
from importlib.util import find_spec

_DOORS = "dalapapa.kernel.entrance"
_lock = threading.Lock()
_loaded = threading.Event()
_background: threading.Thread | None = None


@cache
def available() -> bool:
    """Whether what the compiled code needs is installed; without it there are the plain rules."""
    return sys.platform == "emscripten" or all(find_spec(name) for name in ("numpy", "numba"))


def ready() -> bool:
    """Whether the compiled code is loaded: then no question to the kernel has to wait for it."""
    return _loaded.is_set()


def warm() -> None:
    """Compile everything, or load it from the disk cache; returns when `ready()` holds."""
    importlib.import_module(_DOORS)  # who else imports it meanwhile waits here
    _loaded.set()


def warm_in_background() -> threading.Thread:
    """Start getting ready without making anybody wait; once a process, later calls give the same thread."""
    global _background
    with _lock:
        if _background is None:
            _background = threading.Thread(target=warm, name="kernel-warm", daemon=True)
            _background.start()
        return _background
