"""The compiled half of `offers`: what a hand can do, read from the columns that `receipts` writes."""

import sys
import threading
from array import array
from collections.abc import Sequence
from itertools import chain
from operator import attrgetter
from typing import Any

from dalapapa.kernel.constants import (
    AT_X,
    AT_Y,
    BOARD,
    CLOSED,
    COLOUR_MADE,
    FITS_FIRST,
    FITS_SECOND,
    MADE_AT,
    OFFERS_END,
    ORDERS,
    ORDERS_OFFERED,
    PLACES_OFFERED,
)
from dalapapa.kernel.desk import Desk, in_rows
from dalapapa.kernel.entrance import LongArray, doors, longs
from dalapapa.kernel.errors import TooWideError
from dalapapa.kernel.offers import Offers
from dalapapa.rules import Board, TileSet

# A desk takes a megabyte, and every board is laid on it anew: one is enough for each thread.
_own = threading.local()

_numbers = attrgetter("tile", "face", "rotation", "x", "y")
# Of the eight bytes of a number, the one with all that a small number has.
_LOWEST = 0 if sys.byteorder == "little" else 7


def _desk(tile_set: TileSet) -> tuple[Desk, LongArray, memoryview]:
    if getattr(_own, "tile_set", None) is not tile_set:
        found: Any = longs(OFFERS_END)
        _own.tile_set, _own.desk = tile_set, (Desk(tile_set), found, memoryview(found).cast("B"))
    desk: tuple[Desk, LongArray, memoryview] = _own.desk
    return desk


def listed(board: Board, hand: Sequence[int], tried: bool = False) -> Offers:
    """What a hand is offered on a board that has tiles; raises where the grid is too narrow for it."""
    desk, found, octets = _desk(board.tile_set)
    desk.hold(hand)
    laid = array("q", chain.from_iterable(map(_numbers, board.placements)))
    found[BOARD : BOARD + len(laid)] = laid
    if not doors.list_options(desk.words, desk.longs, found, len(board.placements), int(tried)):
        raise TooWideError("the board is too wide for the kernel's grid")
    places, flat, discs, closed, orders = found[PLACES_OFFERED : ORDERS_OFFERED + 1].tolist()

    def numbers(start: int, size: int) -> list[int]:
        column: list[int] = found[start : start + size].tolist()
        return column

    def small(start: int, size: int) -> bytes:
        return octets[8 * start + _LOWEST : 8 * (start + size) : 8].tobytes()

    groups, closed_by = _closed(numbers(CLOSED, closed))
    return Offers(
        flat=flat,
        x=numbers(AT_X, places),
        y=numbers(AT_Y, places),
        fits=[small(column, places) for column in (FITS_FIRST, FITS_SECOND)[: len(hand)]],
        made=small(MADE_AT, places),
        colours=small(COLOUR_MADE, discs),
        groups=groups,
        closed_by=closed_by,
        other_order=[(number, more) for number, more in in_rows(numbers(ORDERS, 2 * orders), 2)]
        if tried
        else None,
    )


def _closed(told: list[int]) -> tuple[list[tuple[int, list[int]]], list[list[int]]]:
    """Every group that is closed, and what closes each."""
    groups, closed_by = [], []
    at = 0
    while at < len(told):
        colour, spots, closings = told[at : at + 3]
        at += 3
        groups.append((colour, told[at : at + spots]))
        at += spots
        closed_by.append(told[at : at + closings])
        at += closings
    return groups, closed_by
