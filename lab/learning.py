"""An agent that learns by playing itself: a linear policy on what the environment says of each option.

`python -m lab learn` trains it in a minute or two and draws its curve, docs/pictures/learning.svg. Nothing
here knows the rules; it is the example of docs/environments.md at full length.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dalapapa.envs.actions import FEATURES, NO_ACTION, STATE
from dalapapa.envs.vector import DalapapaVectorEnv

Reals = NDArray[np.float64]
Seen = dict[str, NDArray[np.int64]]

# What the policy weighs: the environment's features, and whether an option stops after one tile.
NAMES = (*FEATURES, "stops")
RATE = 1.0
STEPS = 48  # of each game between two lessons
OPPONENTS = ("random", "greedy", "greedy2")


def described(seen: Seen) -> tuple[Reals, NDArray[np.bool_]]:
    """The features of every option, and which rows are options at all."""
    widest = max(1, int((seen["options"] != NO_ACTION).sum(1).max()))
    legal = seen["options"][:, :widest] != NO_ACTION
    features = seen["features"][:, :widest].astype(np.float64)
    second = seen["state"][:, STATE.index("second"), None]
    stops = features[:, :, 0] * second
    return np.concatenate([features, stops[:, :, None]], 2), legal


def chances(features: Reals, legal: NDArray[np.bool_], weights: Reals) -> Reals:
    """How likely the policy takes each option."""
    worth = np.where(legal, features @ weights, -np.inf)
    worth[~legal.any(1)] = 0.0  # a game that is over: any action begins the next one
    likely = np.exp(worth - worth.max(1, keepdims=True))
    return np.asarray(likely / likely.sum(1, keepdims=True))


def lesson(
    env: DalapapaVectorEnv, seen: Seen, weights: Reals, rng: np.random.Generator
) -> tuple[Seen, Reals]:
    """Play some steps of every game, both seats; how the weights should change (REINFORCE).

    A choice is paid with the points of the rest of its turn, less those of the reply.
    """
    every = np.arange(env.num_envs)
    slopes, paid, movers, ends = [], [], [], []
    for _ in range(STEPS):
        features, legal = described(seen)
        likely = chances(features, legal, weights)
        drawn = (likely.cumsum(1) > rng.random((env.num_envs, 1))).argmax(1)
        expected = np.einsum("go,gof->gf", likely, features)
        counts = legal.any(1) & (seen["state"][:, STATE.index("in_setup")] == 0)
        slopes.append(np.where(counts[:, None], features[every, drawn] - expected, 0.0))
        movers.append(seen["state"][:, STATE.index("player")])
        seen, rewards, over, _, _ = env.step(seen["options"][every, drawn])
        paid.append(rewards)
        ends.append(over)
    mine, reply, worth = np.zeros(env.num_envs), np.zeros(env.num_envs), np.zeros((STEPS, env.num_envs))
    for step in reversed(range(STEPS)):
        changes = movers[step] != movers[step + 1] if step + 1 < STEPS else np.ones(env.num_envs, bool)
        reply = np.where(ends[step], 0.0, np.where(changes, mine, reply))
        mine = paid[step] + np.where(changes | ends[step], 0.0, mine)
        worth[step] = mine - reply
    whole = slice(0, STEPS - 6)  # of the last turns the reply is not known
    gain = worth[whole] - worth[whole].mean()
    change = np.einsum("sg,sgf->f", gain / gain.std(), np.array(slopes[whole])) / gain.size
    return seen, np.asarray(change)


def train(lessons: int, games: int = 256, seed: int = 1) -> list[Reals]:
    """The weights before the first lesson and after each."""
    env = DalapapaVectorEnv(games)
    rng = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    learnt = [np.zeros(len(NAMES))]
    for _ in range(lessons):
        seen, change = lesson(env, seen, learnt[-1], rng)
        learnt.append(learnt[-1] + RATE * change)
    return learnt


def win_share(weights: Reals, opponent: str, best: bool = False, games: int = 256, seed: int = 2) -> float:
    """How much of the wins the policy has: as it plays while it learns, or always taking the `best`."""
    env = DalapapaVectorEnv(games, opponent=opponent, rewards="win")
    rng = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    share = np.full(games, np.nan)
    while np.isnan(share).any():
        features, legal = described(seen)
        likely = chances(features, legal, weights)
        drawn = (likely.cumsum(1) > rng.random((games, 1))).argmax(1)
        taken = likely.argmax(1) if best else drawn
        seen, rewards, over, _, _ = env.step(seen["options"][np.arange(games), taken])
        share = np.where(over & np.isnan(share), (1 + rewards) / 2, share)
    return float(share.mean())


def learn(lessons: int, seed: int, out: Path) -> None:
    """Train, say how well each state plays, and draw it."""
    learnt = train(lessons, seed=seed)
    looks = sorted({0, *(2**i for i in range(20) if 2**i < lessons), lessons})
    curve = {opponent: [win_share(learnt[look], opponent) for look in looks] for opponent in OPPONENTS}
    for row, look in enumerate(looks):
        shares = "  ".join(f"{opponent} {curve[opponent][row]:.3f}" for opponent in OPPONENTS)
        print(f"after {look:4} lessons: win share against {shares}")
    shares = "  ".join(
        f"{name} {win_share(learnt[-1], name, best=True, games=1000):.3f}" for name in OPPONENTS
    )
    print(f"always the best option, 1000 games each: {shares}")
    print("  ".join(f"{name} {weight:+.2f}" for name, weight in zip(NAMES, learnt[-1], strict=True)))
    out.write_text(_drawn(looks, curve), encoding="utf-8")


def _drawn(looks: Sequence[int], curve: dict[str, list[float]]) -> str:
    """Win share by lesson, one line an opponent; lessons on a scale that doubles."""
    width, height, left = 560, 260, 46
    xs = [left + round(width * row / (len(looks) - 1)) for row in range(len(looks))]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 80} {height + 60}" '
        'role="img" font-family="sans-serif" font-size="13" fill="#444">',
        "<title>Win share of the learning agent against three ways of playing</title>",
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = 15 + round(height * (1 - share))
        parts.append(f'<path d="M{left} {y}h{width}" stroke="#bbb"/><text x="4" y="{y + 4}">{share:g}</text>')
    for colour, (opponent, shares) in zip(("#1f77b4", "#2a8a3c", "#b3372f"), curve.items(), strict=True):
        points = " ".join(
            f"{x},{15 + round(height * (1 - share))}" for x, share in zip(xs, shares, strict=True)
        )
        end = 19 + round(height * (1 - shares[-1]))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{xs[-1] + 8}" y="{end}" fill="{colour}">{opponent}</text>')
    for x, look in zip(xs, looks, strict=True):
        parts.append(f'<text x="{x}" y="{height + 34}" text-anchor="middle">{look}</text>')
    parts.append(f'<text x="{left + width // 2}" y="{height + 54}" text-anchor="middle">lessons</text>')
    return "\n".join([*parts, "</svg>", ""])
