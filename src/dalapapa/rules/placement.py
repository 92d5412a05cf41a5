"""A placement: one tile, one face, one quarter turn, one place on the grid (R2.1), and its text form.

The middle of every unit side is a *spot*, the place of one disc. Spots are written in half units, so
that they are whole numbers: cell (x, y) has its sides at (2x+1, 2y) above, (2x+2, 2y+1) to the right,
(2x+1, 2y+2) below and (2x, 2y+1) to the left. x grows to the right, y downward.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from dalapapa.rules.errors import DalapapaError, ErrorCode
from dalapapa.rules.tiles import HALF_DISCS

Cell = tuple[int, int]
Spot = tuple[int, int]

# The board is unbounded; these only keep absurd numbers out of text and records.
FARTHEST = 1_000_000
MOST_TILES = 999
# The first tile no farther than this: then no later one, of the largest set, can leave what can be written.
FIRST_WITHIN = FARTHEST - 2 * (MOST_TILES + 1)

# Where positions 0 to 6 of a face lie, in half units from the top left corner of the tile, at
# rotation 0 (flat) and rotation 1 (upright: position 0 is on the right side of the upper cell).
_FLAT = ((1, 0), (3, 0), (4, 1), (3, 2), (1, 2), (0, 1), (2, 1))
_UPRIGHT = ((2, 1), (2, 3), (1, 4), (0, 3), (0, 1), (1, 0), (1, 2))


def _half_turn(offsets: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """Half a turn takes position i to where i+3 was; the middle stays."""
    return (*(offsets[(i + 3) % 6] for i in HALF_DISCS), offsets[6])


OFFSETS = (_FLAT, _UPRIGHT, _half_turn(_FLAT), _half_turn(_UPRIGHT))
ROTATIONS = range(4)


def is_flat(rotation: int) -> bool:
    """Rotations 0 and 2 cover two cells of a row, 1 and 3 two cells of a column."""
    return rotation % 2 == 0


# Games are played around 0, 0: a few thousand places are asked for again and again.
@lru_cache(maxsize=4096)
def cells_at(rotation: int, x: int, y: int) -> tuple[Cell, Cell]:
    """The two unit squares that a tile covers."""
    return ((x, y), (x + 1, y)) if is_flat(rotation) else ((x, y), (x, y + 1))


@lru_cache(maxsize=4096)
def spots_at(rotation: int, x: int, y: int) -> tuple[Spot, ...]:
    """Where positions 0 to 6 of a face come to lie."""
    u, v = 2 * x, 2 * y
    return tuple((u + du, v + dv) for du, dv in OFFSETS[rotation])


@lru_cache(maxsize=4096)
def neighbours(spot: Spot) -> tuple[Spot, Spot, Spot, Spot]:
    """The four spots that touch this one: one diagonal half-step away (R5.2)."""
    u, v = spot
    return (u - 1, v - 1), (u + 1, v - 1), (u - 1, v + 1), (u + 1, v + 1)


_TEXT = re.compile(r"(\d{1,3})([ab])([0-3])@(-?\d{1,7}),(-?\d{1,7})", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class Placement:
    """A tile laid with one face up, turned clockwise by quarter turns; (x, y) is its top left cell.

    >>> str(Placement(tile=12, face=1, rotation=3, x=2, y=-1))
    '12b3@2,-1'
    """

    tile: int
    face: int
    rotation: int
    x: int
    y: int

    def __post_init__(self) -> None:
        if not (
            0 <= self.tile <= MOST_TILES
            and self.face in (0, 1)
            and self.rotation in ROTATIONS
            and -FARTHEST <= self.x <= FARTHEST
            and -FARTHEST <= self.y <= FARTHEST
        ):
            raise DalapapaError(
                ErrorCode.BAD_PLACEMENT,
                f"a placement has a tile from 0 to {MOST_TILES}, face 0 or 1, rotation 0 to 3, and x and y "
                f"within {FARTHEST:,}: not tile {self.tile}, face {self.face}, "
                f"rotation {self.rotation}, at {self.x}, {self.y}",
            )

    @property
    def cells(self) -> tuple[Cell, Cell]:
        """The two unit squares covered."""
        return cells_at(self.rotation, self.x, self.y)

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Where positions 0 to 6 of the face come to lie."""
        return spots_at(self.rotation, self.x, self.y)

    def __str__(self) -> str:
        """The compact text: tile, `a` front or `b` back, rotation, `@`, x, `,`, y."""
        return f"{self.tile}{'ab'[self.face]}{self.rotation}@{self.x},{self.y}"

    @classmethod
    def parse(cls, text: str) -> "Placement":
        """Read the compact text; `Placement.parse(str(p)) == p`.

        >>> Placement.parse("12b3@2,-1")
        Placement(tile=12, face=1, rotation=3, x=2, y=-1)
        """
        match = _TEXT.fullmatch(text)
        if match is None:
            raise DalapapaError(
                ErrorCode.BAD_NOTATION,
                f"{text[:40]!r} is not a placement: write the tile, a or b for the face, the rotation "
                "0 to 3, @, and x,y, as in 12b3@2,-1",
                {"text": text[:40]},
            )
        tile, face, rotation, x, y = match.groups()
        return cls(int(tile), "ab".index(face), int(rotation), int(x), int(y))


@dataclass(frozen=True, slots=True)
class Turn:
    """What a player does in one turn: one placement, two in the order laid, or none (a pass)."""

    placements: tuple[Placement, ...] = ()

    def __str__(self) -> str:
        """The placements joined by `+`, or `pass`."""
        return "+".join(map(str, self.placements)) or "pass"

    @classmethod
    def parse(cls, text: str) -> "Turn":
        """Read the compact text; `Turn.parse(str(t)) == t`.

        >>> Turn.parse("12b3@2,-1+7a0@0,1").placements[1].tile
        7
        >>> Turn.parse("pass") == PASS
        True
        """
        if text == "pass":
            return PASS
        return cls(tuple(Placement.parse(part) for part in text.split("+")))


PASS = Turn()
