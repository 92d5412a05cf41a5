"""Positions from boards and placements back: where kernel and rules meet."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dalapapa.kernel.errors import TooWideError
from dalapapa.kernel.layout import (
    ALL_WORDS,
    ALONE,
    BOTTOM,
    CELL,
    CELLS,
    FRAME,
    LONE,
    PLACES,
    SETS,
    SIDE,
    TOP,
    pack_tiles,
)
from dalapapa.rules import Board, Placement, TileSet

MARGIN = 2
# Where games begin, as a shift: the middle of the grid.
START = SIDE // 2, SIDE // 2
# Room beside the board for a turn of two tiles and the slots beyond them.
WIDEST = SIDE - 2 * (MARGIN + 6)


@lru_cache(maxsize=8)
def packed_tiles(tile_set: TileSet) -> NDArray[np.int64]:
    """The tile set as the kernel reads it, made once."""
    return pack_tiles(tile_set)


def empty(tiles: NDArray[np.int64]) -> NDArray[np.int16]:
    """A position without any tile."""
    p = np.zeros(ALL_WORDS, np.int16)
    cells = p[CELL : CELL + CELLS].reshape(SIDE, SIDE)
    cells[:MARGIN] = cells[-MARGIN:] = FRAME
    cells[:, :MARGIN] = cells[:, -MARGIN:] = FRAME
    p[TOP] = p[BOTTOM] = SIDE // 2
    p[LONE] = (tiles[PLACES:SETS] >> ALONE).any()
    return p


def centre(board: Board) -> tuple[int, int]:
    """What to add to x and y so that a board lies in the middle of the grid."""
    shift = []
    for axis in range(2):
        numbers = [cell[axis] for cell in board.cells] or [0]
        low, high = min(numbers), max(numbers)
        if high - low >= WIDEST:
            raise TooWideError(
                f"the board is {high - low + 1} cells wide; the kernel's grid has room for {WIDEST}"
            )
        shift.append((SIDE - low - high) // 2)
    return shift[0], shift[1]


def pack(placement: Placement, shift: tuple[int, int]) -> int:
    """A placement as the kernel writes it: key << 9 | 4 * tile + pattern."""
    cell = (placement.y + shift[1]) * SIDE + placement.x + shift[0]
    pattern = 2 * placement.face + placement.rotation // 2
    return (2 * cell + placement.rotation % 2) << 9 | 4 * placement.tile + pattern


def unpack(packed: int, shift: tuple[int, int]) -> Placement:
    """A placement from the kernel; `unpack(pack(p, s), s) == p`."""
    key, row = packed >> 9, packed & 511
    y, x = divmod(key >> 1, SIDE)
    return Placement(row >> 2, row >> 1 & 1, (key & 1) + 2 * (row & 1), x - shift[0], y - shift[1])
