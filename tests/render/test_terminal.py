import re
from collections import Counter
from typing import NamedTuple

import pytest

from dalapapa.render import ansi
from dalapapa.render.palette import CREAM, PAINTS
from dalapapa.rules import Board, Colour, Game, Placement, classic, complete_groups

BODIES = {paint.body: colour for colour, paint in PAINTS.items()}


class Shown(NamedTuple):
    text: str
    upper: str | None
    lower: str | None


def screen(picture: str) -> dict[tuple[int, int], Shown]:
    """What a terminal would show, by column and line."""
    shown = {}
    fore: str | None = None
    back: str | None = None
    for row, line in enumerate(picture.splitlines()):
        column = 0
        for code, text in re.findall(r"\x1b\[([\d;]+)m|(.)", line):
            if text:
                upper = fore if text == "▀" else back
                shown[column, row] = Shown(text, upper, back)
                column += 1
            elif code == "0":
                fore = back = None
            elif code in ("39", "49"):
                fore, back = (None, back) if code == "39" else (fore, None)
            else:
                colour = re.fullmatch(r"(38|48);2;(\d+);(\d+);(\d+)", code)
                assert colour is not None, code
                ground, r, g, b = colour.groups()
                paint = f"#{int(r):02x}{int(g):02x}{int(b):02x}"
                fore, back = (paint, back) if ground == "38" else (fore, paint)
        assert (fore, back) == (None, None), "a line must leave the terminal as it found it"
    return shown


def pixels(picture: str) -> Counter[Colour]:
    """How many pixels show each colour."""
    return Counter(
        BODIES[paint]
        for cell in screen(picture).values()
        for paint in (cell.upper, cell.lower)
        if paint in BODIES
    )


@pytest.mark.parametrize(("width", "disc", "half_disc"), [(None, 12, 6), (1, 4, 2)])
def test_discs_have_their_pixels(board: Board, width: int | None, disc: int, half_disc: int) -> None:
    for colour, count in pixels(ansi(board, width=width)).items():
        whole = Counter(board.discs.values())[colour]
        half = Counter(board.halves.values())[colour]
        assert count == disc * whole + half_disc * half


def test_letters_are_those_of_the_discs(board: Board) -> None:
    letters = Counter(cell.text for cell in screen(ansi(board, letters=True)).values() if cell.text.isalpha())
    assert letters == Counter(colour.initial.upper() for colour in board.discs.values()) + Counter(
        colour.initial for colour in board.halves.values()
    )


def test_letters_lie_on_their_own_colour(board: Board) -> None:
    for cell in screen(ansi(board, letters=True, groups=complete_groups(board))).values():
        if cell.text.isalpha():
            assert cell.upper is not None
            assert BODIES[cell.upper].initial == cell.text.lower()


def test_letters_leave_the_colours_as_they_are(board: Board) -> None:
    assert pixels(ansi(board, letters=True)) == pixels(ansi(board))


def test_discs_of_groups_show_the_count(board: Board) -> None:
    groups = complete_groups(board)
    figures = Counter(
        cell.text for cell in screen(ansi(board, groups=groups)).values() if cell.text.isdigit()
    )
    assert figures == Counter("".join(str(len(group)) * len(group) for group in groups))


def test_the_last_placement_is_of_the_brightest_wood(board: Board, game: Game) -> None:
    def bright(picture: str) -> int:
        return sum((cell.upper, cell.lower).count(CREAM) for cell in screen(picture).values())

    assert bright(ansi(board)) == 0
    # A tile has 72 pixels: 12 of its disc, 6 of each half-disc, 4 dark corners.
    assert bright(ansi(board, last=game.turns[-1].placements)) == 72 - 12 - 6 * 6 - 4


def test_tiles_side_by_side_differ(board: Board) -> None:
    """The middle of a cell is always wood: where its tint is the same, so is the tile."""
    left, top = min(x for x, _ in board.cells), min(y for _, y in board.cells)
    shown = screen(ansi(board))
    wood = {(x, y): shown[6 * (x - left) + 3, 3 * (y - top) + 1].upper for x, y in board.cells}
    for (x, y), tile in board.cells.items():
        for beside in ((x + 1, y), (x, y + 1)):
            if beside in wood:
                assert (wood[x, y] == wood[beside]) == (tile == board.cells[beside])


def test_the_picture_fits_the_terminal_if_it_can(board: Board) -> None:
    cells = 1 + max(x for x, _ in board.cells) - min(x for x, _ in board.cells)

    def widest(width: int) -> int:
        return 1 + max(column for column, _ in screen(ansi(board, width=width)))

    assert widest(6 * cells) == 6 * cells
    assert widest(6 * cells - 1) == 4 * cells


def test_one_tile_and_none() -> None:
    board = Board(classic()).place(Placement(0, 0, 0, -3, -2))
    assert {column for column, _ in screen(ansi(board))} == set(range(12))
    assert {row for _, row in screen(ansi(board))} == set(range(3))
    assert ansi(Board(classic())) == "(no tiles)\n"
