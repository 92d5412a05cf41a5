"""The peers' figures, by the same clock as our own; `bench/engine.py` runs this in a venv of its own.

- `hive_legal_s`: OpenSpiel's hive. Rollouts run natively: an `MCTSBot` with one simulation, whose
  `RandomRolloutEvaluator` lists the legal moves and plays one of them, to the end, many times over. Moves
  listed in a rollout are counted in games of the same kind stepped from Python; the figure is rollouts a
  second times their mean.
- `chess_legal_s`: python-chess. Random games, every legal move listed with `list(board.legal_moves)`.

Processor time of one thread; the best of several runs.
"""

import json
import random
import time

import chess
import pyspiel

RUNS = 3


def hive() -> float:
    """Legal moves listed a second in native random rollouts."""
    game = pyspiel.load_game("hive")
    rng = random.Random(1)
    listed, games = 0, 30
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            listed += len(actions)
            state.apply_action(rng.choice(actions))
    best = 0.0
    for run in range(RUNS):
        rollouts = 40
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, run)
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, run, False)
        start = time.process_time()
        bot.step(game.new_initial_state())
        best = max(best, rollouts / (time.process_time() - start))
    return best * listed / games


def python_chess() -> float:
    """Legal moves listed a second in random games."""
    best = 0.0
    for run in range(RUNS):
        rng = random.Random(run)
        listed = 0
        start = time.process_time()
        for _ in range(5):
            board = chess.Board()
            while not board.is_game_over():
                moves = list(board.legal_moves)
                listed += len(moves)
                board.push(rng.choice(moves))
        best = max(best, listed / (time.process_time() - start))
    return best


if __name__ == "__main__":
    print(json.dumps({"hive_legal_s": hive(), "chess_legal_s": python_chess()}))
