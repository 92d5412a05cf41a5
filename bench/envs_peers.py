"""PettingZoo's connect four, stepped by lot; `bench/envs.py` runs this in a venv of its own.

Processor time of one thread, the best of several runs; an observation and its mask with every step.
"""

import json
import random
import time

import numpy as np
from pettingzoo.classic import connect_four_v3

RUNS, GAMES = 5, 100


def connect_four() -> float:
    """Steps a second."""
    env = connect_four_v3.env()
    best = 0.0
    for run in range(RUNS):
        rng = random.Random(run)
        steps = 0
        start = time.process_time()
        for _ in range(GAMES):
            env.reset(seed=run)
            for _ in env.agent_iter():
                seen, _, over, cut, _ = env.last()
                if over or cut:
                    env.step(None)
                    continue
                env.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
                steps += 1
        best = max(best, steps / (time.process_time() - start))
    return best


if __name__ == "__main__":
    print(json.dumps({"connect_four_steps_s": connect_four()}))
