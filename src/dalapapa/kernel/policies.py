"""Ways of playing that run inside the kernel: by lot, greedy, the best turn by points, the best by S."""

from dalapapa.kernel.closing import group_points, refresh, settle
from dalapapa.kernel.constants import (
    BITS,
    CLOSES,
    FOUND,
    HAND,
    HANDS,
    KEY,
    LISTED,
    LOG,
    LOTS,
    PLACES,
    POLICIES,
    TURNS,
    UNKNOWN,
    UNLAID,
    UNSEEN,
    WEIGHTS,
)
from dalapapa.kernel.evaluate import evaluate
from dalapapa.kernel.jit import Longs, Reals, Words, compiled
from dalapapa.kernel.legal import best_single, disc_points, fit, list_fits
from dalapapa.kernel.lots import draw
from dalapapa.kernel.turns import best_turns

RANDOM, GREEDY, GREEDY2, STATIC = range(4)


@compiled
def think_for(desk: Longs, player: int) -> bool:
    """Think for a player from here on: HAND has its tiles, if it has any, the first one in front."""
    a, b = desk[HANDS + 2 * player], desk[HANDS + 2 * player + 1]
    desk[HAND] = a if a >= 0 else b
    desk[HAND + 1] = b if a >= 0 else a
    return bool(desk[HAND] >= 0)


@compiled
def see(desk: Longs) -> None:
    """What whoever holds HAND cannot see: the tiles not laid, but for their own."""
    for word in range(2):
        desk[UNSEEN + word] = desk[UNLAID + word]
    for i in range(HAND, HAND + 2):
        if desk[i] >= 0:
            desk[UNSEEN + desk[i] // BITS] &= ~(1 << desk[i] % BITS)


@compiled
def _hold(p: Words, desk: Longs, code: int, points: int) -> None:
    """Make a single placement, given as 8 * slot + pattern bit, the only turn held."""
    desk[TURNS] = points
    desk[TURNS + 1] = int(p[KEY + (code >> 3)]) << 9 | 4 * desk[HAND + (code >> 2 & 1)] + (code & 3)
    desk[TURNS + 2] = -1


@compiled
def by_lot(p: Words, desk: Longs) -> int:
    """List every placement of the hand and draw one; how many turns are held: 1, or 0 if nothing fits."""
    fit(p, desk)
    total = list_fits(p)
    desk[LISTED] += total
    if total == 0:
        return 0
    code = int(p[FOUND + draw(desk, LOTS, total)])
    slot = code >> 3
    _hold(p, desk, code, 0)
    if p[CLOSES + slot] == UNKNOWN:
        refresh(p, desk, LOG, slot)
    desk[TURNS] = disc_points(p, slot) + group_points(p, slot, desk[PLACES + (desk[TURNS + 1] & 511)])
    return 1


@compiled
def _greedy(p: Words, desk: Longs) -> int:
    fit(p, desk)
    best = best_single(p, desk)
    if best < 0:
        return 0
    _hold(p, desk, best & 0xFFFF, best >> 16)
    return 1


@compiled
def choose(p: Words, desk: Longs, reals: Reals, player: int) -> int:
    """The turn a player plays by its policy: its number in TURNS, -1 to pass."""
    if not think_for(desk, player):
        return -1
    kind = desk[POLICIES + 2 * player]
    if kind == RANDOM:
        return by_lot(p, desk) - 1
    if kind == GREEDY:
        return _greedy(p, desk) - 1
    settle(p, desk, LOG)
    held = best_turns(p, desk, LOG, desk[POLICIES + 2 * player + 1] if kind == STATIC else 1)
    if held < 2:
        return held - 1
    see(desk)
    return evaluate(p, desk, LOG, reals, held, WEIGHTS + 2 * player)
