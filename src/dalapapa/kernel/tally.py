"""Each tile's best single placement, for all tiles of the set at once, by sets of tiles as bits.

A set of tiles is two words of 60 bits; for each position, colour and pattern the tile table has the set of
tiles that show the colour there, so the tiles that fit a slot are the intersection over its demands.
"""

from dalapapa.kernel.desk import AT_LEAST, OUTCOME_POINTS, OUTCOMES
from dalapapa.kernel.jit import Longs, Words, compiled, lowest
from dalapapa.kernel.layout import (
    BITS,
    BOUND,
    CLOSED,
    CLOSES,
    CONDITION,
    HIGH,
    LONE,
    LONE_SET,
    MASK,
    SETS,
    TERMS,
    VALUE,
)
from dalapapa.kernel.legal import disc_points


@compiled
def _fitting(tiles: Longs, mask: int, value: int, word: int) -> int:
    """The tiles whose pattern fits a slot's demands."""
    fitting = -1
    while mask:
        place = lowest(mask)
        mask &= ~(3 << place)
        fitting &= tiles[SETS + 8 * (2 * place + (value >> place & 3)) + word]
    return fitting


@compiled
def _satisfying(tiles: Longs, condition: int, word: int) -> int:
    """The tiles whose pattern meets a term's condition."""
    colour = condition >> 8
    care = condition & 127
    satisfying = -1
    if condition >> 7 & 1:
        satisfying = tiles[SETS + 8 * (4 * 6 + colour) + word]
        care &= 63
    while care:
        satisfying &= ~tiles[SETS + 8 * (4 * lowest(care) + colour) + word]
        care &= care - 1
    return satisfying


@compiled
def _tally_slot(p: Words, desk: Longs, tiles: Longs, slot: int, word: int) -> None:
    """Add what the tiles of one pattern and word can make on a slot: every way its terms can come out."""
    fitting = _fitting(tiles, int(p[MASK + slot]), int(p[VALUE + slot]), word)
    if fitting == 0:
        return
    points = disc_points(p, slot)
    desk[OUTCOMES] = fitting
    desk[OUTCOME_POINTS] = points
    outcomes = 1
    if p[LONE]:
        desk[OUTCOMES + 1] = fitting & tiles[LONE_SET + word]
        desk[OUTCOME_POINTS + 1] = points + 1
        outcomes = 2
    for term in range(slot * TERMS, slot * TERMS + int(p[CLOSES + slot])):
        satisfying = _satisfying(tiles, int(p[CONDITION + term]), word)
        for i in range(outcomes):
            both = desk[OUTCOMES + i] & satisfying
            if both:
                desk[OUTCOMES + outcomes] = both
                desk[OUTCOME_POINTS + outcomes] = desk[OUTCOME_POINTS + i] + int(p[CLOSED + term])
                outcomes += 1
    for i in range(outcomes):
        desk[AT_LEAST + 2 * desk[OUTCOME_POINTS + i] + (word & 1)] |= desk[OUTCOMES + i]


@compiled
def tally(p: Words, desk: Longs, tiles: Longs) -> int:
    """Which tiles can make how many points with one placement: gives the highest number found.

    desk[AT_LEAST + 2 * points + 0..1] are the tiles that make that many or more. Slots must be up to date.
    """
    slots = int(p[HIGH])
    highest = 1
    for slot in range(slots):
        if p[MASK + slot]:
            highest = max(highest, int(p[BOUND + slot]))
    for i in range(AT_LEAST, AT_LEAST + 2 * highest + 2):
        desk[i] = 0
    for slot in range(slots):
        if p[MASK + slot]:
            for word in range(8):
                _tally_slot(p, desk, tiles, slot, word)
    while highest > 1 and desk[AT_LEAST + 2 * highest] == 0 and desk[AT_LEAST + 2 * highest + 1] == 0:
        highest -= 1
    for i in range(AT_LEAST + 2 * highest - 1, AT_LEAST + 1, -1):
        desk[i] |= desk[i + 2]
    return highest


@compiled
def most_points(desk: Longs, highest: int, tile: int) -> int:
    """A tile's best single placement, from what `tally` left; -1 if it fits nowhere."""
    for points in range(highest, 0, -1):
        if desk[AT_LEAST + 2 * points + tile // BITS] >> tile % BITS & 1:
            return points
    return -1
