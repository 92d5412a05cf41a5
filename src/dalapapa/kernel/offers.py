"""What a player is offered: every legal placement of a hand with its receipt (R2, R5), in columns.

Compiled code finds it (`listing`), the plain rules where that is not ready or its grid too narrow; both say
exactly the same. Importing this needs no NumPy.
"""

from collections.abc import Sequence
from typing import NamedTuple

from dalapapa.kernel.constants import MOST_TILES
from dalapapa.kernel.errors import TooWideError
from dalapapa.kernel.warm import ready
from dalapapa.rules import Board, Group, legal_placements
from dalapapa.rules.placement import spots_at
from dalapapa.rules.scoring import receipt_of_legal
from dalapapa.rules.tiles import HALF_DISCS


class Offers(NamedTuple):
    """The places where a tile of a hand can lie, and what that makes and closes.

    A place is the top left cell of two free ones; the first `flat` places are for tiles that lie flat, all
    others for upright ones, each part sorted by x and y. A byte of `fits` has, for each tile of the hand and
    each place, bit 2 * face + half turns: whether the tile fits so; its rotation is 2 * half turns, + 1
    upright. A byte of `made` has the half-discs that become discs there, by their positions on a tile that is
    not turned half round; `colours` are the colours of these discs, place after place.

    `groups`, sorted by colour and discs (u, v, u, v ...), are closed by `closed_by`: numbers of placements,
    counted place by place, then by tile, then by bit.

    `other_order` is for a second tile: the numbers of the placements for which the order matters, each with
    how many points more both tiles make when this one is laid first. None where it was not asked for, and
    where only the plain rules could tell.
    """

    flat: int
    x: list[int]
    y: list[int]
    fits: list[bytes]
    made: bytes
    colours: bytes
    groups: list[tuple[int, list[int]]]
    closed_by: list[list[int]]
    other_order: list[tuple[int, int]] | None = None


def offers(board: Board, hand: Sequence[int], tried: bool = False) -> Offers:
    """What a hand of one or two tiles is offered on a board.

    Where the last of several tiles there is only `tried`, the hand is what it leaves of two: one tile.
    """
    if ready() and hand and board.placements and len(board.tile_set) <= MOST_TILES:
        from dalapapa.kernel.listing import listed

        try:
            return listed(board, hand, tried)
        except TooWideError:
            pass  # the plain rules know no limits
    return plain_offers(board, hand)


def plain_offers(board: Board, hand: Sequence[int]) -> Offers:
    """The same by the plain rules."""
    placements = sorted(
        ((p.rotation % 2, p.x, p.y), which, 2 * p.face + p.rotation // 2, p)
        for which, tile in enumerate(hand)
        for p in legal_placements(board, tile)
    )
    places = {place: number for number, place in enumerate(sorted({each[0] for each in placements}))}
    fits = [bytearray(len(places)) for _ in hand]
    closed: dict[Group, list[int]] = {}
    for number, (place, which, bit, placement) in enumerate(placements):
        fits[which][places[place]] |= 1 << bit
        for group in receipt_of_legal(board, placement).groups:
            closed.setdefault(group, []).append(number)
    made, colours = bytearray(), bytearray()
    for place in places:
        spots = spots_at(*place)
        whole = [position for position in HALF_DISCS if spots[position] in board.halves]
        made.append(sum(1 << position for position in whole))
        colours.extend(board.halves[spots[position]] for position in whole)
    return Offers(
        flat=sum(not upright for upright, _, _ in places),
        x=[x for _, x, _ in places],
        y=[y for _, _, y in places],
        fits=list(map(bytes, fits)),
        made=bytes(made),
        colours=bytes(colours),
        groups=[(int(group.colour), [n for spot in group.discs for n in spot]) for group in sorted(closed)],
        closed_by=[closed[group] for group in sorted(closed)],
    )
