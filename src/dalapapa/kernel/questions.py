"""What bots ask about a position, in the words of `dalapapa.rules`.

Everything here is unchecked: callers pass legal placements and tiles that are not on the board. A `Position`
belongs to one thread at a time; different ones may be asked at once, the compiled code runs without the GIL.

>>> from dalapapa.rules import Board, Placement, classic
>>> position = Position(Board(classic()).place(Placement(0, 0, 0, 0, 0)))
>>> best_turn(position, [1, 2]).points >= 1
True
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from dalapapa.kernel.constants import (
    ALONE,
    CANDIDATES,
    CLOSED,
    CLOSES,
    CONDITION,
    DISCS,
    JUDGED,
    LOG,
    NODES,
    OPEN,
    PARENT,
    PLACE,
    PLACES,
    RING,
    SIZE,
    SLOT_AT,
    SLOTS,
    TERMS,
    WORDS,
)
from dalapapa.kernel.desk import USUAL, Desk, ScoredTurn, Table, Weights, in_rows
from dalapapa.kernel.entrance import LongArray, WordArray, doors, longs, words
from dalapapa.kernel.packing import centre, pack, unpack
from dalapapa.rules import PASS, Board, Colour, Placement, TileSet, Turn
from dalapapa.rules.tiles import MIDDLE

_ROOM = 1 << 13  # more words of log than two tiles can need


@dataclass(frozen=True, slots=True)
class Scored:
    """A legal placement with its receipt's figures; `points` is disc points and group points together."""

    placement: Placement
    discs: int
    group_points: int
    points: int


@dataclass(frozen=True, slots=True)
class Evaluated:
    """A candidate turn judged by S: `value = points - weights.reply * reply + weights.own * own`."""

    turn: Turn
    points: int
    reply: float
    own: float
    value: float


class Position:
    """A board that can be asked fast. `lay` and `undo` change it; all else leaves it as it is."""

    def __init__(self, board: Board) -> None:
        self.tile_set = board.tile_set
        self.desk = Desk(board.tile_set)
        self.shift = centre(board)
        self.log_length = LOG
        self.laid: list[int] = []
        self._marks: list[int] = []
        for placement in board.placements:
            self._lay_for_good(pack(placement, self.shift))

    def _lay(self, packed: int) -> None:
        if self.log_length + _ROOM > len(self.desk.longs):
            self.desk.make_log_longer()
        self.laid.append(packed)
        self.log_length = doors.lay_tile(self.desk.words, self.desk.longs, self.log_length, packed)

    def _lay_for_good(self, packed: int) -> None:
        self._lay(packed)
        self.log_length = LOG

    def lay(self, placement: Placement) -> int:
        """Lay a tile and return the placement's points (R5.1, R5.4)."""
        packed = pack(placement, self.shift)
        points = doors.score(self.desk.words, self.desk.longs, packed)
        self._marks.append(self.log_length)
        self._lay(packed)
        return points

    def undo(self) -> None:
        """Take back the last tile laid by `lay`."""
        mark = self._marks.pop()
        self.laid.pop()
        doors.take_back(self.desk.words, self.desk.longs, self.log_length, mark)
        self.log_length = mark

    def compact(self) -> bytes:
        """The position in 4 bytes a tile, for keeping many; `Position.expand` makes it again."""
        return array("i", self.laid).tobytes()

    @classmethod
    def expand(cls, tile_set: TileSet, compact: bytes) -> "Position":
        """A position from its compact form, where the board lies in the middle of the grid."""
        position = cls(Board(tile_set))
        for packed in array("i", compact):
            position._lay_for_good(packed)
        return position

    @property
    def state(self) -> WordArray:
        """A copy of the words that are the position, without those it only works with."""
        state = words(WORDS)
        state[:] = self.desk.words[:WORDS]
        discs = int(state[DISCS])
        for section in (PARENT, SIZE, OPEN, RING, PLACE):
            state[section + discs : section + NODES] = words(NODES - discs)
        return state


def legal(position: Position, tile: int) -> list[Scored]:
    """Every legal placement of a tile, scored, sorted as by `rules.legal_placements`."""
    found = longs(4 * 4 * SLOTS)
    position.desk.hold((tile,))
    total = doors.list_legal(position.desk.words, position.desk.longs, found)
    rows = in_rows(found[: 4 * total].tolist(), 4)
    scored = [Scored(unpack(packed, position.shift), *figures) for packed, *figures in rows]
    return sorted(scored, key=lambda one: one.placement)


def closed_groups(position: Position, placement: Placement) -> list[tuple[Colour, int]]:
    """Colour and size of each group a legal placement would close, sorted."""
    from dalapapa.kernel.closing import meets

    words = position.desk.words
    packed = pack(placement, position.shift)
    slot = int(words[SLOT_AT + (packed >> 9)]) - 1
    places = int(position.desk.longs[PLACES + (packed & 511)])
    groups = []
    if places >> ALONE:
        middle = position.tile_set[placement.tile].faces[placement.face][MIDDLE]
        groups.append((middle, 1))
    for term in range(slot * TERMS, slot * TERMS + int(words[CLOSES + slot])):
        condition = int(words[CONDITION + term])
        if meets(places, condition):
            groups.append((Colour(condition >> 8), int(words[CLOSED + term])))
    return sorted(groups)


def best_singles(position: Position, hand: Sequence[int]) -> list[Scored]:
    """The placements of one tile of the hand that score most: all equal ones; none if nothing fits."""
    every = [scored for tile in hand for scored in legal(position, tile)]
    most = max((scored.points for scored in every), default=0)
    return [scored for scored in every if scored.points == most]


def best_points_per_tile(position: Position, tiles: Sequence[int]) -> LongArray:
    """For each tile the most points one placement of it makes; -1 where it fits nowhere."""
    wanted, found = longs(len(tiles)), longs(len(tiles))
    wanted[:] = array("q", tiles)
    doors.points_per_tile(position.desk.words, position.desk.longs, wanted, found)
    return found


def best_turn(position: Position, hand: Sequence[int]) -> ScoredTurn:
    """The turn with most points, exact over singles and ordered doubles; a pass when nothing fits."""
    return best_turns(position, hand, 1)[0]


def best_turns(position: Position, hand: Sequence[int], most: int) -> list[ScoredTurn]:
    """The `most` best turns by points, best first: singles, and for each first placement its best second.

    Of two orders that lay the same board only the one with more points is kept. At most 128 turns.
    A pass alone when nothing fits.
    """
    held = _find_turns(position, hand, most)
    return position.desk.turns(held, position.shift) or [ScoredTurn(PASS, 0)]


def _find_turns(position: Position, hand: Sequence[int], most: int) -> int:
    if not hand:
        return 0
    desk = position.desk
    desk.hold(hand)
    return doors.find_turns(desk.words, desk.longs, position.log_length, min(most, CANDIDATES))


def evaluate(
    position: Position,
    hand: Sequence[int],
    unseen: Sequence[int],
    table: Table,
    weights: Weights = USUAL,
    candidates: int = 16,
) -> list[Evaluated]:
    """The best turns by points judged by S, best first; a pass alone when nothing fits.

    `unseen` are the tiles that may be drawn or in other hands; `table` says what a hand may be expected to
    make (`bots.expected` has the one that bots play with).
    """
    held = _find_turns(position, hand, candidates)
    if not held:
        return [Evaluated(PASS, 0, 0.0, 0.0, 0.0)]
    desk = position.desk
    desk.hide(unseen)
    desk.expect(table)
    desk.weigh(weights)
    doors.judge_turns(desk.words, desk.longs, position.log_length, desk.reals, held)
    judged = in_rows(desk.reals[JUDGED : JUDGED + 3 * held].tolist(), 3)
    found = [
        Evaluated(scored.turn, scored.points, reply, own, value)
        for scored, (value, reply, own) in zip(desk.turns(held, position.shift), judged, strict=True)
    ]
    return sorted(found, key=lambda one: -one.value)
