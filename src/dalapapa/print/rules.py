"""The rules with their figures, to lay into the box."""

from dalapapa.lessons.figures import FIGURES
from dalapapa.lessons.rulebook import PARTS, clauses, rulebook
from dalapapa.print.choices import Paper
from dalapapa.print.drawing import Press, inks
from dalapapa.print.paper import Sheets
from dalapapa.print.words import Words
from dalapapa.render.design import CELL

MARGIN = 20.0
BODY = 10.5
TILE = 26.0  # the length of a tile in a figure
GAP = 6.0
HEAD = 10.0  # a heading, with the room around it
AFTER = 1.6  # below a paragraph

# Where a page has room for it: the figures below each part's clauses.
FIGURES_OF = {"R2": ("join", "colours", "corner"), "R5": ("group", "great")}


def rules(words: Words, *, paper: Paper = Paper.A4, grey: bool = False) -> Sheets:
    """The complete rules in one language."""
    texts = rulebook(words.language)
    sheets = Sheets(paper, texts["title"], language=words.language)
    press = Press(sheets, TILE / (2 * CELL), inks(grey=grey))
    width = paper.size[0] - 2 * MARGIN
    sheets.add_page()
    sheets.words(MARGIN, MARGIN + 6, texts["title"], 20, bold=True)
    sheets.y = MARGIN + 12
    sheets.paragraph(texts["goal"], MARGIN, width, BODY + 1)
    for part in PARTS:
        said = [texts[clause] for clause in clauses(part)]
        # What a tile scores is looked up more often than read: a paragraph a clause.
        said = said if part == "R5" else [" ".join(said)]
        captions = {name: texts[f"figure_{name}"] for name in FIGURES_OF.get(part, ())}
        # A part stays on one page, with its figures.
        high = HEAD + sum(sheets.height_of(text, width, BODY) + AFTER for text in said)
        if captions:
            high += sum(_measured(press, captions)[1:]) + 6
        _room(sheets, high)
        sheets.y += 3
        sheets.paragraph(texts[part], MARGIN, width, 13, bold=True, after=0.8)
        for text in said:
            sheets.paragraph(text, MARGIN, width, BODY, after=AFTER)
        if captions:
            _row(press, captions)
    sheets.y += 3
    sheets.paragraph(texts["source"], MARGIN, width, 8.5)
    return sheets


def _room(sheets: Sheets, height: float) -> None:
    """Begin a new page where what comes next would not fit."""
    if sheets.y + height > sheets.paper.size[1] - MARGIN:
        sheets.add_page()
        sheets.y = MARGIN


def _measured(press: Press, captions: dict[str, str]) -> tuple[float, float, float]:
    """Of figures side by side: the width that each has, how high they are, and the words below them."""
    sheets = press.sheets
    width = (sheets.paper.size[0] - 2 * MARGIN - GAP * (len(captions) - 1)) / len(captions)
    high = max(FIGURES[name].cells[1] for name in captions) * CELL * press.unit
    return width, high, max(sheets.height_of(text, width, 9) for text in captions.values())


def _row(press: Press, captions: dict[str, str]) -> None:
    """Figures side by side, each with its words below."""
    sheets, cell = press.sheets, CELL * press.unit
    width, high, below = _measured(press, captions)
    top = sheets.y + 2
    for number, (name, caption) in enumerate(captions.items()):
        x = MARGIN + number * (width + GAP)
        columns, rows = FIGURES[name].cells
        press.figure(FIGURES[name], x + (width - columns * cell) / 2, top + high - rows * cell)
        sheets.y = top + high + 2
        sheets.paragraph(caption, x, width, 9, align="C")
    sheets.y = top + high + below + 4
