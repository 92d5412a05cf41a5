"""The one drawing of tiles and boards in Python: SVG, plain text and the terminal."""

from dalapapa.render.svg import board_svg, tile_svg

__all__ = ["board_svg", "tile_svg"]
