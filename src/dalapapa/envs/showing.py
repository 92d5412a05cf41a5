"""What an agent is shown of its game: compiled functions for `stepping`."""

import numpy as np

from dalapapa.envs.actions import FACES, MOST_OPTIONS, NO_ACTION, PASS, STOP, WINDOW
from dalapapa.envs.rows import (
    CUT,
    ENDED,
    HAND_SEEN,
    OPTIONS,
    OVER,
    OWN_FIRST,
    PLAYER,
    SCORED,
    SEAT,
    SECOND,
    SETTING_UP,
    STATE_SEEN,
    TO_ACT,
    TOTALS,
    TRUNCATED,
)
from dalapapa.kernel.closing import group_points, refresh
from dalapapa.kernel.constants import (
    ALONE,
    BAG,
    BAG_SIZE,
    CLOSES,
    DRAWN,
    FITS,
    FOUND,
    HAND,
    HANDS,
    HIGH,
    KEY,
    LOG,
    LONE,
    MASK,
    PLACES,
    PLAYERS,
    SCORES,
    SIDE,
    TARGET,
    UNKNOWN,
)
from dalapapa.kernel.jit import Longs, Words, bare, compiled, count, inlined
from dalapapa.kernel.legal import disc_points, fit
from dalapapa.kernel.playout import draw_first
from dalapapa.kernel.tables import FIRST_BITS
from dalapapa.rules.placement import ROTATIONS
from dalapapa.rules.scoring import SECOND_TILE

PLACES_OF_WINDOW = WINDOW * WINDOW
WINDOW_AT = SIDE // 2 - WINDOW // 2
_WAYS = FACES * len(ROTATIONS)
_START = 2 * (SIDE // 2 * SIDE + SIDE // 2)  # where the first tile lies on the grid
# The four features of an option are 16-bit words of one long: discs, closed, points; the lowest is `ends`.
_DISCS, _CLOSED, _POINTS = 16, 32, 48
_ENDS = 1

# What `legal.fit` finds for a slot, as actions: a bit says which tile of the two, which face, and whether it
# is turned half round. In rising order, from 8 * byte on; slot, upright and place are added.
_ACTIONS = ((FIRST_BITS >> 1 << 2) + 2 * (FIRST_BITS & 1)).astype(np.int64) * PLACES_OF_WINDOW


@inlined
def outside(key: int) -> bool:
    """Whether a tile with this key leaves the window."""
    x, y, upright = (key >> 1 & SIDE - 1) - WINDOW_AT, key // (2 * SIDE) - WINDOW_AT, key & 1
    return x < 0 or y < 0 or x + 1 - upright >= WINDOW or y + upright >= WINDOW


@inlined
def _place(key: int) -> int:
    """The cell of a slot, counted in the window."""
    return (key // (2 * SIDE) - WINDOW_AT) * WINDOW + (key >> 1 & SIDE - 1) - WINDOW_AT


@inlined
def _write_eight(options: Longs, features: Longs, at: int, base: int, fits: int, said: int) -> None:
    """The actions of a slot, and the same features for each.

    All eight are written whatever their number, as in `legal.list_fits`: the next slot's come over the rest.
    """
    byte = 8 * fits
    a0, a1, a2, a3 = (
        bare(_ACTIONS)[byte],
        bare(_ACTIONS)[byte + 1],
        bare(_ACTIONS)[byte + 2],
        bare(_ACTIONS)[byte + 3],
    )
    a4, a5, a6, a7 = (
        bare(_ACTIONS)[byte + 4],
        bare(_ACTIONS)[byte + 5],
        bare(_ACTIONS)[byte + 6],
        bare(_ACTIONS)[byte + 7],
    )
    options[at] = base + a0
    options[at + 1] = base + a1
    options[at + 2] = base + a2
    options[at + 3] = base + a3
    options[at + 4] = base + a4
    options[at + 5] = base + a5
    options[at + 6] = base + a6
    options[at + 7] = base + a7
    features[at] = features[at + 1] = features[at + 2] = features[at + 3] = said
    features[at + 4] = features[at + 5] = features[at + 6] = features[at + 7] = said


@compiled
def _list_lays(p: Words, desk: Longs, row: Longs, hand_slot: int, options: Longs, features: Longs) -> int:
    """Every placement of the tiles in HAND inside the window; -1 if there are some outside only.

    `hand_slot` is where the first of them is in the hand. Should there be more than there is room for, the
    last slots are left out.
    """
    fit(p, desk)
    slots = 0
    for slot in range(int(p[HIGH])):
        p[FOUND + slots] = slot  # no branch to guess
        slots += p[FITS + slot] != 0
    first, second = PLACES + 4 * desk[HAND], PLACES + 4 * desk[HAND + 1] - 4
    counts, cost = 1 - row[SETTING_UP], SECOND_TILE * row[SECOND]  # R3.1, R4.2
    listed = 0
    for i in range(slots):
        slot = int(p[FOUND + i])
        key = int(p[KEY + slot])
        if outside(key):
            continue
        if listed > MOST_OPTIONS - 9:
            break
        fits = int(p[FITS + slot]) & 255
        said = count(int(p[MASK + slot])) >> 1 << _DISCS
        closes = False
        if row[SCORED]:
            if p[CLOSES + slot] == UNKNOWN:
                refresh(p, desk, LOG, slot)
            said += counts * (disc_points(p, slot) - cost) << _POINTS
            closes = p[CLOSES + slot] > 0 or p[LONE] > 0
        base = (hand_slot * _WAYS + (key & 1)) * PLACES_OF_WINDOW + _place(key)
        _write_eight(options, features, listed, base, fits, said)
        if closes:
            for j in range(count(fits)):
                bit = int(bare(FIRST_BITS)[8 * fits + j])
                closed = group_points(p, slot, desk[(first if bit < 4 else second) + bit])
                features[listed + j] = said + (closed << _CLOSED) + (counts * closed << _POINTS)
        listed += count(fits)
    return -1 if slots and not listed else listed


@compiled
def _list_first(desk: Longs, options: Longs, features: Longs) -> int:
    """Every way of laying the first tile of all, which has one place."""
    for ways in range(_WAYS):
        pattern = 4 * desk[HAND] + 2 * (ways >> 2) + (ways >> 1 & 1)
        options[ways] = ways * PLACES_OF_WINDOW + _place(_START)
        features[ways] = desk[PLACES + pattern] >> ALONE << _CLOSED
    return _WAYS


@compiled
def list_options(p: Words, desk: Longs, row: Longs, options: Longs, features: Longs) -> None:
    """What the agent can do now; nothing when the game is over or cut off."""
    before = row[OPTIONS]
    listed = 0
    if not row[OVER] and not row[CUT]:
        slot = 0
        if row[SETTING_UP]:
            draw_first(desk)
        else:
            hand = HANDS + 2 * row[PLAYER]
            slot = int(desk[hand] < 0)
            desk[HAND] = desk[hand + slot]
            desk[HAND + 1] = -1 if slot else desk[hand + 1]
        if row[SETTING_UP] and p[HIGH] == 0:
            listed = _list_first(desk, options, features)
        elif desk[HAND] >= 0:
            listed = _list_lays(p, desk, row, slot, options, features)
        if row[SECOND]:
            listed = max(listed, 0)
            options[listed], features[listed] = STOP, _ENDS
            listed += 1
        elif listed == 0:
            options[0], features[0] = PASS, _ENDS
            listed = 1
        elif listed < 0:
            listed = 0
            row[CUT] = 1
    row[OPTIONS] = listed
    # What was there before, and what the last slot has written too much.
    for i in range(listed, min(max(before, listed + 8), MOST_OPTIONS)):
        options[i] = NO_ACTION
        features[i] = 0


@compiled
def tell(desk: Longs, row: Longs, told: Longs) -> None:
    """The rest of what is seen: by the agent's seat, or by the player to act."""
    told[TO_ACT], told[ENDED], told[TRUNCATED] = row[PLAYER], row[OVER], row[CUT]
    player = row[PLAYER] if row[SEAT] < 0 else row[SEAT]
    players = desk[PLAYERS]
    bag = desk[BAG_SIZE] - desk[DRAWN]
    told[HAND_SEEN], told[HAND_SEEN + 1] = desk[HANDS + 2 * player], desk[HANDS + 2 * player + 1]
    if row[SETTING_UP]:
        told[HAND_SEEN], told[HAND_SEEN + 1] = desk[BAG + desk[DRAWN] - 1], -1
        bag -= players - row[PLAYER] - 1
    most = desk[SCORES]
    for i in range(players):
        most = max(most, desk[SCORES + i])
        told[TOTALS + i] = desk[SCORES + i]
        told[OWN_FIRST + i] = desk[SCORES + (player + i) % players]
    told[STATE_SEEN] = desk[TARGET]
    told[STATE_SEEN + 1] = bag
    told[STATE_SEEN + 2] = player
    told[STATE_SEEN + 3] = row[SETTING_UP]
    told[STATE_SEEN + 4] = row[SECOND]
    told[STATE_SEEN + 5] = int(most >= desk[TARGET])
