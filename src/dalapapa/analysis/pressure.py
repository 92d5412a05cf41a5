"""Open groups: how large, how open, and how likely the next hand closes them at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb

from dalapapa.kernel.questions import Position, legal
from dalapapa.rules import Board, Colour, Placement, View
from dalapapa.rules.placement import ROTATIONS, Cell, Spot, cells_at, neighbours, spots_at
from dalapapa.rules.scoring import receipt_of_legal


@dataclass(frozen=True, slots=True)
class OpenGroup:
    """Discs of one colour that hang together, and the half-discs that keep them open (R5.3)."""

    colour: Colour
    discs: tuple[Spot, ...]
    halves: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Pressure:
    """An open group, how many unseen tiles can close it at once, and the chance that a hand holds one."""

    group: OpenGroup
    closing: int
    chance: float


def open_groups(board: Board) -> list[OpenGroup]:
    """Every group of whole discs that touches a half-disc of its colour, in order of their discs."""
    seen: set[Spot] = set()
    groups = []
    for start in sorted(board.discs):
        if start in seen:
            continue
        colour = board.discs[start]
        discs, halves, border = {start}, set(), [start]
        while border:
            for spot in neighbours(border.pop()):
                if board.discs.get(spot) is colour and spot not in discs:
                    discs.add(spot)
                    border.append(spot)
                elif board.halves.get(spot) is colour:
                    halves.add(spot)
        seen |= discs
        if halves:
            groups.append(OpenGroup(colour, tuple(sorted(discs)), tuple(sorted(halves))))
    return groups


def chance_of_one(unseen: int, closing: int, held: int = 2) -> float:
    """How likely a hand of so many of the unseen tiles holds one of those that close."""
    held = min(held, unseen)
    return 1 - comb(unseen - closing, held) / comb(unseen, held)


def pressures(view: View, board: Board) -> list[Pressure]:
    """Every open group of a board, and how likely whoever plays next closes it, for all that a seat can see.

    `board` is the view's, or what it would be after a turn of the seat. The next hand may be an open one:
    then nothing is left to chance.
    """
    following = (view.to_move + 1) % view.players if view.player == view.to_move else view.to_move
    hand, unseen = view.hands[following], view.unseen
    found = []
    for group in open_groups(board):
        ways = list(_ways_to_meet(board, group))
        closing = sum(_closes(board, group, ways, tile) for tile in (unseen if hand is None else hand))
        if hand is None:
            chance = round(chance_of_one(len(unseen), closing, view.hand_sizes[following]), 4)
        else:
            chance = float(closing > 0)
        found.append(Pressure(group, closing, chance))
    return found


# How a tile could lie: its rotation, x and y, and the colours that positions of its face must have there.
_Way = tuple[int, int, int, list[tuple[int, Colour]]]


def _ways_to_meet(board: Board, group: OpenGroup) -> Iterator[_Way]:
    """How a tile can lie that meets all half-discs which keep a group open: no other closes it."""
    x, y = _waiting(board, group.halves[0])
    for upright, left, top in ((0, x, y), (0, x - 1, y), (1, x, y), (1, x, y - 1)):
        if not board.cells.keys().isdisjoint(cells_at(upright, left, top)):
            continue
        for rotation in ROTATIONS[upright::2]:
            spots = spots_at(rotation, left, top)
            if set(spots).issuperset(group.halves):
                demands = [(i, board.halves[spot]) for i, spot in enumerate(spots) if spot in board.halves]
                yield rotation, left, top, demands


def _closes(board: Board, group: OpenGroup, ways: Sequence[_Way], tile: int) -> bool:
    """Whether a tile can close a group at once."""
    disc = group.discs[0]
    for face, colours in enumerate(board.tile_set[tile].faces):
        for rotation, x, y, demands in ways:
            if all(colours[position] is colour for position, colour in demands):
                paid = receipt_of_legal(board, Placement(tile, face, rotation, x, y))
                if any(disc in one.discs for one in paid.groups):
                    return True
    return False


@dataclass(frozen=True, slots=True)
class Coming:
    """What could come: open groups that an unseen tile can close, and cells for none of them."""

    groups: tuple[Pressure, ...] = ()
    dead: tuple[Cell, ...] = ()


def coming(position: Position, board: Board, unseen: Sequence[int], least: int = 1) -> Coming:
    """What the unseen tiles could do to a board; the likeliest first, groups of at least so many discs."""
    groups = [group for group in open_groups(board) if len(group.discs) >= least]
    owner = {spot: group for group in groups for spot in group.discs}
    closing: dict[OpenGroup, int] = dict.fromkeys(groups, 0)
    covered: set[Cell] = set()
    for tile in unseen:
        closed: set[OpenGroup] = set()
        for scored in legal(position, tile):
            covered.update(scored.placement.cells)
            if scored.group_points >= least:
                for group in receipt_of_legal(board, scored.placement).groups:
                    closed.update(owner[spot] for spot in group.discs if spot in owner)
        for one in closed:
            closing[one] += 1
    found = [
        Pressure(group, count, round(chance_of_one(len(unseen), count), 4))
        for group, count in closing.items()
        if count
    ]
    found.sort(key=lambda one: (-one.chance, -len(one.group.discs), one.group.discs))
    return Coming(tuple(found), tuple(sorted(_beside(board) - covered)))


def _beside(board: Board) -> set[Cell]:
    """The empty cells that a half-disc waits on."""
    return {_waiting(board, half) for half in board.halves}


def _waiting(board: Board, half: Spot) -> Cell:
    """The empty cell that a half-disc waits on: a spot lies between two cells."""
    u, v = half
    x, y = u // 2, v // 2
    if (x, y) in board.cells:
        return (x - 1, y) if v % 2 else (x, y - 1)
    return x, y
