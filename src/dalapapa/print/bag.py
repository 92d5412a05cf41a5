"""A label for the bag or the box of a set made at home."""

from dalapapa.lessons.figures import FIGURES
from dalapapa.print.choices import Paper
from dalapapa.print.drawing import Press, inks
from dalapapa.print.paper import Sheets
from dalapapa.print.words import Words
from dalapapa.render.design import CELL

WIDTH, HEIGHT = 140.0, 90.0
PICTURE = 70.0, 40.0  # the most that the board on it takes


def bag(words: Words, *, paper: Paper = Paper.A4, grey: bool = False) -> Sheets:
    """Two labels on a sheet, with cut marks."""
    sheets = Sheets(paper, f"Dalapapa: {words['bag_line']}", language=words.language)
    sheets.add_page()
    width, height = paper.size
    x = (width - WIDTH) / 2
    for middle in (height / 4 + 5, 3 * height / 4 - 5):
        _label(sheets, words, x, middle - HEIGHT / 2, grey)
    return sheets


def _label(sheets: Sheets, words: Words, x: float, y: float, grey: bool) -> None:
    for mark in (x, x + WIDTH):
        sheets.hairline(mark, y - 5, mark, y - 1)
        sheets.hairline(mark, y + HEIGHT + 1, mark, y + HEIGHT + 5)
    for mark in (y, y + HEIGHT):
        sheets.hairline(x - 5, mark, x - 1, mark)
        sheets.hairline(x + WIDTH + 1, mark, x + WIDTH + 5, mark)
    figure = FIGURES["great"]
    columns, rows = figure.cells
    unit = min(room / (cells * CELL) for room, cells in zip(PICTURE, (columns, rows), strict=True))
    middle = x + WIDTH / 2
    Press(sheets, unit, inks(grey=grey)).figure(figure, middle - columns * CELL * unit / 2, y + 7)
    sheets.words(middle, y + 58, "Dalapapa", 34, bold=True, align="C")
    sheets.words(middle, y + 68, words["bag_line"], 11, align="C")
    sheets.words(middle, y + 75, words["bag_author"], 10, align="C")
    sheets.words(middle, y + 83, words["bag_made"], 8, align="C")
