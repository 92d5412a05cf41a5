"""The colours of the drawings: discs told apart by lightness as well as by hue, wood and felt."""

from collections.abc import Mapping
from dataclasses import dataclass

from dalapapa.rules.tiles import Colour


@dataclass(frozen=True, slots=True)
class Paint:
    """How a disc of one colour is painted: its body, where light falls on it, its rim, and its sign."""

    body: str
    light: str
    rim: str
    sign: str


_CREAM, _BARK = "#fff4dc", "#7a4d00"

# Lightness climbs from blue over red and green to yellow, so that eyes which mix up hues still see
# four colours; tests/render/test_palette.py measures it.
PAINTS: Mapping[Colour, Paint] = {
    Colour.RED: Paint("#c8321f", "#e0503a", "#8a1c10", _CREAM),
    Colour.GREEN: Paint("#2fa36b", "#4dbd86", "#17693f", _CREAM),
    Colour.BLUE: Paint("#1f4f9e", "#3a70c2", "#12316a", _CREAM),
    Colour.YELLOW: Paint("#f6b90f", "#ffd24a", "#a87405", _BARK),
}

# Light wood, a shade different from tile to tile.
WOODS = ("#ecd5ab", "#e7cc9d", "#efdab5", "#e4c795", "#ead0a6", "#e9d2a2", "#e1c394")
FELT, FELT_LIGHT = "#17362d", "#2b5849"
INK = "#1d1206"


def wood_of(tile: int) -> str:
    """The tint of a tile: neighbouring ids differ, and a tile has the same one wherever it is drawn."""
    return WOODS[tile * 5 % len(WOODS)]
