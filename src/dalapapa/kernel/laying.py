"""Laying a tile: discs, groups and slots all brought up to date (R2.2, R5.2)."""

from dalapapa.kernel.closing import affect_beyond
from dalapapa.kernel.constants import (
    BOTTOM,
    CELL,
    DISCS,
    HIGH,
    OPEN,
    PLACE,
    RING,
    SIDE,
    SPARES,
    SPOT,
    TILE,
    TOP,
    WHOLE,
)
from dalapapa.kernel.groups import among, join, new_disc, put, root, touch
from dalapapa.kernel.jit import Longs, Words, bare, compiled, inlined
from dalapapa.kernel.slots import demand, remove_slot
from dalapapa.kernel.tables import AROUND, OUTSIDE, OVERLAPPING, SPOTS


@inlined
def _connect(p: Words, log: Longs, n: int, spot: int, colour: int) -> int:
    """Join a new disc to its neighbours of the same colour and count the half-discs among them."""
    node = (int(p[SPOT + spot]) - WHOLE) >> 2
    halves = 0
    for i in range(4):
        near = int(p[SPOT + spot + bare(AROUND)[4 * (spot & 1) + i]])
        if near == 1 + colour:
            halves += 1
        elif near >= WHOLE and near & 3 == colour:
            n = join(p, log, n, node, near - WHOLE >> 2)
    return touch(p, log, n, node, halves) if halves else n


@inlined
def _affect_around(p: Words, log: Longs, n: int, group: int, colour: int) -> int:
    """A group has changed: so has what can be closed with each half-disc that touches it."""
    node = group
    while True:
        spot = int(p[PLACE + node])
        for i in range(4):
            near = spot + bare(AROUND)[4 * (spot & 1) + i]
            if p[SPOT + near] == 1 + colour:
                n = affect_beyond(p, log, n, near, colour)
        node = int(p[RING + node])
        if node == group:
            return n


@compiled
def lay(p: Words, log: Longs, n: int, key: int, colours: int) -> int:
    """Lay a pattern on a slot. Gives the new length of the log: `groups.undo` takes it back."""
    cell, upright = key >> 1, key & 1
    base = 2 * cell
    # Kept once, the counters can be changed without the log.
    n = put(p, log, n, HIGH, int(p[HIGH]))
    n = put(p, log, n, SPARES, int(p[SPARES]))
    n = put(p, log, n, DISCS, int(p[DISCS]))
    p[TOP] = min(int(p[TOP]), cell // SIDE)
    p[BOTTOM] = max(int(p[BOTTOM]), cell // SIDE + upright)
    n = put(p, log, n, CELL + cell, TILE)
    n = put(p, log, n, CELL + cell + (SIDE if upright else 1), TILE)
    for i in range(7):
        n = remove_slot(p, log, n, base + bare(OVERLAPPING)[7 * upright + i])
    made = 0
    for position in range(6):
        spot = base + bare(SPOTS)[7 * upright + position]
        colour = colours >> 2 * position & 3
        if p[SPOT + spot]:
            made |= 1 << position
            for i in range(2 * position, 2 * position + 2):
                near = int(p[SPOT + base + bare(OUTSIDE)[12 * upright + i]])
                if near >= WHOLE and near & 3 == colour:
                    n = touch(p, log, n, near - WHOLE >> 2, -1)
            n = new_disc(p, log, n, spot, colour)
        else:
            n = put(p, log, n, SPOT + spot, 1 + colour)
    n = new_disc(p, log, n, base + bare(SPOTS)[7 * upright + 6], colours >> 12)
    made |= 1 << 6
    for position in range(7):
        if made >> position & 1:
            n = _connect(p, log, n, base + bare(SPOTS)[7 * upright + position], colours >> 2 * position & 3)
    seen = 0
    for position in range(7):
        colour = colours >> 2 * position & 3
        if made >> position & 1 == 0:
            n = demand(p, log, n, cell, upright, position, colour)
        else:
            group = root(p, (int(p[SPOT + base + bare(SPOTS)[7 * upright + position]]) - WHOLE) >> 2)
            if not among(seen, group + 1):
                seen = seen << 9 | group + 1
                if p[OPEN + group] > 0:
                    n = _affect_around(p, log, n, group, colour)
    return n
