"""Where everything lies: one array of 16-bit numbers a position, and the geometry as tables of offsets.

The board lies in the middle of a grid of 64 by 64 cells, counted row by row. A cell owns the spots on its
top (2 * cell) and on its left (2 * cell + 1). A slot is a free pair of cells that meets a half-disc; its
key is 2 * its top left cell, + 1 when it stands upright. The tables are computed from `rules.placement`.
"""

import numpy as np
from numpy.typing import NDArray

from dalapapa.rules.placement import OFFSETS, Spot, neighbours
from dalapapa.rules.tiles import HALF_DISCS, MIDDLE, TileSet

SIDE = 64
CELLS = SIDE * SIDE
SLOTS = 2048  # 120 tiles have at most 482 half-discs, each free cell beside one is in 4 slots
NODES = 512  # 120 middle discs and at most 360 made of two half-discs
TERMS = 10  # ways in which a slot can close groups: 6 discs, and 4 colours for the middle disc

# Words between sections: whole pages apart, a load from one would wait for a store to another.
APART = 96

# Sections of a position. What a cell holds: FREE, TILE, or FRAME around the grid.
CELL = 0
FREE, TILE, FRAME = 0, 1, 2
# What a spot holds: 0, a half-disc (1 + colour) or a disc (WHOLE + 4 * node + colour).
SPOT = CELL + CELLS + APART
WHOLE = 8
# The number of a slot by its key, + 1; 0 where there is none.
SLOT_AT = SPOT + 2 * CELLS + APART
# A slot's key, its demands (2 bits a position: 3 where there is one, and its colour), its most points.
KEY = SLOT_AT + 2 * CELLS + APART
MASK = KEY + SLOTS + APART
VALUE = MASK + SLOTS + APART
BOUND = VALUE + SLOTS + APART
NO_BOUND = 0x7FFF  # of a slot with several half-discs that is out of date
# A slot's terms: their number, and for each its condition and the discs it closes (closing.py).
CLOSES = BOUND + SLOTS + APART
UNKNOWN = -1  # the number of terms of a slot that is out of date
CONDITION = CLOSES + SLOTS + APART
CLOSED = CONDITION + SLOTS * TERMS + APART
# Slot numbers to use again.
SPARE = CLOSED + SLOTS * TERMS + APART
# Discs as nodes of groups: union-find, discs in the group, half-discs touching it, ring of its discs.
PARENT = SPARE + SLOTS + APART
SIZE = PARENT + NODES + APART
OPEN = SIZE + NODES + APART
RING = OPEN + NODES + APART
PLACE = RING + NODES + APART
# Counters: slot numbers used so far, spare ones, nodes; EDGE is set when the frame was met.
HIGH = PLACE + NODES + APART
SPARES = HIGH + 1
DISCS = HIGH + 2
EDGE = HIGH + 3
# 1 if the set has tiles whose middle disc none of their own half-discs touches in its colour.
LONE = HIGH + 4
WORDS = HIGH + 8
# Behind them, words to work with that are no part of the position: slots that the last tiles laid have
# affected; the first and last row that have held a tile; which patterns fit each slot, the list of placements
# made of that (legal.py); the groups beyond a slot's half-discs (closing.py).
AFFECTED_COUNT = WORDS
TOP = WORDS + 1
BOTTOM = WORDS + 2
AFFECTED = WORDS + 8
FITS = AFFECTED + SLOTS + APART
FOUND = FITS + SLOTS + APART
BEYOND_1 = FOUND + 8 * SLOTS + 8
BEYOND_2 = BEYOND_1 + 8
GROUPS = BEYOND_2 + 8
ALL_WORDS = GROUPS + 16

_FLAT_OR_UPRIGHT = range(2)


def _cell(x: int, y: int) -> int:
    return y * SIDE + x


def _spot(spot: Spot) -> int:
    u, v = spot
    return 2 * _cell(u // 2, v // 2) + v % 2


def _cells_of(spot: Spot) -> tuple[Spot, Spot]:
    """The two cells on either side of a spot."""
    u, v = spot
    return (u // 2, v // 2), ((u // 2 - 1, v // 2) if v % 2 else (u // 2, v // 2 - 1))


def _tile_cells(upright: int, x: int = 0, y: int = 0) -> tuple[Spot, Spot]:
    return ((x, y), (x, y + 1)) if upright else ((x, y), (x + 1, y))


def _slots_with(cell: Spot) -> list[tuple[int, int, int]]:
    x, y = cell
    return [(0, x, y), (0, x - 1, y), (1, x, y), (1, x, y - 1)]


def _key(slot: tuple[int, int, int]) -> int:
    upright, x, y = slot
    return 2 * _cell(x, y) + upright


def _table(rows: list[list[int]]) -> NDArray[np.int64]:
    """All rows in one; read through `jit.bare`, so that nobody asks whether an index is below 0."""
    return np.array(rows, np.int64).ravel()


# From a slot's 2 * cell to the spot of each position: SPOTS[7 * upright + position].
SPOTS = _table([[_spot(spot) for spot in OFFSETS[upright]] for upright in _FLAT_OR_UPRIGHT])

# From a spot to its four neighbours: AROUND[4 * left + 0..3].
AROUND = _table([[_spot(near) - _spot(spot) for near in neighbours(spot)] for spot in ((1, 0), (0, 1))])


def _outside(upright: int, position: int) -> list[int]:
    """The two neighbours of a half-disc's spot that lie on the tile it will meet."""
    own = set(OFFSETS[upright])
    return [_spot(near) for near in neighbours(OFFSETS[upright][position]) if near not in own]


# From a slot's 2 * cell to the neighbours beyond each half-disc: OUTSIDE[12 * upright + 2 * position + 0..1].
OUTSIDE = _table([[o for p in HALF_DISCS for o in _outside(u, p)] for u in _FLAT_OR_UPRIGHT])


def _behind(owner_free: int, left: int) -> list[int]:
    """The two neighbours of a spot that lie on the tile which has laid a half-disc there."""
    for upright in _FLAT_OR_UPRIGHT:
        for position in HALF_DISCS:
            spot = OFFSETS[upright][position]
            # On a slot the half-disc is the other tile's: free is where the slot's own cell is.
            if spot[1] % 2 == left and (_cells_of(spot)[0] in _tile_cells(upright)) == bool(owner_free):
                return [near - _spot(spot) for near in _outside(upright, position)]
    raise AssertionError


# From a half-disc's spot to the neighbours on its own tile: BEHIND[4 * (its cell is free) + 2 * left + 0..1].
BEHIND = _table([_behind(free, left) for free in range(2) for left in range(2)])

# Which positions of a tile touch each position, as bits.
INSIDE = np.array(
    [sum(1 << p for p in range(7) if OFFSETS[0][p] in neighbours(OFFSETS[0][q])) for q in range(7)],
    np.int64,
)
CORNERS = int(INSIDE[MIDDLE])


def _overlapping(upright: int) -> list[int]:
    """Keys of the seven slots that share a cell with the slot at 0, 0."""
    return sorted({_key(slot) for cell in _tile_cells(upright) for slot in _slots_with(cell)})


OVERLAPPING = _table([_overlapping(upright) for upright in _FLAT_OR_UPRIGHT])


def _demands(upright: int, position: int) -> tuple[int, list[tuple[int, int, int]]]:
    """The cell beyond a half-disc, and for its four slots: key, their other cell, the position there."""
    spot = OFFSETS[upright][position]
    (beyond,) = set(_cells_of(spot)) - set(_tile_cells(upright))
    demands = []
    for slot in _slots_with(beyond):
        o, x, y = slot
        (other,) = set(_tile_cells(o, x, y)) - {beyond}
        place = OFFSETS[o].index((spot[0] - 2 * x, spot[1] - 2 * y))
        demands.append((_key(slot), _cell(*other), place))
    return _cell(*beyond), demands


_ALL_DEMANDS = [[_demands(upright, position) for position in HALF_DISCS] for upright in _FLAT_OR_UPRIGHT]
# From a tile's cell to the cell beyond each half-disc, and from its 2 * cell to what that one demands:
# DEMANDS[72 * upright + 12 * position + 3 * slot + (key, other cell, position)].
BEYOND = _table([[beyond for beyond, _ in row] for row in _ALL_DEMANDS])
DEMANDS = _table([[n for _, four in row for one in four for n in one] for row in _ALL_DEMANDS])


def _beside(upright: int) -> list[list[int]]:
    """For each half-disc the three slots beyond it that the tile does not cover, as in DEMANDS.

    Last comes how many half-discs of the tile the slot meets: 1, or 2 along a long side.
    """
    row = _ALL_DEMANDS[upright]
    keys = [demand[0] for _, four in row for demand in four]
    covered = set(_overlapping(upright))
    return [
        [*demand, keys.count(demand[0])] for _, four in row for demand in four if demand[0] not in covered
    ]


# Tables by 18 * upright + 3 * position + 0..2: key, other cell, position there, half-discs met.
_BESIDE = np.array([_beside(upright) for upright in _FLAT_OR_UPRIGHT], np.int64).reshape(-1, 4).T
BESIDE_KEY, BESIDE_CELL, BESIDE_POSITION, BESIDE_MET = (np.ascontiguousarray(column) for column in _BESIDE)

# From a free cell to the keys of its four slots, from 2 * cell.
SLOTS_WITH = np.array([_key(slot) for slot in _slots_with((0, 0))], np.int64)

DISC_POINTS = np.array((0, 1, 2, 4, 6, 8, 10), np.int64)  # R5.1


# Sections of a tile set as one array. A tile's four patterns are front and back, each as it is and turned
# half round; row 4 * tile + pattern has
# - from COLOURS on, 2 bits a position, the middle last;
# - from PLACES on, 7 bits a colour: where it is; above them the bit ALONE: no half-disc of its own tile
#   touches the middle disc in its colour, so that it is a group by itself (no tile of the classic set).
# From SETS on: which tiles have a colour at a position, as bits of two words (tally.py).
MOST_TILES = 120
COLOURS = 0
PLACES = COLOURS + 4 * MOST_TILES
SETS = PLACES + 4 * MOST_TILES
LONE_SET = SETS + 7 * 4 * 8
TILES = LONE_SET + 8
ALONE = 28
BITS = 60


def pack_tiles(tile_set: TileSet) -> NDArray[np.int64]:
    """A tile set as the kernel reads it."""
    tiles = np.zeros(TILES, np.int64)
    for tile in tile_set.tiles:
        for pattern in range(4):
            face, half_turn = tile.faces[pattern >> 1], pattern & 1
            discs = [*face[3:6], *face[:3], face[6]] if half_turn else list(face)
            row = 4 * tile.id + pattern
            places = sum(1 << 7 * colour + place for place, colour in enumerate(discs))
            alone = not places >> 7 * discs[MIDDLE] & CORNERS
            tiles[COLOURS + row] = sum(int(colour) << 2 * place for place, colour in enumerate(discs))
            tiles[PLACES + row] = places | alone << ALONE
            word, bit = 2 * pattern + tile.id // BITS, 1 << tile.id % BITS
            for place, colour in enumerate(discs):
                tiles[SETS + 8 * (4 * place + colour) + word] |= bit
            if alone:
                tiles[LONE_SET + word] |= bit
    return tiles
