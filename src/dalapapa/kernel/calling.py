"""How Python calls compiled code that knows nothing of Python: with flat buffers, addresses and numbers."""

from array import array
from collections.abc import Callable
from ctypes import c_double, c_int64, c_void_p
from functools import partial
from typing import Any


def door(entry: Any) -> Callable[..., int]:
    """A door that gives a number; `entry` is its C function."""
    entry.restype = c_int64
    return partial(_call, entry)


def _call(entry: Any, *given: Any) -> int:
    """An array goes in as its address and its length, an `int` and a `float` as they are."""
    flat: list[Any] = []
    for one in given:
        if isinstance(one, array):
            address, length = one.buffer_info()
            flat += (c_void_p(address), c_int64(length))
        elif isinstance(one, float):
            flat.append(c_double(one))
        elif isinstance(one, int):
            flat.append(c_int64(one))
        else:  # NumPy's
            flat += (c_void_p(one.ctypes.data), c_int64(one.size))
    found: int = entry(*flat)
    return found
