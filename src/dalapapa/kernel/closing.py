"""What a slot can close (R5.3, R5.4), found once and kept until something near it changes.

A fitting tile turns the slot's half-discs into discs of colours already known; those that belong together
form a cluster with the groups they touch. A cluster closes unless some half-disc of its colour touches it:
on the board (then it never does: no term is kept) or on the tile. So a term is a condition on the tile's
pattern: of the places in `care`, the colour is on none, or on the middle alone, where the middle disc joins
the clusters at the corners. Conditions are packed as colour, middle wanted, care: 2, 1 and 7 bits.
"""

from dalapapa.kernel.constants import (
    AFFECTED,
    AFFECTED_COUNT,
    ALONE,
    BEYOND_1,
    BEYOND_2,
    BOUND,
    CELL,
    CLOSED,
    CLOSES,
    CONDITION,
    CORNERS,
    FREE,
    GROUPS,
    HIGH,
    KEY,
    LONE,
    MASK,
    NO_BOUND,
    OPEN,
    SIDE,
    SIZE,
    SLOT_AT,
    SPOT,
    TERMS,
    UNKNOWN,
    VALUE,
    WHOLE,
)
from dalapapa.kernel.groups import put, root
from dalapapa.kernel.jit import Longs, Words, bare, compiled, count, inlined, lowest
from dalapapa.kernel.tables import BEHIND, DISC_POINTS, INSIDE, OUTSIDE, SLOTS_WITH

_MIDDLE = 1 << 6
_EVEN = 0b010101010101


@inlined
def touched(p: Words, spot: int, colour: int) -> int:
    """What is beyond a half-disc: its group's root + 1, 0 if nothing of its colour, -1 if a half-disc is."""
    near = int(p[SPOT + spot])
    if near >= WHOLE and near & 3 == colour:
        return root(p, (near - WHOLE) >> 2) + 1
    return -1 if near == 1 + colour else 0


@inlined
def _alone(p: Words, a: int, b: int) -> int:
    """The size of the group that one new disc makes with those it touches; 0 if the board keeps it open."""
    if a < 0 or b < 0:
        return 0
    size = 1
    if a:
        if p[OPEN + a - 1] != (2 if a == b else 1):
            return 0
        size += int(p[SIZE + a - 1])
    if b and b != a:
        if p[OPEN + b - 1] != 1:
            return 0
        size += int(p[SIZE + b - 1])
    return size


@compiled
def spread(p: Words, start: int, others: int) -> int:
    """The half-discs out of `others` that form one cluster with `start`, as bits."""
    cluster = 1 << start
    waiting = cluster
    while waiting:
        a = lowest(waiting)
        waiting &= waiting - 1
        a1, a2 = p[BEYOND_1 + a], p[BEYOND_2 + a]
        left = others & ~cluster
        while left:
            b = lowest(left)
            left &= left - 1
            b1, b2 = p[BEYOND_1 + b], p[BEYOND_2 + b]
            if bare(INSIDE)[a] >> b & 1 or (a1 > 0 and a1 in (b1, b2)) or (a2 > 0 and a2 in (b1, b2)):
                cluster |= 1 << b
                waiting |= 1 << b
    return cluster


@compiled
def cluster_size(p: Words, cluster: int) -> int:
    """As `_alone`, for several new discs that belong together."""
    size = 0
    open_halves = 0
    groups = 0
    while cluster:
        position = lowest(cluster)
        cluster &= cluster - 1
        size += 1
        for section in (BEYOND_1, BEYOND_2):
            group = int(p[section + position])
            if group < 0:
                return 0
            if group:
                open_halves -= 1
                known = False
                for i in range(groups):
                    known = known or p[GROUPS + i] == group
                if not known:
                    p[GROUPS + groups] = group
                    groups += 1
                    size += int(p[SIZE + group - 1])
                    open_halves += int(p[OPEN + group - 1])
    return size if open_halves == 0 else 0


@inlined
def compact(bits: int) -> int:
    """A number's bits 0, 2, 4 ... 10, no others set, as bits 0 to 5."""
    bits = (bits | bits >> 1) & 0x333
    bits = (bits | bits >> 2) & 0x30F
    return (bits | bits >> 4) & 0x3F


@inlined
def _keep(p: Words, log: Longs, n: int, term: int, condition: int, closed: int) -> int:
    n = put(p, log, n, CONDITION + term, condition)
    return put(p, log, n, CLOSED + term, closed)


@inlined
def bound_alone(p: Words, spot: int, side: int, colour: int) -> int:
    """The most that a slot with this one half-disc can bring: a point, what it closes, the middle disc.

    `side` says where the neighbours on its own tile are, as in `tables.BEHIND`.
    """
    size = _alone(
        p,
        touched(p, spot + bare(BEHIND)[2 * side], colour),
        touched(p, spot + bare(BEHIND)[2 * side + 1], colour),
    )
    return 2 + size if size else 1 + int(p[LONE])


@inlined
def affect(p: Words, log: Longs, n: int, slot: int, bound: int) -> int:
    """A slot is out of date."""
    # Listed once; no branch, for it could not be foreseen.
    affected = int(p[AFFECTED_COUNT])
    p[AFFECTED + affected] = slot
    p[AFFECTED_COUNT] = affected + (p[CLOSES + slot] != UNKNOWN)
    n = put(p, log, n, CLOSES + slot, UNKNOWN)
    return put(p, log, n, BOUND + slot, bound)


@compiled
def affect_beyond(p: Words, log: Longs, n: int, spot: int, colour: int) -> int:
    """The group that a half-disc touches has changed: the slots that hold it are out of date."""
    cell = spot >> 1
    free = p[CELL + cell] == FREE
    bound = bound_alone(p, spot, 2 * free + (spot & 1), colour)
    if not free:
        cell -= 1 if spot & 1 else SIDE
    for i in range(4):
        slot = int(p[SLOT_AT + 2 * cell + bare(SLOTS_WITH)[i]]) - 1
        if slot >= 0:
            n = affect(p, log, n, slot, bound if count(int(p[MASK + slot])) == 2 else NO_BOUND)
    return n


@compiled
def _refresh_simple(p: Words, log: Longs, n: int, slot: int) -> int:
    """`refresh` for the many slots with a single half-disc: `bound_alone` has found what it closes."""
    size = int(p[BOUND + slot]) - 2
    if size <= 0:
        return put(p, log, n, CLOSES + slot, 0)
    place = lowest(int(p[MASK + slot]))
    position = place >> 1
    colour = int(p[VALUE + slot]) >> place
    term = slot * TERMS
    care = bare(INSIDE)[position]
    n = _keep(p, log, n, term, colour << 8 | care, size)
    if CORNERS >> position & 1:
        care = (care | CORNERS | _MIDDLE) & ~(1 << position)
        n = _keep(p, log, n, term + 1, colour << 8 | 1 << 7 | care, size + 1)
        return put(p, log, n, CLOSES + slot, 2)
    n = put(p, log, n, CLOSES + slot, 1)
    return put(p, log, n, BOUND + slot, 1 + size + int(p[LONE]))


@compiled
def refresh(p: Words, log: Longs, n: int, slot: int) -> int:
    """Find again what a slot can close and the most points it can bring."""
    if count(int(p[MASK + slot])) == 2:
        return _refresh_simple(p, log, n, slot)
    key, mask, value = int(p[KEY + slot]), int(p[MASK + slot]), int(p[VALUE + slot])
    base, upright = key & ~1, key & 1
    demanded = compact(mask & _EVEN)
    first = slot * TERMS
    term = first
    most = 0
    joined = 0
    others = mask
    while others:  # once for each colour demanded
        colour = value >> lowest(others) & 3
        unlike = value ^ colour * _EVEN
        alike = others & ~unlike & ~(unlike >> 1) & _EVEN
        others &= ~(3 * alike)
        same = compact(alike)
        corners_closed = True
        care_if_joined = CORNERS
        closed_if_joined = 1  # the middle disc
        several = same & (same - 1)
        left = same
        while left:
            position = lowest(left)
            left &= left - 1
            a = touched(p, base + bare(OUTSIDE)[12 * upright + 2 * position], colour)
            b = touched(p, base + bare(OUTSIDE)[12 * upright + 2 * position + 1], colour)
            if several:
                p[BEYOND_1 + position] = a
                p[BEYOND_2 + position] = b
                continue
            size = _alone(p, a, b)
            care = bare(INSIDE)[position] & ~demanded
            if size:
                n = _keep(p, log, n, term, colour << 8 | care, size)
                term += 1
                most += size
            corners_closed = size > 0
            care_if_joined |= care
            closed_if_joined += size
        if several:
            left = same
            while left:
                cluster = spread(p, lowest(left), left)
                left &= ~cluster
                size = cluster_size(p, cluster)
                care = 0
                for position in range(6):
                    if cluster >> position & 1:
                        care |= bare(INSIDE)[position]
                care &= ~demanded
                if size:
                    n = _keep(p, log, n, term, colour << 8 | care, size)
                    term += 1
                    most += size
                if cluster & CORNERS:
                    care_if_joined |= care
                    closed_if_joined += size
                    corners_closed = corners_closed and size > 0
        # The middle disc joins the clusters at the corners; without one it is alone (constants.ALONE).
        if same & CORNERS and corners_closed:
            care = care_if_joined & ~demanded | _MIDDLE
            n = _keep(p, log, n, term, colour << 8 | 1 << 7 | care, closed_if_joined)
            term += 1
            joined = 1
    n = put(p, log, n, CLOSES + slot, term - first)
    return put(p, log, n, BOUND + slot, bare(DISC_POINTS)[count(demanded)] + most + max(joined, int(p[LONE])))


@compiled
def settle(p: Words, log: Longs, n: int) -> int:
    """Bring every slot up to date and forget which were affected."""
    for slot in range(int(p[HIGH])):
        if p[CLOSES + slot] == UNKNOWN:
            n = refresh(p, log, n, slot) if p[MASK + slot] else put(p, log, n, CLOSES + slot, 0)
    p[AFFECTED_COUNT] = 0
    return n


@compiled
def meets(places: int, condition: int) -> bool:
    """Whether a pattern meets a term's condition."""
    return (places >> 7 * (condition >> 8)) & (condition & 127) == (condition >> 1) & 64


@compiled
def group_points(p: Words, slot: int, places: int) -> int:
    """What a pattern closes on a slot that is up to date (R5.4)."""
    points = places >> ALONE
    for term in range(slot * TERMS, slot * TERMS + int(p[CLOSES + slot])):
        if meets(places, int(p[CONDITION + term])):
            points += int(p[CLOSED + term])
    return points
