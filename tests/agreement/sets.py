"""Tile sets to try the kernel on: the classic one, parts of it, and ones with faces no box would have."""

import random

from dalapapa.rules import Colour, Tile, TileSet, classic


def part_of_classic(size: int, seed: int) -> TileSet:
    """Some tiles of the classic set."""
    chosen = random.Random(seed).sample(classic().tiles, size)
    return TileSet("part", tuple(Tile(i, tile.family, tile.faces) for i, tile in enumerate(chosen)))


def wild(size: int, seed: int, colours: int = 4) -> TileSet:
    """Tiles with any colours anywhere: also whole faces of one, and middle discs that close alone."""
    rng = random.Random(seed)
    palette = list(Colour)[:colours]

    def face() -> tuple[Colour, ...]:
        return tuple(rng.choices(palette, k=7))

    return TileSet("wild", tuple(Tile(i, "wild", (face(), face())) for i in range(size)))
