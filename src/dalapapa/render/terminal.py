"""The board as a true-colour picture for the terminal, two pixels a character.

A half unit is three pixels, so a cell is six characters wide and three lines high. A disc is four
pixels across without its corners: neighbouring discs touch, and two columns are free for a letter.
Where that is too wide a half unit is two pixels, a disc two by two, and there is no room for letters.
"""

from collections.abc import Iterator, Sequence

from dalapapa.render.palette import CREAM, PAINTS, TERMINAL_GROUND, TERMINAL_WOODS
from dalapapa.rules.board import Board
from dalapapa.rules.placement import Placement, Spot
from dalapapa.rules.scoring import Group
from dalapapa.rules.tiles import Colour

_LARGE, _SMALL = 3, 2  # pixels a half unit
# The pixels of a disc, from its spot.
_DISCS = {
    _LARGE: [(i, j) for i in range(-2, 2) for j in range(-2, 2) if {i, j} - {-2, 1}],
    _SMALL: [(i, j) for i in (-1, 0) for j in (-1, 0)],
}
_RESET = "\x1b[0m"

# Pixels and characters by column and row.
_Canvas = dict[tuple[int, int], str]
_Labels = dict[tuple[int, int], tuple[str, str]]


def ansi(
    board: Board,
    *,
    last: Sequence[Placement] = (),
    groups: Sequence[Group] = (),
    letters: bool = False,
    width: int | None = None,
) -> str:
    """A coloured picture of the board, smaller if the usual one is wider than `width` columns.

    `last` placements are of the brightest wood; the discs of `groups` show their group's count. With
    `letters` discs carry their colour's initial, half-discs in lower case.
    """
    if not board.placements:
        return "(no tiles)\n"
    xs = [x for x, _ in board.cells]
    fits = width is None or (max(xs) + 1 - min(xs)) * 2 * _LARGE <= width
    half = _LARGE if fits else _SMALL
    canvas = _painted(board, last, half)
    labels = _labels(board, groups, letters) if fits else {}
    left, rows = min(xs) * 2 * half, [row for _, row in canvas]
    return "".join(_line(canvas, labels, left, row) for row in range(min(rows) // 2, max(rows) // 2 + 1))


def _painted(board: Board, last: Sequence[Placement], half: int) -> _Canvas:
    """Every pixel of the tiles: wood with rounded corners, then discs as far as there is wood."""
    canvas: _Canvas = {}
    cell = 2 * half
    for placement, wood in zip(board.placements, _woods(board), strict=True):
        for x, y in placement.cells:
            for i in range(cell):
                for j in range(cell):
                    canvas[cell * x + i, cell * y + j] = CREAM if placement in last else wood
        (left, top), (right, bottom) = placement.cells
        for column in (cell * left, cell * right + cell - 1):
            for row in (cell * top, cell * bottom + cell - 1):
                canvas[column, row] = TERMINAL_GROUND
    for (u, v), colour in (*board.discs.items(), *board.halves.items()):
        for i, j in _DISCS[half]:
            pixel = (half * u + i, half * v + j)
            if pixel in canvas:
                canvas[pixel] = PAINTS[colour].body
    return canvas


def _woods(board: Board) -> list[str]:
    """A tint for each tile laid, another than those of the tiles beside it."""
    woods: list[str] = []
    for index, placement in enumerate(board.placements):
        beside = {
            woods[other]
            for x, y in placement.cells
            for cell in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
            if (other := board.cells.get(cell, index)) < index
        }
        # A tile has at most six others beside it.
        woods.append(next(wood for wood in TERMINAL_WOODS if wood not in beside))
    return woods


def _labels(board: Board, groups: Sequence[Group], letters: bool) -> _Labels:
    labels: _Labels = {}
    if letters:
        for spot, colour in board.discs.items():
            labels |= _label(spot, colour, colour.initial.upper())
        for (u, v), colour in board.halves.items():
            right_or_below = (u // 2, v // 2) in board.cells
            labels |= _label((u, v), colour, colour.initial, right_or_below)
    for group in groups:
        for spot in group.discs:
            labels |= _label(spot, group.colour, str(len(group)))
    return labels


def _label(spot: Spot, colour: Colour, text: str, right_or_below: bool = False) -> _Labels:
    """One or two characters for a disc or the given half of it, on pixels that are all its own."""
    u, v = spot
    column, line = _LARGE * u - 1, (_LARGE * v - 1) // 2
    if right_or_below:
        column, line = (column + 1, line) if v % 2 else (column, line + 1)
    return {(column + i, line): (letter, PAINTS[colour].sign) for i, letter in enumerate(text)}


def _line(canvas: _Canvas, labels: _Labels, left: int, line: int) -> str:
    """One line with as few escapes as it needs; it leaves the terminal as it found it."""
    parts: list[str] = []
    now: tuple[str | None, str | None] = (None, None)
    end = max((column for column, row in canvas if row // 2 == line), default=left - 1)
    for column in range(left, end + 1):
        upper, lower = canvas.get((column, 2 * line)), canvas.get((column, 2 * line + 1))
        text, fore, back = "▀", upper, lower
        if (column, line) in labels:
            text, fore = labels[column, line]
        elif upper == lower:
            text, fore = " ", now[0]
        parts += _changes(now, (fore, back))
        now = fore, back
        parts.append(text)
    return "".join(parts) + _RESET + "\n"


def _changes(old: tuple[str | None, str | None], new: tuple[str | None, str | None]) -> Iterator[str]:
    """The escapes that set the fore (38) and back (48) colours; None is the terminal's own."""
    for code, before, after in zip((38, 48), old, new, strict=True):
        if after is None and before is not None:
            yield f"\x1b[{code + 1}m"
        elif after is not None and after != before:
            r, g, b = (int(after[i : i + 2], 16) for i in (1, 3, 5))
            yield f"\x1b[{code};2;{r};{g};{b}m"
