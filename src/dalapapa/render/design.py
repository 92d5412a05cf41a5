"""The one design of tiles and discs: measures, and the lines of signs and wood.

Pictures are drawn from it here and in the browser, which has it from `web/scripts/design.py`.
"""

from collections.abc import Iterator

from dalapapa.render.lines import Line, Stroke, arc
from dalapapa.rules.tiles import Colour

HALF = 30  # a half unit, in which spots are counted
CELL = 2 * HALF
GAP = 0.7  # what a tile is smaller than its cells on each side
CORNER = 6
DISC = 20.5  # with half its rim 21: at 21.2 neighbouring discs touch (R5.2)
BEVEL, BEVEL_WIDTH = 1.8, 2.2  # how far inside the edge it runs, and how wide it is
GRAIN_WIDTH, GRAIN_OPACITY = 1.1, 0.2

# A half-disc is named for the side of its spot on which its tile lies; clockwise.
SIDES = ("north", "east", "south", "west")

# The northern half of a disc.
HALF_DISC = Line(-DISC, [arc(DISC, True, 2 * DISC)])

# The northern half of a sign for each colour. All look the same after a quarter turn, so that they read
# from every seat, and half of each is still told from half of any other. Red and green, which are mixed
# up most often, have the two that differ most when they are small.
HALF_SIGNS = {
    Colour.RED: Line(-9.6, [arc(9.6, True, 19.2), Stroke("l", [-4.6]), arc(5, False, -10)]),
    Colour.GREEN: Line(-9.5, [Stroke("l", [-2.6j, 6.9, -6.9j, 5.2, 6.9j, 6.9, 2.6j])]),
    Colour.BLUE: Line(-10, [Stroke("l", [10 - 10j, 10 + 10j])]),
    Colour.YELLOW: Line(-12, [Stroke("q", [10.2 - 1.8j, 12 - 12j]), Stroke("q", [1.8 + 10.2j, 12 + 12j])]),
}

# A line of the grain: from the left end by two points, which only draw it towards them, to the right end.
Curve = tuple[complex, complex, complex, complex]


def _grain(number: int) -> Iterator[Curve]:
    """Lines along the wood that give way to an eye in it; remainders vary them without any chance."""
    eye, left, slope = 1 + number * 5 % 9, 14 + number * 37 % 56, number * 7 % 9 - 4
    for line in range(1, 10):
        y = 1 + 6 * line + (number * 3 + line * 5) % 3
        push = (16 if line >= eye else -16) / (1 + abs(line - eye))
        # The ends keep clear of the round corners, and no point draws a line beyond the edge.
        yield (
            complex(2, _within(5, y)),
            complex(left, _within(3, y + push)),
            complex(left + 30, _within(3, y + push + slope)),
            complex(2 * CELL - 2, _within(5, y + slope)),
        )


def _within(margin: float, y: float) -> float:
    return min(CELL - margin, max(margin, y))


# On a tile that lies flat, from its corner.
GRAINS = tuple(tuple(_grain(number)) for number in range(8))


def grain_of(tile: int, face: int) -> int:
    """Which grain a face of a tile has, however it lies."""
    return (2 * tile + face) % len(GRAINS)


def upright(curve: Curve) -> Curve:
    """The line on a tile that stands: turned by a quarter, and moved back into its cells."""
    a, b, c, d = (point * 1j + CELL for point in curve)
    return a, b, c, d
