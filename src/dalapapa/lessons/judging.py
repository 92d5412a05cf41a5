"""The checker: plays a position, and says of every turn whether it does what is asked, and if not, why."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from dalapapa.lessons.course import Task
from dalapapa.lessons.goals import Closes
from dalapapa.rules import (
    Board,
    Colour,
    Game,
    Placement,
    Receipt,
    Turn,
    classic,
    legal_placements,
    why_illegal,
)
from dalapapa.rules.placement import ROTATIONS, Cell, Spot, neighbours
from dalapapa.rules.scoring import receipt_of_legal

SETUP = 2  # who plays the tasks: the player and one partner


@dataclass(frozen=True, slots=True)
class Judged:
    """What a turn is worth for a task: `reason` is why it fails, `where` the spots that show it."""

    receipts: tuple[Receipt, ...] = ()
    reason: str | None = None
    where: tuple[Spot, ...] = ()

    @property
    def solved(self) -> bool:
        """Whether it does what is asked."""
        return self.reason is None


@cache
def position(task: Task) -> Game:
    """The game in which the task arises, played from its first tile with the bag that leads there."""
    players: list[list[int]] = [[], []]
    for number, turn in enumerate(task.laid[SETUP:]):
        players[number % 2] += [placement.tile for placement in turn.placements]
    laid = [placement.tile for turn in task.laid for placement in turn.placements]
    rest = [tile for tile in range(len(classic())) if tile not in (*laid, *task.hand)]
    mine = (len(task.laid) - SETUP) % 2
    for player, sequence in enumerate(players):
        sequence += task.hand if player == mine else ()
        while len(sequence) < len(laid) + 2:
            sequence.append(rest.pop())
    # Each draws the tiles in the order in which they lay them: two at first, then as many as were laid.
    order = laid[:SETUP] + players[0][:2] + players[1][:2]
    drawn = [2, 2]
    for number, turn in enumerate(task.laid[SETUP:]):
        player, count = number % 2, len(turn.placements)
        order += players[player][drawn[player] : drawn[player] + count]
        drawn[player] += count
    order += [tile for tile in range(len(classic())) if tile not in order]
    game = Game.start(order)
    for turn in task.laid:
        game = game.play(turn)
    return game


def turns(task: Task) -> Iterator[Turn]:
    """Every legal turn with the tiles of the task."""
    board = position(task).board
    for tile in task.hand:
        for first in legal_placements(board, tile):
            yield Turn((first,))
            for other in task.hand:
                if other != tile:
                    after = board.place(first)
                    yield from (Turn((first, second)) for second in legal_placements(after, other))


def clashes(board: Board, placement: Placement) -> tuple[Spot, ...]:
    """Where two colours would meet in one disc."""
    face = board.tile_set[placement.tile].faces[placement.face]
    pairs = zip(placement.spots, face, strict=True)
    return tuple(spot for spot, colour in pairs if board.halves.get(spot, colour) is not colour)


def holes(board: Board, colour: Colour, start: Spot) -> tuple[Spot, ...]:
    """The half-discs that keep the group of a disc open (R5.3)."""
    found, waiting = {start}, [start]
    while waiting:
        for spot in neighbours(waiting.pop()):
            if board.discs.get(spot) is colour and spot not in found:
                found.add(spot)
                waiting.append(spot)
    touched = {spot for disc in found for spot in neighbours(disc)}
    return tuple(sorted(spot for spot in touched if board.halves.get(spot) is colour))


def judge(task: Task, turn: Turn, board: Board | None = None) -> Judged:
    """What a turn does for a task; `board` where the position has already been played."""
    board = board or position(task).board
    receipts: list[Receipt] = []
    for placement in turn.placements:
        if fault := why_illegal(board, placement):
            return Judged((), fault.code.value, clashes(board, placement))
        receipts.append(receipt_of_legal(board, placement))
        board = board.place(placement)
    if task.goal.met(receipts):
        return Judged(tuple(receipts))
    return Judged(tuple(receipts), task.goal.reason, _missing(task, board))


def _missing(task: Task, board: Board) -> tuple[Spot, ...]:
    """The half-discs by which the group that was to be closed is still open."""
    if not isinstance(task.goal, Closes):
        return ()
    return holes(board, task.goal.colour, target(task))


@cache
def target(task: Task) -> Spot:
    """A disc of the group that a task wants closed, which lies there from the beginning."""
    assert isinstance(task.goal, Closes)
    board = position(task).board
    closed = next(
        group
        for receipt in judge(task, task.solution).receipts
        for group in receipt.groups
        if (group.colour, len(group)) == (task.goal.colour, task.goal.count)
    )
    return next(spot for spot in closed.discs if spot in board.discs)


def par_of(task: Task) -> int:
    """The tries of somebody who looks at new discs alone: as many discs as possible, then one less …."""
    board = position(task).board
    discs: dict[bool, set[int]] = {True: set(), False: set()}
    for turn in turns(task):
        judged = judge(task, turn, board)
        discs[judged.solved].add(sum(len(receipt.discs) for receipt in judged.receipts))
    return 1 + len({count for count in discs[False] | discs[True] if count > max(discs[True])})


def misfit(board: Board, tile: int, cell: Cell) -> str | None:
    """Why a tile cannot lie on a cell, whichever way; None where it can.

    `room` is for a cell whose neighbours are all taken: half a tile would find its place.
    """
    if cell in board.cells:
        return "overlap"
    x, y = cell
    ways = [
        Placement(tile, face, rotation, x - dx, y - dy)
        for face in (0, 1)
        for rotation in ROTATIONS
        for dx, dy in ((0, 0), (1, 0) if rotation % 2 == 0 else (0, 1))
    ]
    codes = {fault.code.value if (fault := why_illegal(board, way)) else None for way in ways}
    if None in codes:
        return None
    codes.discard("overlap")
    return "room" if not codes else "two_colours" if "two_colours" in codes else "no_disc"
