"""The best turns of one or two tiles by points, exact over singles and ordered doubles (R4.2, R5.5).

A placement is packed as key << 9 | 4 * tile + pattern. A turn takes three words: points, first placement,
second placement or -1. A single placement in a list is points << 32 | slot << 2 | pattern.
"""

from dalapapa.kernel.closing import group_points, refresh, settle
from dalapapa.kernel.desk import COUNTS, SINGLES, TURNS, UNSORTED
from dalapapa.kernel.groups import undo
from dalapapa.kernel.jit import Longs, Words, compiled, lowest
from dalapapa.kernel.laying import lay
from dalapapa.kernel.layout import (
    AFFECTED,
    AFFECTED_COUNT,
    BOUND,
    COLOURS,
    FITS,
    HIGH,
    KEY,
    MASK,
    PLACES,
    SLOTS,
    UNKNOWN,
    VALUE,
)
from dalapapa.kernel.legal import disc_points, fit

SECOND_TILE = 4  # R4.2


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
def list_singles(p: Words, desk: Longs, tiles: Longs, tile: int, shift: int, start: int) -> int:
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
            points = disc_points(p, slot) + group_points(p, slot, tiles[PLACES + 4 * tile + pattern])
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
def _best_second(p: Words, desk: Longs, n: int, tiles: Longs, tile: int, start: int, total: int) -> int:
    """The best placement of the second tile after the first, as points << 32 | placement; -1 if none.

    What the first tile has not affected is known from the list of singles; the log's length goes to COUNTS.
    """
    best = -1
    for i in range(start, start + total):
        slot = desk[i] >> 2 & 0x3FFF
        if p[MASK + slot] and p[BOUND + slot] != UNKNOWN:
            best = desk[i] >> 32 << 32 | int(p[KEY + slot]) << 9 | 4 * tile + (desk[i] & 3)
            break
    most = best >> 32
    for i in range(int(p[AFFECTED_COUNT])):
        slot = int(p[AFFECTED + i])
        mask, value = int(p[MASK + slot]), int(p[VALUE + slot])
        for pattern in range(4):
            if tiles[COLOURS + 4 * tile + pattern] & mask == value:
                if p[BOUND + slot] == UNKNOWN:
                    n = refresh(p, desk, n, slot)
                if p[BOUND + slot] <= most:
                    break
                points = disc_points(p, slot) + group_points(p, slot, tiles[PLACES + 4 * tile + pattern])
                if points > most:
                    most = points
                    best = points << 32 | int(p[KEY + slot]) << 9 | 4 * tile + pattern
    desk[COUNTS] = n
    return best


@compiled
def best_turns(p: Words, desk: Longs, n: int, tiles: Longs, a: int, b: int, most: int) -> int:
    """The `most` best turns with a hand of a and b (-1: no second tile), best first; gives their number.

    Of doubles only the best second placement for each first one; of two orders that lay the same board, one.
    """
    mark = n
    n = settle(p, desk, n)
    fit(p, tiles, a, b)
    singles_a = list_singles(p, desk, tiles, a, 0, SINGLES)
    singles_b = list_singles(p, desk, tiles, b, 4, SINGLES + 4 * SLOTS) if b >= 0 else 0
    held = 0
    for order in range(2):
        tile, start, total = (a, SINGLES, singles_a) if order == 0 else (b, SINGLES + 4 * SLOTS, singles_b)
        for i in range(start, start + total):
            placement = int(p[KEY + (desk[i] >> 2 & 0x3FFF)]) << 9 | 4 * tile + (desk[i] & 3)
            held = _insert(desk, held, most, desk[i] >> 32, placement, -1)
    if b >= 0:
        for order in range(2):
            tile, start, total = (
                (a, SINGLES, singles_a) if order == 0 else (b, SINGLES + 4 * SLOTS, singles_b)
            )
            other, other_start, others = (
                (b, SINGLES + 4 * SLOTS, singles_b) if order == 0 else (a, SINGLES, singles_a)
            )
            for i in range(start, start + total):
                points = desk[i] >> 32
                key = int(p[KEY + (desk[i] >> 2 & 0x3FFF)])
                row = 4 * tile + (desk[i] & 3)
                laid = lay(p, desk, n, key, tiles[COLOURS + row])
                second = _best_second(p, desk, laid, tiles, other, other_start, others)
                undo(p, desk, desk[COUNTS], n)
                if second >= 0:
                    points += (second >> 32) - SECOND_TILE
                    held = _insert(desk, held, most, points, key << 9 | row, second & 0xFFFFFFFF)
    undo(p, desk, n, mark)
    return held
