"""The board as a true-colour picture for the terminal, two pixels a character.

A half unit is three pixels, so a cell is six characters wide and three lines high. A disc is four
pixels across without its corners: neighbouring discs touch, and two columns are free for a letter.
"""

from collections.abc import Iterator, Mapping, Sequence

from dalapapa.render.palette import CREAM, PAINTS, TERMINAL_GROUND, TERMINAL_WOODS
from dalapapa.rules.board import Board
from dalapapa.rules.placement import Placement, Spot
from dalapapa.rules.scoring import Group

_HALF = 3
_CELL = 2 * _HALF
_DISC = [(i, j) for i in range(-2, 2) for j in range(-2, 2) if not (i in (-2, 1) and j in (-2, 1))]
_RESET = "\x1b[0m"

# Pixels and characters by column and row.
_Canvas = dict[tuple[int, int], str]
_Labels = dict[tuple[int, int], tuple[str, str]]


def ansi(
    board: Board, *, last: Sequence[Placement] = (), groups: Sequence[Group] = (), letters: bool = False
) -> str:
    """A coloured picture of the board.

    `last` placements are of the brightest wood; the discs of `groups` show their group's count. With
    `letters` discs carry their colour's initial, half-discs in lower case.
    """
    if not board.placements:
        return "(no tiles)\n"
    canvas = _painted(board, last)
    labels: _Labels = {}
    if letters:
        for spot, colour in board.discs.items():
            labels |= _label(board, spot, colour.initial.upper())
        for spot, colour in board.halves.items():
            labels |= _label(board, spot, colour.initial)
    for group in groups:
        for spot in group.discs:
            labels |= _label(board, spot, str(len(group)))
    columns, rows = [c for c, _ in canvas], [r for _, r in canvas]
    width = range(min(columns), max(columns) + 1)
    return "".join(_line(canvas, labels, width, row) for row in range(min(rows) // 2, max(rows) // 2 + 1))


def _painted(board: Board, last: Sequence[Placement]) -> _Canvas:
    """Every pixel of the tiles: wood with rounded corners, then discs as far as there is wood."""
    canvas: _Canvas = {}
    for placement, wood in zip(board.placements, _woods(board), strict=True):
        for x, y in placement.cells:
            for i in range(_CELL):
                for j in range(_CELL):
                    canvas[_CELL * x + i, _CELL * y + j] = CREAM if placement in last else wood
        (left, top), (right, bottom) = placement.cells
        for column in (_CELL * left, _CELL * right + _CELL - 1):
            for row in (_CELL * top, _CELL * bottom + _CELL - 1):
                canvas[column, row] = TERMINAL_GROUND
    for (u, v), colour in (*board.discs.items(), *board.halves.items()):
        for i, j in _DISC:
            pixel = (_HALF * u + i, _HALF * v + j)
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


def _label(board: Board, spot: Spot, text: str) -> _Labels:
    """One or two characters for a disc, on pixels that are all its own."""
    u, v = spot
    colour = board.discs.get(spot, board.halves.get(spot))
    if colour is None:
        return {}
    column, line = _HALF * u - 1, (_HALF * v - 1) // 2
    if spot in board.halves and (u // 2, v // 2) in board.cells:  # to the right of its spot, or below
        column, line = (column + 1, line) if v % 2 else (column, line + 1)
    ink = PAINTS[colour].sign
    return {(column + i, line): (letter, ink) for i, letter in enumerate(text[:2])}


def _line(canvas: Mapping[tuple[int, int], str], labels: _Labels, columns: range, line: int) -> str:
    """One line with as few escapes as it needs; it leaves the terminal as it found it."""
    parts: list[str] = []
    now: tuple[str | None, str | None] = (None, None)
    end = max((column for column, row in canvas if row // 2 == line), default=columns.start - 1)
    for column in range(columns.start, end + 1):
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
