"""The way into compiled code: an object file for this machine, or in a browser the WebAssembly module.

Both take flat buffers, made here full of zeros. What callers use of them: `x[i]`, `x[a:b].tolist()`, and
`x[a:b] =` a buffer or an `array` of as many. With NUMBA_DISABLE_JIT=1 the doors are the plain Python that
they were written in, and the buffers NumPy's, whose numbers it wants.
"""

import os
import sys
from array import array
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING or os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0"):
    if sys.platform == "emscripten":
        from dalapapa.kernel.wasm import doors
    else:
        from dalapapa.kernel.native import doors

    WordArray: TypeAlias = "array[int]"
    LongArray: TypeAlias = "array[int]"
    RealArray: TypeAlias = "array[float]"

    def words(size: int) -> WordArray:
        """So many 16-bit words."""
        return array("h", bytes(2 * size))

    def longs(size: int) -> LongArray:
        """So many 64-bit numbers."""
        return array("q", bytes(8 * size))

    def reals(size: int) -> RealArray:
        """So many reals."""
        return array("d", bytes(8 * size))

else:
    import numpy as np

    from dalapapa.kernel import doors
    from dalapapa.kernel.jit import LongArray, RealArray, WordArray

    def words(size: int) -> WordArray:
        """So many 16-bit words."""
        return np.zeros(size, np.int16)

    def longs(size: int) -> LongArray:
        """So many 64-bit numbers."""
        return np.zeros(size, np.int64)

    def reals(size: int) -> RealArray:
        """So many reals."""
        return np.zeros(size, np.float64)


__all__ = ["LongArray", "RealArray", "WordArray", "doors", "longs", "reals", "words"]
