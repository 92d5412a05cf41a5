"""The arrays that compiled code works on, in one bundle."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from dalapapa.kernel.constants import (
    ALL_WORDS,
    ALONE,
    BOTTOM,
    CELL,
    CELLS,
    FRAME,
    HAND,
    LOG,
    LOG_END,
    LONE,
    PLACES,
    REALS,
    SETS,
    SIDE,
    TABLE,
    TILES,
    TILES_END,
    TOP,
    TURNS,
    UNSEEN,
    WEIGHTS,
)
from dalapapa.kernel.packing import MARGIN, Shift, pack_set, pack_tiles, unpack
from dalapapa.rules import TileSet, Turn

Table = Sequence[float]
"""The turn to expect of a hand whose tiles alone make x and y points, at EXPECTED * (x + 1) + y + 1."""


@dataclass(frozen=True, slots=True)
class ScoredTurn:
    """A turn of no, one or two placements and its total, the 4 points for a second tile taken off."""

    turn: Turn
    points: int


@dataclass(frozen=True, slots=True)
class Weights:
    """How much the static evaluation S cares for the reply and for the own next turn."""

    reply: float = 1.4
    own: float = 0.75


USUAL = Weights()


class Desk:
    """A position's words, the tile set and the working space of one thread: see constants.py.

    What lies here between calls is for the next one only: the position, and the log that undoes it.
    """

    def __init__(self, tile_set: TileSet) -> None:
        self.longs = np.zeros(LOG_END, np.int64)
        self.longs[TILES:TILES_END] = pack_tiles(tile_set)
        self.reals = np.zeros(REALS, np.float64)
        self.words = np.zeros(ALL_WORDS, np.int16)
        cells = self.words[CELL : CELL + CELLS].reshape(SIDE, SIDE)
        cells[:MARGIN] = cells[-MARGIN:] = FRAME
        cells[:, :MARGIN] = cells[:, -MARGIN:] = FRAME
        self.words[TOP] = self.words[BOTTOM] = SIDE // 2
        self.words[LONE] = (self.longs[PLACES:SETS] >> ALONE).any()

    def make_log_longer(self) -> None:
        """Room for more changes of the position."""
        self.longs = np.append(self.longs, np.zeros(LOG_END - LOG, np.int64))

    def hold(self, hand: Sequence[int]) -> None:
        """Think for a hand of one or two tiles from here on."""
        self.longs[HAND : HAND + 2] = hand[0], hand[1] if len(hand) > 1 else -1

    def hide(self, tiles: Iterable[int]) -> None:
        """The tiles that whoever thinks cannot see."""
        self.longs[UNSEEN : UNSEEN + 2] = pack_set(tiles)

    def expect(self, table: Table) -> None:
        """The table of expected turns to judge with."""
        self.reals[TABLE:WEIGHTS] = table

    def weigh(self, weights: Weights, player: int = 0) -> None:
        """How a player weighs what a turn leaves."""
        self.reals[WEIGHTS + 2 * player : WEIGHTS + 2 * player + 2] = weights.reply, weights.own

    def turns(self, count: int, shift: Shift, start: int = TURNS) -> list[ScoredTurn]:
        """So many turns that compiled code has written, in the words of the rules."""
        rows = self.longs[start : start + 3 * count].reshape(count, 3).tolist()
        found = []
        for points, *packed in rows:
            placements = tuple(unpack(placement, shift) for placement in packed if placement >= 0)
            found.append(ScoredTurn(Turn(placements), points if placements else 0))
        return found
