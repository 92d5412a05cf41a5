"""Dalapapa: a tile-laying game for 2 to 4 players, by François Haffner.

`dalapapa.rules` is the game itself; everything else stands on it.
"""

__version__ = "0.1.0"
