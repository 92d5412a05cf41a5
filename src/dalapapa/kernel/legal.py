"""Which patterns fit which slots (R2.2), listed and scored (R5)."""

import numpy as np

from dalapapa.kernel.closing import group_points, refresh
from dalapapa.kernel.constants import (
    BOUND,
    CLOSES,
    COLOURS,
    FITS,
    FOUND,
    HAND,
    HIGH,
    LOG,
    MASK,
    PLACES,
    UNKNOWN,
    VALUE,
)
from dalapapa.kernel.jit import Longs, Words, bare, compiled, count, lowest
from dalapapa.kernel.tables import DISC_POINTS, FIRST_BITS


@compiled
def fit(p: Words, desk: Longs) -> None:
    """For each slot the bits of HAND's patterns that fit: the first tile's in bits 0 to 3, then the second's.

    That one is -1 if there is none.
    """
    a, b = desk[HAND], desk[HAND + 1]
    row = COLOURS + 4 * a
    a0, a1 = np.int16(desk[row]), np.int16(desk[row + 1])
    a2, a3 = np.int16(desk[row + 2]), np.int16(desk[row + 3])
    row = COLOURS + 4 * max(b, 0)
    b0, b1 = np.int16(desk[row]), np.int16(desk[row + 1])
    b2, b3 = np.int16(desk[row + 2]), np.int16(desk[row + 3])
    for slot in range(int(p[HIGH])):
        mask, value = p[MASK + slot], p[VALUE + slot]
        p[FITS + slot] = (
            ((a0 & mask) == value)
            | ((a1 & mask) == value) << 1
            | ((a2 & mask) == value) << 2
            | ((a3 & mask) == value) << 3
            | ((b0 & mask) == value) << 4
            | ((b1 & mask) == value) << 5
            | ((b2 & mask) == value) << 6
            | ((b3 & mask) == value) << 7
        )
    if b < 0:
        for slot in range(int(p[HIGH])):
            p[FITS + slot] &= 15


@compiled
def list_fits(p: Words) -> int:
    """Every legal placement as 8 * slot + pattern bit, from what `fit` found; gives their number."""
    total = FOUND
    for slot in range(int(p[HIGH])):
        # All eight are written whatever their number: no branch to guess, one vector store.
        at = 8 * (p[FITS + slot] & 255)
        c0, c1, c2, c3 = (
            bare(FIRST_BITS)[at],
            bare(FIRST_BITS)[at + 1],
            bare(FIRST_BITS)[at + 2],
            bare(FIRST_BITS)[at + 3],
        )
        c4, c5, c6, c7 = (
            bare(FIRST_BITS)[at + 4],
            bare(FIRST_BITS)[at + 5],
            bare(FIRST_BITS)[at + 6],
            bare(FIRST_BITS)[at + 7],
        )
        p[total] = 8 * slot + c0
        p[total + 1] = 8 * slot + c1
        p[total + 2] = 8 * slot + c2
        p[total + 3] = 8 * slot + c3
        p[total + 4] = 8 * slot + c4
        p[total + 5] = 8 * slot + c5
        p[total + 6] = 8 * slot + c6
        p[total + 7] = 8 * slot + c7
        total += count(int(p[FITS + slot]))
    return total - FOUND


@compiled
def disc_points(p: Words, slot: int) -> int:
    """R5.1: every tile that fits a slot makes the same discs."""
    return int(bare(DISC_POINTS)[count(int(p[MASK + slot])) >> 1])


@compiled
def _best_here(p: Words, desk: Longs, a: int, b: int, slot: int) -> int:
    """The placement with most points on a slot that is up to date, as in `best_single`."""
    bits = int(p[FITS + slot])
    points = disc_points(p, slot)
    best = -1
    most = -1
    while bits:
        bit = lowest(bits)
        bits &= bits - 1
        row = 4 * a + bit if bit < 4 else 4 * b + bit - 4
        closed = group_points(p, slot, desk[PLACES + row])
        if closed > most:
            most = closed
            best = points + closed << 16 | 8 * slot + bit
    return best


@compiled
def best_single(p: Words, desk: Longs) -> int:
    """From what `fit` found, the placement with most points as points << 16 | 8 * slot + pattern bit.

    The first one met of equal ones; -1 if none fits. Slots that had to be looked at are up to date for good.
    """
    # First those that promise much: then few of the others promise more than the best so far.
    a, b = desk[HAND], desk[HAND + 1]
    slots = int(p[HIGH])
    for slot in range(slots):
        p[FOUND + slot] = p[BOUND + slot] if p[FITS + slot] else 0
    best = -1
    for promise in (5, 0):
        most = max(best >> 16, promise)
        for slot in range(slots):
            if p[FOUND + slot] > most:
                p[FOUND + slot] = 0
                if p[CLOSES + slot] == UNKNOWN:
                    refresh(p, desk, LOG, slot)
                    if p[BOUND + slot] <= best >> 16:
                        continue
                here = _best_here(p, desk, a, b, slot)
                if here >> 16 > best >> 16:
                    best = here
                    most = max(here >> 16, promise)
    return best
