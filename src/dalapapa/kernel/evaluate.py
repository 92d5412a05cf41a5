"""The static evaluation S: a turn's points, less the expected reply, plus the own next turn.

`reals[TABLE + EXPECTED * (x + 1) + y + 1]` is the mean best turn of a hand whose tiles' best single
placements make x and y points (-1: the tile fits nowhere).
"""

from dalapapa.kernel.closing import settle
from dalapapa.kernel.constants import (
    AT_LEAST,
    COLOURS,
    EXPECTED,
    HAND,
    JUDGED,
    LEVELS,
    TABLE,
    TURNS,
    UNSEEN,
)
from dalapapa.kernel.groups import undo
from dalapapa.kernel.jit import Longs, Reals, Words, compiled, count
from dalapapa.kernel.laying import lay
from dalapapa.kernel.tally import most_points, tally


@compiled
def count_levels(desk: Longs, highest: int) -> int:
    """How many unseen tiles have each best single placement, from what `tally` left; how many in all.

    desk[LEVELS + points + 1], the last one for more; LEVELS itself for tiles that fit nowhere.
    """
    for i in range(LEVELS, LEVELS + EXPECTED):
        desk[i] = 0
    above = 0
    for points in range(highest, 0, -1):
        at = AT_LEAST + 2 * points
        here = count(desk[at] & desk[UNSEEN]) + count(desk[at + 1] & desk[UNSEEN + 1])
        desk[LEVELS + min(points + 1, EXPECTED - 1)] += here - above
        above = here
    total = count(desk[UNSEEN]) + count(desk[UNSEEN + 1])
    desk[LEVELS] = total - above
    return total


@compiled
def expected_reply(desk: Longs, total: int, reals: Reals) -> float:
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
def own_next(desk: Longs, total: int, kept: int, reals: Reals) -> float:
    """The mean expected turn of the tile kept and one unseen tile."""
    row = TABLE + EXPECTED * min(kept + 1, EXPECTED - 1)
    if total == 0:
        return float(reals[row])
    own = 0.0
    for x in range(EXPECTED):
        own += float(desk[LEVELS + x]) * reals[row + x]
    return own / float(total)


@compiled
def lay_turn(p: Words, desk: Longs, n: int, turn: int) -> int:
    """Lay the turn at a place on the desk and settle; gives the log's new length."""
    for i in range(turn + 1, turn + 3):
        if desk[i] >= 0:
            n = lay(p, desk, n, desk[i] >> 9, desk[COLOURS + (desk[i] & 511)])
    return settle(p, desk, n)


@compiled
def tile_kept(desk: Longs, turn: int) -> int:
    """The tile of HAND that the turn at a place on the desk keeps, or -1."""
    if desk[turn + 2] >= 0:
        return -1
    return int(desk[HAND + ((desk[turn + 1] & 511) >> 2 == desk[HAND])])


@compiled
def evaluate(p: Words, desk: Longs, n: int, reals: Reals, held: int, weights: int) -> int:
    """Judge the first `held` turns in TURNS of who holds HAND and does not see UNSEEN; the best one's number.

    reals[weights] and the one behind it weigh the reply and the own next turn. reals[JUDGED + 3 * i] is the
    value S, then come the reply and the own next turn.
    """
    best = 0
    for i in range(held):
        turn = TURNS + 3 * i
        laid = lay_turn(p, desk, n, turn)
        highest = tally(p, desk)
        total = count_levels(desk, highest)
        reply = expected_reply(desk, total, reals)
        own = reply
        kept = tile_kept(desk, turn)
        if kept >= 0:
            own = own_next(desk, total, most_points(desk, highest, kept), reals)
        undo(p, desk, laid, n)
        at = JUDGED + 3 * i
        reals[at] = float(desk[turn]) - reals[weights] * reply + reals[weights + 1] * own
        reals[at + 1] = reply
        reals[at + 2] = own
        if reals[at] > reals[JUDGED + 3 * best]:
            best = i
    return best
