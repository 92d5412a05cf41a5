"""Placements, boards and tile sets as the numbers of the kernel: where it meets the rules."""

from array import array
from collections.abc import Iterable
from functools import lru_cache

from dalapapa.kernel.constants import (
    ALONE,
    BITS,
    COLOURS,
    CORNERS,
    LONE_SET,
    PLACES,
    SETS,
    SIDE,
    TILES,
    TILES_END,
)
from dalapapa.kernel.errors import TooWideError
from dalapapa.rules import Board, Placement, TileSet
from dalapapa.rules.tiles import MIDDLE

Shift = tuple[int, int]  # what to add to x and y

MARGIN = 2
# Where games begin: the middle of the grid.
START: Shift = (SIDE // 2, SIDE // 2)
# Room beside the board for a turn of two tiles and the slots beyond them.
WIDEST = SIDE - 2 * (MARGIN + 6)


@lru_cache(maxsize=8)
def pack_tiles(tile_set: TileSet) -> "array[int]":
    """A tile set as a desk has it, from TILES on."""
    tiles = [0] * TILES_END  # as on the desk, so that the sections keep their offsets
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
    return array("q", tiles[TILES:])


def pack_set(tiles: Iterable[int]) -> tuple[int, int]:
    """Different tiles as bits of two words."""
    bits = sum(1 << tile % BITS + 64 * (tile // BITS) for tile in tiles)
    return bits & (1 << 64) - 1, bits >> 64


def centre(board: Board) -> Shift:
    """The shift that puts a board into the middle of the grid."""
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


def pack(placement: Placement, shift: Shift) -> int:
    """A placement as the kernel writes it: key << 9 | 4 * tile + pattern."""
    cell = (placement.y + shift[1]) * SIDE + placement.x + shift[0]
    pattern = 2 * placement.face + placement.rotation // 2
    return (2 * cell + placement.rotation % 2) << 9 | 4 * placement.tile + pattern


def unpack(packed: int, shift: Shift) -> Placement:
    """A placement from the kernel; `unpack(pack(p, s), s) == p`."""
    key, row = packed >> 9, packed & 511
    y, x = divmod(key >> 1, SIDE)
    return Placement(row >> 2, row >> 1 & 1, (key & 1) + 2 * (row & 1), x - shift[0], y - shift[1])
