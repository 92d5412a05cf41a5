"""The tiles on sheets to be cut out.

Of the usual size thirty stand on a sheet, in five rows of six. Between neighbours there are two cuts:
half-discs lie on a tile's edge, so their colour has to go on past the cut, and the neighbour has another one
there. (Ten rows of three would take 290 mm, which Letter has not.)
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from dalapapa.print.choices import Layout, Paper
from dalapapa.print.drawing import Press, inks
from dalapapa.print.lettering import lettering
from dalapapa.print.marks import Box, Shape, Text, line
from dalapapa.print.paper import BLACK, MARK_WIDTH, Sheets
from dalapapa.print.words import Words
from dalapapa.render.design import CELL
from dalapapa.rules import Tile, TileSet

BLEED = 2.0
EDGE = 4.0  # what printers leave white at the edge of a sheet
MARK, AWAY = 3.0, 0.7  # a cut mark's length, and how far it keeps from colours
SEEN = 1.5  # so much of a mark is printed by any printer, if need be on the bleed, which is cut away
FOLD = AWAY + MARK  # colours keep so far from a fold, so that marks have room there too
SMALLEST, LARGEST = 20.0, 120.0


@dataclass(frozen=True, slots=True)
class Grid:
    """Where tiles stand on a sheet: the fronts, row by row. Backs are mirrored about the sheet's middle."""

    paper: Paper
    size: float
    columns: int
    rows: int
    left: float
    top: float

    def front(self, place: int) -> Box:
        """The box of a tile's front."""
        row, column = divmod(place, self.columns)
        return Box(
            self.left + column * (self.size / 2 + 2 * BLEED),
            self.top + row * (self.size + 2 * BLEED),
            self.size / 2,
            self.size,
        )

    def back(self, place: int) -> Box:
        """Where its back goes: seen through the paper, the two lie on each other."""
        front = self.front(place)
        return Box(self.paper.size[0] - front.right, front.y, front.width, front.height)

    @property
    def places(self) -> int:
        """How many tiles a sheet has."""
        return self.columns * self.rows


def grid(paper: Paper, layout: Layout, size: float, tiles: int) -> Grid:
    """The fewest sheets for so many tiles, evenly filled."""
    if not SMALLEST <= size <= LARGEST:
        raise ValueError(f"a tile can be {SMALLEST:g} to {LARGEST:g} mm long, not {size:g}")
    width, height = paper.size
    if layout is Layout.FOLD:
        width = width / 2 - FOLD
    across, down = size / 2 + 2 * BLEED, size + 2 * BLEED
    columns = int((width - (1 if layout is Layout.FOLD else 2) * EDGE) // across)
    rows = int((height - 2 * EDGE) // down)
    sheets = ceil(tiles / (columns * rows))
    columns = min(columns, ceil(tiles / (sheets * rows)))
    # Folded, the tiles stand next to the fold; else in the middle of the sheet.
    left = (
        width - columns * across + BLEED if layout is Layout.FOLD else (width - columns * across) / 2 + BLEED
    )
    return Grid(paper, size, columns, rows, left, (height - rows * down) / 2 + BLEED)


def tiles(
    tile_set: TileSet,
    words: Words,
    *,
    paper: Paper = Paper.A4,
    layout: Layout = Layout.DUPLEX,
    size: float = 50.0,
    shift_back: tuple[float, float] = (0.0, 0.0),
    grey: bool = False,
) -> Sheets:
    """All tiles of a set, fronts and backs, as a document to print without scaling."""
    all_tiles = tile_set.tiles
    places = grid(paper, layout, size, len(all_tiles))
    sheets = Sheets(
        paper, f"Dalapapa: {tile_set.name}", language=words.language, duplex=layout is Layout.DUPLEX
    )
    job = _Job(sheets, Press(sheets, size / (2 * CELL), inks(grey=grey)), places, words, shift_back)
    starts = range(0, len(all_tiles), places.places)
    batches = [all_tiles[start : start + places.places] for start in starts]
    for front, back, number in _order(layout, len(batches)):
        sheets.add_page()
        if front:
            job.fronts(batches[number])
        if back:
            job.backs(batches[number], marks=layout is Layout.SEPARATE)
        if layout is Layout.FOLD:
            job.fold()
        sides = [words[side] for side, is_on in (("front", front), ("back", back)) if is_on]
        job.label(number + 1, len(batches), " | ".join(sides))
    # The first sheet, on both sides.
    sheets.shown = {Layout.FOLD: [0], Layout.DUPLEX: [0, 1], Layout.SEPARATE: [0, len(batches)]}[layout]
    return sheets


def _order(layout: Layout, batches: int) -> Iterator[tuple[bool, bool, int]]:
    """The pages: whether fronts and backs are on it, and of which batch."""
    if layout is Layout.FOLD:
        yield from ((True, True, number) for number in range(batches))
    elif layout is Layout.DUPLEX:
        for number in range(batches):
            yield True, False, number
            yield False, True, number
    else:
        yield from ((True, False, number) for number in range(batches))
        yield from ((False, True, number) for number in range(batches))


@dataclass(frozen=True, slots=True)
class _Job:
    """One printing of a set."""

    sheets: Sheets
    press: Press
    grid: Grid
    words: Words
    shift_back: tuple[float, float]

    def fronts(self, batch: Sequence[Tile]) -> None:
        boxes = [self.grid.front(place) for place in range(len(batch))]
        for tile, box in zip(batch, boxes, strict=True):
            self.press.face(tile, 0, box, BLEED)
        self._marks(boxes)

    def backs(self, batch: Sequence[Tile], *, marks: bool) -> None:
        x, y = self.shift_back
        boxes = [self.grid.back(place) for place in range(len(batch))]
        boxes = [Box(box.x + x, box.y + y, box.width, box.height) for box in boxes]
        for tile, box in zip(batch, boxes, strict=True):
            self.press.face(tile, 1, box, BLEED)
        if marks:
            self._marks(boxes)

    def fold(self) -> None:
        """A dashed line to fold along."""
        width, height = self.grid.paper.size
        down = line(width / 2, EDGE, width / 2, height - EDGE)
        self.sheets.put(Shape(down, line=BLACK, width=MARK_WIDTH, dash=2))

    def label(self, number: int, of: int, side: str) -> None:
        """What this sheet is: up along its left edge, or above the tiles where there is more room."""
        text = self.words.fill("sheet", number=number, of=of, side=side, size=f"{self.grid.size:g}")
        at = EDGE + 1.8
        if self.grid.left < self.grid.top:
            self.sheets.put(Text(self.grid.left, at, text, 6))
        else:
            middle = self.grid.paper.size[1] / 2 + lettering(bold=False).width(text, 6) / 2
            self.sheets.put(Text(at, middle, text, 6, upwards=True))

    def _marks(self, boxes: Sequence[Box]) -> None:
        """Marks in line with every cut, outside all tiles."""
        width, height = self.grid.paper.size
        left, right = min(box.x for box in boxes) - BLEED, max(box.right for box in boxes) + BLEED
        top, bottom = min(box.y for box in boxes) - BLEED, max(box.bottom for box in boxes) + BLEED
        for x in sorted({round(cut, 3) for box in boxes for cut in (box.x, box.right)}):
            self.sheets.hairline(x, top - AWAY - MARK, x, max(top - AWAY, EDGE + SEEN))
            self.sheets.hairline(x, min(bottom + AWAY, height - EDGE - SEEN), x, bottom + AWAY + MARK)
        for y in sorted({round(cut, 3) for box in boxes for cut in (box.y, box.bottom)}):
            self.sheets.hairline(left - AWAY - MARK, y, max(left - AWAY, EDGE + SEEN), y)
            self.sheets.hairline(min(right + AWAY, width - EDGE - SEEN), y, right + AWAY + MARK, y)
