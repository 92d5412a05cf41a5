"""Ideas for master head to head with S, whole games inside the kernel (lab_kernel.py). ± is 95 % over bags.

python -m bench.lab_games search --bags 500 --seed 600   an idea against S: two players, both seats of a bag
python -m bench.lab_games weights --players 3            other weights for one of three or four players
python -m bench.lab_games turns --bags 4000              what follows a turn, regressed on the board it left
python -m bench.lab_games openings --bags 30000          the same for the set-up tile

Set-up is by lot but for the idea `set-up`; all else is as `master` plays it with S.
"""

import argparse
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from bench import lab_kernel as lab
from dalapapa.bots.strong import table
from dalapapa.kernel.desk import TABLE, WEIGHTS
from dalapapa.kernel.position import empty, packed_tiles
from dalapapa.rules import classic

Words = NDArray[np.int16]
Longs = NDArray[np.int64]
Reals = NDArray[np.float64]

NAMES = (
    *("R", "O", "R apart", "O after", "single", "kept", "kept spare", "overlap", "spare"),
    *(f"level {points}" for points in range(-1, 13)),
    *(f"discs open {n}" for n in range(1, 5)),
    *(f"discs² open {n}" for n in range(1, 5)),
    *(f"contacts {n}" for n in range(1, 5)),
)


def policy(settings: Mapping[int, float], second: Mapping[str, float] | None = None) -> Reals:
    """S with 16 candidates, and what else is set."""
    block = np.zeros(lab.BLOCK)
    block[[lab.CANDIDATES, lab.FIRST, lab.FIRST + 1]] = 16, -1.4, 0.75
    for setting, value in settings.items():
        block[setting] = value
    for name, weight in (second or {}).items():
        block[lab.SECOND + NAMES.index(name)] = weight
    return block


def searching(tried: int, within: float, samples: int, replies: int, then: Sequence[float]) -> Reals:
    """A policy with a search: `then` are the weights of the own turn, the reply to it, and S."""
    settings = (lab.TRIED, lab.WITHIN, lab.SAMPLES, lab.REPLIES, lab.OWN_THEN, lab.REPLY_THEN, lab.MIX)
    return policy(dict(zip(settings, (tried, within, samples, replies, *then), strict=True)))


APART = {"R apart": -1.35, "O after": 0.8}
IDEAS = {
    "S": policy({}),
    "greedy2": policy({lab.CANDIDATES: 1}),
    "set-up": policy({lab.SETTING_UP: 1}),
    "wide": policy({lab.CANDIDATES: 40}),
    "apart": policy({lab.AGAIN: 1.5}, APART),
    "apart-groups": policy(
        {lab.AGAIN: 1.5}, {**APART, "discs open 2": 0.09, "discs² open 2": -0.027, "contacts 1": 0.03}
    ),
    "kept": policy({lab.AGAIN: 1.5}, {"R": -1.5, "O": 0.88, "kept": -0.2, "kept spare": 0.24}),
    "ending": policy({lab.ENDING: 3.5}),
    "ending-5": policy({lab.ENDING: 5}),
    "ending-8": policy({lab.ENDING: 8}),
    "search-24": searching(6, 2, 24, 1, (0.9, 0.3, 0.5)),
    "search-20": searching(5, 1.2, 20, 1, (0.9, 0.3, 0.4)),
    "search": searching(4, 1, 50, 1, (1, 0.35, 0.35)),
    "search-by-S": searching(4, 1, 24, 6, (1, 0.35, 0.35)),
}


def bags_of(count: int, seed: int) -> NDArray[np.int16]:
    """Bags, one after the other."""
    tiles = np.tile(np.arange(120, dtype=np.int16), (count, 1))
    return np.random.default_rng(seed).permuted(tiles, axis=1).ravel()


def arrays(policies: Sequence[Reals]) -> tuple[Words, Words, Longs, Reals, Longs]:
    """What every compiled function begins with."""
    tiles = packed_tiles(classic())
    desk, reals = np.zeros(lab.LAB_DESK, np.int64), np.zeros(lab.LAB_REALS, np.float64)
    reals[TABLE:WEIGHTS] = table().ravel()
    reals[lab.POLICY : lab.POLICY + lab.BLOCK * len(policies)] = np.concatenate(policies)
    return empty(tiles), empty(tiles), desk, reals, tiles


def contest(one: Reals, others: Reals, bags: int, seed: int, players: int, target: int) -> str:
    """One against others like each other, every bag played with the one in each seat."""
    wins, margins = np.zeros((2, players, bags))
    for seat in range(players):
        seats = [one if i == seat else others for i in range(players)]
        scores = np.zeros(players * bags, np.int64)
        lab.play(*arrays(seats), bags_of(bags, seed), players, target, seed, scores)
        by_seat = scores.reshape(bags, players)
        best = by_seat == by_seat.max(1, keepdims=True)
        wins[seat] = (best / best.sum(1, keepdims=True))[:, seat]
        margins[seat] = by_seat[:, seat] - (by_seat.sum(1) - by_seat[:, seat]) / (players - 1)
    return f"{_mean(wins.mean(0), 4)}, margin {_mean(margins.mean(0), 2)}, {players * bags} games"


def _mean(values: Reals, digits: int) -> str:
    within = 1.96 * values.std(ddof=1) / np.sqrt(len(values))
    return f"{values.mean():.{digits}f} ±{within:.{digits}f}"


def try_weights(bags: int, seed: int, players: int) -> None:
    """One player with other weights than 1.0 and 0.5 among three or four."""
    usual = policy({lab.FIRST: -1.0, lab.FIRST + 1: 0.5})
    for reply, own in ((1.4, 0.75), (0.7, 0.4), (1.0, 0.8), (0.7, 0.7)):
        other = policy({lab.FIRST: -reply, lab.FIRST + 1: own})
        result = contest(other, usual, bags, seed, players, 60)
        print(f"{players} players, {reply} and {own}: {result}", flush=True)


def regress(found: Reals, controls: Reals, followed: Reals, signs: Reals, sets: Sequence[str]) -> None:
    """How much of what follows each set of features explains on the half of the rows it was not fitted on."""
    half = np.random.default_rng(0).random(len(found)) < 0.5
    for horizon in range(2, followed.shape[1] + 1):
        points = (followed * signs)[:, :horizon].sum(1)
        for title in (*sets, "everything"):
            words = title.split(", ")
            columns = [i for i, name in enumerate(NAMES) if name.rstrip("-0123456789 ") in words]
            columns = columns or list(range(len(NAMES)))
            explained = []
            for fitted in (half, ~half):
                a = np.column_stack([found[:, columns], controls])
                b = np.linalg.lstsq(a[fitted], points[fitted], rcond=1e-9)[0][: len(columns)]
                rest = points[~fitted] - controls[~fitted] @ _solve(controls[~fitted], points[~fitted])
                foreseen = found[~fitted][:, columns] @ b
                foreseen = foreseen - foreseen.mean()
                explained.append(2 * (foreseen * rest).mean() - (foreseen**2).mean())
            print(f"next {horizon} turns, {title:<34} explains {np.mean(explained):.4f}", end="")
            print(f" of {np.var(rest):.1f} points²", end="")
            print(*_coefficients(found, controls, points, columns) if len(columns) < 6 else "", flush=True)


def _solve(a: Reals, y: Reals) -> Reals:
    return np.asarray(np.linalg.lstsq(a, y, rcond=None)[0], np.float64)


def _coefficients(found: Reals, controls: Reals, y: Reals, columns: Sequence[int]) -> list[str]:
    a = np.column_stack([found[:, columns], controls])
    b = _solve(a, y)
    spread = np.sqrt(np.diag(np.linalg.pinv(a.T @ a)) * np.var(y - a @ b))
    return [f" {NAMES[c]} {b[i]:+.2f} ±{1.96 * spread[i]:.2f}" for i, c in enumerate(columns)]


def learn_turns(games: int, seed: int) -> None:
    """What follows a turn drawn by lot, S playing on."""
    rows = np.zeros(6 * games * lab.ROW)
    total = lab.gather_turns(*arrays([IDEAS["S"]] * 2), bags_of(games, seed), seed, rows)
    table_of = rows[: total * lab.ROW].reshape(total, lab.ROW)
    means = table_of[:, lab.FEATURES : lab.FEATURES + 4]
    controls = np.column_stack([np.ones(total), means, table_of[:, 2 * lab.FEATURES + 1 :][:, :2]])
    signs = np.array([-1.0, 1.0, -1.0, 1.0, -1.0])
    more = ("single, kept, kept spare", "overlap, spare", "level", "discs open, discs² open", "contacts")
    sets = ["R, O", "R apart, O", "R, O after", "R apart, O after", *(f"R, O, {names}" for names in more)]
    regress(table_of[:, : lab.FEATURES], controls, table_of[:, -lab.AHEAD :], signs, sets)
    print(f"{total} turns")


def learn_openings(games: int, seed: int) -> None:
    """What follows a set-up laid by lot: the points of who laid last, less those of who begins."""
    rows = np.zeros(games * (lab.FEATURES + lab.OPENING))
    lab.gather_openings(*arrays([IDEAS["S"]] * 2), bags_of(games, seed), seed, rows)
    found = rows.reshape(games, -1)
    signs = np.array([-1.0, 1.0] * (lab.OPENING // 2))
    sets = ("R", "R apart", "R, O after", "R, overlap, spare", "R, discs open, discs² open", "R, contacts")
    regress(found[:, : lab.FEATURES], np.ones((games, 1)), found[:, lab.FEATURES :], signs, sets)
    print(f"{games} beginnings")


def main() -> None:
    """Run one experiment."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("experiment", choices=(*IDEAS, "weights", "turns", "openings"))
    parser.add_argument("--bags", type=int, default=500, help="each is played from every seat")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, default=3, help="of weights: 3 or 4")
    options = parser.parse_args()
    if options.experiment == "weights":
        try_weights(options.bags, options.seed, options.players)
    elif options.experiment == "turns":
        learn_turns(options.bags, options.seed)
    elif options.experiment == "openings":
        learn_openings(options.bags, options.seed)
    else:
        idea = IDEAS[options.experiment]
        print(f"{options.experiment} over S: {contest(idea, IDEAS['S'], options.bags, options.seed, 2, 60)}")


if __name__ == "__main__":
    main()
