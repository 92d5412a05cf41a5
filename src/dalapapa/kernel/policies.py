"""Ways of playing that run inside the kernel: by lot, greedy, the best turn by points, the best by S."""

from dalapapa.kernel.closing import group_points, refresh, settle
from dalapapa.kernel.desk import LISTED, LOG, LOTS, POLICIES, TURNS, UNLAID, WEIGHTS
from dalapapa.kernel.evaluate import evaluate
from dalapapa.kernel.jit import Longs, Reals, Words, compiled
from dalapapa.kernel.layout import BITS, CLOSES, FOUND, KEY, PLACES, UNKNOWN
from dalapapa.kernel.legal import best_single, disc_points, fit, list_fits
from dalapapa.kernel.lots import draw
from dalapapa.kernel.turns import best_turns

RANDOM, GREEDY, GREEDY2, STATIC = range(4)


@compiled
def _hold(p: Words, desk: Longs, code: int, a: int, b: int, points: int) -> None:
    """Make a single placement, given as 8 * slot + pattern bit, the only turn held."""
    row = 4 * b + (code & 3) if code & 4 else 4 * a + (code & 3)
    desk[TURNS] = points
    desk[TURNS + 1] = int(p[KEY + (code >> 3)]) << 9 | row
    desk[TURNS + 2] = -1


@compiled
def by_lot(p: Words, desk: Longs, tiles: Longs, a: int, b: int) -> int:
    """List every placement and draw one; gives how many turns are held: 1, or 0 if nothing fits."""
    fit(p, tiles, a, b)
    total = list_fits(p)
    desk[LISTED] += total
    if total == 0:
        return 0
    code = int(p[FOUND + draw(desk, LOTS, total)])
    slot = code >> 3
    _hold(p, desk, code, a, b, 0)
    if p[CLOSES + slot] == UNKNOWN:
        refresh(p, desk, LOG, slot)
    desk[TURNS] = disc_points(p, slot) + group_points(p, slot, tiles[PLACES + (desk[TURNS + 1] & 511)])
    return 1


@compiled
def _greedy(p: Words, desk: Longs, tiles: Longs, a: int, b: int) -> int:
    fit(p, tiles, a, b)
    best = best_single(p, desk, tiles, a, b)
    if best < 0:
        return 0
    _hold(p, desk, best & 0xFFFF, a, b, best >> 16)
    return 1


@compiled
def choose(p: Words, desk: Longs, reals: Reals, tiles: Longs, seat: int, a: int, b: int) -> int:
    """The turn a seat plays with a hand of a and b (-1: no second tile): its number in TURNS, -1 to pass."""
    kind = desk[POLICIES + 2 * seat]
    if kind == RANDOM:
        return by_lot(p, desk, tiles, a, b) - 1
    if kind == GREEDY:
        return _greedy(p, desk, tiles, a, b) - 1
    settle(p, desk, LOG)
    held = best_turns(p, desk, LOG, tiles, a, b, desk[POLICIES + 2 * seat + 1] if kind == STATIC else 1)
    if held < 2:
        return held - 1
    unseen_0, unseen_1 = desk[UNLAID], desk[UNLAID + 1]
    for tile in (a, b):
        if tile >= BITS:
            unseen_1 &= ~(1 << tile - BITS)
        elif tile >= 0:
            unseen_0 &= ~(1 << tile)
    weight = WEIGHTS + 2 * seat
    return evaluate(
        p, desk, LOG, reals, tiles, a, b, unseen_0, unseen_1, held, reals[weight], reals[weight + 1]
    )
