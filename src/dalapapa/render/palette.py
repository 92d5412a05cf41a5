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


CREAM, BARK = "#fff4dc", "#7a4d00"

# Lightness climbs from blue over red and green to yellow, so that eyes which mix up hues still see
# four colours; tests/render/test_palette.py measures it.
PAINTS: Mapping[Colour, Paint] = {
    Colour.RED: Paint("#bd2a1a", "#dd4b37", "#7d150b", CREAM),
    Colour.GREEN: Paint("#2a9a70", "#4ab98b", "#125a3e", CREAM),
    Colour.BLUE: Paint("#1c4a99", "#386cbd", "#102c63", CREAM),
    Colour.YELLOW: Paint("#f7bc14", "#ffd75c", "#9a6a04", BARK),
}

# Light wood, a shade different from tile to tile.
WOODS = ("#ecd5ab", "#e9d2a2", "#e4c795", "#e7cc9d", "#e1c394", "#ead0a6", "#efdab5")
# In the terminal the wood alone tells tiles apart, so its tints lie further from each other.
TERMINAL_WOODS = ("#dcbf91", "#c4a06b", "#d0b07e", "#b6915b", "#e3caa0", "#a8834e", "#9b7744")
TERMINAL_GROUND = "#1c2b25"
FELT, FELT_LIGHT = "#17362d", "#2b5849"
GRAIN, SIDE, HAIRLINE, INK = "#9a6324", "#8d6230", "#2b1a08", "#1d1206"

# Light falls from the upper left, on the edge of a tile and across it: offset, colour, opacity.
LIGHTS: Mapping[str, tuple[tuple[float, str, float], ...]] = {
    "bevel": ((0, "#fff", 0.75), (0.45, "#fff", 0.1), (0.6, "#5b3a12", 0.1), (1, "#5b3a12", 0.5)),
    "sheen": ((0, "#fff", 0.22), (0.5, "#fff", 0), (1, "#6b4312", 0.16)),
}


def wood_of(tile: int) -> str:
    """The tint of a tile: neighbouring ids differ, and a tile has the same one wherever it is drawn."""
    return WOODS[tile % len(WOODS)]
