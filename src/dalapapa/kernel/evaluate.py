"""The static evaluation S: a turn's points, less the expected reply, plus the own next turn.

`reals[TABLE + EXPECTED * (x + 1) + y + 1]` is the mean best turn of a hand whose tiles' best single
placements make x and y points (-1: the tile fits nowhere).
"""

import numpy as np
from numpy.typing import NDArray

from dalapapa.kernel.closing import settle
from dalapapa.kernel.desk import AT_LEAST, EXPECTED, JUDGED, LEVELS, TABLE, TURNS
from dalapapa.kernel.groups import undo
from dalapapa.kernel.jit import Longs, Reals, Words, compiled, count
from dalapapa.kernel.laying import lay
from dalapapa.kernel.layout import COLOURS
from dalapapa.kernel.tally import most_points, tally

# Mean best turns found in self-play, for x of 2 to 8 (rows) and y of 2 to 10 and 12 (columns).
_KNOWN = """
3.5 4.0 4.8 5.6 6.5 7.4 8.3 9.5 10.4 12.2
 -  4.5 5.2 5.9 6.6 7.6 8.5 9.5 10.5 12.3
 -   -  5.5 6.1 6.9 7.7 8.6 9.5 10.5 12.5
 -   -   -  6.7 7.5 8.4 9.3 10.3 11.2 13.2
 -   -   -   -  8.0 9.0 10.0 11.0 12.0 14.0
 -   -   -   -   -  9.5 10.6 11.7 12.7 14.7
 -   -   -   -   -   -  11.0 12.2 13.3 15.4
"""


def expected_turns() -> NDArray[np.float64]:
    """The table of expected turns, as a square."""
    table = np.zeros((EXPECTED, EXPECTED))
    for x in range(-1, EXPECTED - 1):
        for y in range(x, EXPECTED - 1):
            expected = max(y, 0) if x < 0 else y + 0.5 if x <= 4 else x + y - 3.9
            table[x + 1, y + 1] = table[y + 1, x + 1] = expected
    for x, line in enumerate(_KNOWN.split("\n")[1:-1], 2):
        for y, known in zip((*range(2, 11), 12), line.split(), strict=True):
            if known != "-":
                table[x + 1, y + 1] = table[y + 1, x + 1] = float(known)
    return table


@compiled
def _count_levels(desk: Longs, highest: int, unseen_0: int, unseen_1: int) -> int:
    """How many unseen tiles have each best single placement, from what `tally` left; how many in all.

    desk[LEVELS + points + 1], the last one for more; LEVELS itself for tiles that fit nowhere.
    """
    for i in range(LEVELS, LEVELS + EXPECTED):
        desk[i] = 0
    above = 0
    for points in range(highest, 0, -1):
        at = AT_LEAST + 2 * points
        here = count(desk[at] & unseen_0) + count(desk[at + 1] & unseen_1)
        desk[LEVELS + min(points + 1, EXPECTED - 1)] += here - above
        above = here
    total = count(unseen_0) + count(unseen_1)
    desk[LEVELS] = total - above
    return total


@compiled
def _expected_reply(desk: Longs, total: int, reals: Reals) -> float:
    """The mean expected turn over all pairs of unseen tiles."""
    if total < 2:
        return 0.0
    reply = 0.0
    for x in range(EXPECTED):
        here = float(desk[LEVELS + x])
        if here > 0:
            row = TABLE + EXPECTED * x
            reply += here * (here - 1.0) * 0.5 * reals[row + x]
            for y in range(x + 1, EXPECTED):
                reply += here * float(desk[LEVELS + y]) * reals[row + y]
    return reply / (float(total) * float(total - 1) * 0.5)


@compiled
def _own_next(desk: Longs, total: int, kept: int, reals: Reals) -> float:
    """The mean expected turn of the tile kept and one unseen tile."""
    row = TABLE + EXPECTED * min(kept + 1, EXPECTED - 1)
    if total == 0:
        return float(reals[row])
    own = 0.0
    for x in range(EXPECTED):
        own += float(desk[LEVELS + x]) * reals[row + x]
    return own / float(total)


@compiled
def evaluate(
    p: Words,
    desk: Longs,
    n: int,
    reals: Reals,
    tiles: Longs,
    a: int,
    b: int,
    unseen_0: int,
    unseen_1: int,
    held: int,
    reply_weight: float,
    own_weight: float,
) -> int:
    """Judge the first `held` turns in TURNS of a hand of a and b; gives the best one's number.

    reals[JUDGED + 3 * i] is the value S, then come the reply and the own next turn.
    """
    best = 0
    mark = n
    for i in range(held):
        first, second = desk[TURNS + 3 * i + 1], desk[TURNS + 3 * i + 2]
        n = lay(p, desk, mark, first >> 9, tiles[COLOURS + (first & 511)])
        kept = -1
        if second >= 0:
            n = lay(p, desk, n, second >> 9, tiles[COLOURS + (second & 511)])
        else:
            kept = b if (first & 511) >> 2 == a else a
        n = settle(p, desk, n)
        highest = tally(p, desk, tiles)
        total = _count_levels(desk, highest, unseen_0, unseen_1)
        reply = _expected_reply(desk, total, reals)
        own = reply
        if kept >= 0:
            own = _own_next(desk, total, most_points(desk, highest, kept), reals)
        at = JUDGED + 3 * i
        reals[at] = float(desk[TURNS + 3 * i]) - reply_weight * reply + own_weight * own
        reals[at + 1] = reply
        reals[at + 2] = own
        if reals[at] > reals[JUDGED + 3 * best]:
            best = i
        undo(p, desk, n, mark)
    return best
