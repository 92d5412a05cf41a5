"""What a placement is worth (R5): the discs it makes and the groups it closes."""

from collections.abc import Iterable
from dataclasses import dataclass

from dalapapa.rules.board import Board, why_illegal
from dalapapa.rules.placement import Placement, Spot, neighbours
from dalapapa.rules.tiles import HALF_DISCS, MIDDLE, Colour

# R5.1: 1 for each disc created, and 1 more for each from the third on.
DISC_POINTS = (0, 1, 2, 4, 6, 8, 10)

# R4.2: what laying the second tile costs.
SECOND_TILE = 4


@dataclass(frozen=True, slots=True, order=True)
class Group:
    """A completed group: connected discs of one colour that touch no half-disc of it (R5.3)."""

    colour: Colour
    discs: tuple[Spot, ...]

    def __len__(self) -> int:
        return len(self.discs)


@dataclass(frozen=True, slots=True)
class Receipt:
    """A placement's points and where each comes from."""

    discs: tuple[tuple[Spot, Colour], ...]
    groups: tuple[Group, ...]

    @property
    def disc_points(self) -> int:
        """R5.1."""
        return DISC_POINTS[len(self.discs)]

    @property
    def group_points(self) -> int:
        """R5.4: one point for each disc of each group."""
        return sum(map(len, self.groups))

    @property
    def points(self) -> int:
        """Disc points and group points together."""
        return self.disc_points + self.group_points


def receipt(board: Board, placement: Placement) -> Receipt:
    """What a placement scores on this board; raises if it is illegal.

    >>> from dalapapa.rules import classic
    >>> board = Board(classic())
    >>> for text in ("32a0@0,0", "51a3@2,-1", "118a0@2,1", "61a1@3,-1"):
    ...     board = board.place(Placement.parse(text))
    >>> paid = receipt(board, Placement.parse("8a2@0,-1"))
    >>> len(paid.discs), [(group.colour.word, len(group)) for group in paid.groups]
    (3, [('green', 1), ('blue', 5)])
    >>> paid.disc_points + paid.group_points == paid.points == 10
    True
    """
    if fault := why_illegal(board, placement):
        raise fault
    return receipt_of_legal(board, placement)


def receipt_of_legal(board: Board, placement: Placement) -> Receipt:
    """What a placement scores that is known to be legal on this board."""
    face = board.tile_set[placement.tile].faces[placement.face]
    spots = placement.spots
    created: dict[Spot, Colour] = {}
    halves: dict[Spot, Colour] = {}
    for position in HALF_DISCS:
        spot = spots[position]
        (created if spot in board.halves else halves)[spot] = face[position]
    # R5.4: only a group with a new whole disc can be newly complete, and the middle disc is one.
    whole = {**created, spots[MIDDLE]: face[MIDDLE]}
    return Receipt(tuple(sorted(created.items())), _closed_groups(board, whole, halves))


def _closed_groups(
    board: Board, new_discs: dict[Spot, Colour], new_halves: dict[Spot, Colour]
) -> tuple[Group, ...]:
    """The complete groups that hold one of the new discs, without building the new board."""
    groups = []
    seen: set[Spot] = set()
    disc_at, half_at = board.discs.get, board.halves.get
    for start, colour in new_discs.items():
        if start in seen:
            continue
        members, closed = {start}, True
        border = [start]
        while border and closed:
            for spot in neighbours(border.pop()):
                if spot in members:
                    continue
                disc = new_discs.get(spot, disc_at(spot))
                if disc is None:
                    # R5.3: a half-disc of the group's colour keeps it open.
                    if new_halves.get(spot, half_at(spot)) is colour:
                        closed = False
                        break
                elif disc is colour:
                    members.add(spot)
                    border.append(spot)
        seen |= members
        if closed:
            groups.append(Group(colour, tuple(sorted(members))))
    return tuple(sorted(groups))


def complete_groups(board: Board) -> tuple[Group, ...]:
    """Every complete group on the board, counted from scratch (R5.3)."""
    return _closed_groups(board, dict(board.discs), {})


def turn_points(receipts: Iterable[Receipt]) -> int:
    """R5.5: the sum over the placements, less 4 if there were two."""
    points = [receipt.points for receipt in receipts]
    return sum(points) - penalty(len(points))


def penalty(tiles: int) -> int:
    """R4.2: 4 points when two tiles were laid in one turn, else none."""
    return SECOND_TILE if tiles == 2 else 0
