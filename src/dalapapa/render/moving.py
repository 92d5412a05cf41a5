"""Boards shifted to where pictures begin."""

from dataclasses import replace
from typing import NamedTuple

from dalapapa.rules.board import Board
from dalapapa.rules.placement import Placement, Spot
from dalapapa.rules.scoring import Group


class Move(NamedTuple):
    """A shift of everything drawn, in cells."""

    x: int
    y: int

    def spot(self, spot: Spot) -> Spot:
        """Where a spot goes."""
        return spot[0] + 2 * self.x, spot[1] + 2 * self.y

    def placement(self, placement: Placement) -> Placement:
        """Where a tile goes."""
        return replace(placement, x=placement.x + self.x, y=placement.y + self.y)

    def group(self, group: Group) -> Group:
        """Where a group goes."""
        return Group(group.colour, tuple(map(self.spot, group.discs)))

    def board(self, board: Board) -> Board:
        """The board with all that is on it elsewhere."""
        return Board(
            board.tile_set,
            tuple(map(self.placement, board.placements)),
            {(x + self.x, y + self.y): index for (x, y), index in board.cells.items()},
            {self.spot(spot): colour for spot, colour in board.discs.items()},
            {self.spot(spot): colour for spot, colour in board.halves.items()},
        )


def to_origin(board: Board) -> Move:
    """Boards lie anywhere (R2.1), but programs that show pictures are exact near 0, 0 only."""
    return Move(
        -min((x for x, _ in board.cells), default=0),
        -min((y for _, y in board.cells), default=0),
    )
