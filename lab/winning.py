"""The win chances of `dalapapa.analysis`: played, fitted and checked.

Half of the games are S against itself, half greedy2; a quarter each to 60, 90, 120 and 240 points. The
check is on games with another seed: ten bins, predicted and real shares, with the error over games.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalapapa.analysis.account import standing_after, standing_before
from dalapapa.analysis.chances import FEATURES, FITTED, Standing, chances, decided, features
from dalapapa.analysis.choices import expected_reply, what_follows
from dalapapa.bots.expected import EXPECTED_TURNS
from dalapapa.kernel.desk import ScoredTurn, Weights
from dalapapa.kernel.games import Kind, Policy, play_games
from dalapapa.kernel.questions import Position, best_points_per_tile, best_turn
from dalapapa.rules import Game, Turn, classic, shuffled_bag, view

Reals = NDArray[np.float64]

TARGETS = (60, 90, 120, 240)
_RIDGE = 1.0  # on the weights of features scaled to spread 1: keeps certain endings finite


@dataclass(frozen=True)
class Played:
    """A standing of a game, how the game came out, and which game it was."""

    game: int
    standing: Standing
    shares: tuple[float, ...]


def games(count: int, players: int, seed: int, targets: tuple[int, ...] = TARGETS) -> Iterator[list[Played]]:
    """Whole games with every standing before and after a turn."""
    own = Weights() if players == 2 else Weights(1.0, 0.5)
    policies = (Policy(Kind.STATIC, 16, own), Policy(Kind.GREEDY2))
    for number in range(count):
        rng = random.Random(f"chances {seed} {players} {number}")
        bag = shuffled_bag(classic(), rng)
        target = targets[number // 2 % len(targets)]
        moves: list[ScoredTurn] = []
        table = [policies[number % 2]] * players
        play_games(np.array([bag]), table, EXPECTED_TURNS, target, seed, first=number, moves=moves)
        yield _standings(number, Game.start(bag, players, target), [move.turn for move in moves])


def _standings(number: int, game: Game, moves: list[Turn]) -> list[Played]:
    found: list[Standing] = []
    position = Position(game.board)
    for turn in moves:
        if not game.in_setup:
            seen = view(game, game.to_move)
            levels = best_points_per_tile(position, seen.unseen).tolist() if seen.unseen else []
            reply = expected_reply(levels)
            found.append(standing_before(game, reply, best_turn(position, seen.hand).points))
            _, left, own = what_follows(position, turn, seen) if turn.placements else (0, reply, reply)
        after = game.play(turn)
        if after.board is not game.board:
            position = Position(after.board)
        if not game.in_setup and not after.result:
            found.append(standing_after(after, left, own))
        game = after
    assert game.result is not None
    shares = decided(game.scores, game.result.winners)
    return [Played(number, standing, shares) for standing in found]


def fit(found: list[Played]) -> list[float]:
    """The weights of the softmax that make these outcomes likeliest, by Newton's steps."""
    x = np.array([features(one.standing) for one in found])
    y = np.array([one.shares for one in found])
    spread = x.std(axis=(0, 1)) + 1e-9
    x = x / spread
    w = np.zeros(FEATURES)
    for _ in range(30):
        p = _softmax(x @ w)
        mean = np.einsum("ns,nsf->nf", p, x)
        gradient = np.einsum("ns,nsf->f", y - p, x) - _RIDGE * w
        hessian = np.einsum("ns,nsf,nsg->fg", p, x, x) - mean.T @ mean + _RIDGE * np.eye(FEATURES)
        step = np.linalg.solve(hessian, gradient)
        w += step
        if np.abs(step).max() < 1e-8:
            break
    return [round(float(weight), 5) for weight in w / spread]


def _softmax(sums: Reals) -> Reals:
    parts = np.exp(sums - sums.max(axis=1, keepdims=True))
    return np.asarray(parts / parts.sum(axis=1, keepdims=True), np.float64)


def check(found: list[Played], players: int, known: bool) -> float:
    """Print the calibration in ten bins; the largest miss that is neither below 3 points nor 2 errors."""
    rows = [
        (one.game, predicted, real)
        for one in found
        for predicted, real in zip(chances(one.standing), one.shares, strict=True)
    ]
    table = np.array(rows)
    worst = 0.0
    when = "before a turn" if known else "after a turn "
    for low in range(10):
        inside = table[np.minimum((10 * table[:, 1]).astype(int), 9) == low]
        if not len(inside):
            continue
        miss = inside[:, 2] - inside[:, 1]
        # Standings of one game come out together, so the error is over games.
        games = np.unique(inside[:, 0], return_inverse=True)[1]
        error = float(np.sqrt((np.bincount(games, miss - miss.mean()) ** 2).sum())) / len(inside)
        off = abs(float(miss.mean()))
        if off > 0.03 and off > 2 * error:
            worst = max(worst, off)
        print(
            f"{players} players, {when} {low / 10:.1f}-{low / 10 + 0.1:.1f}: predicted "
            f"{inside[:, 1].mean():.3f}, real {inside[:, 2].mean():.3f} ±{2 * error:.3f}, {len(inside)} "
            f"standings of {games.max() + 1} games",
            flush=True,
        )
    return worst


def learn_chances(count: int, checked: int, seed: int) -> None:
    """Fit the model, write its file, and check it on games that it has not seen."""
    fitted: dict[str, dict[str, list[float]]] = {"known": {}, "unknown": {}}
    for players in (2, 3, 4):
        found = [one for game in games(count, players, seed) for one in game]
        for name, known in (("known", True), ("unknown", False)):
            fitted[name][str(players)] = fit([one for one in found if one.standing.known == known])
        print(f"{players} players: {len(found)} standings of {count} games", flush=True)
    FITTED.write_text(json.dumps(fitted, indent=1) + "\n", encoding="utf-8")
    check_chances(checked, seed + 1)


def check_chances(count: int, seed: int) -> None:
    """Check the model in use on games of this seed."""
    worst = 0.0
    for players in (2, 3, 4):
        found = [one for game in games(count, players, seed) for one in game]
        for known in (True, False):
            worst = max(worst, check([one for one in found if one.standing.known == known], players, known))
    print(f"largest miss beyond 3 points and 2 errors: {worst:.3f}")
