"""Tiles and boards in ink, by the same measures and signs as every other picture."""

from dataclasses import dataclass

from dalapapa.lessons.figures import Figure
from dalapapa.print.lettering import lettering
from dalapapa.print.marks import Box, Shape, Stamp, Stamped, Text, Window, circle, line, outline, rectangle
from dalapapa.print.paper import Sheets
from dalapapa.render.design import CELL, DISC, HALF, HALF_SIGNS
from dalapapa.render.outlines import group_line
from dalapapa.render.palette import INK, PAINTS, wood_of
from dalapapa.rules import Colour, Placement, Tile, classic

RIM = 1.0  # of a disc, in units of the design
EDGE = 0.25  # the line around a tile in a figure, in millimetres
# A tile that stands, its long sides to the left and right; discs of all tiles lie at the same spots.
UPRIGHT = Placement(0, 0, 1, 0, 0)


@dataclass(frozen=True, slots=True)
class Ink:
    """The colours to print with."""

    body: str
    rim: str
    sign: str


@dataclass(frozen=True, slots=True)
class Inks:
    """How discs and wood are printed: in colours, or in greys that the signs tell apart."""

    discs: dict[Colour, Ink]
    grey: bool

    def wood(self, tile: int) -> str:
        """The ground of a tile; in grey none, for the sake of the ink."""
        return "#ffffff" if self.grey else wood_of(tile)


def inks(*, grey: bool) -> Inks:
    """Colours, or their greys."""
    discs = {
        colour: Ink(*((_grey(tone) if grey else tone) for tone in (paint.body, paint.rim, paint.sign)))
        for colour, paint in PAINTS.items()
    }
    return Inks(discs, grey)


def _grey(tone: str) -> str:
    """The grey that is as light as a colour: light is added up, not what screens are told (sRGB)."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in _rgb(tone))
    )
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    told = 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return f"#{round(255 * told):02x}" + 2 * f"{round(255 * told):02x}"


def _rgb(tone: str) -> tuple[int, int, int]:
    return int(tone[1:3], 16), int(tone[3:5], 16), int(tone[5:7], 16)


class Press:
    """Draws on sheets; `unit` millimetres are one unit of the design."""

    def __init__(self, sheets: Sheets, unit: float, colours: Inks) -> None:
        self.sheets, self.unit, self.inks = sheets, unit, colours
        self._discs = {colour: _disc(colour, ink) for colour, ink in colours.discs.items()}

    def face(self, tile: Tile, face: int, box: Box, bleed: float) -> None:
        """One face of a tile that stands in its box; its colours go on past the cut."""
        self._laid(tile, face, UPRIGHT, box.wider(bleed), (box.x, box.y))
        self._number(tile.id, box)

    def figure(self, figure: Figure, x: float, y: float) -> None:
        """A figure with its corner at x, y; the groups that its last tile closes are outlined."""
        cell, tile_set = CELL * self.unit, classic()
        for placement in figure.laid:
            columns, rows = ({at[axis] for at in placement.cells} for axis in (0, 1))
            box = Box(x + min(columns) * cell, y + min(rows) * cell, len(columns) * cell, len(rows) * cell)
            self._laid(tile_set[placement.tile], placement.face, placement, box, (x, y))
            self.sheets.put(Shape(rectangle(box), line=INK, width=EDGE))
        for group in figure.groups:
            around = outline(group_line(group))
            lines = [Shape(around, line=tone, width=width) for tone, width in ((INK, 6.4), ("#ffffff", 3.0))]
            self.sheets.put(Stamped(Stamp(lines), x, y, self.unit))

    def _laid(
        self, tile: Tile, face: int, placement: Placement, box: Box, origin: tuple[float, float]
    ) -> None:
        """A face as it lies: of its wood and its discs, what is inside the box."""
        x, y = origin
        ground = Shape(rectangle(box), fill=self.inks.wood(tile.id))
        discs = [
            Stamped(self._discs[colour], x + u * HALF * self.unit, y + v * HALF * self.unit, self.unit)
            for (u, v), colour in zip(placement.spots, tile.faces[face], strict=True)
        ]
        self.sheets.put(Window(box, [ground, *discs]))

    def _number(self, number: int, box: Box) -> None:
        """A tile's id, in the corner that the half-discs leave free; underlined where it has two readings."""
        x, y, size = box.x + 1.6 * self.unit, box.y + 6.2 * self.unit, 12 * self.unit
        self.sheets.put(Text(x, y, str(number), size, colour=INK))
        if _reads_otherwise(str(number)):
            below = y + 1.1 * self.unit
            end = x + lettering(bold=False).width(str(number), size)
            self.sheets.put(Shape(line(x, below, end, below), line=INK, width=0.5 * self.unit))


def _reads_otherwise(number: str) -> bool:
    """Whether it is another number when the tile lies upside down, as 6 is 9 and 68 is 89."""
    turned = number[::-1].translate(str.maketrans("69", "96"))
    return set(number) <= set("0689") and turned != number and not turned.startswith("0")


def _disc(colour: Colour, ink: Ink) -> Stamp:
    """A disc around the origin: its rim, its body and its sign."""
    return Stamp(
        [
            Shape(circle(DISC + RIM / 2), fill=ink.rim),
            Shape(circle(DISC - RIM / 2), fill=ink.body),
            Shape(outline(HALF_SIGNS[colour].doubled), fill=ink.sign),
        ]
    )
