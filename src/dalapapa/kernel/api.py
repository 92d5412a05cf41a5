"""What bots and simulations ask the kernel, in the words of `dalapapa.rules`.

Everything here is unchecked: callers pass legal placements and tiles that are not on the board. A `Position`
belongs to one thread at a time; different ones may be asked at once, the compiled code runs without the GIL.

>>> from dalapapa.rules import Board, Placement, classic
>>> position = Position(Board(classic()).place(Placement.parse("0a0@0,0")))
>>> best_turn(position, hand=(5, 7)).points
5
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from dalapapa.kernel import desk as on_desk
from dalapapa.kernel import doors
from dalapapa.kernel.closing import meets
from dalapapa.kernel.desk import (
    CANDIDATES,
    HANDS,
    JUDGED,
    LOG,
    LOG_END,
    MADE,
    MOVES,
    PLACED,
    POLICIES,
    SCORES,
    TABLE,
    TURNS,
    UNLAID,
    WEIGHTS,
)
from dalapapa.kernel.errors import TooWideError
from dalapapa.kernel.evaluate import expected_turns
from dalapapa.kernel.layout import (
    ALONE,
    BITS,
    CLOSED,
    CLOSES,
    CONDITION,
    DISCS,
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
from dalapapa.kernel.policies import GREEDY, GREEDY2, RANDOM, STATIC
from dalapapa.kernel.position import START, centre, empty, pack, packed_tiles, unpack
from dalapapa.rules import PASS, Board, Colour, Placement, TileSet, Turn, View, classic
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
class ScoredTurn:
    """A turn of no, one or two placements and its total, the 4 points for a second tile taken off."""

    turn: Turn
    points: int


@dataclass(frozen=True, slots=True)
class Weights:
    """How much the static evaluation S cares for the reply and for the own next turn."""

    reply: float = 1.4
    own: float = 0.75


@dataclass(frozen=True, slots=True)
class Evaluated:
    """A candidate turn judged by S: `value = points - weights.reply * reply + weights.own * own`."""

    turn: Turn
    points: int
    reply: float
    own: float
    value: float


class Kind(IntEnum):
    """Ways of playing that run inside the kernel."""

    RANDOM = RANDOM
    GREEDY = GREEDY
    GREEDY2 = GREEDY2
    STATIC = STATIC


@dataclass(frozen=True, slots=True)
class Policy:
    """How one seat plays in whole games; candidates and weights are for `Kind.STATIC` only."""

    kind: Kind
    candidates: int = 16
    weights: Weights = Weights()


@dataclass(frozen=True, slots=True)
class Games:
    """What `play_games` found, one row a game: scores and tiles laid by seat, turns, placements listed."""

    scores: NDArray[np.int64]
    tiles: NDArray[np.int64]
    turns: NDArray[np.int64]
    listed: NDArray[np.int64]


class Position:
    """A board that can be asked fast. `lay` and `undo` change it; all else leaves it as it is."""

    def __init__(self, board: Board) -> None:
        self.tile_set = board.tile_set
        self.tiles = packed_tiles(board.tile_set)
        self.words = empty(self.tiles)
        self.desk = on_desk.new_desk()
        self.reals = on_desk.new_reals()
        self.shift = centre(board)
        self.log_length = LOG
        self._marks: list[int] = []
        self.laid: list[int] = []
        for placement in board.placements:
            self._lay(placement)
            self.log_length = LOG

    def _lay(self, placement: Placement) -> None:
        if self.log_length + _ROOM > len(self.desk):
            self.desk = np.append(self.desk, np.zeros(LOG_END - LOG, np.int64))
        packed = pack(placement, self.shift)
        self.laid.append(packed)
        self.log_length = doors.lay_tile(self.words, self.desk, self.log_length, self.tiles, packed)

    def lay(self, placement: Placement) -> int:
        """Lay a tile and return the placement's points (R5.1, R5.4)."""
        points = doors.score(self.words, self.tiles, pack(placement, self.shift))
        self._marks.append(self.log_length)
        self._lay(placement)
        return points

    def undo(self) -> None:
        """Take back the last tile laid by `lay`."""
        mark = self._marks.pop()
        self.laid.pop()
        doors.take_back(self.words, self.desk, self.log_length, mark)
        self.log_length = mark

    def compact(self) -> bytes:
        """The position in 4 bytes a tile, for keeping many; `Position.expand` makes it again."""
        return np.array([*self.laid], np.int32).tobytes()

    @classmethod
    def expand(cls, tile_set: TileSet, compact: bytes) -> "Position":
        """A position from its compact form, where the board lies in the middle of the grid."""
        position = cls(Board(tile_set))
        for packed in np.frombuffer(compact, np.int32).tolist():
            position._lay(unpack(packed, position.shift))
            position.log_length = LOG
        return position

    @property
    def state(self) -> NDArray[np.int16]:
        """A copy of the words that are the position, without those it only works with."""
        state = self.words[:WORDS].copy()
        for section in (PARENT, SIZE, OPEN, RING, PLACE):
            state[section + int(state[DISCS]) : section + NODES] = 0
        return state


def _scored_turn(desk: NDArray[np.int64], at: int, shift: tuple[int, int]) -> ScoredTurn:
    """The turn at a place on the desk."""
    points, *packed = (int(word) for word in desk[at : at + 3])
    placements = tuple(unpack(word, shift) for word in packed if word >= 0)
    return ScoredTurn(Turn(placements), points if placements else 0)


def legal(position: Position, tile: int) -> list[Scored]:
    """Every legal placement of a tile, scored, sorted as by `rules.legal_placements`."""
    found = np.empty(4 * 4 * SLOTS, np.int64)
    total = doors.list_legal(position.words, position.tiles, tile, found)
    rows = found[: 4 * total].reshape(-1, 4).tolist()
    scored = [Scored(unpack(row[0], position.shift), *row[1:]) for row in rows]
    return sorted(scored, key=lambda one: one.placement)


def closed_groups(position: Position, placement: Placement) -> list[tuple[Colour, int]]:
    """Colour and size of each group a legal placement would close, sorted."""
    packed = pack(placement, position.shift)
    slot = int(position.words[SLOT_AT + (packed >> 9)]) - 1
    places = int(position.tiles[PLACES + (packed & 511)])
    groups = []
    if places >> ALONE:
        middle = position.tile_set[placement.tile].faces[placement.face][MIDDLE]
        groups.append((middle, 1))
    for term in range(slot * TERMS, slot * TERMS + int(position.words[CLOSES + slot])):
        condition = int(position.words[CONDITION + term])
        if meets(places, condition):
            groups.append((Colour(condition >> 8), int(position.words[CLOSED + term])))
    return sorted(groups)


def best_singles(position: Position, hand: Sequence[int]) -> list[Scored]:
    """The placements of one tile of the hand that score most: all equal ones; none if nothing fits."""
    every = [scored for tile in hand for scored in legal(position, tile)]
    most = max((scored.points for scored in every), default=0)
    return [scored for scored in every if scored.points == most]


def best_points_per_tile(position: Position, tiles: Sequence[int]) -> NDArray[np.int64]:
    """For each tile the most points one placement of it makes; -1 where it fits nowhere."""
    found = np.empty(len(tiles), np.int64)
    wanted = np.array(tiles, np.int64)
    doors.points_per_tile(position.words, position.desk, position.tiles, wanted, found)
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
    places = range(TURNS, TURNS + 3 * held, 3)
    return [_scored_turn(position.desk, at, position.shift) for at in places] or [ScoredTurn(PASS, 0)]


def _find_turns(position: Position, hand: Sequence[int], most: int) -> int:
    if not hand:
        return 0
    second = hand[1] if len(hand) > 1 else -1
    words, desk, n = position.words, position.desk, position.log_length
    return doors.find_turns(words, desk, n, position.tiles, hand[0], second, min(most, CANDIDATES))


def evaluate(
    position: Position,
    hand: Sequence[int],
    unseen: Sequence[int],
    weights: Weights | None = None,
    candidates: int = 16,
    table: NDArray[np.float64] | None = None,
) -> list[Evaluated]:
    """The best turns by points judged by S, best first; a pass alone when nothing fits.

    `unseen` are the tiles that may be drawn or in other hands; `table[x + 1, y + 1]` is the expected turn
    of a hand whose tiles' best single placements make x and y points (-1: it fits nowhere).
    """
    weights = weights or Weights()
    held = _find_turns(position, hand, candidates)
    if not held:
        return [Evaluated(PASS, 0, 0.0, 0.0, 0.0)]
    _set_table(position.reals, table)
    unseen_0 = sum(1 << tile for tile in unseen if tile < BITS)
    unseen_1 = sum(1 << tile - BITS for tile in unseen if tile >= BITS)
    doors.judge_turns(
        position.words,
        position.desk,
        position.log_length,
        position.reals,
        position.tiles,
        hand[0],
        hand[1] if len(hand) > 1 else -1,
        unseen_0,
        unseen_1,
        held,
        weights.reply,
        weights.own,
    )
    found = []
    for i in range(held):
        scored = _scored_turn(position.desk, TURNS + 3 * i, position.shift)
        value, reply, own = position.reals[JUDGED + 3 * i : JUDGED + 3 * i + 3].tolist()
        found.append(Evaluated(scored.turn, scored.points, reply, own, value))
    return sorted(found, key=lambda one: -one.value)


def _set_table(reals: NDArray[np.float64], table: NDArray[np.float64] | None) -> None:
    reals[TABLE:WEIGHTS] = (expected_turns() if table is None else table).ravel()


def _set_policies(desk: NDArray[np.int64], reals: NDArray[np.float64], policies: Sequence[Policy]) -> None:
    for seat, policy in enumerate(policies):
        desk[POLICIES + 2 * seat : POLICIES + 2 * seat + 2] = policy.kind, min(policy.candidates, CANDIDATES)
        reals[WEIGHTS + 2 * seat : WEIGHTS + 2 * seat + 2] = policy.weights.reply, policy.weights.own


def play_games(
    bags: NDArray[np.integer],
    policies: Sequence[Policy],
    target: int = 60,
    seed: int = 0,
    tile_set: TileSet | None = None,
    first: int = 0,
    table: NDArray[np.float64] | None = None,
    moves: list[ScoredTurn] | None = None,
) -> Games:
    """Whole games, one a row of `bags` (orders of the whole bag), seat i playing `policies[i]`.

    Set-up tiles are laid by lot. All lots of a game come from the seed and its number (`first` + its row), so
    the same games come out on any machine, however they are divided among calls. The set-up moves and turns
    of the last game are added to `moves`, if given.
    """
    tiles = packed_tiles(tile_set or classic())
    count, tiles_in_all = bags.shape
    players = len(policies)
    desk, reals = on_desk.new_desk(), on_desk.new_reals()
    _set_table(reals, table)
    _set_policies(desk, reals, policies)
    blank = empty(tiles)
    scores, laid = np.zeros((2, count * players), np.int64)
    turns, listed = np.zeros((2, count), np.int64)
    flat = np.ascontiguousarray(bags, np.int16).ravel()
    stayed = doors.play_games(
        blank.copy(),
        blank,
        desk,
        reals,
        tiles,
        flat,
        tiles_in_all,
        players,
        target,
        seed,
        first,
        scores,
        laid,
        turns,
        listed,
    )
    if not stayed:
        raise TooWideError("a game ran off the kernel's grid")
    if moves is not None:
        made = int(desk[MADE])
        moves.extend(_scored_turn(desk, at, START) for at in range(MOVES, MOVES + 3 * made, 3))
    return Games(scores.reshape(count, players), laid.reshape(count, players), turns, listed)


def roll_out(
    position: Position,
    view: View,
    policies: Sequence[Policy],
    samples: int,
    turns: int = 1 << 30,
    seed: int = 0,
    trial: bool = False,
    table: NDArray[np.float64] | None = None,
) -> NDArray[np.int64]:
    """Play on from a seat's view, as often as `samples` says, with the unseen tiles mixed anew each time.

    `position` is the view's board, or that board with a turn laid as a trial: then `trial` is true, the seat
    to move draws and the next one goes on; the trial's points are not in the scores. Gives the scores, a row
    a sample, after so many turns or at the end of the game. Set-up must be over. Equal calls, equal scores.
    """
    players = view.players
    start_desk, desk = np.zeros((2, len(position.desk)), np.int64)
    reals = on_desk.new_reals()
    _set_table(reals, table)
    _set_policies(start_desk, reals, policies)
    laid = {packed >> 2 & 127 for packed in position.laid}
    for tile in set(range(len(position.tile_set))) - laid:
        start_desk[UNLAID + tile // BITS] |= 1 << tile % BITS
    start_desk[HANDS : HANDS + 2 * players] = -1
    hidden = np.zeros(players, np.int64)
    for seat, hand in enumerate(view.hands):
        if hand is None:
            hidden[seat] = view.hand_sizes[seat]
        else:
            left = [tile for tile in hand if tile not in laid]
            start_desk[HANDS + 2 * seat : HANDS + 2 * seat + len(left)] = left
            if trial and seat == view.to_move:
                hidden[seat] = 2 - len(left)
    start_desk[SCORES : SCORES + players] = view.scores
    this_round = view.turns[len(view.turns) - view.to_move :]
    start_desk[PLACED] = trial or any(turn.placements for turn in this_round)
    if trial and view.to_move == players - 1:
        start_desk[PLACED] = 0  # the next turn begins a round
    scores = np.zeros(samples * players, np.int64)
    stayed = doors.roll_out(
        position.words.copy(),
        position.words,
        desk,
        start_desk,
        reals,
        position.tiles,
        np.array(view.unseen, np.int16),
        hidden,
        view.target,
        (view.to_move + trial) % players,
        turns,
        seed,
        scores,
    )
    if not stayed:
        raise TooWideError("a game ran off the kernel's grid")
    return scores.reshape(samples, players)
