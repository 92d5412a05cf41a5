"""The best turns of one or two tiles by points, exact over singles and ordered doubles (R4.2, R5.5).

A placement is packed as key << 9 | 4 * tile + pattern. A turn takes three words: points, first placement,
second placement or -1. A single placement in a list is points << 32 | slot << 2 | pattern.
"""

from dalapapa.kernel.bounds import beside_may_bring, most_through, prepare
from dalapapa.kernel.closing import group_points, refresh, settle
from dalapapa.kernel.constants import (
    AFFECTED,
    AFFECTED_COUNT,
    BOUND,
    CLOSES,
    COLOURS,
    COUNTS,
    FITS,
    HAND,
    HIGH,
    KEY,
    MASK,
    PLACES,
    SINGLES,
    SLOTS,
    TURNS,
    UNKNOWN,
    UNSORTED,
    VALUE,
)
from dalapapa.kernel.groups import undo
from dalapapa.kernel.jit import Longs, Words, compiled, lowest
from dalapapa.kernel.laying import lay
from dalapapa.kernel.legal import disc_points, fit
from dalapapa.rules.scoring import SECOND_TILE


@compiled
def _insert(desk: Longs, held: int, most: int, points: int, first: int, second: int) -> int:
    """Keep a turn among the `most` best, unless the same board is reached with no fewer points."""
    if held == most and points <= desk[TURNS + 3 * held - 3]:
        return held
    for i in range(TURNS, TURNS + 3 * held, 3):
        if second >= 0 and desk[i + 1] == second and desk[i + 2] == first:
            if points <= desk[i]:
                return held
            for j in range(i, TURNS + 3 * held - 3):
                desk[j] = desk[j + 3]
            held -= 1
            break
    at = TURNS + 3 * min(held, most - 1)
    while at > TURNS and desk[at - 3] < points:
        for j in range(at, at + 3):
            desk[j] = desk[j - 3]
        at -= 3
    desk[at] = points
    desk[at + 1] = first
    desk[at + 2] = second
    return min(held + 1, most)


@compiled
def list_singles(p: Words, desk: Longs, tile: int, shift: int, start: int) -> int:
    """Every placement of a tile, best first, from desk[start] on; gives their number.

    `shift` says where `fit` has put the tile's patterns.
    """
    total = 0
    highest = 0
    for slot in range(int(p[HIGH])):
        bits = int(p[FITS + slot]) >> shift & 15
        while bits:
            pattern = lowest(bits)
            bits &= bits - 1
            points = disc_points(p, slot) + group_points(p, slot, desk[PLACES + 4 * tile + pattern])
            desk[UNSORTED + total] = points << 32 | slot << 2 | pattern
            total += 1
            while highest < points:
                highest += 1
                desk[COUNTS + highest] = 0
            desk[COUNTS + points] += 1
    at = start
    for points in range(highest, 0, -1):
        at, desk[COUNTS + points] = at + desk[COUNTS + points], at
    for i in range(UNSORTED, UNSORTED + total):
        points = desk[i] >> 32
        desk[desk[COUNTS + points]] = desk[i]
        desk[COUNTS + points] += 1
    return total


@compiled
def _best_second(p: Words, desk: Longs, n: int, tile: int, start: int, total: int) -> int:
    """The best placement of the second tile after the first, as points << 32 | placement; -1 if none.

    What the first tile has not affected is known from the list of singles; the log's length goes to COUNTS.
    """
    best = -1
    for i in range(start, start + total):
        slot = desk[i] >> 2 & 0x3FFF
        if p[MASK + slot] and p[CLOSES + slot] != UNKNOWN:
            best = desk[i] >> 32 << 32 | int(p[KEY + slot]) << 9 | 4 * tile + (desk[i] & 3)
            break
    most = best >> 32
    for i in range(int(p[AFFECTED_COUNT])):
        slot = int(p[AFFECTED + i])
        mask, value = int(p[MASK + slot]), int(p[VALUE + slot])
        for pattern in range(4):
            if desk[COLOURS + 4 * tile + pattern] & mask == value:
                if p[BOUND + slot] <= most:
                    break
                if p[CLOSES + slot] == UNKNOWN:
                    n = refresh(p, desk, n, slot)
                    if p[BOUND + slot] <= most:
                        break
                points = disc_points(p, slot) + group_points(p, slot, desk[PLACES + 4 * tile + pattern])
                if points > most:
                    most = points
                    best = points << 32 | int(p[KEY + slot]) << 9 | 4 * tile + pattern
    desk[COUNTS] = n
    return best


@compiled
def _cannot_beat(p: Words, desk: Longs, single: int, second: int, need: int) -> bool:
    """Whether no double that begins with this single placement brings `need` points with its second tile.

    `second` says which tile of the hand comes second.
    """
    slot = single >> 2 & 0x3FFF
    if most_through(p, desk, slot, second) >= need:
        return False
    colours = desk[COLOURS + 4 * desk[HAND + 1 - second] + (single & 3)]
    return not beside_may_bring(p, desk, slot, colours, second, need)


@compiled
def _try_doubles(p: Words, desk: Longs, n: int, second: int, counts: int, held: int, most: int) -> int:
    """Try every placement of one tile with the best one of the other after it; how many turns are held.

    `second` says which tile of the hand comes second, 0 or 1; `counts` how long the lists of singles are.
    """
    a, b = desk[HAND + 1 - second], desk[HAND + second]
    start = SINGLES + 4 * SLOTS * (1 - second)
    other_start = SINGLES + 4 * SLOTS * second
    total, others = counts >> 16 * (1 - second) & 0xFFFF, counts >> 16 * second & 0xFFFF
    for i in range(start, start + total):
        single = desk[i]
        if held == most and others:
            # To be held a double needs a second placement the first does not affect, or one it does.
            need = desk[TURNS + 3 * held - 3] - (single >> 32) + SECOND_TILE + 1
            if desk[other_start] >> 32 < need and _cannot_beat(p, desk, single, second, need):
                continue
        key = int(p[KEY + (single >> 2 & 0x3FFF)])
        row = 4 * a + (single & 3)
        p[AFFECTED_COUNT] = 0
        laid = lay(p, desk, n, key, desk[COLOURS + row])
        after = _best_second(p, desk, laid, b, other_start, others)
        undo(p, desk, desk[COUNTS], n)
        if after >= 0:
            points = (single >> 32) + (after >> 32) - SECOND_TILE
            held = _insert(desk, held, most, points, key << 9 | row, after & 0xFFFFFFFF)
    return held


@compiled
def best_turns(p: Words, desk: Longs, n: int, most: int) -> int:
    """The `most` best turns with the tiles in HAND (the second may be -1), best first; gives their number.

    Of doubles only the best second placement for each first one; of two orders that lay the same board, one.
    """
    mark = n
    n = settle(p, desk, n)
    fit(p, desk)
    held = 0
    counts = 0
    both = desk[HAND + 1] >= 0
    for order in range(2 if both else 1):
        tile, start = desk[HAND + order], SINGLES + 4 * SLOTS * order
        total = list_singles(p, desk, tile, 4 * order, start)
        counts |= total << 16 * order
        for i in range(start, start + total):
            placement = int(p[KEY + (desk[i] >> 2 & 0x3FFF)]) << 9 | 4 * tile + (desk[i] & 3)
            held = _insert(desk, held, most, desk[i] >> 32, placement, -1)
    if both:
        prepare(p, desk)
        held = _try_doubles(p, desk, n, 1, counts, held, most)
        held = _try_doubles(p, desk, n, 0, counts, held, most)
    undo(p, desk, n, mark)
    return held
