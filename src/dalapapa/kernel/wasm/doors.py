"""The doors of `dalapapa.kernel.doors` in a browser, where Emscripten loads them."""

import ctypes
from collections.abc import Callable
from pathlib import Path

from dalapapa.kernel.calling import door

MODULE = Path(__file__).with_name("kernel.wasm")

_library = ctypes.CDLL(str(MODULE))


def __getattr__(name: str) -> Callable[..., int]:
    """A door by its name, kept for the next time."""
    try:
        entry = _library[name]
    except AttributeError:
        raise AttributeError(f"the kernel has no door {name}") from None
    found = globals()[name] = door(entry)
    return found
