"""Of two tiles laid in one turn the order can matter (R4.2, R5): what the other one would bring."""

from dalapapa.kernel.closing import group_points, refresh
from dalapapa.kernel.constants import (
    AFFECTED_COUNT,
    AT_X,
    AT_Y,
    CLOSES,
    COLOURS,
    FITS_FIRST,
    FLAT_OFFERED,
    HAND,
    LOG,
    ORDERS,
    ORDERS_OFFERED,
    PLACES,
    PLACES_OFFERED,
    POINTS_OFFERED,
    SIDE,
    SLOT_AT,
    UNKNOWN,
)
from dalapapa.kernel.groups import undo
from dalapapa.kernel.jit import Longs, Words, compiled, inlined, lowest
from dalapapa.kernel.laying import lay
from dalapapa.kernel.legal import disc_points


@inlined
def _up_to_date(p: Words, desk: Longs, n: int, slot: int) -> int:
    return refresh(p, desk, n, slot) if p[CLOSES + slot] == UNKNOWN else n


@inlined
def _points(p: Words, desk: Longs, slot: int, row: int) -> int:
    """What a pattern that fits a slot makes there."""
    return disc_points(p, slot) + group_points(p, slot, desk[PLACES + row])


@compiled
def weigh_orders(p: Words, desk: Longs, found: Longs, first: int, right: int, down: int) -> None:
    """How many points more the tile in HAND and the one tried make in the other order, for each placement.

    The position is without the tile tried, which `found` has at `first`; POINTS_OFFERED has what each
    placement makes after it. Where a placement needs the tile tried there is no other order.
    """
    rotation = found[first + 2]
    first_key = 2 * ((found[first + 4] + down) * SIDE + found[first + 3] + right) + (rotation & 1)
    first_row = 4 * found[first] + 2 * found[first + 1] + (rotation >> 1)
    first_slot = int(p[SLOT_AT + first_key]) - 1
    _up_to_date(p, desk, LOG, first_slot)
    alone = _points(p, desk, first_slot, first_row)
    number = 0
    for place in range(found[PLACES_OFFERED]):
        cell = (found[AT_Y + place] + down) * SIDE + found[AT_X + place] + right
        key = 2 * cell + (place >= found[FLAT_OFFERED])
        slot = int(p[SLOT_AT + key]) - 1
        if slot >= 0:
            _up_to_date(p, desk, LOG, slot)
        bits = found[FITS_FIRST + place]
        while bits:
            row = 4 * desk[HAND] + lowest(bits)
            bits &= bits - 1
            if slot >= 0:
                points = _points(p, desk, slot, row)
                p[AFFECTED_COUNT] = 0
                n = _up_to_date(p, desk, lay(p, desk, LOG, key, desk[COLOURS + row]), first_slot)
                then = _points(p, desk, first_slot, first_row)
                undo(p, desk, n, LOG)
                more = points + then - alone - found[POINTS_OFFERED + number]
                if more:
                    at = ORDERS + 2 * found[ORDERS_OFFERED]
                    found[at] = number
                    found[at + 1] = more
                    found[ORDERS_OFFERED] += 1
            number += 1
