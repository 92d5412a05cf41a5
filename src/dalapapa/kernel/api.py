"""What bots and simulations ask the kernel, in the words of `dalapapa.rules`.

Everything here is unchecked: callers pass legal placements and tiles that are not on the board.

>>> position = Position(board)
>>> best_turn(position, hand).turn
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from dalapapa.rules import PASS, Board, Game, Placement, TileSet, Turn, legal_placements, receipt, view


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

    RANDOM = 0
    GREEDY = 1
    GREEDY2 = 2
    STATIC = 3


@dataclass(frozen=True, slots=True)
class Policy:
    """How one seat plays in `play_games`; candidates and weights are for `Kind.STATIC` only."""

    kind: Kind
    candidates: int = 16
    weights: Weights = Weights()


@dataclass(frozen=True, slots=True)
class Games:
    """What `play_games` found, one row a game: scores by seat, turns played, tiles laid by seat in turns."""

    scores: NDArray[np.int64]
    turns: NDArray[np.int64]
    tiles: NDArray[np.int64]


class Position:
    """A board that can be asked fast. `lay` and `undo` change it; all else leaves it as it is."""

    def __init__(self, board: Board) -> None:
        self._boards = [board]

    @property
    def board(self) -> Board:
        """The board as `dalapapa.rules` knows it."""
        return self._boards[-1]

    def lay(self, placement: Placement) -> int:
        """Lay a tile and return the placement's points (R5.1, R5.4)."""
        points = receipt(self.board, placement).points
        self._boards.append(self.board.place(placement))
        return points

    def undo(self) -> None:
        """Take back the last tile laid by `lay`."""
        self._boards.pop()


def legal(position: Position, tile: int) -> list[Scored]:
    """Every legal placement of a tile, scored, in the order of `rules.legal_placements`."""
    scored = []
    for placement in legal_placements(position.board, tile):
        found = receipt(position.board, placement)
        scored.append(Scored(placement, len(found.discs), found.group_points, found.points))
    return scored


def best_singles(position: Position, hand: Sequence[int]) -> list[Scored]:
    """The placements of one tile of the hand that score most: all equal ones; none if nothing fits."""
    every = [scored for tile in hand for scored in legal(position, tile)]
    most = max((scored.points for scored in every), default=0)
    return [scored for scored in every if scored.points == most]


def best_points_per_tile(position: Position, tiles: Sequence[int]) -> NDArray[np.int64]:
    """For each tile the most points one placement of it makes; -1 where it fits nowhere."""
    return np.array([max((s.points for s in legal(position, tile)), default=-1) for tile in tiles], np.int64)


def best_turn(position: Position, hand: Sequence[int]) -> ScoredTurn:
    """The turn with most points, exact over singles and ordered doubles; a pass when nothing fits."""
    return best_turns(position, hand, 1)[0]


def best_turns(position: Position, hand: Sequence[int], most: int) -> list[ScoredTurn]:
    """The `most` best turns by points, best first: singles, and for each first placement its best second.

    Of turns that lead to the same board only the one with most points is kept.
    A pass alone when nothing fits.
    """
    turns: dict[tuple[Placement, ...], ScoredTurn] = {}

    def keep(points: int, *placements: Placement) -> None:
        same = tuple(sorted(placements))
        if same not in turns or points > turns[same].points:
            turns[same] = ScoredTurn(Turn(placements), points)

    for tile in hand:
        rest = [other for other in hand if other != tile]
        for first in legal(position, tile):
            keep(first.points, first.placement)
            position.lay(first.placement)
            for second in best_singles(position, rest)[:1]:
                keep(first.points + second.points - 4, first.placement, second.placement)
            position.undo()
    best = sorted(turns.values(), key=lambda scored: -scored.points)[:most]
    return best or [ScoredTurn(PASS, 0)]


def evaluate(
    position: Position,
    hand: Sequence[int],
    unseen: Sequence[int],
    weights: Weights | None = None,
    candidates: int = 16,
    table: NDArray[np.float64] | None = None,
) -> list[Evaluated]:
    """The best turns by points judged by S, best first.

    `unseen` are the tiles that may be drawn or in other hands; `table[x + 1, y + 1]` is the expected turn
    of a hand whose tiles' best single placements make x and y points (-1: it fits nowhere).
    """
    weights = weights or Weights()
    judged = []
    for scored in best_turns(position, hand, candidates):
        for placement in scored.turn.placements:
            position.lay(placement)
        laid = {placement.tile for placement in scored.turn.placements}
        kept = [tile for tile in hand if tile not in laid]
        reply = own = 0.0
        found = best_points_per_tile(position, unseen)
        pairs = [max(a, b, a + b - 4, 0) for i, a in enumerate(found) for b in found[:i]]
        reply = float(np.mean(pairs)) if pairs else 0.0
        own = reply
        if kept:
            mine = best_points_per_tile(position, kept)[0]
            own = float(np.mean([max(mine, b, mine + b - 4, 0) for b in found])) if len(found) else 0.0
        for _ in scored.turn.placements:
            position.undo()
        value = scored.points - weights.reply * reply + weights.own * own
        judged.append(Evaluated(scored.turn, scored.points, reply, own, value))
    return sorted(judged, key=lambda turn: -turn.value)


def play_games(
    bags: NDArray[np.int64],
    policies: Sequence[Policy],
    target: int = 60,
    seed: int = 0,
    tile_set: TileSet | None = None,
) -> Games:
    """Whole games, one a row of `bags` (orders of the whole bag), seat i playing `policies[i]`.

    Set-up tiles are laid by lot. The seed decides all lots, each game's by its row alone; the same call
    gives the same games on any machine.
    """
    players = len(policies)
    scores = np.zeros((len(bags), players), np.int64)
    tiles = np.zeros((len(bags), players), np.int64)
    turns = np.zeros(len(bags), np.int64)
    for row, bag in enumerate(bags):
        rng = np.random.default_rng((seed, row))
        game = Game.start(tuple(map(int, bag)), players, target, tile_set)
        while game.result is None:
            turn = _choose(game, policies[game.to_move], rng)
            if not game.in_setup:
                tiles[row, game.to_move] += len(turn.placements)
                turns[row] += 1
            game = game.play(turn)
        scores[row] = game.result.scores
    return Games(scores, turns, tiles)


def _choose(game: Game, policy: Policy, rng: np.random.Generator) -> Turn:
    position = Position(game.board)
    hand = game.hands[game.to_move]
    if game.in_setup or policy.kind is Kind.RANDOM:
        every = [scored.placement for tile in hand for scored in legal(position, tile)]
        return Turn((every[rng.integers(len(every))],)) if every else PASS
    if policy.kind is Kind.GREEDY:
        best = best_singles(position, hand)
        return Turn((best[rng.integers(len(best))].placement,)) if best else PASS
    if policy.kind is Kind.GREEDY2:
        return best_turn(position, hand).turn
    unseen = view(game, game.to_move).unseen
    return evaluate(position, hand, unseen, policy.weights, policy.candidates)[0].turn
