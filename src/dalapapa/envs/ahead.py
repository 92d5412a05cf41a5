"""Asking for memory before it is needed.

With a thousand games a game's position has left the processor's caches when its turn comes again. What a step
will touch is known before it begins, so it is asked for while the game before is played.
"""

from dalapapa.envs.actions import LAYS, WINDOW
from dalapapa.envs.rows import ROW
from dalapapa.envs.showing import PLACES_OF_WINDOW, WINDOW_AT
from dalapapa.kernel.constants import (
    BOUND,
    CELL,
    CLOSES,
    COUNTERS,
    DISCS,
    FITS,
    FOUND,
    HIGH,
    KEY,
    MASK,
    OPEN,
    PARENT,
    PLACE,
    RING,
    SIDE,
    SIZE,
    SLOT_AT,
    SPOT,
    VALUE,
)
from dalapapa.kernel.jit import Longs, Words, compiled, fetch, inlined

LINE = 64 // 2  # 16-bit words that come at once; longs are four times as large
USUAL = 128  # so many options about half the lists have; the rest comes by itself


@inlined
def _fetch_around(p: Words, section: int, width: int, cell: int) -> None:
    """A tile touches two rows of cells; what it demands lies up to two rows from them."""
    for y in range(-2, 4):
        fetch(p, section + width * (cell + y * SIDE))


@compiled
def fetch_soon(p: Words, row: Longs) -> None:
    """What says how much there is: for the game after the next."""
    for i in range(0, ROW, LINE // 4):
        fetch(row, i)
    fetch(p, COUNTERS)


@compiled
def fetch_now(p: Words, options: Longs, features: Longs, action: int) -> None:
    """What an action will touch: for the next game."""
    for i in range(0, int(p[HIGH]), LINE):
        fetch(p, MASK + i)
        fetch(p, VALUE + i)
        fetch(p, KEY + i)
        fetch(p, FITS + i)
        fetch(p, CLOSES + i)
        fetch(p, BOUND + i)
        fetch(p, FOUND + i)
    disc = int(p[DISCS])
    for section in (PARENT, SIZE, OPEN, RING, PLACE):
        fetch(p, section + disc)
    if 0 <= action < LAYS:
        place = action % PLACES_OF_WINDOW
        cell = (place // WINDOW + WINDOW_AT) * SIDE + place % WINDOW + WINDOW_AT
        _fetch_around(p, CELL, 1, cell)
        _fetch_around(p, SPOT, 2, cell)
        _fetch_around(p, SLOT_AT, 2, cell)
    for i in range(0, USUAL, LINE // 4):
        fetch(options, i)
        fetch(features, i)
