"""The one design: signs and wood, drawn here and handed on to the browser."""

from dalapapa.render.design import (
    CELL,
    CORNER,
    GAP,
    GRAIN_WIDTH,
    GRAINS,
    HALF_SIGNS,
    Curve,
    grain_of,
    upright,
)
from dalapapa.render.lines import Line, Stroke, curves
from dalapapa.rules import Colour


def along(curve: Curve) -> list[complex]:
    """Points of a Bézier curve, close to each other."""
    a, b, c, d = curve
    parts = [step / 40 for step in range(41)]
    return [
        a * (1 - t) ** 3 + 3 * b * t * (1 - t) ** 2 + 3 * c * t**2 * (1 - t) + d * t**3 for t in parts
    ]  # fmt: skip


def outside(point: complex, width: float, height: float) -> float:
    """How far a point is from the inner part of a tile whose corners are rounded off."""
    inset = GAP + CORNER
    dx = max(inset - point.real, point.real - (width - inset), 0)
    dy = max(inset - point.imag, point.imag - (height - inset), 0)
    return abs(complex(dx, dy))


def test_the_grain_stays_on_its_tile_flat_and_upright() -> None:
    for lines in GRAINS:
        for curve in lines:
            assert all(outside(point, 2 * CELL, CELL) + GRAIN_WIDTH / 2 <= CORNER for point in along(curve))
            turned = along(upright(curve))
            assert all(outside(point, CELL, 2 * CELL) + GRAIN_WIDTH / 2 <= CORNER for point in turned)


def test_the_faces_of_a_tile_have_different_grain_and_all_kinds_are_used() -> None:
    assert all(grain_of(tile, 0) != grain_of(tile, 1) for tile in range(120))
    assert {grain_of(tile, face) for tile in range(120) for face in (0, 1)} == set(range(len(GRAINS)))
    assert len(set(GRAINS)) == len(GRAINS)


def test_half_a_sign_ends_on_the_line_that_parts_it() -> None:
    for colour in Colour:
        line = HALF_SIGNS[colour]
        at, lowest = line.start, line.start.imag
        for stroke in line.strokes:
            # A curve leads by points, a line goes from one to the next.
            for step in stroke.steps if stroke.command == "l" else stroke.steps[-1:]:
                at += step
                lowest = max(lowest, at.imag)
        assert line.start.imag == 0
        assert abs(at.imag) < 1e-9
        assert lowest < 1e-9


def test_lines_are_written_from_the_origin_and_turn_clockwise() -> None:
    line = Line(-2, [Stroke("l", [2 - 2j, 2 + 2j])])
    assert str(line) == "m-2 0l2 -2 2 2z"
    assert str(line.turned(1)) == "m0 -2l2 2 -2 2z"
    assert line.doubled == "m-2 0l2 -2 2 2zm4 0l-2 2 -2 -2z"
    assert curves([(1 + 1j, 2, 3, 4), (1j, 1, 2, 3)]) == "m1 1c1 -1 2 -1 3 -1m-4 1c1 -1 2 -1 3 -1"
