"""Whole games inside compiled code, thousands a second, in the words of `dalapapa.rules`."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from dalapapa.kernel.constants import (
    BAG,
    BAG_SIZE,
    CANDIDATES,
    GAME_END,
    HANDS,
    HIDDEN,
    MADE,
    MOVES,
    PLACED,
    PLAYERS,
    POLICIES,
    SCORES,
    TARGET,
    UNLAID,
)
from dalapapa.kernel.desk import USUAL, Desk, ScoredTurn, Table, Weights
from dalapapa.kernel.entrance import doors
from dalapapa.kernel.errors import TooWideError
from dalapapa.kernel.packing import START, pack_set
from dalapapa.kernel.policies import GREEDY, GREEDY2, RANDOM, STATIC
from dalapapa.kernel.questions import Position
from dalapapa.rules import TileSet, View, classic


class Kind(IntEnum):
    """Ways of playing that run inside the kernel."""

    RANDOM = RANDOM
    GREEDY = GREEDY
    GREEDY2 = GREEDY2
    STATIC = STATIC


@dataclass(frozen=True, slots=True)
class Policy:
    """How one player plays in whole games; candidates and weights are for `Kind.STATIC` only."""

    kind: Kind
    candidates: int = 16
    weights: Weights = USUAL


@dataclass(frozen=True, slots=True)
class Games:
    """What `play_games` found, one row a game: scores and tiles laid by player, turns, placements listed."""

    scores: NDArray[np.int64]
    tiles: NDArray[np.int64]
    turns: NDArray[np.int64]
    listed: NDArray[np.int64]


def _seat(desk: Desk, policies: Sequence[Policy], table: Table, target: int) -> None:
    """Put down who plays, and to how many points."""
    desk.longs[PLAYERS] = len(policies)
    desk.longs[TARGET] = target
    desk.expect(table)
    for player, policy in enumerate(policies):
        at = POLICIES + 2 * player
        desk.longs[at], desk.longs[at + 1] = policy.kind, min(policy.candidates, CANDIDATES)
        desk.weigh(policy.weights, player)


def play_games(
    bags: NDArray[np.integer],
    policies: Sequence[Policy],
    table: Table,
    target: int = 60,
    seed: int = 0,
    tile_set: TileSet | None = None,
    first: int = 0,
    moves: list[ScoredTurn] | None = None,
) -> Games:
    """Whole games, one a row of `bags` (orders of the whole bag), player i playing `policies[i]`.

    Set-up tiles are laid by lot. All lots of a game come from the seed and its number (`first` + its row), so
    the same games come out on any machine, however they are divided among calls. The set-up moves and turns
    of the last game are added to `moves`, if given. `table` is what `Kind.STATIC` expects, as in `evaluate`.
    """
    desk = Desk(tile_set or classic())
    _seat(desk, policies, table, target)
    count, desk.longs[BAG_SIZE] = bags.shape
    players = len(policies)
    flat = np.ascontiguousarray(bags, np.int16).ravel()
    results = np.zeros((count, 2 + 2 * players), np.int64)
    stayed = doors.play_games(desk.words, desk.longs, desk.reals, flat, seed, first, results.ravel())
    if not stayed:
        raise TooWideError("a game ran off the kernel's grid")
    if moves is not None:
        moves.extend(desk.turns(int(desk.longs[MADE]), START, MOVES))
    return Games(results[:, 2 : 2 + players], results[:, 2 + players :], results[:, 0], results[:, 1])


def roll_out(
    position: Position,
    view: View,
    policies: Sequence[Policy],
    table: Table,
    samples: int,
    turns: int = 1 << 30,
    seed: int = 0,
    trial: bool = False,
) -> NDArray[np.int64]:
    """Play on from a player's view, as often as `samples` says, with the unseen tiles mixed anew each time.

    `position` is the view's board, or that board with a turn laid as a trial: then `trial` is true, who
    moved draws and the next one goes on; the trial's points are not in the scores. Gives the scores, a row
    a sample, after so many turns or at the end of the game. Set-up must be over. Equal calls, equal scores.
    """
    players = view.players
    desk = Desk(position.tile_set)
    _seat(desk, policies, table, view.target)
    game = np.array(desk.longs[:GAME_END])
    laid = {packed >> 2 & 127 for packed in position.laid}
    game[UNLAID : UNLAID + 2] = pack_set(set(range(len(position.tile_set))) - laid)
    game[HANDS : HANDS + 2 * players] = -1
    for player, hand in enumerate(view.hands):
        if hand is None:
            game[HIDDEN + player] = view.hand_sizes[player]
        else:
            left = [tile for tile in hand if tile not in laid]
            game[HANDS + 2 * player : HANDS + 2 * player + len(left)] = left
            if trial and player == view.to_move:
                game[HIDDEN + player] = 2 - len(left)
    game[SCORES : SCORES + players] = view.scores
    this_round = view.turns[len(view.turns) - view.to_move :]
    begins_round = trial and view.to_move == players - 1
    game[PLACED] = not begins_round and (trial or any(turn.placements for turn in this_round))
    game[BAG_SIZE] = len(view.unseen)
    game[BAG : BAG + len(view.unseen)] = view.unseen
    scores = np.zeros((samples, players), np.int64)
    stayed = doors.roll_out(
        desk.words,
        position.desk.words,
        desk.longs,
        game,
        desk.reals,
        (view.to_move + trial) % players,
        turns,
        seed,
        scores.ravel(),
    )
    if not stayed:
        raise TooWideError("a game ran off the kernel's grid")
    return scores
