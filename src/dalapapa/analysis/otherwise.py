"""A turn of a finished game played otherwise."""

from dataclasses import dataclass

from dalapapa import kernel
from dalapapa.analysis.choices import best_judged, judge, weights_for
from dalapapa.kernel.questions import Position
from dalapapa.rules import Turn, View


@dataclass(frozen=True, slots=True)
class Worth:
    """How much less a turn is worth than the best one by S, and the points of that one."""

    loss: float
    best: int


def worth(view: View, turn: Turn) -> Worth | None:
    """What a legal turn is worth to who sees this; None on a board too wide to be counted on."""
    kernel.warm()
    try:
        position = Position(view.board)
    except kernel.TooWideError:
        return None
    found = best_judged(position, view)
    weights = weights_for(view, max(one.points for one in found))
    loss = found[0].value - judge(position, turn, view, weights).value
    return Worth(round(max(0.0, loss), 4), found[0].points)
