"""The geometry as tables of offsets, computed from `rules.placement`."""

import numpy as np
from numpy.typing import NDArray

from dalapapa.kernel.constants import SIDE
from dalapapa.rules.placement import OFFSETS, Spot, neighbours
from dalapapa.rules.scoring import DISC_POINTS as _DISC_POINTS
from dalapapa.rules.tiles import HALF_DISCS

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

DISC_POINTS = np.array(_DISC_POINTS, np.int64)  # R5.1

# The bits of each byte in rising order: FIRST_BITS[8 * byte + 0..7].
FIRST_BITS = np.zeros(8 * 256, np.int16)
for _byte in range(256):
    _bits = [bit for bit in range(8) if _byte >> bit & 1]
    FIRST_BITS[8 * _byte : 8 * _byte + len(_bits)] = _bits
