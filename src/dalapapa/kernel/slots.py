"""The list of slots: free pairs of cells that meet a half-disc, and the colours they demand (R2.2)."""

from dalapapa.kernel.closing import affect, bound_alone
from dalapapa.kernel.constants import (
    CELL,
    EDGE,
    FRAME,
    FREE,
    HIGH,
    KEY,
    MASK,
    NO_BOUND,
    SLOT_AT,
    SPARE,
    SPARES,
    VALUE,
)
from dalapapa.kernel.groups import put
from dalapapa.kernel.jit import Longs, Words, bare, inlined
from dalapapa.kernel.tables import BEYOND, DEMANDS, SPOTS


@inlined
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
    p[SPARES] = spares + 1  # `lay` has kept the old number
    return put(p, log, n, SPARE + spares, slot)


@inlined
def _new_slot(p: Words, log: Longs, n: int, key: int, mask: int, value: int, bound: int) -> int:
    spares = int(p[SPARES])
    if spares:
        slot = int(p[SPARE + spares - 1])
        p[SPARES] = spares - 1
    else:
        slot = int(p[HIGH])
        p[HIGH] = slot + 1
    n = put(p, log, n, SLOT_AT + key, slot + 1)
    n = put(p, log, n, KEY + slot, key)
    n = put(p, log, n, MASK + slot, mask)
    n = put(p, log, n, VALUE + slot, value)
    return affect(p, log, n, slot, bound)


@inlined
def demand(p: Words, log: Longs, n: int, cell: int, upright: int, position: int, colour: int) -> int:
    """A new half-disc of the tile at `cell`: the slots beyond it demand its colour."""
    beyond = CELL + cell + bare(BEYOND)[6 * upright + position]
    if p[beyond] != FREE:
        return put(p, log, n, EDGE, 1)  # only the frame: beside a tile it would have become a disc
    spot = 2 * cell + bare(SPOTS)[7 * upright + position]
    bound = bound_alone(p, spot, 2 * (spot >> 1 == beyond - CELL) + (spot & 1), colour)
    for i in range(12 * position, 12 * position + 12, 3):
        key = 2 * cell + bare(DEMANDS)[72 * upright + i]
        place = 2 * bare(DEMANDS)[72 * upright + i + 2]
        slot = int(p[SLOT_AT + key]) - 1
        if slot >= 0:
            n = put(p, log, n, MASK + slot, int(p[MASK + slot]) | 3 << place)
            n = put(p, log, n, VALUE + slot, int(p[VALUE + slot]) | colour << place)
            n = affect(p, log, n, slot, NO_BOUND)
        else:
            other = p[CELL + cell + bare(DEMANDS)[72 * upright + i + 1]]
            if other == FREE:
                n = _new_slot(p, log, n, key, 3 << place, colour << place, bound)
            elif other == FRAME:
                n = put(p, log, n, EDGE, 1)
    return n
