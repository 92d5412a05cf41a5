"""Looking back at games: how long it takes, whether it adds up, and whether luck is fair (docs/analysis.md).

python bench/analysis.py [--games 20] [--luck 2000] [--seed 1]
"""

import argparse
import random
import time
from collections.abc import Iterator
from itertools import pairwise
from statistics import mean, median, stdev

import numpy as np

from dalapapa import kernel
from dalapapa.analysis.account import analyse
from dalapapa.analysis.ledger import ledger
from dalapapa.bots.expected import EXPECTED_TURNS
from dalapapa.kernel.desk import ScoredTurn
from dalapapa.kernel.games import Kind, Policy, play_games
from dalapapa.kernel.questions import Position
from dalapapa.rules import Game, classic, shuffled_bag
from dalapapa.rules.records.record import Player, record_of


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="analysed of each kind")
    parser.add_argument("--luck", type=int, default=2000, help="games whose luck is summed up")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    kernel.warm()
    for players, target in ((2, 60), (3, 60), (4, 60), (4, 240)):
        _time(options.games, players, target, options.seed)
    for players in (2, 3, 4):
        _luck(options.luck // 3 + 1, players, options.seed)


def played(games: int, players: int, target: int, seed: int) -> Iterator[list[Game]]:
    """Games of greedy2 against itself: the states of each."""
    for number in range(games):
        bag = shuffled_bag(classic(), random.Random(f"looking back {seed} {players} {number}"))
        moves: list[ScoredTurn] = []
        policies = [Policy(Kind.GREEDY2)] * players
        play_games(np.array([bag]), policies, EXPECTED_TURNS, target, seed, first=number, moves=moves)
        states = [Game.start(bag, players, target)]
        for move in moves:
            states.append(states[-1].play(move.turn))
        yield states


def _time(games: int, players: int, target: int, seed: int) -> None:
    taken, off = [], 0.0
    for states in played(games, players, target, seed):
        record = record_of(states[-1], [Player(f"Player {seat}") for seat in range(players)])
        start = time.process_time()
        found = analyse(record)
        taken.append(time.process_time() - start)
        sums = [0.0] * players
        for account in found.turns:
            assert account.ledger is not None
            one = account.ledger
            sums[account.played.player] += one.offered + one.drawn + one.taken
        off = max(off, *(abs(total - score) for total, score in zip(sums, found.scores, strict=True)))
    print(
        f"{players} players to {target}: {median(taken):.2f} s of processor time a game, at most "
        f"{max(taken):.2f}, {games} games; accounts off by at most {off:.0e} points",
        flush=True,
    )


def _luck(games: int, players: int, seed: int) -> None:
    drawn: list[list[float]] = [[] for _ in range(players)]
    for states in played(games, players, 60, seed):
        sums = [0.0] * players
        for before, after in pairwise(states):
            if not before.in_setup:
                found = ledger(Position(before.board), before, after.turns[-1].points, f"{len(after.turns)}")
                sums[before.to_move] += found.drawn
        for seat, total in enumerate(sums):
            drawn[seat].append(total)
    for seat, found_sums in enumerate(drawn):
        error = stdev(found_sums) / len(found_sums) ** 0.5
        print(
            f"{players} players, seat {seat + 1}: the draw brought {mean(found_sums):+.2f} ±{2 * error:.2f} "
            f"points a game (2 standard errors), {games} games",
            flush=True,
        )


if __name__ == "__main__":
    main()
