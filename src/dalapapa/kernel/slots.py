"""The list of slots: free pairs of cells that meet a half-disc, and the colours they demand (R2.2)."""

from dalapapa.kernel.groups import put
from dalapapa.kernel.jit import Longs, Words, compiled
from dalapapa.kernel.layout import (
    AFFECTED,
    AFFECTED_COUNT,
    BEYOND,
    BOUND,
    CELL,
    DEMANDS,
    EDGE,
    FRAME,
    FREE,
    HIGH,
    KEY,
    MASK,
    SLOT_AT,
    SLOTS_WITH,
    SPARE,
    SPARES,
    UNKNOWN,
    VALUE,
)


@compiled
def affect(p: Words, log: Longs, n: int, slot: int) -> int:
    """Note that what a slot can close has to be found again."""
    if p[BOUND + slot] != UNKNOWN:
        n = put(p, log, n, BOUND + slot, UNKNOWN)
        affected = int(p[AFFECTED_COUNT])
        p[AFFECTED + affected] = slot
        p[AFFECTED_COUNT] = affected + 1
    return n


@compiled
def remove_slot(p: Words, log: Longs, n: int, key: int) -> int:
    """Take a slot off the list, if it is on it: a tile covers it."""
    slot = int(p[SLOT_AT + key]) - 1
    if slot < 0:
        return n
    n = put(p, log, n, SLOT_AT + key, 0)
    # A value outside the mask fits no tile.
    n = put(p, log, n, MASK + slot, 0)
    n = put(p, log, n, VALUE + slot, 1)
    spares = int(p[SPARES])
    n = put(p, log, n, SPARE + spares, slot)
    return put(p, log, n, SPARES, spares + 1)


@compiled
def _new_slot(p: Words, log: Longs, n: int, key: int, mask: int, value: int) -> int:
    spares = int(p[SPARES])
    if spares:
        slot = int(p[SPARE + spares - 1])
        n = put(p, log, n, SPARES, spares - 1)
    else:
        slot = int(p[HIGH])
        n = put(p, log, n, HIGH, slot + 1)
    n = put(p, log, n, SLOT_AT + key, slot + 1)
    n = put(p, log, n, KEY + slot, key)
    n = put(p, log, n, MASK + slot, mask)
    n = put(p, log, n, VALUE + slot, value)
    return affect(p, log, n, slot)


@compiled
def demand(p: Words, log: Longs, n: int, cell: int, upright: int, position: int, colour: int) -> int:
    """A new half-disc of the tile at `cell`: the slots beyond it demand its colour."""
    beyond = CELL + cell + BEYOND[upright, position]
    if p[beyond] != FREE:
        return put(p, log, n, EDGE, 1)  # only the frame: beside a tile it would have become a disc
    for i in range(12 * position, 12 * position + 12, 3):
        key = 2 * cell + DEMANDS[upright, i]
        place = 2 * DEMANDS[upright, i + 2]
        slot = int(p[SLOT_AT + key]) - 1
        if slot >= 0:
            n = put(p, log, n, MASK + slot, int(p[MASK + slot]) | 3 << place)
            n = put(p, log, n, VALUE + slot, int(p[VALUE + slot]) | colour << place)
            n = affect(p, log, n, slot)
        else:
            other = p[CELL + cell + DEMANDS[upright, i + 1]]
            if other == FREE:
                n = _new_slot(p, log, n, key, 3 << place, colour << place)
            elif other == FRAME:
                n = put(p, log, n, EDGE, 1)
    return n


@compiled
def affect_beyond(p: Words, log: Longs, n: int, spot: int) -> int:
    """All slots that hold the half-disc on a spot are out of date: its group has changed."""
    cell = spot >> 1
    if p[CELL + cell] != FREE:
        cell -= 1 if spot & 1 else 64
    for i in range(4):
        slot = int(p[SLOT_AT + 2 * cell + SLOTS_WITH[i]]) - 1
        if slot >= 0:
            n = affect(p, log, n, slot)
    return n
