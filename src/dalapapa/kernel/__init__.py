"""The rules once more on packed arrays, compiled: for bots and simulations that need millions of positions.

Importing this package is cheap, and `constants` needs nothing. `questions` (about a position) and `games`
(whole ones) are the doors to the compiled code and load it: ask `ready()` first, or call `warm()` to
wait for it. `offers` uses them when they are ready, and the plain rules until then.
"""

from dalapapa.kernel.errors import TooWideError
from dalapapa.kernel.warm import available, ready, warm, warm_in_background

__all__ = ["TooWideError", "available", "ready", "warm", "warm_in_background"]
