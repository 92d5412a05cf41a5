"""How much a second tile can bring after a first one, at most: most first placements need not be tried.

A slot's reach in a colour is the number of discs it makes of it and of all discs in the groups they touch.
After a first tile on slot s, a second one on slot t makes the discs of t and those where the two tiles meet.
What it closes holds no more than these, what s and t reach, and the two middle discs; and where s and t have
no group in common, no more of what t reaches than t could close before. Reaches are packed, 12 bits a colour.
"""

from dalapapa.kernel.closing import touched
from dalapapa.kernel.constants import (
    BESIDE,
    BOUND,
    BY_GROUP,
    CELL,
    COLOURS,
    DISCS,
    FITS,
    FREE,
    GROUPS,
    HAND,
    HIGH,
    KEY,
    MARKS,
    MASK,
    OPEN,
    PLACE,
    REACH,
    SHOWING,
    SIDE,
    SIZE,
    SLOT_AT,
    SLOTS,
    SPOT,
    THROUGH,
    VALUE,
    WHOLE,
)
from dalapapa.kernel.jit import Longs, Words, bare, compiled, count, lowest
from dalapapa.kernel.tables import (
    BESIDE_CELL,
    BESIDE_KEY,
    BESIDE_MET,
    BESIDE_POSITION,
    DISC_POINTS,
    OUTSIDE,
    SLOTS_WITH,
    SPOTS,
)

_FIELD = 0xFFF


@compiled
def _sum(reach: int) -> int:
    """A packed reach over all colours."""
    return (reach & _FIELD) + (reach >> 12 & _FIELD) + (reach >> 24 & _FIELD) + (reach >> 36)


@compiled
def _look_around(p: Words, desk: Longs, slot: int) -> int:
    """Find a slot's reach and marks; the groups it touches go to GROUPS, one entry a touch: how many.

    Two slots whose marks have nothing in common share no group, and no half-disc of one touches the other's.
    """
    key, mask, value = int(p[KEY + slot]), int(p[MASK + slot]), int(p[VALUE + slot])
    base, upright = key & ~1, key & 1
    reach = 0
    marks = 0
    groups = 0
    while mask:
        place = lowest(mask)
        mask &= ~(3 << place)
        colour = value >> place & 3
        discs = 1
        for i in range(place, place + 2):
            near = base + bare(OUTSIDE)[12 * upright + i]
            group = touched(p, near, colour)
            if group > 0:
                discs += int(p[SIZE + group - 1])
                marks |= 1 << group % 60
                p[GROUPS + groups] = group
                groups += 1
            elif group < 0:
                marks |= 1 << (near + base + bare(SPOTS)[7 * upright + (place >> 1)]) % 60
        reach += discs << 12 * colour
    desk[REACH + slot] = reach
    desk[MARKS + slot] = marks
    return groups


@compiled
def _most_with_group(p: Words, desk: Longs, slot: int, colour: int) -> int:
    """The most a slot can bring once a first tile has changed a group of this colour that it touches."""
    reach = desk[REACH + slot]
    points = bare(DISC_POINTS)[count(int(p[MASK + slot])) >> 1]
    return int(min(points + _sum(reach), int(p[BOUND + slot]) + (reach >> 12 * colour & _FIELD)))


@compiled
def _beside(p: Words, desk: Longs, slot: int) -> int:
    """The most a slot can bring when it meets a first tile in one disc, or two; in four fields from bit 4.

    The first two are for a first tile whose slot has no marks in common, what that one reaches left out.
    """
    discs = count(int(p[MASK + slot])) >> 1
    one = bare(DISC_POINTS)[min(discs + 1, 6)] + 2
    two = bare(DISC_POINTS)[min(discs + 2, 6)] + 3
    before = int(p[BOUND + slot]) - bare(DISC_POINTS)[discs]
    reach = _sum(desk[REACH + slot])
    return int(one + before << 4 | two + before << 16 | one + reach << 28 | two + reach << 40)


@compiled
def _show(desk: Longs, tile: int, row: int) -> None:
    """Find which of a tile's patterns have each colour at each position."""
    for i in range(SHOWING + 24 * tile, SHOWING + 24 * tile + 24):
        desk[i] = 0
    for pattern in range(4):
        colours = desk[COLOURS + row + pattern]
        for position in range(6):
            desk[SHOWING + 24 * tile + 4 * position + (colours >> 2 * position & 3)] |= 1 << pattern


@compiled
def prepare(p: Words, desk: Longs) -> None:
    """Find every slot's reach and the bounds by group, from what `fit` found for a hand of two."""
    _show(desk, 0, 4 * desk[HAND])
    _show(desk, 1, 4 * desk[HAND + 1])
    for i in range(2 * 3 * int(p[DISCS])):
        desk[BY_GROUP + i] = 0
    for slot in range(int(p[HIGH])):
        desk[THROUGH + slot] = desk[THROUGH + SLOTS + slot] = -1
        if p[MASK + slot] == 0:
            continue
        groups = _look_around(p, desk, slot)
        beside = _beside(p, desk, slot)
        for tile in range(2):
            desk[BESIDE + SLOTS * tile + slot] = beside | int(p[FITS + slot]) >> 4 * tile & 15
        for i in range(groups):
            group = int(p[GROUPS + i])
            touches = 0
            for j in range(groups):
                touches += p[GROUPS + j] == group
            colour = (int(p[SPOT + int(p[PLACE + group - 1])]) - WHOLE) & 3
            most = _most_with_group(p, desk, slot, colour)
            for tile in range(2):
                if int(p[FITS + slot]) >> 4 * tile & 15:
                    for k in range(min(touches, 3)):
                        at = BY_GROUP + 6 * (group - 1) + 3 * tile + k
                        desk[at] = max(desk[at], most)


@compiled
def _most_around(p: Words, desk: Longs, spot: int, colour: int, tile: int) -> int:
    """The most on slots that hold the half-disc on a spot."""
    cell = spot >> 1
    if p[CELL + cell] != FREE:
        cell -= 1 if spot & 1 else SIDE
    most = 0
    for i in range(4):
        slot = int(p[SLOT_AT + 2 * cell + bare(SLOTS_WITH)[i]]) - 1
        if slot >= 0 and int(p[FITS + slot]) >> 4 * tile & 15:
            most = max(most, _most_with_group(p, desk, slot, colour))
    return most


@compiled
def most_through(p: Words, desk: Longs, slot: int, tile: int) -> int:
    """The most that a tile can make on slots that share a group with the first tile's slot, not beside it.

    They only matter if both together cover all half-discs that touch the group.
    """
    known = desk[THROUGH + SLOTS * tile + slot]
    if known >= 0:
        return int(known)
    key, mask, value = int(p[KEY + slot]), int(p[MASK + slot]), int(p[VALUE + slot])
    base, upright = key & ~1, key & 1
    most = 0
    for i in range(12):
        if mask >> i & 1 == 0:
            continue
        colour = value >> (i & ~1) & 3
        spot = base + bare(OUTSIDE)[12 * upright + i]
        group = touched(p, spot, colour)
        if group > 0:
            touches = 0
            for j in range(12):
                if mask >> j & 1 and value >> (j & ~1) & 3 == colour:
                    touches += touched(p, base + bare(OUTSIDE)[12 * upright + j], colour) == group
            left = int(p[OPEN + group - 1]) - touches
            if left > 0:
                by_group = desk[BY_GROUP + 6 * (group - 1) + 3 * tile + min(left, 3) - 1]
                if by_group:
                    most = max(most, by_group - int(p[SIZE + group - 1]))
        elif group < 0:
            most = max(most, _most_around(p, desk, spot, colour, tile))
    if most:
        most += _sum(desk[REACH + slot]) + 2
    desk[THROUGH + SLOTS * tile + slot] = most
    return int(most)


@compiled
def beside_may_bring(p: Words, desk: Longs, slot: int, colours: int, tile: int, need: int) -> bool:
    """Whether a tile may bring `need` points beside a first tile, laid on `slot` in these colours."""
    key, mask = int(p[KEY + slot]), int(p[MASK + slot])
    cell, upright = key >> 1, key & 1
    reach = desk[REACH + slot] + (1 << 12 * (colours >> 12))
    everything = _sum(reach)
    marks = desk[MARKS + slot]
    for position in range(6):
        if mask >> 2 * position & 1:
            continue
        colour = colours >> 2 * position & 3
        joined = reach >> 12 * colour & _FIELD
        for i in range(18 * upright + 3 * position, 18 * upright + 3 * position + 3):
            other = int(p[SLOT_AT + 2 * cell + bare(BESIDE_KEY)[i]]) - 1
            # A new slot would have one half-disc of the first tile's, or two.
            points = 3 + joined if bare(BESIDE_MET)[i] == 1 else 5 + everything
            if other >= 0:
                bounds = desk[BESIDE + SLOTS * tile + other]
                shared = marks & desk[MARKS + other] != 0
                points = bounds >> (12 * bare(BESIDE_MET)[i] - 8 + 24 * shared) & _FIELD
                points += everything if shared or bare(BESIDE_MET)[i] > 1 else joined
            if points >= need:
                fitting = desk[SHOWING + 24 * tile + 4 * bare(BESIDE_POSITION)[i] + colour]
                if other >= 0:
                    if desk[BESIDE + SLOTS * tile + other] & fitting:
                        return True
                elif fitting and p[CELL + cell + bare(BESIDE_CELL)[i]] == FREE:
                    return True
    return False
