"""The rules once more on packed arrays, compiled: for bots and simulations that need millions of positions.

Importing this package is cheap. `dalapapa.kernel.api` is the door to the compiled code and imports Numba:
ask `ready()` first, or call `warm()` to wait for it.
"""

from dalapapa.kernel.errors import TooWideError
from dalapapa.kernel.warm import ready, warm, warm_in_background

__all__ = ["TooWideError", "ready", "warm", "warm_in_background"]
