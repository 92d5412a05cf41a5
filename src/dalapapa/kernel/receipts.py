"""Every legal placement of a hand with its receipt (R2.2, R5), in columns: what a player is offered.

Columns and counts are in the section of `constants` on options.
"""

from dalapapa.kernel.closing import cluster_size, compact, group_points, refresh, spread, touched
from dalapapa.kernel.constants import (
    AFFECTED_COUNT,
    AT_X,
    AT_Y,
    BEYOND_1,
    BEYOND_2,
    BOARD,
    BOTTOM,
    CLOSED,
    CLOSED_OFFERED,
    CLOSES,
    CLOSING_BY,
    CLOSING_OF,
    CLOSINGS_OFFERED,
    COLOUR_MADE,
    COLOURS,
    DISCS_OFFERED,
    FITS,
    FITS_FIRST,
    FITS_SECOND,
    FLAT_OFFERED,
    GROUPS,
    GROUPS_CLOSED,
    GROUPS_OFFERED,
    GROUPS_SORTED,
    HAND,
    IN_ORDER,
    KEY,
    LOG,
    MADE_AT,
    MASK,
    MOST_CLOSINGS,
    MOST_GROUPS,
    NODES,
    OFFERED,
    PLACE,
    PLACES,
    PLACES_OFFERED,
    POINTS_OFFERED,
    RING,
    SIDE,
    SLOT_AT,
    TOP,
    UNKNOWN,
    UNSORTED,
    VALUE,
)
from dalapapa.kernel.jit import Longs, Words, bare, compiled, inlined, lowest
from dalapapa.kernel.laying import lay
from dalapapa.kernel.legal import disc_points, fit
from dalapapa.kernel.orders import weigh_orders
from dalapapa.kernel.packing import MARGIN, WIDEST
from dalapapa.kernel.playout import clear
from dalapapa.kernel.tables import INSIDE, OUTSIDE, SPOTS

_MIDDLE = 6
_EVEN = 0b010101010101
TOO_WIDE = 1 << 30
# A group has no more discs than there are nodes, and two words before them.
_LONGEST = 2 * NODES + 2


@inlined
def _middle(found: Longs, tiles: int, axis: int) -> int:
    """What puts the board into the middle of the grid along an axis, 0 for x and 1 for y; or TOO_WIDE."""
    low = high = found[BOARD + 3 + axis]
    for i in range(BOARD, BOARD + 5 * tiles, 5):
        at = found[i + 3 + axis]
        low = min(low, at)
        high = max(high, at + (found[i + 2] & 1 == axis))  # flat tiles reach farther along x, others along y
    return (SIDE - low - high) // 2 if high - low < WIDEST else TOO_WIDE


@compiled
def _lay_board(p: Words, desk: Longs, found: Longs, tiles: int, right: int, down: int) -> None:
    """The position anew, with the board moved so far."""
    clear(p)
    for i in range(BOARD, BOARD + 5 * tiles, 5):
        tile, face, rotation = found[i], found[i + 1], found[i + 2]
        key = 2 * ((found[i + 4] + down) * SIDE + found[i + 3] + right) + (rotation & 1)
        p[AFFECTED_COUNT] = 0
        lay(p, desk, LOG, key, desk[COLOURS + 4 * tile + 2 * face + (rotation >> 1)])


@inlined
def _half_units(spot: int) -> int:
    """Where a spot lies on the grid: u << 8 | v."""
    cell, left = spot >> 1, spot & 1
    return 2 * (cell % SIDE) + 1 - left << 8 | 2 * (cell // SIDE) + left


@inlined
def _note_disc(desk: Longs, discs: int, spot: int) -> int:
    """Put a disc among those noted in UNSORTED, in order; gives their number."""
    where = _half_units(spot)
    at = UNSORTED + discs
    while at > UNSORTED and desk[at - 1] > where:
        desk[at] = desk[at - 1]
        at -= 1
    desk[at] = where
    return discs + 1


@inlined
def _note_cluster(p: Words, desk: Longs, cluster: int, key: int) -> int:
    """All discs of the group that a cluster becomes, sorted, in UNSORTED; gives their number."""
    base, upright = key & ~1, key & 1
    discs = groups = 0
    while cluster:
        position = lowest(cluster)
        cluster &= cluster - 1
        discs = _note_disc(desk, discs, base + bare(SPOTS)[7 * upright + position])
        for section in (BEYOND_1, BEYOND_2):
            group = int(p[section + position])
            known = group == 0
            for i in range(groups):
                known = known or p[GROUPS + i] == group
            if not known:
                p[GROUPS + groups] = group
                groups += 1
                node = group - 1
                while True:
                    discs = _note_disc(desk, discs, int(p[PLACE + node]))
                    node = int(p[RING + node])
                    if node == group - 1:
                        break
    return discs


@inlined
def _before(desk: Longs, found: Longs, at: int, colour: int, discs: int, right: int, down: int) -> int:
    """Below 0 if the group offered at `at` comes before the one noted in UNSORTED, 0 if it is the same."""
    there = GROUPS_CLOSED + at
    differ = int(found[there]) - colour
    i = 0
    while differ == 0 and i < min(int(found[there + 1]), discs):
        where = desk[UNSORTED + i]
        differ = int(found[there + 2 + 2 * i]) - ((where >> 8) - 2 * right)
        if differ == 0:
            differ = int(found[there + 3 + 2 * i]) - ((where & 255) - 2 * down)
        i += 1
    return differ if differ else int(found[there + 1]) - discs


@inlined
def _group_noted(desk: Longs, found: Longs, colour: int, discs: int, right: int, down: int) -> int:
    """Where the group noted in UNSORTED begins among the groups offered: each is written once."""
    last = IN_ORDER + int(found[GROUPS_SORTED])
    place = last
    while place > IN_ORDER:
        differ = _before(desk, found, int(found[place - 1]), colour, discs, right, down)
        if differ == 0:
            return int(found[place - 1])
        if differ < 0:
            break
        place -= 1
    for i in range(last, place, -1):
        found[i] = found[i - 1]
    end = int(found[GROUPS_OFFERED])
    found[place] = end
    there = GROUPS_CLOSED + end
    found[there] = colour
    found[there + 1] = discs
    for i in range(discs):
        where = desk[UNSORTED + i]
        found[there + 2 + 2 * i] = (where >> 8) - 2 * right
        found[there + 3 + 2 * i] = (where & 255) - 2 * down
    found[GROUPS_OFFERED] = end + 2 + 2 * discs
    found[GROUPS_SORTED] += 1
    return end


@compiled
def _tell_closed(found: Longs) -> None:
    """Write every group with all placements that close it into CLOSED, in order."""
    end = CLOSED
    for group in range(found[GROUPS_SORTED]):
        at = found[IN_ORDER + group]
        there = GROUPS_CLOSED + at
        spots = 2 * found[there + 1]
        found[end] = found[there]
        found[end + 1] = spots
        for i in range(spots):
            found[end + 3 + i] = found[there + 2 + i]
        by = end + 3 + spots
        for closing in range(found[CLOSINGS_OFFERED]):
            if found[CLOSING_OF + closing] == at:
                found[by] = found[CLOSING_BY + closing]
                by += 1
        found[end + 2] = by - (end + 3 + spots)
        end = by
    found[CLOSED_OFFERED] = end - CLOSED


@compiled
def _write_closed(
    p: Words, desk: Longs, found: Longs, slot: int, row: int, number: int, right: int, down: int
) -> bool:
    """Write the groups that a placement closes; whether there was room for all."""
    key = int(p[KEY + slot])
    base, upright = key & ~1, key & 1
    made = compact(int(p[MASK + slot]) & _EVEN) | 1 << _MIDDLE
    colours, places = desk[COLOURS + row], desk[PLACES + row]
    p[BEYOND_1 + _MIDDLE] = p[BEYOND_2 + _MIDDLE] = 0
    for position in range(_MIDDLE):
        if made >> position & 1:
            colour = colours >> 2 * position & 3
            outside = 12 * upright + 2 * position
            p[BEYOND_1 + position] = touched(p, base + bare(OUTSIDE)[outside], colour)
            p[BEYOND_2 + position] = touched(p, base + bare(OUTSIDE)[outside + 1], colour)
    left = made
    while left:
        start = lowest(left)
        colour = colours >> 2 * start & 3
        shown = places >> 7 * colour & 127
        cluster = spread(p, start, shown & made)
        left &= ~cluster
        near = 0
        for position in range(7):
            if cluster >> position & 1:
                near |= bare(INSIDE)[position]
        # R5.3: a half-disc of its colour keeps a group open, on the tile or on the board.
        if near & shown & ~made or cluster_size(p, cluster) == 0:
            continue
        closings = found[CLOSINGS_OFFERED]
        if closings == MOST_CLOSINGS or found[GROUPS_OFFERED] + _LONGEST > MOST_GROUPS:
            return False
        discs = _note_cluster(p, desk, cluster, key)
        found[CLOSING_BY + closings] = number
        found[CLOSING_OF + closings] = _group_noted(desk, found, colour, discs, right, down)
        found[CLOSINGS_OFFERED] = closings + 1
    return True


@inlined
def _write_place(p: Words, desk: Longs, found: Longs, slot: int, right: int, down: int) -> None:
    """Write where a slot is, what fits there, and the discs that it makes."""
    at = found[PLACES_OFFERED]
    found[PLACES_OFFERED] = at + 1
    cell = int(p[KEY + slot]) >> 1
    found[AT_X + at] = cell % SIDE - right
    found[AT_Y + at] = cell // SIDE - down
    found[FITS_FIRST + at] = int(p[FITS + slot]) & 15
    found[FITS_SECOND + at] = int(p[FITS + slot]) >> 4 & 15
    made = compact(int(p[MASK + slot]) & _EVEN)
    found[MADE_AT + at] = made
    while made:
        found[COLOUR_MADE + found[DISCS_OFFERED]] = int(p[VALUE + slot]) >> 2 * lowest(made) & 3
        found[DISCS_OFFERED] += 1
        made &= made - 1


@compiled
def offer(p: Words, desk: Longs, found: Longs, tiles: int, tried: int) -> bool:
    """What HAND can do on BOARD, which has so many tiles, in the columns of `found`; whether there was room.

    Flat places come first, and each part by x, then y. Where the last tile is only `tried`, HAND has one tile
    more, and the placements are noted for which the order of both matters.
    """
    right, down = _middle(found, tiles, 0), _middle(found, tiles, 1)
    if right == TOO_WIDE or down == TOO_WIDE:
        return False
    _lay_board(p, desk, found, tiles, right, down)
    fit(p, desk)
    for i in range(OFFERED, AT_X):
        found[i] = 0
    number = 0
    for upright in range(2):
        for x in range(MARGIN, SIDE - MARGIN):
            # Slots begin at most two rows from the tiles that they meet.
            for y in range(int(p[TOP]) - 2, int(p[BOTTOM]) + 3):
                slot = int(p[SLOT_AT + 2 * (y * SIDE + x) + upright]) - 1
                if slot < 0 or p[FITS + slot] & 255 == 0:
                    continue
                _write_place(p, desk, found, slot, right, down)
                if p[CLOSES + slot] == UNKNOWN:
                    refresh(p, desk, LOG, slot)
                bits = int(p[FITS + slot]) & 255
                while bits:
                    bit = lowest(bits)
                    bits &= bits - 1
                    row = 4 * desk[HAND + (bit >> 2)] + (bit & 3)
                    closed = group_points(p, slot, desk[PLACES + row])
                    if closed and not _write_closed(p, desk, found, slot, row, number, right, down):
                        return False
                    if tried:
                        found[POINTS_OFFERED + number] = disc_points(p, slot) + closed
                    number += 1
        if upright == 0:
            found[FLAT_OFFERED] = found[PLACES_OFFERED]
    _tell_closed(found)
    if tried:
        _lay_board(p, desk, found, tiles - 1, right, down)
        weigh_orders(p, desk, found, BOARD + 5 * (tiles - 1), right, down)
    return True
