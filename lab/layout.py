"""Where the laboratory's numbers lie: behind those of the kernel, in arrays made longer."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dalapapa.bots.expected import EXPECTED_TURNS
from dalapapa.kernel.constants import (
    BAG_SIZE,
    LOG_END,
    MOST_PLAYERS,
    MOST_TILES,
    PLAYERS,
    REALS,
    TARGET,
    Sections,
)
from dalapapa.kernel.constants import CANDIDATES as MOST_CANDIDATES
from dalapapa.kernel.desk import Desk
from dalapapa.rules import classic

Reals = NDArray[np.float64]

# Whole numbers: by tile, its most points, where (a slot's key), most points in a place apart from it, how
# many unseen tiles have their best place there; unseen tiles listed, and mixed; turns put aside.
_longs = Sections()
_longs.take(LOG_END)
BEST = _longs.take(MOST_TILES)
PLACE = _longs.take(MOST_TILES)
SPARE = _longs.take(MOST_TILES)
RIVALS = _longs.take(MOST_TILES)
LIST = _longs.take(MOST_TILES)
MIXED = _longs.take(MOST_TILES)
ASIDE = _longs.take(3 * MOST_CANDIDATES)
LAB_LONGS = _longs.end

# Reals: the features of the board a turn leaves.
_reals = Sections()
_reals.take(REALS)
REPLY = _reals.take(1)  # R
OWN = _reals.take(1)  # O
REPLY_APART = _reals.take(1)  # R, where two tiles that want the same place do not both get it
OWN_AFTER = _reals.take(1)  # O on what the reply is likely to leave
SINGLE = _reals.take(1)  # 1 if a tile was kept
KEPT = _reals.take(1)  # its most points
KEPT_SPARE = _reals.take(1)  # its most points in a place apart
OVERLAP = _reals.take(1)  # the chance that two unseen tiles' best places overlap
SPARE_MEAN = _reals.take(1)  # unseen tiles' most points in a place apart, mean
LEVEL = _reals.take(14)  # unseen tiles whose best placement makes -1, 0 .. 12 or more points, shares
GROUP = _reals.take(8)  # discs in groups with 1, 2, 3, more open half-discs; the sums of the squares
CONTACT = _reals.take(4)  # slots with 1, 2, 3, more half-discs
FEATURES = _reals.end - REPLY
NAMES = (
    *("R", "O", "R apart", "O after", "single", "kept", "kept spare", "overlap", "spare"),
    *(f"level {points}" for points in range(-1, 13)),
    *(f"discs open {n}" for n in range(1, 5)),
    *(f"discs² open {n}" for n in range(1, 5)),
    *(f"contacts {n}" for n in range(1, 5)),
)
# By candidate: value, value as yet to be searched, R, O; by hand sampled, its expected turn.
VALUES = _reals.take(MOST_CANDIDATES)
WAITING = _reals.take(MOST_CANDIDATES)
REPLY_OF = _reals.take(MOST_CANDIDATES)
OWN_OF = _reals.take(MOST_CANDIDATES)
CONTROL = _reals.take(MOST_CANDIDATES)

# A player's policy, by the offset of each setting in its block.
_policy = Sections()
CANDIDATES = _policy.take(1)  # how many turns are looked at
AGAIN = _policy.take(1)  # those not further below the best are judged by the second weights
ENDING = _policy.take(1)  # spread of the end's margin when this turn does not reach the target; 0: as S
TRIED = _policy.take(1)  # how many of the best are searched
WITHIN = _policy.take(1)  # how far below the best
SAMPLES = _policy.take(1)  # hands sampled for the reply
REPLIES = _policy.take(1)  # candidates of a reply: 1 by points, more by value
OWN_THEN = _policy.take(1)  # weight of the own turn after the reply
REPLY_THEN = _policy.take(1)  # weight of the reply to that
MIX = _policy.take(1)  # weight of the value before the search
SETTING_UP = _policy.take(1)  # 1: the set-up tile goes where R is least; 0: by lot
FIRST = _policy.take(2)  # weights of R and O
SECOND = _policy.take(FEATURES)  # weights of all features
BLOCK = _policy.end
POLICY = _reals.take(MOST_PLAYERS * BLOCK)
LAB_REALS = _reals.end

# What follows a turn drawn by lot: turns ahead, turns of a game. A row is the features less their means over
# the candidates, the means, the turn's points, the best turn's, its number in the game, the points after it.
AHEAD = 5
PLIES = 30
ROW = 2 * FEATURES + 3 + AHEAD
# The same for set-up: turns ahead. A row is the features and the points that follow.
OPENING = 8
OPENING_ROW = FEATURES + OPENING
NO_TARGET = 1000


class LabDesk(NamedTuple):
    """A desk with room for what the lab's own compiled code works with, in the arrays that it takes."""

    words: NDArray[np.int16]
    longs: NDArray[np.int64]
    reals: NDArray[np.float64]


def lab_desk(policies: Sequence[Reals], target: int = NO_TARGET) -> LabDesk:
    """A desk for games of these policies to so many points."""
    desk = Desk(classic())
    desk.expect(EXPECTED_TURNS)
    longs = np.append(np.array(desk.longs), np.zeros(LAB_LONGS - LOG_END, np.int64))
    reals = np.append(np.array(desk.reals), np.zeros(LAB_REALS - REALS))
    longs[[PLAYERS, TARGET, BAG_SIZE]] = len(policies), target, len(classic())
    reals[POLICY : POLICY + BLOCK * len(policies)] = np.concatenate(policies)
    return LabDesk(np.array(desk.words), longs, reals)


def bags_of(count: int, seed: int) -> NDArray[np.int16]:
    """Bags, one after the other."""
    tiles = np.tile(np.arange(len(classic()), dtype=np.int16), (count, 1))
    return np.random.default_rng(seed).permuted(tiles, axis=1).ravel()
