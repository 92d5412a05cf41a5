"""How strong the bots are: every figure of docs/bots.md. Paired games; ± is the 95 % interval over bags.

python bench/bots.py [--games 4000] [--seed 1] [--json]
"""

import argparse
import json
import random
import time
from collections.abc import Iterator
from itertools import pairwise

from dalapapa.bots import BOTS, LEVELS, Budget
from dalapapa.bots.arena import Contest, play_matches
from dalapapa.bots.rating import Estimate, Standings, standings
from dalapapa.rules import Game, classic, shuffled_bag, view

Row = tuple[str, str, Standings]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000, help="games for master against greedy2")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found: list[dict[str, object]] = []
    for title, words, result in rows(options.games, options.seed):
        found.append(_figures(title, result))
        if not options.json:
            print(f"{title:<34} {words}", flush=True)
    thinking = {level.id: _slowest(level.id) for level in LEVELS}
    if options.json:
        print(json.dumps({"contests": found, "slowest_live_turn_ms": thinking}))
    else:
        for name, ms in thinking.items():
            print(f"slowest live turn, {name}: {ms:.0f} ms, on boards of up to 120 tiles")


def rows(games: int, seed: int) -> Iterator[Row]:
    """The contests one by one, the most important first."""
    few = games // 10
    for weaker, stronger in reversed(list(pairwise(level.id for level in LEVELS))):
        result = _play(Contest((stronger, weaker), seed=seed), games if stronger == "master" else few)
        yield f"{stronger} over {weaker}", _strength(result), result
    for players, target in ((2, 120), (2, 240), (3, 60), (4, 60)):
        result = _play(
            Contest(("master", "greedy2"), players, target, seed), games // 4 if target == 60 else few
        )
        yield f"master over greedy2, {players} players to {target}", _strength(result), result
    for players in (2, 3, 4):
        result = _play(Contest(("greedy2",), players, seed=seed), games // 2)
        shares = "  ".join(_words(share) for share in result.seats)
        yield f"seats, greedy2, {players} players", shares, result


def _play(contest: Contest, games: int) -> Standings:
    return standings(contest, list(play_matches(contest, range(contest.matches(games)))))


def _strength(result: Standings) -> str:
    first = result.bots[0]
    return (
        f"{_words(first.win_share)} of {first.games} games, margin {first.margin.mean:+.1f}, "
        f"{1000 * first.turn_seconds:.2f} ms a turn"
    )


def _words(estimate: Estimate) -> str:
    return f"{estimate.mean:.3f} ±{estimate.within or 0:.3f}"


def _figures(title: str, result: Standings) -> dict[str, object]:
    first = result.bots[0]
    return {
        "title": title,
        "games": result.games,
        "win_share": [first.win_share.mean, first.win_share.within],
        "margin": [first.margin.mean, first.margin.within],
        "seats": [[share.mean, share.within] for share in result.seats],
        "ms_per_turn": 1000 * first.turn_seconds,
    }


def _slowest(name: str) -> float:
    """The longest of the turns of one long game with the budget of live play, in milliseconds."""
    rng = random.Random(1)
    game = Game.start(shuffled_bag(classic(), rng), players=4, target=240)
    (budget,) = (level.live for level in LEVELS if level.id == name)
    BOTS[name].choose(view(game, 0), rng, Budget())  # compiled code is loaded before the clock starts
    slowest = 0.0
    while game.result is None:
        seen = view(game, game.to_move)
        start = time.perf_counter()
        turn = BOTS[name].choose(seen, rng, budget)
        slowest = max(slowest, time.perf_counter() - start)
        game = game.play(turn)
    return 1000 * slowest


if __name__ == "__main__":
    main()
