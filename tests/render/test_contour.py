from math import dist, sqrt

import pytest

from dalapapa.render.contour import REACH, contour
from dalapapa.rules import Board, complete_groups
from dalapapa.rules.placement import Spot

BLOCK = [(1, 0), (0, 1), (2, 1), (1, 2)]
RING = [(2, 0), (1, 1), (3, 1), (0, 2), (4, 2), (1, 3), (3, 3), (2, 4)]


@pytest.mark.parametrize(
    ("discs", "lines"),
    [
        ([(1, 0)], [(4, 0)]),
        ([(1, 0), (2, 1)], [(6, 2)]),
        # Four discs around a point: the dimple between them is not drawn.
        (BLOCK, [(8, 4)]),
        # Eight discs around another: one line outside and one inside.
        (RING, [(12, 8), (4, 8)]),
    ],
)
def test_lines_have_the_arcs_they_need(discs: list[Spot], lines: list[tuple[int, int]]) -> None:
    found = [
        (sum(arc.outward for arc in line), sum(not arc.outward for arc in line)) for line in contour(discs)
    ]
    assert sorted(found, reverse=True) == lines


def test_arcs_are_quarters_of_their_circles(board: Board) -> None:
    for group in complete_groups(board):
        for line in contour(group.discs):
            for before, arc in zip([line[-1], *line], line, strict=False):
                radius = REACH if arc.outward else 1 - REACH
                chord = dist((before.u, before.v), (arc.u, arc.v))
                assert chord == pytest.approx(radius * sqrt(2))


def test_points_of_the_line_keep_their_distance_from_the_discs(board: Board) -> None:
    for group in complete_groups(board):
        for line in contour(group.discs):
            for arc in line:
                assert min(dist((arc.u, arc.v), disc) for disc in group.discs) == pytest.approx(REACH)


def test_around_one_disc_the_line_is_a_circle() -> None:
    (line,) = contour([(1, 0)])
    corners = [(arc.u, arc.v) for arc in line]
    square = sum(u * y - x * v for (u, v), (x, y) in zip([corners[-1], *corners], corners, strict=False)) / 2
    # Positive: it runs clockwise where v grows downward, as the outward arcs are drawn.
    assert square == pytest.approx(2 * REACH**2)
    assert all(arc.outward for arc in line)
