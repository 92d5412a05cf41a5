"""Paper and ink: sheets of a known size, on which everything is measured in millimetres."""

from collections.abc import Sequence

from dalapapa.print.choices import Paper
from dalapapa.print.lettering import lettering
from dalapapa.print.marks import Box, Mark, Shape, Text, line, rectangle
from dalapapa.print.pdf import pdf
from dalapapa.print.picture import picture

MARK_WIDTH = 0.1
LINE = 0.46  # millimetres from line to line for each point of a letter's size
BASELINE = 0.33  # and from the upper edge of a line to where its letters stand
BLACK = "#000000"


class Sheets:
    """A document to print, page by page; `y` is where the pen is on the last page."""

    def __init__(self, paper: Paper, title: str, *, language: str = "en", duplex: bool = False) -> None:
        self.paper, self.title, self.language, self.duplex = paper, title, language, duplex
        self.pages: list[list[Mark]] = []
        # The pages that show what comes out of the printer: unless told otherwise, all.
        self.shown: Sequence[int] | None = None
        self.y = 0.0

    @property
    def pdf(self) -> bytes:
        """The document as a file."""
        return pdf(self.pages, self.paper.size, self.title, language=self.language, duplex=self.duplex)

    @property
    def pictures(self) -> list[str]:
        """What it looks like: pages as SVG."""
        shown = range(len(self.pages)) if self.shown is None else self.shown
        return [picture(self.pages[number], self.paper.size) for number in shown]

    @property
    def look(self) -> dict[str, object]:
        """What somebody is told who looks at it before it is printed."""
        return {"pages": len(self.pages), "pictures": self.pictures}

    def add_page(self) -> None:
        """Go on to the next page."""
        self.pages.append([])

    def put(self, *marks: Mark) -> None:
        """Put marks on the page."""
        self.pages[-1].extend(marks)

    def fill(self, box: Box, tone: str) -> None:
        """A rectangle of a colour."""
        self.put(Shape(rectangle(box), fill=tone))

    def line(self, x: float, y: float, to_x: float, to_y: float, width: float) -> None:
        """A line of a width."""
        self.put(Shape(line(x, y, to_x, to_y), line=BLACK, width=width))

    def hairline(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """A line as thin as printers draw it."""
        self.line(x, y, to_x, to_y, MARK_WIDTH)

    def words(
        self, x: float, y: float, text: str, size: float, *, bold: bool = False, align: str = "L"
    ) -> None:
        """One line of text: its baseline is at `y`, and it begins, ends or is centred at `x`."""
        width = lettering(bold=bold).width(text, size)
        self.put(Text(x - {"L": 0.0, "C": width / 2, "R": width}[align], y, text, size, bold))

    def paragraph(
        self,
        text: str,
        x: float,
        width: float,
        size: float,
        *,
        bold: bool = False,
        align: str = "L",
        after: float = 1.6,
    ) -> None:
        """Text in lines of a width, from where the pen is downwards."""
        for words in _lines(text, width, size, bold=bold):
            middle = x + width / 2 if align == "C" else x
            self.words(middle, self.y + size * BASELINE, words, size, bold=bold, align=align)
            self.y += size * LINE
        self.y += after

    def height_of(self, text: str, width: float, size: float) -> float:
        """How high such a paragraph is."""
        return len(_lines(text, width, size, bold=False)) * size * LINE


def _lines(text: str, width: float, size: float, *, bold: bool) -> list[str]:
    """A text in lines that are not wider, broken at its spaces; those that must not be broken are others."""
    measure = lettering(bold=bold).width
    lines: list[str] = []
    for word in text.split(" "):
        if lines and measure(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
