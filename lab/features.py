"""Features of the board that a turn leaves; S is two of them."""

from dalapapa.kernel.constants import (
    BITS,
    DISCS,
    EXPECTED,
    HIGH,
    KEY,
    LEVELS,
    MASK,
    MOST_TILES,
    OPEN,
    OUTCOME_POINTS,
    OUTCOMES,
    PARENT,
    SIDE,
    SIZE,
    TABLE,
    UNSEEN,
)
from dalapapa.kernel.evaluate import count_levels, expected_reply, lay_turn, own_next, tile_kept
from dalapapa.kernel.groups import undo
from dalapapa.kernel.jit import Longs, Reals, Words, compiled, count, lowest
from dalapapa.kernel.tally import most_points, outcomes, tally
from lab.layout import (
    BEST,
    CONTACT,
    FEATURES,
    GROUP,
    KEPT,
    KEPT_SPARE,
    LEVEL,
    LIST,
    OVERLAP,
    OWN,
    OWN_AFTER,
    PLACE,
    REPLY,
    REPLY_APART,
    RIVALS,
    SINGLE,
    SPARE,
    SPARE_MEAN,
)


@compiled
def _overlap(one: int, other: int) -> bool:
    """Whether two slots, given by key, share a cell."""
    a, b = one >> 1, other >> 1
    a2 = a + (SIDE if one & 1 else 1)
    b2 = b + (SIDE if other & 1 else 1)
    return a in (b, b2) or a2 in (b, b2)


@compiled
def _find_places(p: Words, desk: Longs) -> None:
    """Each tile's best place, and its best one apart from that."""
    for i in range(MOST_TILES):
        desk[BEST + i] = desk[PLACE + i] = desk[SPARE + i] = -1
    for again in range(2):
        for slot in range(int(p[HIGH])):
            if p[MASK + slot] == 0:
                continue
            key = int(p[KEY + slot])
            for word in range(8):
                for i in range(outcomes(p, desk, slot, word)):
                    bits, points = desk[OUTCOMES + i], desk[OUTCOME_POINTS + i]
                    while bits:
                        tile = BITS * (word & 1) + lowest(bits)
                        bits &= bits - 1
                        if again == 0:
                            if points > desk[BEST + tile]:
                                desk[BEST + tile] = points
                                desk[PLACE + tile] = key
                        elif points > desk[SPARE + tile] and not _overlap(key, desk[PLACE + tile]):
                            desk[SPARE + tile] = points


@compiled
def turn_of(reals: Reals, x: int, y: int) -> float:
    """T."""
    return float(reals[TABLE + EXPECTED * min(x + 1, EXPECTED - 1) + min(y + 1, EXPECTED - 1)])


@compiled
def _turn_left(desk: Longs, reals: Reals, n: int, a: int, b: int) -> float:
    """T of two tiles after a reply of about two tiles out of n, which takes the places that others want."""
    p = 1.0 - float(desk[RIVALS + a]) / float(n)
    q = 1.0 - float(desk[RIVALS + b]) / float(n)
    p, q = p * p, q * q
    x, y, u, v = desk[BEST + a], desk[BEST + b], desk[SPARE + a], desk[SPARE + b]
    first = q * turn_of(reals, x, y) + (1.0 - q) * turn_of(reals, x, v)
    return p * first + (1.0 - p) * (q * turn_of(reals, u, y) + (1.0 - q) * turn_of(reals, u, v))


@compiled
def list_unseen(desk: Longs, at: int) -> int:
    """The unseen tiles one by one, from desk[at] on; how many."""
    n = 0
    for word in range(2):
        bits = desk[UNSEEN + word]
        while bits:
            desk[at + n] = BITS * word + lowest(bits)
            bits &= bits - 1
            n += 1
    return n


@compiled
def _places_features(p: Words, desk: Longs, reals: Reals, kept: int) -> None:
    """The features that need each tile's place."""
    _find_places(p, desk)
    n = list_unseen(desk, LIST)
    reals[REPLY_APART] = reals[OWN_AFTER] = reals[OVERLAP] = reals[SPARE_MEAN] = 0.0
    reals[KEPT_SPARE] = float(desk[SPARE + kept]) if kept >= 0 else 0.0
    if n < 2:
        return
    apart, overlaps, spares, own = 0.0, 0.0, 0.0, 0.0
    for i in range(n):
        desk[RIVALS + desk[LIST + i]] = 0
    for i in range(n):
        a = desk[LIST + i]
        spares += float(desk[SPARE + a])
        for j in range(i + 1, n):
            b = desk[LIST + j]
            x, y = desk[BEST + a], desk[BEST + b]
            if x >= 0 and y >= 0 and _overlap(desk[PLACE + a], desk[PLACE + b]):
                overlaps += 1.0
                desk[RIVALS + a] += 1
                desk[RIVALS + b] += 1
                apart += max(turn_of(reals, x, desk[SPARE + b]), turn_of(reals, desk[SPARE + a], y))
            else:
                apart += turn_of(reals, x, y)
    pairs = float(n) * float(n - 1) * 0.5
    reals[REPLY_APART] = apart / pairs
    reals[OVERLAP] = overlaps / pairs
    reals[SPARE_MEAN] = spares / float(n)
    if kept >= 0:
        desk[RIVALS + kept] = 0
        for j in range(n):
            b = desk[LIST + j]
            desk[RIVALS + kept] += desk[BEST + b] >= 0 and _overlap(desk[PLACE + kept], desk[PLACE + b])
        for j in range(n):
            own += _turn_left(desk, reals, n, kept, desk[LIST + j])
        reals[OWN_AFTER] = own / float(n)
    else:
        for i in range(n):
            for j in range(i + 1, n):
                own += _turn_left(desk, reals, n, desk[LIST + i], desk[LIST + j])
        reals[OWN_AFTER] = own / pairs


@compiled
def find_features(p: Words, desk: Longs, reals: Reals, kept: int, every: bool) -> None:
    """The features of a settled position after a turn that kept a tile (-1: none): R and O, or all."""
    highest = tally(p, desk)
    total = count_levels(desk, highest)
    reals[REPLY] = reals[OWN] = expected_reply(desk, total, reals)
    reals[KEPT] = reals[SINGLE] = 0.0
    if kept >= 0:
        best = most_points(desk, highest, kept)
        reals[OWN] = own_next(desk, total, best, reals)
        reals[SINGLE] = 1.0
        reals[KEPT] = float(best)
    if not every:
        return
    for i in range(LEVEL, REPLY + FEATURES):
        reals[i] = 0.0
    for i in range(EXPECTED):
        reals[LEVEL + min(i, 13)] += float(desk[LEVELS + i]) / float(max(total, 1))
    for node in range(int(p[DISCS])):
        if p[PARENT + node] == node and p[OPEN + node] > 0:
            at = GROUP + min(int(p[OPEN + node]), 4) - 1
            size = float(p[SIZE + node])
            reals[at] += size
            reals[at + 4] += size * size
    for slot in range(int(p[HIGH])):
        contacts = count(int(p[MASK + slot])) >> 1
        if contacts:
            reals[CONTACT + min(contacts, 4) - 1] += 1.0
    _places_features(p, desk, reals, kept)


@compiled
def judge(p: Words, desk: Longs, n: int, reals: Reals, turn: int, every: bool) -> None:
    """The features of the board after the turn at a place on the desk: R and O, or all."""
    laid = lay_turn(p, desk, n, turn)
    find_features(p, desk, reals, tile_kept(desk, turn), every)
    undo(p, desk, laid, n)
