"""Lines as relative SVG paths: after `M x y` the same text draws one anywhere on a board.

Points are complex numbers, x + y·j, so that a quarter turn is a product.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stroke:
    """An SVG command and the points by which it leads on, seen from where it starts."""

    command: str
    steps: Sequence[complex]

    def turned(self, quarters: int) -> "Stroke":
        """The stroke after so many quarter turns, clockwise."""
        return Stroke(self.command, [step * 1j**quarters for step in self.steps])

    def __str__(self) -> str:
        """The text of the stroke."""
        return self.command + " ".join(map(_point, self.steps))


def arc(radius: float, sweep: bool, end: complex) -> Stroke:
    """A piece of a circle."""
    return Stroke(f"a{number(radius)} {number(radius)} 0 0 {sweep:d} ", [end])


@dataclass(frozen=True, slots=True)
class Line:
    """A closed line: where it begins, and its strokes."""

    start: complex
    strokes: Sequence[Stroke]

    def turned(self, quarters: int) -> "Line":
        """The line after so many quarter turns about the origin, clockwise."""
        return Line(self.start * 1j**quarters, [stroke.turned(quarters) for stroke in self.strokes])

    def __str__(self) -> str:
        """The text of the line, from the origin."""
        return f"m{_point(self.start)}{''.join(map(str, self.strokes))}z"

    @property
    def doubled(self) -> str:
        """The text of the line and of itself after half a turn, as one path."""
        other = self.turned(2)
        # At its end a line is where it began, and the other begins as far beyond the origin.
        return f"{self}{Line(2 * other.start, other.strokes)}"


def curves(lines: Iterable[tuple[complex, complex, complex, complex]]) -> str:
    """The text of open curves, each from its first point by two others to its last, from one origin."""
    text, at = "", 0j
    for start, *others in lines:
        text += f"m{_point(start - at)}{Stroke('c', [point - start for point in others])}"
        at = others[-1]
    return text


def number(length: float) -> str:
    """A length as pictures write it: less than a hundredth nobody sees."""
    return f"{round(length, 2) + 0:g}"


def _point(point: complex) -> str:
    return f"{number(point.real)} {number(point.imag)}"
