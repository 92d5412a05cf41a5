"""How fast the environments are, beside PettingZoo's connect four in the same run, and how far games reach.

python bench/envs.py [--json] [--games 300]

One thread; processor time, so that other programs disturb less; the best of several runs.

- `vector_steps_s`: micro-steps a second of `DalapapaVectorEnv`, 1,024 games, both seats by lot: every step
  lists all legal options, as connect four does. Drawing the lots is not in the time.
- `scored_steps_s`: the same with every option scored.
- `best_steps_s`: the same with everybody taking the most points at once: smaller boards, fewer options.
- `aec_steps_s`: the PettingZoo environment, by lot, with observation and mask: on the plain rules.
- `connect_four_steps_s`: see envs_peers.py.
- `reach`, `box`: the farthest a tile has lain from the first one, and the longest side of a board, in cells,
  over games of players who want points (greedy, greedy2, static), 2 to 4 of them, to 60 and to 240 points.
  The window reaches 24. `lots_reach`, `lots_box`: the same for players who lay by lot.
- `most_options`: the longest list of options in the games above; there is room for 1,024.
"""

import argparse
import json
import random
import subprocess
import sys
import time
import venv
from collections.abc import Iterable
from itertools import product
from pathlib import Path

import numpy as np

from dalapapa.bots.expected import EXPECTED_TURNS
from dalapapa.envs import dalapapa_v0
from dalapapa.envs.actions import FEATURES, NO_ACTION
from dalapapa.envs.vector import DalapapaVectorEnv
from dalapapa.kernel.desk import ScoredTurn
from dalapapa.kernel.games import Kind, Policy, play_games
from dalapapa.rules import classic

PEERS = ("pettingzoo==1.27.0", "pygame-ce==2.5.8")
RUNS, STEPS = 4, 80


def vector_rate(scores: bool, best_points: bool = False) -> tuple[float, int]:
    """Micro-steps a second, and the longest list of options."""
    env = DalapapaVectorEnv(1024, scores=scores)
    every = np.arange(env.num_envs)
    rng = np.random.default_rng(0)
    seen, _ = env.reset(seed=1)
    best, most = 0.0, 0
    for _ in range(RUNS):
        used = 0.0
        for _ in range(STEPS):
            counts = (seen["options"] != NO_ACTION).sum(1)
            most = max(most, int(counts.max()))
            if best_points:
                points = seen["features"][:, :, FEATURES.index("points")].astype(np.int64)
                picked = np.where(seen["options"] == NO_ACTION, -99, points).argmax(1)
            else:
                picked = (rng.random(env.num_envs) * np.maximum(counts, 1)).astype(np.int64)
            actions = seen["options"][every, picked]
            start = time.process_time()
            seen, *_ = env.step(actions)
            used += time.process_time() - start
        best = max(best, STEPS * env.num_envs / used)
    return best, most


def aec_rate() -> float:
    """Steps a second of the PettingZoo environment."""
    env = dalapapa_v0.env()
    best = 0.0
    for run in range(2):
        rng = random.Random(run)
        env.reset(seed=run)
        steps, start = 0, time.process_time()
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            env.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            steps += 1
        best = max(best, steps / (time.process_time() - start))
    return best


def reach(kinds: Iterable[Kind], games: int) -> tuple[int, int, int]:
    """The farthest cell from the first tile, the longest side of a board, and how many games were played."""
    farthest = longest = played = 0
    for kind, players, target in product(kinds, (2, 3, 4), (60, 240)):
        for number in range(games):
            bag = np.random.default_rng([number, players, target]).permutation(len(classic()))
            moves: list[ScoredTurn] = []
            play_games(
                bag[None], [Policy(kind)] * players, EXPECTED_TURNS, target, number, moves=moves, first=number
            )
            cells = np.array([cell for move in moves for laid in move.turn.placements for cell in laid.cells])
            away = cells - cells[0]
            # The window has 24 cells to the left of the first one and above, 23 to the right and below.
            farthest = max(farthest, int(-away.min()), int(away.max()) + 1)
            longest = max(longest, int((cells.max(0) - cells.min(0)).max()) + 1)
            played += 1
    return farthest, longest, played


def peers() -> dict[str, float]:
    """The peer's figure, from a venv of its own."""
    place = Path(sys.prefix) / "bench-envs-peers"
    python = place / "bin" / "python"
    if not python.exists():
        venv.create(place, with_pip=True)
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PEERS]
    subprocess.run(install, check=True, stdout=sys.stderr)
    script = Path(__file__).with_name("envs_peers.py")
    found = subprocess.run([str(python), str(script)], check=True, stdout=subprocess.PIPE, text=True)
    figures: dict[str, float] = json.loads(found.stdout)
    return figures


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300, help="games of each kind for the reach")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    by_lot, most = vector_rate(scores=False)
    figures: dict[str, float] = {
        "vector_steps_s": by_lot,
        "scored_steps_s": vector_rate(scores=True)[0],
        "best_steps_s": vector_rate(scores=True, best_points=True)[0],
        "aec_steps_s": aec_rate(),
        **peers(),
        "most_options": most,
    }
    figures["ratio_connect_four"] = figures["vector_steps_s"] / figures["connect_four_steps_s"]
    wanting = [kind for kind in Kind if kind != Kind.RANDOM]
    figures["reach"], figures["box"], figures["reach_games"] = reach(wanting, options.games)
    figures["lots_reach"], figures["lots_box"], figures["lots_games"] = reach([Kind.RANDOM], options.games)
    if options.json:
        print(json.dumps({name: round(figure, 3) for name, figure in figures.items()}))
        return
    for name, figure in figures.items():
        print(f"{name:22} {figure:>14,.{1 if 'ratio' in name else 0}f}")


if __name__ == "__main__":
    main()
