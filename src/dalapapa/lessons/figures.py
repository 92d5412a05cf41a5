"""The figures of the rulebook: positions of the course, with the tile that each is about laid last."""

from dataclasses import dataclass, replace

from dalapapa.lessons.course import TASKS
from dalapapa.lessons.judging import judge, position
from dalapapa.rules import (
    Board,
    Group,
    Placement,
    Receipt,
    Turn,
    classic,
    complete_groups,
    receipt,
    why_illegal,
)
from dalapapa.rules.placement import Spot


@dataclass(frozen=True, slots=True)
class Figure:
    """Tiles in the order in which they were laid; `task` is where it can be tried."""

    laid: tuple[Placement, ...]
    task: str | None = None
    # The last tile is one that a turn is about: what it scores, or why it may not lie there, is shown.
    scored: bool = True
    # Every closed group of the board is outlined, not only those that the last tile closes.
    whole: bool = False
    # Half-discs that keep open what was to be closed.
    where: tuple[Spot, ...] = ()

    @property
    def before(self) -> Board:
        """The board without the last tile."""
        board = Board(classic())
        for placement in self.laid[:-1]:
            board = board.place(placement)
        return board

    @property
    def fault(self) -> str | None:
        """Why the last tile may not lie there."""
        fault = why_illegal(self.before, self.laid[-1])
        return fault.code.value if fault else None

    @property
    def receipt(self) -> Receipt:
        """What the last tile scores."""
        return receipt(self.before, self.laid[-1])

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups that are outlined."""
        if self.fault or not self.scored:
            return ()
        if self.whole:
            return tuple(complete_groups(self.before.place(self.laid[-1])))
        return self.receipt.groups

    @property
    def cells(self) -> tuple[int, int]:
        """How many cells wide and high it is, from 0, 0."""
        cells = [cell for placement in self.laid for cell in placement.cells]
        return max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1


def _figure(task: str, turn: Turn | None = None, *, whole: bool = False) -> Figure:
    """A task's position and a turn there, its solution unless another is shown; its corner is at 0, 0."""
    shown = turn or TASKS[task].solution
    laid = position(TASKS[task]).board.placements + shown.placements
    cells = [cell for placement in laid for cell in placement.cells]
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    judged = judge(TASKS[task], shown)
    return Figure(
        tuple(replace(placement, x=placement.x - left, y=placement.y - top) for placement in laid),
        task,
        whole=whole,
        where=tuple((u - 2 * left, v - 2 * top) for u, v in judged.where if judged.receipts),
    )


def _wrong(task: str, reason: str) -> Figure:
    return _figure(task, next(wrong.turn for wrong in TASKS[task].wrong if wrong.reason == reason))


FIGURES = {
    "front": Figure((Placement(57, 0, 0, 0, 0),), scored=False),
    "back": Figure((Placement(57, 1, 0, 0, 0),), scored=False),
    "join": _figure("colours", Turn.parse("5a3@2,1")),
    "colours": _wrong("colours", "two_colours"),
    "corner": _wrong("colours", "no_disc"),
    "three": _figure("three"),
    "group": _figure("close"),
    "open": _wrong("open", "open"),
    "six": _figure("six", whole=True),
    "nine": _figure("nine"),
    "great": _figure("twelve"),
}
