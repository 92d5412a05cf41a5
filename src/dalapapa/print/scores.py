"""A score sheet for two to four players."""

from dalapapa.print.choices import Paper
from dalapapa.print.lettering import lettering
from dalapapa.print.marks import Box
from dalapapa.print.paper import Sheets
from dalapapa.print.words import Words

MARGIN = 14.0
ROW = 7.2
THICK, THIN = 0.4, 0.12  # lines


def scores(words: Words, *, players: int = 4, paper: Paper = Paper.A4) -> Sheets:
    """One page: for each player a column of discs, groups, the second tile's 4 points, and the total."""
    if not 2 <= players <= 4:
        raise ValueError(f"2 to 4 players, not {players}")
    sheets = Sheets(paper, words["scores_title"], language=words.language)
    sheets.add_page()
    width, height = paper.size
    sheets.words(MARGIN, MARGIN + 6, words["scores_title"], 18, bold=True)
    sheets.words(width - MARGIN - 22, MARGIN + 6, words["target"], 10, align="R")
    sheets.hairline(width - MARGIN - 20, MARGIN + 6.5, width - MARGIN, MARGIN + 6.5)
    top = MARGIN + 12
    rows = int((height - top - 16 - MARGIN - 22) // ROW)
    _table(sheets, words, players, top, rows)
    _scoring(sheets, words, top + 16 + rows * ROW + 7)
    return sheets


def _table(sheets: Sheets, words: Words, players: int, top: float, rows: int) -> None:
    numbers = 8.0
    column = (sheets.paper.size[0] - 2 * MARGIN - numbers) / players
    part = column / 4
    bottom = top + 16 + rows * ROW
    for row in range(1, rows, 2):
        sheets.fill(Box(MARGIN, top + 16 + row * ROW, numbers + players * column, ROW), "#eeeeee")
    for player in range(players):
        x = MARGIN + numbers + player * column
        sheets.words(x + 2, top + 4, words["name"], 7)
        for place, title in enumerate((words["discs"], words["groups"], "−4", words["total"])):
            sheets.words(x + (place + 0.5) * part, top + 14, title, _fitting(title, part), align="C")
            _line(sheets, x + place * part, top + 10, bottom, thick=place == 0)
        _line(sheets, x, top, top + 10, thick=True)
    right = MARGIN + numbers + players * column
    _line(sheets, MARGIN, top + 16, bottom, thick=True)
    _line(sheets, right, top, bottom, thick=True)
    for y, x in ((top, MARGIN + numbers), (top + 10, MARGIN + numbers), (top + 16, MARGIN), (bottom, MARGIN)):
        sheets.line(x, y, right, y, THICK)
    for row in range(rows):
        sheets.words(MARGIN + numbers - 2, top + 16 + row * ROW + 4.9, str(row + 1), 8, align="R")


def _fitting(text: str, width: float) -> float:
    """The size in which a title fits its column."""
    return min(8.0, 8 * (width - 1) / lettering(bold=False).width(text, 8))


def _line(sheets: Sheets, x: float, y: float, to_y: float, *, thick: bool) -> None:
    sheets.line(x, y, x, to_y, THICK if thick else THIN)


def _scoring(sheets: Sheets, words: Words, y: float) -> None:
    sheets.words(MARGIN, y, words["scoring_discs"] + "  (1 · 2 · 4 · 6 · 8 · 10)", 9.5)
    sheets.words(MARGIN, y + 5, words["scoring_groups"] + "   ·   " + words["scoring_second"], 9.5)
    sheets.words(MARGIN, y + 10, words["scoring_end"], 9.5)
