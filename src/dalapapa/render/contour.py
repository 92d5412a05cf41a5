"""The outline of a group: a line around its discs, made of quarter circles only.

Points are in half units, as spots are. A disc that touches no other of its group on some diagonal is
rounded by a quarter circle of radius REACH; where two touch, a quarter circle of radius 1 - REACH
around the point between them leads from one to the other.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dalapapa.rules.placement import Spot

# Discs have radius √½ (they touch, R5.2); the line runs a little outside them.
REACH = 0.78

_SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
# Going clockwise from a side, the neighbour that may lie before the next side.
_DIAGONALS = ((1, -1), (1, 1), (-1, 1), (-1, -1))


@dataclass(frozen=True, slots=True)
class Arc:
    """A quarter circle to a point, around a disc (`outward`) or around the gap between two."""

    u: float
    v: float
    outward: bool


@dataclass(frozen=True, slots=True)
class Corner:
    """What the line does after a side of a disc at 0, 0: round the disc, or go over to the `neighbour`.

    `gap` are the other two discs around the point between: with all four, there is no edge.
    """

    start: tuple[float, float]
    neighbour: Spot
    gap: tuple[Spot, Spot]
    around: Arc
    over: Arc


def _corner(side: int) -> Corner:
    (x, y), (du, dv), before = _SIDES[side], _DIAGONALS[side], _DIAGONALS[side - 1]
    return Corner(
        (REACH * x, REACH * y),
        (du, dv),
        ((2 * x, 2 * y), before),
        Arc(*_point(0, 0, side + 1), True),
        Arc(*_point(du, dv, side - 1), False),
    )


def _point(u: int, v: int, side: int) -> tuple[float, float]:
    du, dv = _SIDES[side % 4]
    return u + REACH * du, v + REACH * dv


CORNERS = tuple(map(_corner, range(4)))


def contour(discs: Sequence[Spot]) -> Iterator[list[Arc]]:
    """The closed lines around a group: each a list of arcs, the first starting where the last ends."""
    members = set(discs)
    waiting = {(disc, side): None for disc in discs for side in range(4)}
    while waiting:
        at = next(iter(waiting))
        arcs = []
        while at in waiting:
            del waiting[at]
            (u, v), side = at
            corner = CORNERS[side]
            neighbour = (u + corner.neighbour[0], v + corner.neighbour[1])
            outward = neighbour not in members
            arc = corner.around if outward else corner.over
            arcs.append(Arc(u + arc.u, v + arc.v, outward))
            at = ((u, v), (side + 1) % 4) if outward else (neighbour, (side - 1) % 4)
        # Four discs around one point leave a dimple between them that is no edge of the group.
        if any(arc.outward for arc in arcs):
            yield arcs
