"""Where everything lies: the words of a position, of a desk and of its reals, by the offset of each section.

The board lies in the middle of a grid of 64 by 64 cells, counted row by row. A cell owns the spots on its
top (2 * cell) and on its left (2 * cell + 1). A slot is a free pair of cells that meets a half-disc; its
key is 2 * its top left cell, + 1 when it stands upright. Nothing here needs NumPy.
"""

from dalapapa.rules.placement import OFFSETS, neighbours
from dalapapa.rules.tiles import HALF_DISCS, MIDDLE


class Sections:
    """Hands out the words of an array, one section behind the other."""

    def __init__(self, apart: int = 0) -> None:
        self.end = 0
        self._apart = apart

    def take(self, size: int) -> int:
        """Where the next section, of so many words, begins."""
        start = self.end
        self.end += size + self._apart
        return start


SIDE = 64
CELLS = SIDE * SIDE
SLOTS = 2048  # 120 tiles have at most 482 half-discs, each free cell beside one is in 4 slots
NODES = 512  # 120 middle discs and at most 360 made of two half-discs
TERMS = 10  # ways in which a slot can close groups: 6 discs, and 4 colours for the middle disc
MOST_TILES = 120
MOST_PLAYERS = 4
# The positions of a tile that touch its middle disc, as bits.
CORNERS = sum(
    1 << position for position in HALF_DISCS if OFFSETS[0][position] in neighbours(OFFSETS[0][MIDDLE])
)

# --- A position: 16-bit words. Sections that were whole pages apart would make a load from one wait for a
# store to another, hence the words between them.
_words = Sections(apart=96)

# What a cell holds; FRAME is around the grid.
CELL = _words.take(CELLS)
FREE, TILE, FRAME = 0, 1, 2
# What a spot holds: 0, a half-disc (1 + colour) or a disc (WHOLE + 4 * node + colour).
SPOT = _words.take(2 * CELLS)
WHOLE = 8
# The number of a slot by its key, + 1; 0 where there is none.
SLOT_AT = _words.take(2 * CELLS)
# A slot's key, its demands (2 bits a position: 3 where there is one, and its colour), its most points.
KEY = _words.take(SLOTS)
MASK = _words.take(SLOTS)
VALUE = _words.take(SLOTS)
BOUND = _words.take(SLOTS)
NO_BOUND = 0x7FFF  # of a slot with several half-discs that is out of date
# A slot's terms: their number, and for each its condition and the discs it closes (closing.py).
CLOSES = _words.take(SLOTS)
UNKNOWN = -1  # the number of terms of a slot that is out of date
CONDITION = _words.take(SLOTS * TERMS)
CLOSED = _words.take(SLOTS * TERMS)
# Slot numbers to use again.
SPARE = _words.take(SLOTS)
# Discs as nodes of groups: union-find, discs in the group, half-discs touching it, ring of its discs.
PARENT = _words.take(NODES)
SIZE = _words.take(NODES)
OPEN = _words.take(NODES)
RING = _words.take(NODES)
PLACE = _words.take(NODES)
# Slot numbers used so far, spare ones, nodes; EDGE is set when the frame was met; LONE is 1 if the set has
# tiles whose middle disc none of their own half-discs touches in its colour.
COUNTERS = _words.take(8)
HIGH, SPARES, DISCS, EDGE, LONE = range(COUNTERS, COUNTERS + 5)
WORDS = COUNTERS + 8
# Behind them, words to work with that are no part of the position: how many slots the last tiles laid have
# affected, the first and last row that have held a tile; the slots affected; which patterns fit each slot,
# the list of placements made of that (legal.py); the groups beyond a slot's half-discs (closing.py).
_marks = _words.take(8)
AFFECTED_COUNT, TOP, BOTTOM = range(_marks, _marks + 3)
AFFECTED = _words.take(SLOTS)
FITS = _words.take(SLOTS)
FOUND = _words.take(8 * SLOTS + 8)
BEYOND_1 = _words.take(8)
BEYOND_2 = _words.take(8)
GROUPS = _words.take(16)
ALL_WORDS = _words.end

# --- A desk, the tile set and the working space of one thread: 64-bit numbers.
_longs = Sections()

# The tile set. A tile's four patterns are front and back, each as it is and turned half round; row
# 4 * tile + pattern has
# - from COLOURS on, 2 bits a position, the middle last;
# - from PLACES on, 7 bits a colour: where it is; above them the bit ALONE: no half-disc of its own tile
#   touches the middle disc in its colour, so that it is a group by itself (no tile of the classic set).
# From SETS on: which tiles have a colour at a position, as bits of two words (tally.py). These sections come
# first so that SETS and OUTCOMES are no whole pages apart, for the same reason as above.
COLOURS = _longs.take(4 * MOST_TILES)
PLACES = _longs.take(4 * MOST_TILES)
SETS = _longs.take(7 * 4 * 8)
LONE_SET = _longs.take(8)
TILES, TILES_END = COLOURS, _longs.end
ALONE = 28
BITS = 60

# A game in progress. The state of the lots, hands of two (-1: no tile), tiles not laid yet as bits of two
# words; scores, tiles laid in turns; each player's policy and number of candidates.
GAME = _longs.end
LOTS = _longs.take(2)
HANDS = _longs.take(2 * MOST_PLAYERS)
UNLAID = _longs.take(2)
SCORES = _longs.take(MOST_PLAYERS)
LAID = _longs.take(MOST_PLAYERS)
POLICIES = _longs.take(2 * MOST_PLAYERS)
# Tiles drawn, whether anybody has placed in this round, moves made, placements listed by `policies.by_lot`.
DRAWN = _longs.take(1)
PLACED = _longs.take(1)
MADE = _longs.take(1)
LISTED = _longs.take(1)
# How many play to how many points; the bag, its size, and how many tiles of it are in each hidden hand.
PLAYERS = _longs.take(1)
TARGET = _longs.take(1)
BAG = _longs.take(MOST_TILES)
BAG_SIZE = _longs.take(1)
HIDDEN = _longs.take(MOST_PLAYERS)
GAME_END = _longs.end
# Whose turn is thought about: the hand (-1: no tile) and the tiles it cannot see, as bits of two words.
HAND = _longs.take(2)
UNSEEN = _longs.take(2)
# The best turns found, three words each: points, first placement, second or -1 (turns.py).
CANDIDATES = 128
TURNS = _longs.take(3 * CANDIDATES)
# The moves of a game, in the same form: set-up and turns; no more than 120 tiles and as many rounds.
MOVES = _longs.take(3 * 512)
# How many unseen tiles have a best single placement of so many points (evaluate.py).
EXPECTED = 32
LEVELS = _longs.take(EXPECTED)
# Tiles that make so many points or more, two words each; outcomes of one slot (tally.py).
MOST_POINTS = 512
AT_LEAST = _longs.take(2 * MOST_POINTS)
OUTCOMES = _longs.take(2048)
OUTCOME_POINTS = _longs.take(2048)
# Both tiles' single placements, best first; unsorted ones; how many have each score (turns.py).
SINGLES = _longs.take(2 * 4 * SLOTS)
UNSORTED = _longs.take(4 * SLOTS)
COUNTS = _longs.take(MOST_POINTS)
# Bounds of what a second tile can bring (bounds.py): a slot's reach by colour, and marks of what it touches.
# For both tiles: their patterns with a colour at a position; the most points of a slot that fits, by a group
# that it touches once, twice, or more often; by first slot, the most through a group they share;
# by second slot, the most beside a first tile.
REACH = _longs.take(SLOTS)
MARKS = _longs.take(SLOTS)
SHOWING = _longs.take(2 * 24)
BY_GROUP = _longs.take(2 * 3 * NODES)
THROUGH = _longs.take(2 * SLOTS)
BESIDE = _longs.take(2 * SLOTS)
# Changes of a position, to undo them: `n` counts from here. Last, because it may be made longer.
LOG = _longs.take(1 << 16)
LOG_END = _longs.end

# --- Reals of a desk: the table of expected turns, each player's weights, values of candidates in threes.
_reals = Sections()
TABLE = _reals.take(EXPECTED * EXPECTED)
WEIGHTS = _reals.take(2 * MOST_PLAYERS)
JUDGED = _reals.take(3 * CANDIDATES)
REALS = _reals.end

# --- Options, what a hand can do with its receipts (receipts.py): 64-bit numbers, a column a section.
_offers = Sections()
# The board comes in: of each tile laid its number, face, rotation, x and y. All else goes out.
BOARD = _offers.take(5 * MOST_TILES)
# How many places there are, how many of them lie flat, new discs, words of CLOSED, placements for which the
# order matters; and on the way there closings, words of groups, groups.
OFFERED = _offers.take(8)
PLACES_OFFERED, FLAT_OFFERED, DISCS_OFFERED, CLOSED_OFFERED, ORDERS_OFFERED = range(OFFERED, OFFERED + 5)
CLOSINGS_OFFERED, GROUPS_OFFERED, GROUPS_SORTED = range(OFFERED + 5, OFFERED + 8)
# Of each place its top left cell, the patterns that fit of the first tile and of the second, as bits, and
# its half-discs that become discs, as bits; then the colours of these discs, of all places in a row.
AT_X = _offers.take(SLOTS)
AT_Y = _offers.take(SLOTS)
FITS_FIRST = _offers.take(SLOTS)
FITS_SECOND = _offers.take(SLOTS)
MADE_AT = _offers.take(SLOTS)
COLOUR_MADE = _offers.take(6 * SLOTS)
# What closes what: the number of a placement (counted place by place, tile by tile, pattern by pattern) and
# where its group begins in GROUPS_CLOSED, behind that section's start.
MOST_CLOSINGS = 2 * SLOTS
CLOSING_BY = _offers.take(MOST_CLOSINGS)
CLOSING_OF = _offers.take(MOST_CLOSINGS)
# Each group once: its colour, how many discs it has, and their spots, two numbers each, sorted. Then where
# each begins there, by colour and spots.
MOST_GROUPS = 1 << 13
GROUPS_CLOSED = _offers.take(MOST_GROUPS)
IN_ORDER = _offers.take(MOST_GROUPS // 4)
# What goes out of that, group by group in this order: its colour, how many numbers its spots are, how many
# placements close it; the spots; the placements.
CLOSED = _offers.take(2 * MOST_GROUPS + MOST_CLOSINGS)
# After a first tile: the points of each placement; then of those for which the order matters the number, and
# how many points more both tiles make when this one is laid first (orders.py).
POINTS_OFFERED = _offers.take(4 * SLOTS)
ORDERS = _offers.take(2 * 4 * SLOTS)
OFFERS_END = _offers.end
