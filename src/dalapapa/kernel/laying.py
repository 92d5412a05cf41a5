"""Laying a tile: discs, groups and slots all brought up to date (R2.2, R5.2)."""

from dalapapa.kernel.groups import among, join, new_disc, put, root, touch
from dalapapa.kernel.jit import Longs, Words, compiled
from dalapapa.kernel.layout import (
    AROUND,
    CELL,
    OPEN,
    OUTSIDE,
    OVERLAPPING,
    PLACE,
    RING,
    SIDE,
    SPOT,
    SPOTS,
    TILE,
    WHOLE,
)
from dalapapa.kernel.slots import affect_beyond, demand, remove_slot


@compiled
def _connect(p: Words, log: Longs, n: int, spot: int, colour: int) -> int:
    """Join a new disc to its neighbours of the same colour and count the half-discs among them."""
    node = (int(p[SPOT + spot]) - WHOLE) >> 2
    halves = 0
    for i in range(4):
        near = int(p[SPOT + spot + AROUND[spot & 1, i]])
        if near == 1 + colour:
            halves += 1
        elif near >= WHOLE and near & 3 == colour:
            n = join(p, log, n, node, near - WHOLE >> 2)
    return touch(p, log, n, node, halves) if halves else n


@compiled
def _affect_around(p: Words, log: Longs, n: int, group: int, colour: int) -> int:
    """A group has changed: so has what can be closed with each half-disc that touches it."""
    node = group
    while True:
        spot = int(p[PLACE + node])
        for i in range(4):
            near = spot + AROUND[spot & 1, i]
            if p[SPOT + near] == 1 + colour:
                n = affect_beyond(p, log, n, near)
        node = int(p[RING + node])
        if node == group:
            return n


@compiled
def lay(p: Words, log: Longs, n: int, key: int, colours: int) -> int:
    """Lay a pattern on a slot. Gives the new length of the log: `groups.undo` takes it back."""
    cell, upright = key >> 1, key & 1
    base = 2 * cell
    n = put(p, log, n, CELL + cell, TILE)
    n = put(p, log, n, CELL + cell + (SIDE if upright else 1), TILE)
    for i in range(7):
        n = remove_slot(p, log, n, base + OVERLAPPING[upright, i])
    made = 0
    for position in range(6):
        spot = base + SPOTS[upright, position]
        colour = colours >> 2 * position & 3
        if p[SPOT + spot]:
            made |= 1 << position
            for i in range(2 * position, 2 * position + 2):
                near = int(p[SPOT + base + OUTSIDE[upright, i]])
                if near >= WHOLE and near & 3 == colour:
                    n = touch(p, log, n, near - WHOLE >> 2, -1)
            n = new_disc(p, log, n, spot, colour)
        else:
            n = put(p, log, n, SPOT + spot, 1 + colour)
            n = demand(p, log, n, cell, upright, position, colour)
    n = new_disc(p, log, n, base + SPOTS[upright, 6], colours >> 12)
    made |= 1 << 6
    for position in range(7):
        if made >> position & 1:
            n = _connect(p, log, n, base + SPOTS[upright, position], colours >> 2 * position & 3)
    seen = 0
    for position in range(7):
        if made >> position & 1:
            group = root(p, (int(p[SPOT + base + SPOTS[upright, position]]) - WHOLE) >> 2)
            if not among(seen, group + 1):
                seen = seen << 9 | group + 1
                if p[OPEN + group] > 0:
                    n = _affect_around(p, log, n, group, colours >> 2 * position & 3)
    return n
