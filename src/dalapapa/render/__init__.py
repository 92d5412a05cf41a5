"""The one drawing of tiles and boards in Python: as SVG, as plain text, and for the terminal."""

from dalapapa.render.svg import board_svg, tile_svg
from dalapapa.render.terminal import ansi
from dalapapa.render.text import plain

__all__ = ["ansi", "board_svg", "plain", "tile_svg"]
