"""A sheet that tells how far a printer's back lies from its front."""

from dalapapa.print.choices import Paper
from dalapapa.print.paper import Sheets
from dalapapa.print.words import Words

REACH = 8  # how many millimetres the scales go to each side


def calibration(words: Words, *, paper: Paper = Paper.A4) -> Sheets:
    """Crosses on the front, scales at the same places on the back."""
    sheets = Sheets(paper, words["calibration_title"], language=words.language, duplex=True)
    width, height = paper.size
    crosses = [(x, y) for x in (35.0, width - 35) for y in (35.0, height - 35)] + [(width / 2, height / 2)]
    sheets.add_page()
    for x, y in crosses:
        sheets.hairline(x - REACH, y, x + REACH, y)
        sheets.hairline(x, y - REACH, x, y + REACH)
    _instructions(sheets, words)
    sheets.add_page()
    for x, y in crosses:
        _scale(sheets, width - x, y)
    return sheets


def _scale(sheets: Sheets, x: float, y: float) -> None:
    sheets.hairline(x - REACH, y, x + REACH, y)
    sheets.hairline(x, y - REACH, x, y + REACH)
    for step in range(-2 * REACH, 2 * REACH + 1):
        reach = 0.6 if step % 2 else 2.0 if step % 10 == 0 else 1.2
        at = step / 2
        sheets.hairline(x + at, y - reach, x + at, y + reach)
        sheets.hairline(x - reach, y + at, x + reach, y + at)
    # Each number in a corner of its own, so that none is taken for that of the other scale.
    for step, above, side in ((-5, 4.2, "R"), (5, -2.8, "L")):
        sheets.words(x + step, y + above, f"{step:+d}", 5, align="C")
        sheets.words(x + (2.4 if side == "L" else -2.4), y + step + 0.6, f"{step:+d}", 5, align=side)


def _instructions(sheets: Sheets, words: Words) -> None:
    width, height = sheets.paper.size
    y = height / 2 - 75
    sheets.words(width / 2, y, words["calibration_title"], 16, bold=True, align="C")
    sheets.y = y + 6
    for number in (1, 2, 3):
        sheets.paragraph(f"{number}.  {words[f'calibration_{number}']}", 45, width - 90, 10.5)
    middle, line = width / 2, height / 2 + 40
    for x in (middle - 50, middle + 50):
        sheets.hairline(x, line - 2, x, line + 2)
    sheets.hairline(middle - 50, line, middle + 50, line)
    sheets.words(middle, line + 6, words["calibration_ruler"], 9, align="C")
