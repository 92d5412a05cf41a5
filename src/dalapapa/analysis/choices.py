"""What the Owl thinks of a turn: its value S on the player's own view, never with hidden tiles."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from dalapapa.bots.expected import EXPECTED_TURNS
from dalapapa.bots.strong import MasterBot
from dalapapa.kernel.constants import EXPECTED
from dalapapa.kernel.questions import Position, best_points_per_tile, evaluate
from dalapapa.rules import Board, Receipt, Turn, View
from dalapapa.rules.scoring import penalty, receipt_of_legal

LOOKS = 32  # turns that are weighed, the best by points
SHOWN = 5
TOLERANCE = 0.5  # candidates differ by about so much: a smaller loss is no loss


class Kind(StrEnum):
    """How much more there was than what was played."""

    FINE = "fine"
    LITTLE = "little"
    SOME = "some"
    MUCH = "much"


_KINDS = ((TOLERANCE, Kind.FINE), (1.5, Kind.LITTLE), (3.0, Kind.SOME))


@dataclass(frozen=True, slots=True)
class Judged:
    """A turn with its value S: points, less the weighed reply of the next, plus the own turn after it.

    Those that are shown have their receipts.
    """

    turn: Turn
    points: int
    reply: float
    own: float
    value: float
    receipts: tuple[Receipt, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """What was played beside the best that could have been, by S, best first."""

    loss: float
    kind: Kind
    played: Judged
    best: tuple[Judged, ...]


def kind_of(loss: float) -> Kind:
    """The class of a loss."""
    return next((kind for below, kind in _KINDS if loss < below), Kind.MUCH)


def expected_reply(levels: Sequence[int]) -> float:
    """The mean expected turn over all pairs of tiles that alone make so many points (-1: fit nowhere)."""
    count = [0] * EXPECTED
    for points in levels:
        count[_row(points)] += 1
    total = len(levels)
    if total < 2:
        return 0.0
    reply = 0.0
    for x in range(EXPECTED):
        if count[x]:
            row = EXPECTED * x
            reply += count[x] * (count[x] - 1) / 2 * EXPECTED_TURNS[row + x]
            reply += count[x] * sum(count[y] * EXPECTED_TURNS[row + y] for y in range(x + 1, EXPECTED))
    return reply / (total * (total - 1) / 2)


def own_next(levels: Sequence[int], kept: int) -> float:
    """The mean expected turn of a tile kept, which alone makes so many points, and one of these."""
    row = EXPECTED * _row(kept)
    if not levels:
        return EXPECTED_TURNS[row]
    return sum(EXPECTED_TURNS[row + _row(points)] for points in levels) / len(levels)


def _row(points: int) -> int:
    return min(points + 1, EXPECTED - 1)


def what_follows(position: Position, turn: Turn, view: View) -> tuple[int, float, float]:
    """Points of a turn on the view's board, the reply to expect, and the own turn after it."""
    if not turn.placements:
        return 0, 0.0, 0.0
    points = sum([position.lay(placement) for placement in turn.placements]) - penalty(len(turn.placements))
    laid = {placement.tile for placement in turn.placements}
    kept = [tile for tile in view.hand if tile not in laid]
    *levels, last = best_points_per_tile(position, [*view.unseen, *(kept or [0])]).tolist()
    for _ in turn.placements:
        position.undo()
    reply = expected_reply(levels)
    return points, reply, own_next(levels, last) if kept else reply


def judge(position: Position, turn: Turn, view: View, weights: tuple[float, float]) -> Judged:
    """Any legal turn of a view's player, with its value."""
    return _judged(turn, *what_follows(position, turn, view), weights)


def _judged(turn: Turn, points: int, reply: float, own: float, weights: tuple[float, float]) -> Judged:
    # Rounded, so that the last bit of a sum decides nothing: the same on any machine.
    value = round(points - weights[0] * reply + weights[1] * own, 4)
    return Judged(turn, points, round(reply, 4), round(own, 4), value)


def weights_for(view: View, most: int) -> tuple[float, float]:
    """How the Owl weighs what a turn leaves, when the best turn makes so many points."""
    return MasterBot().weights(view, most)


def best_judged(position: Position, view: View) -> list[Judged]:
    """The turns worth a thought, best first by S."""
    found = evaluate(position, view.hand, view.unseen, EXPECTED_TURNS, candidates=LOOKS)
    weights = weights_for(view, max(one.points for one in found))
    judged = [_judged(one.turn, one.points, one.reply, one.own, weights) for one in found]
    return sorted(judged, key=lambda one: (-one.value, -one.points))


def choice(position: Position, view: View, turn: Turn) -> Choice:
    """What a player chose, who saw this."""
    found = best_judged(position, view)
    played = next((one for one in found if one.turn == turn), None)
    if played is None:
        played = judge(position, turn, view, weights_for(view, max(one.points for one in found)))
        found = sorted([*found, played], key=lambda one: (-one.value, -one.points))
    loss = round(found[0].value - played.value, 4)
    shown = tuple(with_receipts(one, view.board) for one in found[:SHOWN])
    return Choice(loss, kind_of(loss), with_receipts(played, view.board), shown)


def with_receipts(judged: Judged, board: Board) -> Judged:
    """A judged turn with what each of its placements scores on this board."""
    receipts = []
    for placement in judged.turn.placements:
        receipts.append(receipt_of_legal(board, placement))
        board = board.place(placement)
    return replace(judged, receipts=tuple(receipts))
