"""The rules once more, slowly and straight from the words of R2 and R5, to compare with.

It shares nothing with `dalapapa.rules` but the tile faces, and keeps another picture of the board: for every
covered cell the colours on its four sides. A side is whole when the cell beyond it is covered too.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache

from dalapapa.rules import Colour, Placement, TileSet

Cell = tuple[int, int]
Side = tuple[Cell, str]

STEP = {"above": (0, -1), "right": (1, 0), "below": (0, 1), "left": (-1, 0)}
CLOCKWISE = ("above", "right", "below", "left")
OPPOSITE = {"above": "below", "below": "above", "left": "right", "right": "left"}

# tiles.md: the positions of a face lying flat, as sides of its left cell (0, 0) and right cell (1, 0).
# The middle disc (6) lies on the line between the two.
FLAT: dict[Side, int] = {
    ((0, 0), "above"): 0,
    ((1, 0), "above"): 1,
    ((1, 0), "right"): 2,
    ((1, 0), "below"): 3,
    ((0, 0), "below"): 4,
    ((0, 0), "left"): 5,
    ((0, 0), "right"): 6,
    ((1, 0), "left"): 6,
}


@cache
def turned(quarters: int) -> dict[Side, int]:
    """The positions of a face turned clockwise, its top left cell at 0, 0."""
    if quarters == 0:
        return FLAT
    sides = {
        ((-y, x), CLOCKWISE[(CLOCKWISE.index(side) + 1) % 4]): position
        for ((x, y), side), position in turned(quarters - 1).items()
    }
    left = min(x for (x, _), _ in sides)
    top = min(y for (_, y), _ in sides)
    return {((x - left, y - top), side): position for ((x, y), side), position in sides.items()}


def sides_of(tile_set: TileSet, placement: Placement) -> dict[Side, Colour]:
    """The colour on each of the eight cell sides of a tile as laid: turned, then moved to x, y."""
    face = tile_set[placement.tile].faces[placement.face]
    return {
        ((x + placement.x, y + placement.y), side): face[position]
        for ((x, y), side), position in turned(placement.rotation).items()
    }


def beyond(side: Side) -> Side:
    """The same side, seen from the cell on its other side."""
    (x, y), name = side
    dx, dy = STEP[name]
    return (x + dx, y + dy), OPPOSITE[name]


@dataclass
class NaiveBoard:
    """Colours by cell side, and the tiles laid."""

    tile_set: TileSet
    sides: dict[Side, Colour] = field(default_factory=dict)
    cells: set[Cell] = field(default_factory=set)

    @classmethod
    def of(cls, tile_set: TileSet, placements: Iterable[Placement]) -> "NaiveBoard":
        """A board with these tiles laid, whatever R2 says."""
        board = cls(tile_set)
        for placement in placements:
            board.lay(placement)
        return board

    def lay(self, placement: Placement) -> None:
        sides = sides_of(self.tile_set, placement)
        self.sides.update(sides)
        self.cells.update(cell for cell, _ in sides)

    def created(self, placement: Placement) -> list[tuple[Colour, Colour]]:
        """The colours that meet in each disc a placement would create (R2.2)."""
        laid = sides_of(self.tile_set, placement)
        return [
            (colour, self.sides[beyond(side)]) for side, colour in laid.items() if beyond(side) in self.sides
        ]

    def refusal(self, placement: Placement) -> str | None:
        """What is wrong with a placement: the first of overlap, two_colours, no_disc that holds."""
        if any(cell in self.cells for cell, _ in sides_of(self.tile_set, placement)):
            return "overlap"
        if not self.cells:
            return None
        created = self.created(placement)
        if any(one != other for one, other in created):
            return "two_colours"
        return None if created else "no_disc"

    def near(self, tile: int, margin: int = 2) -> Iterator[Placement]:
        """Every placement of a tile, legal or not, in the bounding box and a margin around it."""
        xs, ys = zip(*self.cells, strict=True)
        for face in (0, 1):
            for rotation in range(4):
                for x in range(min(xs) - margin, max(xs) + margin + 1):
                    for y in range(min(ys) - margin, max(ys) + margin + 1):
                        yield Placement(tile, face, rotation, x, y)

    def legal(self, tile: int) -> list[Placement]:
        """Every legal placement of a tile on a board that is not empty."""
        return sorted(placement for placement in self.near(tile) if self.refusal(placement) is None)

    def is_whole(self, side: Side) -> bool:
        return beyond(side) in self.sides

    def touching(self, side: Side) -> list[Side]:
        """The four sides whose discs or half-discs touch the whole disc on this one (R5.2)."""
        touching = []
        for cell, name in (side, beyond(side)):
            turns = ("left", "right") if name in ("above", "below") else ("above", "below")
            touching += [(cell, turn) for turn in turns]
        return touching

    def groups(self) -> list[tuple[Colour, frozenset[frozenset[Side]]]]:
        """Every complete group (R5.3); a disc is the set of its two sides."""
        groups = []
        left = {side for side in self.sides if self.is_whole(side)}
        while left:
            start = left.pop()
            colour = self.sides[start]
            members, todo, complete = {start, beyond(start)}, [start], True
            while todo:
                for side in self.touching(todo.pop()):
                    if self.sides[side] != colour or side in members:
                        continue
                    if self.is_whole(side):
                        members |= {side, beyond(side)}
                        todo.append(side)
                    else:
                        complete = False
            left -= members
            if complete:
                groups.append((colour, frozenset(frozenset((side, beyond(side))) for side in members)))
        return groups

    def points(self, placement: Placement) -> int:
        """R5.1 and R5.4, by counting complete groups of the whole board before and after."""
        discs = len(self.created(placement))
        before = sum(len(members) for _, members in self.groups())
        after = NaiveBoard(self.tile_set, dict(self.sides), set(self.cells))
        after.lay(placement)
        return discs + max(0, discs - 2) + sum(len(members) for _, members in after.groups()) - before

    def sizes(self) -> Counter[tuple[str, int]]:
        """How many complete groups there are of each colour and size."""
        return Counter((colour.name.lower(), len(members)) for colour, members in self.groups())
