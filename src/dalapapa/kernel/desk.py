"""The arrays that compiled code works on, in one bundle."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from dalapapa.kernel.constants import (
    ALL_WORDS,
    ALONE,
    BOTTOM,
    CELL,
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
from dalapapa.kernel.entrance import longs, reals, words
from dalapapa.kernel.packing import MARGIN, Shift, pack_set, pack_tiles, unpack
from dalapapa.rules import TileSet, Turn

Number = TypeVar("Number", int, float)
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


def _empty() -> "array[int]":
    """The words of a position without a tile."""
    empty = array("h", bytes(2 * ALL_WORDS))
    for y in range(SIDE):
        for x in range(SIDE):
            if min(x, y) < MARGIN or max(x, y) >= SIDE - MARGIN:
                empty[CELL + y * SIDE + x] = FRAME
    empty[TOP] = empty[BOTTOM] = SIDE // 2
    return empty


_EMPTY = _empty()


def in_rows(flat: list[Number], width: int) -> Iterator[list[Number]]:
    """What compiled code has written, a row of so many numbers after the other."""
    return (flat[at : at + width] for at in range(0, len(flat), width))


class Desk:
    """A position's words, the tile set and the working space of one thread: see constants.py.

    What lies here between calls is for the next one only: the position, and the log that undoes it.
    """

    def __init__(self, tile_set: TileSet) -> None:
        self.longs = longs(LOG_END)
        self.longs[TILES:TILES_END] = pack_tiles(tile_set)
        self.reals = reals(REALS)
        self.words = words(ALL_WORDS)
        self.words[:] = _EMPTY
        self.words[LONE] = max(self.longs[PLACES:SETS].tolist()) >> ALONE

    def make_log_longer(self) -> None:
        """Room for more changes of the position."""
        shorter = self.longs
        self.longs = longs(len(shorter) + LOG_END - LOG)
        self.longs[: len(shorter)] = shorter

    def hold(self, hand: Sequence[int]) -> None:
        """Think for a hand of one or two tiles from here on."""
        self.longs[HAND] = hand[0]
        self.longs[HAND + 1] = hand[1] if len(hand) > 1 else -1

    def hide(self, tiles: Iterable[int]) -> None:
        """The tiles that whoever thinks cannot see."""
        self.longs[UNSEEN], self.longs[UNSEEN + 1] = pack_set(tiles)

    def expect(self, table: Table) -> None:
        """The table of expected turns to judge with."""
        self.reals[TABLE:WEIGHTS] = array("d", table)

    def weigh(self, weights: Weights, player: int = 0) -> None:
        """How a player weighs what a turn leaves."""
        at = WEIGHTS + 2 * player
        self.reals[at], self.reals[at + 1] = weights.reply, weights.own

    def turns(self, count: int, shift: Shift, start: int = TURNS) -> list[ScoredTurn]:
        """So many turns that compiled code has written, in the words of the rules."""
        found = []
        for points, *packed in in_rows(self.longs[start : start + 3 * count].tolist(), 3):
            placements = tuple(unpack(placement, shift) for placement in packed if placement >= 0)
            found.append(ScoredTurn(Turn(placements), points if placements else 0))
        return found
