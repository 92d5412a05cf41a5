"""Each tile's best single placement, for all tiles of the set at once, by sets of tiles as bits.

A set of tiles is two words of 60 bits; for each position, colour and pattern the tile table has the set of
tiles that show the colour there, so the tiles that fit a slot are the intersection over its demands.
"""

from dalapapa.kernel.constants import (
    AT_LEAST,
    BITS,
    BOUND,
    CLOSED,
    CLOSES,
    CONDITION,
    HIGH,
    LONE,
    LONE_SET,
    MASK,
    OUTCOME_POINTS,
    OUTCOMES,
    SETS,
    TERMS,
    VALUE,
)
from dalapapa.kernel.jit import Longs, Words, compiled, inlined, lowest
from dalapapa.kernel.legal import disc_points


@compiled
def fitting(desk: Longs, mask: int, value: int, word: int) -> int:
    """The tiles whose pattern fits a slot's demands."""
    fits = -1
    while mask:
        place = lowest(mask)
        mask &= ~(3 << place)
        fits &= desk[SETS + 8 * (2 * place + (value >> place & 3)) + word]
    return fits


@compiled
def satisfying(desk: Longs, condition: int, word: int) -> int:
    """The tiles whose pattern meets a term's condition."""
    colour = condition >> 8
    care = condition & 127
    satisfies = -1
    if condition >> 7 & 1:
        satisfies = desk[SETS + 8 * (4 * 6 + colour) + word]
        care &= 63
    while care:
        satisfies &= ~desk[SETS + 8 * (4 * lowest(care) + colour) + word]
        care &= care - 1
    return satisfies


@inlined
def outcomes(p: Words, desk: Longs, slot: int, word: int) -> int:
    """Every way a slot's terms can come out for the tiles of one pattern and word; gives their number.

    Each leaves its tiles in OUTCOMES and its points in OUTCOME_POINTS.
    """
    fits = fitting(desk, int(p[MASK + slot]), int(p[VALUE + slot]), word)
    if fits == 0:
        return 0
    points = disc_points(p, slot)
    desk[OUTCOMES] = fits
    desk[OUTCOME_POINTS] = points
    total = 1
    if p[LONE]:
        desk[OUTCOMES + 1] = fits & desk[LONE_SET + word]
        desk[OUTCOME_POINTS + 1] = points + 1
        total = 2
    for term in range(slot * TERMS, slot * TERMS + int(p[CLOSES + slot])):
        satisfies = satisfying(desk, int(p[CONDITION + term]), word)
        for i in range(total):
            both = desk[OUTCOMES + i] & satisfies
            if both:
                desk[OUTCOMES + total] = both
                desk[OUTCOME_POINTS + total] = desk[OUTCOME_POINTS + i] + int(p[CLOSED + term])
                total += 1
    return total


@compiled
def _tally_slot(p: Words, desk: Longs, slot: int, word: int) -> None:
    """Add what the tiles of one pattern and word can make on a slot."""
    for i in range(outcomes(p, desk, slot, word)):
        desk[AT_LEAST + 2 * desk[OUTCOME_POINTS + i] + (word & 1)] |= desk[OUTCOMES + i]


@compiled
def tally(p: Words, desk: Longs) -> int:
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
                _tally_slot(p, desk, slot, word)
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
