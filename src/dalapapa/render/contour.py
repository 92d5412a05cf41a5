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

_NORTH, _EAST, _SOUTH, _WEST = range(4)
_SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
# Going clockwise from a side, the neighbour that may lie before the next side.
_DIAGONALS = ((1, -1), (1, 1), (-1, 1), (-1, -1))


@dataclass(frozen=True, slots=True)
class Arc:
    """A quarter circle to a point, around a disc (`outward`) or around the gap between two."""

    u: float
    v: float
    outward: bool


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
            du, dv = _DIAGONALS[side]
            neighbour = (u + du, v + dv)
            outward = neighbour not in members
            at = ((u, v), (side + 1) % 4) if outward else (neighbour, (side - 1) % 4)
            arcs.append(_arc(at, outward))
        # Four discs around one point leave a dimple between them that is no edge of the group.
        if any(arc.outward for arc in arcs):
            yield arcs


def _arc(at: tuple[Spot, int], outward: bool) -> Arc:
    (u, v), side = at
    du, dv = _SIDES[side]
    return Arc(u + REACH * du, v + REACH * dv, outward)
