"""The working space of one thread, in two arrays: whole numbers and reals. Nothing in it outlasts a call."""

import numpy as np
from numpy.typing import NDArray

from dalapapa.kernel.layout import NODES, SLOTS

# A game in progress: the state of the lots, hands of two (-1: no tile), tiles not laid yet as bits of two
# words, tiles drawn, whether anybody has placed in this round, moves made, scores, tiles laid in turns;
# the count of placements listed by `policies.by_lot`; each seat's policy and number of candidates.
LOTS = 0
HANDS = 2
UNLAID = 10
DRAWN = 12
PLACED = 13
MADE = 14
LISTED = 15
SCORES = 16
LAID = 20
POLICIES = 24
# The best turns found, three words each: points, first placement, second or -1 (turns.py).
CANDIDATES = 128
TURNS = 32
# The moves of a game, in the same form: set-up and turns; no more than 120 tiles and as many rounds.
MOVES = TURNS + 3 * CANDIDATES
# How many unseen tiles have a best single placement of so many points (evaluate.py).
EXPECTED = 32
LEVELS = MOVES + 3 * 512
# Tiles that make so many points or more, two words each; outcomes of one slot (tally.py).
MOST_POINTS = 512
AT_LEAST = LEVELS + EXPECTED
OUTCOMES = AT_LEAST + 2 * MOST_POINTS
OUTCOME_POINTS = OUTCOMES + 2048
# Both tiles' single placements, best first; unsorted ones; how many have each score (turns.py).
SINGLES = OUTCOME_POINTS + 2048
UNSORTED = SINGLES + 2 * 4 * SLOTS
COUNTS = UNSORTED + 4 * SLOTS
# Bounds of what a second tile can bring (bounds.py): a slot's reach by colour, and marks of what it touches.
# For both tiles: their patterns with a colour at a position; the most points of a slot that fits, by a group
# that it touches once, twice, or more often; by first slot, the most through a group they share;
# by second slot, the most beside a first tile.
REACH = COUNTS + MOST_POINTS
MARKS = REACH + SLOTS
SHOWING = MARKS + SLOTS
BY_GROUP = SHOWING + 2 * 24
THROUGH = BY_GROUP + 2 * 3 * NODES
# Changes of a position, to undo them: `n` counts from here.
BESIDE = THROUGH + 2 * SLOTS
LOG = BESIDE + 2 * SLOTS
LOG_END = LOG + (1 << 16)

# Reals: the table of expected turns, each seat's weights, values of candidates in threes (evaluate.py).
TABLE = 0
WEIGHTS = TABLE + EXPECTED * EXPECTED
JUDGED = WEIGHTS + 8
REALS = JUDGED + 3 * CANDIDATES


def new_desk() -> NDArray[np.int64]:
    """Working space for whole numbers."""
    return np.zeros(LOG_END, np.int64)


def new_reals() -> NDArray[np.float64]:
    """Working space for reals."""
    return np.zeros(REALS, np.float64)
