"""Colours, faces, tiles and tile sets (R1); the classic set grows here from its five families."""

import hashlib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, cached_property
from itertools import permutations

from dalapapa.rules.errors import DalapapaError, ErrorCode


class Colour(IntEnum):
    """The four colours of the discs (R1.3)."""

    RED = 0
    GREEN = 1
    BLUE = 2
    YELLOW = 3

    @property
    def word(self) -> str:
        """The colour's name as records write it: `red`."""
        return self.name.lower()

    @property
    def initial(self) -> str:
        """The colour's first letter, as tile lists write it: `r`."""
        return self.name[0].lower()

    @classmethod
    def parse(cls, text: str) -> "Colour":
        """Read a colour from its name or its initial.

        >>> Colour.parse("g") is Colour.parse("green") is Colour.GREEN
        True
        """
        for colour in cls:
            if text in (colour.word, colour.initial):
                return colour
        raise DalapapaError(
            ErrorCode.BAD_TILE_SET,
            f"unknown colour {text!r}: the colours are red, green, blue and yellow",
            {"colour": text},
        )


# Positions on a face lying flat, clockwise: 0 top left, 1 top right, 2 right end, 3 bottom right,
# 4 bottom left, 5 left end: the six half-discs; 6 is the whole disc in the middle (R1.2).
HALF_DISCS = range(6)
MIDDLE = 6
POSITIONS = 7

Face = tuple[Colour, ...]

FRONT, BACK = 0, 1

# The family of a tile of which nobody has said one.
UNNAMED = "unnamed"


@dataclass(frozen=True, slots=True)
class Tile:
    """A domino with two faces of seven discs each."""

    id: int
    family: str
    faces: tuple[Face, Face]

    def __str__(self) -> str:
        """Both faces as colour initials in position order: `rrrgbgg yybgbyb`."""
        return " ".join("".join(colour.initial for colour in face) for face in self.faces)


@dataclass(frozen=True)
class TileSet:
    """All tiles of a box; a tile's id is its index."""

    name: str
    tiles: tuple[Tile, ...]

    def __len__(self) -> int:
        return len(self.tiles)

    def __getitem__(self, tile: int) -> Tile:
        return self.tiles[tile]

    def __contains__(self, tile: object) -> bool:
        return isinstance(tile, int) and 0 <= tile < len(self.tiles)

    def __str__(self) -> str:
        """One line a tile, each ended by a newline: the text the fingerprint is taken of."""
        return "".join(f"{tile}\n" for tile in self.tiles)

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 of the set's text, in hexadecimal."""
        return hashlib.sha256(str(self).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class _Pattern:
    """Where a face has its majority, pair and single colour; the middle takes the pair's."""

    majority: tuple[int, int, int]
    pair: tuple[int, int]
    single: int

    def mirrored(self) -> "_Pattern":
        """Left and right exchanged: positions 0-1, 2-5 and 3-4."""
        swap = (1, 0, 5, 4, 3, 2)
        a, b, c = (swap[i] for i in self.majority)
        d, e = (swap[i] for i in self.pair)
        return _Pattern((a, b, c), (d, e), swap[self.single])

    def face(self, majority: Colour, pair: Colour, single: Colour) -> Face:
        """The face with these colours in this pattern."""
        discs = dict.fromkeys(self.majority, majority) | dict.fromkeys(self.pair, pair)
        discs |= {self.single: single, MIDDLE: pair}
        return tuple(discs[position] for position in range(POSITIONS))


_ANGLE = _Pattern((0, 1, 2), (3, 5), 4)
_CORNER = _Pattern((0, 1, 3), (4, 5), 2)
_ZIGZAG = _Pattern((0, 2, 3), (1, 4), 5)
_BRIDGE = _Pattern((0, 2, 5), (3, 4), 1)
_PYRAMID = _Pattern((0, 2, 4), (1, 5), 3)

_FAMILIES = {
    "angle": (_ANGLE, _ANGLE.mirrored()),
    "corner": (_CORNER, _CORNER.mirrored()),
    "zigzag": (_ZIGZAG, _ZIGZAG.mirrored()),
    "bridge": (_BRIDGE, _BRIDGE.mirrored()),
    "pyramid": (_PYRAMID, _Pattern((0, 4, 5), (1, 3), 2)),
}


@cache
def classic() -> TileSet:
    """The reconstructed set of 120: five families, each in the 24 permutations of the colours.

    >>> len(classic()), classic()[0].family, str(classic()[0])
    (120, 'angle', 'rrrgbgg yybgbyb')
    """
    faces = [
        (family, (front.face(a, b, c), back.face(d, c, b)))
        for family, (front, back) in _FAMILIES.items()
        for a, b, c, d in permutations(Colour)
    ]
    return TileSet("classic", tuple(Tile(i, family, both) for i, (family, both) in enumerate(faces)))


@cache
def small() -> TileSet:
    """The classic set without pyramids and bridges, as the author's own variants have it: 72 tiles.

    >>> len(small()), small().tiles == classic().tiles[:72]
    (72, True)
    """
    return without(classic(), {"pyramid", "bridge"}, "classic-72")


def without(tile_set: TileSet, families: Collection[str], name: str) -> TileSet:
    """A smaller set: these families stay in the box. The tiles that are left are numbered anew."""
    left = [tile for tile in tile_set.tiles if tile.family not in families]
    return TileSet(name, tuple(Tile(i, tile.family, tile.faces) for i, tile in enumerate(left)))


# The sets that need no file, by name: no set of one's own is called so.
COME_WITH_THE_GAME: Mapping[str, Callable[[], TileSet]] = {"classic": classic, "classic-72": small}
