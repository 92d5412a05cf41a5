"""A hint: what the Owl would lay next, on a player's own view, and what is true of it that says why."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from dalapapa import kernel
from dalapapa.analysis.choices import Judged, judge
from dalapapa.analysis.pressure import open_groups
from dalapapa.bots import Budget
from dalapapa.bots.plain import Candidate
from dalapapa.bots.strong import MasterBot
from dalapapa.kernel.questions import Evaluated, Position, best_points_per_tile, legal
from dalapapa.rules import Board, Colour, Placement, Receipt, Turn, View, legal_placements
from dalapapa.rules.scoring import SECOND_TILE, receipt_of_legal

SAID = 3  # so many reasons are enough
SECONDS = 8  # second tiles that are weighed after a first one, the best by points
FEWER = 0.5  # points by which what is left to the next must be less than usual
BETTER = 1.0  # points by which a tile kept must be better than those that may be drawn


# A turn with its points and what it leaves, whoever has judged it.
Weighed = Candidate | Evaluated | Judged


class Why(StrEnum):
    """What speaks for a placement, or for ending the turn: true of it, and worth saying in this order."""

    ENDS = "ends"  # nobody plays after this turn: only points count
    CLOSES = "closes"  # closes a group of so many discs, two or more: the largest it closes
    DISCS = "discs"  # makes so many discs, two or more
    SECOND = "second"  # then the second tile brings so many points, before its price
    NO_SECOND = "no_second"  # the second tile fits nowhere
    DEAR = "dear"  # the second tile would bring so many points at best, no more than its price
    SHUT = "shut"  # none of the discs it lays or makes is in an open group
    LITTLE = "little"  # leaves the next clearly less than the other turns that were weighed
    KEEPS = "keeps"  # the tile kept makes clearly more, as it lies, than those that may be drawn
    MOST = "most"  # no turn makes more points
    BALANCE = "balance"  # no turn that was weighed is worth more, all taken together


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason; the colour and number that belong to it."""

    why: Why
    count: int = 0
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class Hint:
    """What to lay next, with its receipt; or nothing more, when it is time to end the turn."""

    placement: Placement | None
    receipt: Receipt | None
    reasons: tuple[Reason, ...]


def hint(view: View, laid: Sequence[Placement] = ()) -> Hint:
    """The Owl's advice to the player to move, who has laid this much of the turn: the same on any machine.

    Somebody has begun otherwise than the Owl would have: then it is the best that can be made of it.
    """
    kernel.warm()
    owl, lots = MasterBot(), random.Random(view.version)  # lots decide where nothing else can: the same ones
    turn = owl.choose(view, lots, Budget())
    try:
        position = Position(view.board)
    except kernel.TooWideError:
        return _by_points(view, turn, laid)
    weighed: Sequence[Weighed] = owl.judged(view, lots, Budget())
    weights = owl.weights(view, max(one.points for one in weighed))
    if turn.placements[: len(laid)] == tuple(laid):
        chosen = next(one for one in weighed if one.turn == turn)
    else:
        judged = [judge(position, one, view, weights) for one in _continued(position, view, laid)]
        chosen, weighed = max(judged, key=lambda one: one.value), judged
    found = _seen(view, chosen.turn, laid)
    last = weights == (0, 0)
    reasons = [Reason(Why.ENDS)] if last else []
    reasons += found.reasons
    if not last:
        reasons += _left(position, view, chosen, weighed)
    if not laid and chosen.points == max(one.points for one in weighed):
        reasons.append(Reason(Why.MOST))
    return replace(found, reasons=tuple(reasons[:SAID]) or (Reason(Why.BALANCE),))


def _continued(position: Position, view: View, laid: Sequence[Placement]) -> list[Turn]:
    """The turns that begin so: no second tile, or one of those that make most points."""
    for one in laid:
        position.lay(one)
    seconds = sorted(
        (one for tile in _kept(view, laid) for one in legal(position, tile)), key=lambda one: -one.points
    )
    for _ in laid:
        position.undo()
    return [Turn(tuple(laid)), *(Turn((*laid, one.placement)) for one in seconds[:SECONDS])]


def _by_points(view: View, turn: Turn, laid: Sequence[Placement]) -> Hint:
    """On a board too wide to be counted on: without a look at what a turn leaves."""
    if turn.placements[: len(laid)] != tuple(laid):
        points, best = _best_second(view, laid)
        turn = Turn((*laid, best)) if best and points > SECOND_TILE else Turn(tuple(laid))
    found = _seen(view, turn, laid)
    return replace(found, reasons=found.reasons[:SAID] or (Reason(Why.BALANCE),))


def _best_second(view: View, laid: Sequence[Placement]) -> tuple[int, Placement | None]:
    """The most points that a tile can make which is kept so far, and where."""
    board = _after(view.board, laid)
    seconds = [one for tile in _kept(view, laid) for one in legal_placements(board, tile)]
    best = max(seconds, key=lambda one: receipt_of_legal(board, one).points, default=None)
    return (0 if best is None else receipt_of_legal(board, best).points), best


def _kept(view: View, laid: Sequence[Placement]) -> list[int]:
    return [tile for tile in view.hand if all(one.tile != tile for one in laid)]


def _after(board: Board, laid: Sequence[Placement]) -> Board:
    for one in laid:
        board = board.place(one)
    return board


def _seen(view: View, turn: Turn, laid: Sequence[Placement]) -> Hint:
    """What comes next in a turn, with the reasons that can be seen on the board."""
    rest = turn.placements[len(laid) :]
    reasons = []
    if not rest:
        points, second = _best_second(view, laid)
        if second is None:
            reasons.append(Reason(Why.NO_SECOND))
        elif points <= SECOND_TILE:
            reasons.append(Reason(Why.DEAR, points))
        return Hint(None, None, tuple(reasons))
    board = _after(view.board, laid)
    paid = receipt_of_legal(board, rest[0])
    largest = max(paid.groups, key=lambda group: (len(group), group.colour), default=None)
    if largest is not None and len(largest) > 1:
        reasons.append(Reason(Why.CLOSES, len(largest), largest.colour))
    if len(paid.discs) > 1:
        reasons.append(Reason(Why.DISCS, len(paid.discs)))
    board = board.place(rest[0])
    if len(rest) > 1:
        reasons.append(Reason(Why.SECOND, receipt_of_legal(board, rest[1]).points))
    elif not opens(board, rest[0]):
        reasons.append(Reason(Why.SHUT))
    return Hint(rest[0], paid, tuple(reasons))


def opens(board: Board, placement: Placement) -> bool:
    """Whether a disc of a tile that lies on the board is in an open group."""
    mine = {spot for spot in placement.spots if spot in board.discs}
    return any(not mine.isdisjoint(group.discs) for group in open_groups(board))


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _left(position: Position, view: View, chosen: Weighed, weighed: Sequence[Weighed]) -> list[Reason]:
    """What a turn leaves to the next, and to oneself."""
    reasons = []
    if chosen.reply <= _mean([one.reply for one in weighed]) - FEWER:
        reasons.append(Reason(Why.LITTLE))
    kept = _kept(view, chosen.turn.placements)
    if len(kept) == 1 and view.unseen:
        for one in chosen.turn.placements:
            position.lay(one)
        own, *drawn = best_points_per_tile(position, [*kept, *view.unseen]).tolist()
        if own >= _mean(drawn) + BETTER:
            reasons.append(Reason(Why.KEEPS))
    return reasons
