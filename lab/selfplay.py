"""What master's evaluation rests on, from games of S on the plain rules; and variants of master."""

import random
from collections import defaultdict
from collections.abc import Iterator
from functools import partial

import numpy as np

from dalapapa.bots import BOTS, Bot, Budget
from dalapapa.bots.arena.contest import Contest, play_matches
from dalapapa.bots.arena.rating import standings
from dalapapa.bots.arena.workers import Crew
from dalapapa.bots.expected import EXPECTED_TURNS, expected_turn
from dalapapa.bots.playing import play
from dalapapa.bots.simple import RandomBot
from dalapapa.bots.strong import MasterBot
from dalapapa.kernel.questions import Evaluated, Position, best_points_per_tile, best_turn, evaluate
from dalapapa.rules import Game, Turn, View, classic, shuffled_bag, view

TURNS = 24  # of a game that is looked at: the length of games to 60 points and a little more


class SetupByLot(MasterBot):
    """Lays its set-up tile by lot."""

    name = "set-up by lot"

    def choose(self, view: View, rng: random.Random, budget: Budget) -> Turn:
        """A lot in set-up, S after it."""
        return (RandomBot.choose if view.in_setup else MasterBot.choose)(self, view, rng, budget)  # type: ignore[arg-type]


class AlwaysAhead(MasterBot):
    """Weighs the reply and the own next turn even when none will follow."""

    name = "last turn like any"

    def weights(self, view: View, most: int) -> tuple[float, float]:
        """The same all the time."""
        return 1.4, 0.75


Played = list[tuple[View, list[Evaluated], int]]


def self_play(games: int, seed: int, lots: float, crew: Crew) -> Iterator[Played]:
    """Games of S against itself in which a share of the turns is drawn by lot from the candidates.

    For each turn the view, the candidates, and the one played.
    """
    yield from crew.spread(partial(_play_one, seed, lots), range(games))


def _play_one(seed: int, lots: float, number: int) -> Played:
    rng = random.Random(f"lab {seed} {number}")
    played: Played = []

    def choose(game: Game) -> Turn:
        seen = view(game, game.to_move)
        if game.in_setup:
            return RandomBot().choose(seen, rng, Budget())
        turns = evaluate(Position(seen.board), seen.hand, seen.unseen, EXPECTED_TURNS)
        chosen = rng.randrange(len(turns)) if rng.random() < lots else 0
        played.append((seen, turns, chosen))
        return turns[chosen].turn

    for game in play(Game.start(shuffled_bag(classic(), rng), players=2, target=240), choose):
        if len(game.turns) == TURNS:
            break
    return played


def learn_table(games: int, crew: Crew) -> None:
    """The mean best turn of hands drawn by lot, by what their tiles make alone."""
    found: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    rng = random.Random(0)
    for played in self_play(games, 0, 0.0, crew):
        for seen, _, _ in played:
            position = Position(seen.board)
            for _ in range(6):
                hand = rng.sample(seen.unseen, 2)
                x, y = sorted(best_points_per_tile(position, hand).tolist())
                found[x, y].append(best_turn(position, hand).points)
    known = sorted(key for key, points in found.items() if len(points) >= 100)
    for x, y in known:
        mean = float(np.mean(found[x, y]))
        print(f"T({x}, {y}) = {mean:5.2f}   in use {expected_turn(x, y):5.2f}   {len(found[x, y])} hands")
    if not known:
        raise SystemExit("no pair of points has 100 hands: play more games")
    worst = max(abs(float(np.mean(found[key])) - expected_turn(*key)) for key in known)
    print(f"{sum(map(len, found.values()))} hands; largest difference {worst:.2f}")


def learn_weights(games: int, crew: Crew) -> None:
    """Coefficients of R and O for the points of the turns that follow, within positions, ± 95 %."""
    rows, followed = [], []
    ahead = 6
    for played in self_play(games, 1, 0.5, crew):
        for at in range(len(played) - ahead):
            _, turns, chosen = played[at]
            reply = np.mean([turn.reply for turn in turns])
            own = np.mean([turn.own for turn in turns])
            rows.append((1.0, turns[chosen].reply - reply, turns[chosen].own - own, reply, own, at))
            points = [after[chosen].points for _, after, chosen in played[at + 1 : at + 1 + ahead]]
            followed.append(np.cumsum([point * (-1) ** (i + 1) for i, point in enumerate(points)]))
    a, y = np.array(rows), np.array(followed)
    inverse = np.linalg.inv(a.T @ a)
    for horizon in range(ahead):
        b = inverse @ a.T @ y[:, horizon]
        rest = y[:, horizon] - a @ b
        within = 1.96 * np.sqrt(np.diag(inverse) * (rest @ rest) / (len(a) - a.shape[1]))
        print(f"next {horizon + 1} turns: R {b[1]:+.2f} ±{within[1]:.2f}, O {b[2]:+.2f} ±{within[2]:.2f}")
    print(f"{len(a)} turns")


def try_variants(games: int, seed: int, only: str, crew: Crew) -> None:
    """Master against itself with one thing changed."""
    for variant in (SetupByLot(), AlwaysAhead()):
        if only not in variant.name:
            continue
        known: dict[str, Bot] = {**BOTS, variant.name: variant}
        contest = Contest(("master", variant.name), seed=seed, known=known)
        result = standings(contest, list(play_matches(contest, range(contest.matches(games)), crew)))
        first = result.bots[0]
        print(
            f"master over {variant.name}: {first.win_share.mean:.4f} ±{first.win_share.within or 0:.4f} of "
            f"{first.games} games, margin {first.margin.mean:+.2f} ±{first.margin.within or 0:.2f}",
            flush=True,
        )
