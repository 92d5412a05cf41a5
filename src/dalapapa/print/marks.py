"""What can stand on a page, in millimetres from its upper left corner. `pdf` and `picture` write it down."""

import cmath
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, pi, sqrt, tan

# A piece of an outline: "M" a point to begin at, "L" one to go straight to, "C" three of a Bézier curve,
# "Z" none. Points are complex numbers, x + y·j, as in `render.lines`.
Piece = tuple[str, Sequence[complex]]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a sheet, from its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    def wider(self, by: float) -> "Box":
        """The box with so much more on every side."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    @property
    def right(self) -> float:
        """Where it ends to the right."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Where it ends below."""
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class Shape:
    """An outline, filled or drawn as a line; of a dashed one, how long dashes and gaps are."""

    outline: Sequence[Piece]
    fill: str | None = None
    line: str | None = None
    width: float = 0.0
    dash: float = 0.0


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text from where its baseline begins, in points; `upwards` it is read from the right."""

    x: float
    y: float
    text: str
    size: float
    bold: bool = False
    colour: str = "#000000"
    upwards: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Stamp:
    """Shapes that are put in many places: a document has them once."""

    shapes: Sequence[Shape]


@dataclass(frozen=True, slots=True)
class Stamped:
    """A stamp with its origin at x, y; `unit` millimetres are one of its own."""

    stamp: Stamp
    x: float
    y: float
    unit: float


@dataclass(frozen=True, slots=True)
class Window:
    """Of these marks only what lies within a box is seen."""

    box: Box
    marks: "Sequence[Mark]"


Mark = Shape | Text | Stamped | Window


def line(x: float, y: float, to_x: float, to_y: float) -> list[Piece]:
    """A straight line."""
    return [("M", [complex(x, y)]), ("L", [complex(to_x, to_y)])]


def rectangle(box: Box) -> list[Piece]:
    """The outline of a box."""
    corners = (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)
    return [
        ("M", [complex(box.x, box.y)]),
        *(("L", [complex(*corner)]) for corner in corners),
        ("Z", []),
    ]


def circle(radius: float) -> list[Piece]:
    """The outline of a circle around the origin."""
    left, right = complex(-radius), complex(radius)
    return [("M", [left]), *_arc(left, radius, True, right), *_arc(right, radius, True, left), ("Z", [])]


def outline(path: str) -> list[Piece]:
    """What a path of our drawings looks like: SVG, of which they need m, l, q, a (of circles) and z.

    >>> outline("m1 2l3 0")
    [('M', [(1+2j)]), ('L', [(4+2j)])]
    """
    pieces: list[Piece] = []
    start = at = 0j
    for command, given in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", path):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", given)]
        if command in "zZ":
            pieces.append(("Z", []))
            at = start
        elif command in "aA":
            radius, _, _, _, sweep, x, y = numbers
            end = complex(x, y) + (at if command == "a" else 0)
            pieces += _arc(at, radius, bool(sweep), end)
            at = end
        else:
            points = [complex(*pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)]
            for piece in _drawn(command, points, at):
                pieces.append(piece)
                at = piece[1][-1]
            if command in "mM":
                start = at
    return pieces


def _drawn(command: str, points: Sequence[complex], at: complex) -> Iterator[Piece]:
    """Pieces by points, which a small letter counts from where each piece begins."""
    if command in "qQ":
        control, end = (point + (at if command == "q" else 0) for point in points)
        yield "C", [at + (control - at) * 2 / 3, end + (control - end) * 2 / 3, end]
        return
    for point in points:
        at = point + (at if command.islower() else 0)
        yield command.upper(), [at]


def _arc(start: complex, radius: float, sweep: bool, end: complex) -> Iterator[Piece]:
    """The shorter way around a circle, as Bézier curves of at most a quarter each."""
    way, turn = end - start, 1 if sweep else -1
    off = sqrt(max(0.0, radius**2 - abs(way / 2) ** 2))
    middle = (start + end) / 2 + turn * 1j * way / abs(way) * off
    angle = turn * (turn * cmath.phase((end - middle) / (start - middle)) % (2 * pi))
    count = ceil(abs(angle) / (pi / 2) - 1e-6)
    step, at = angle / count, start
    reach = 4 / 3 * tan(step / 4) * 1j
    for _ in range(count):
        to = middle + (at - middle) * cmath.exp(step * 1j)
        yield "C", [at + reach * (at - middle), to - reach * (to - middle), to]
        at = to
