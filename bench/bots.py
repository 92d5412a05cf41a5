"""How strong the bots are: every figure of docs/bots.md. Paired games; ± is the 95 % interval over bags.

python bench/bots.py [--games 4000] [--seed 1] [--json]
"""

import argparse
import json
import random
import time
from collections.abc import Iterator
from itertools import pairwise

from dalapapa.bots import BOTS, LEVELS
from dalapapa.bots.arena.contest import Contest, play_matches
from dalapapa.bots.arena.rating import Estimate, Standings, standings
from dalapapa.bots.playing import play, warm_up
from dalapapa.rules import Game, Turn, classic, shuffled_bag, view


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000, help="games for master against greedy2")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="only contests whose title has this word")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found: list[dict[str, object]] = []
    for title, contest, games in contests(options.games, options.seed):
        if options.only not in title:
            continue
        result = standings(contest, list(play_matches(contest, range(contest.matches(games)))))
        found.append(_figures(title, result))
        if not options.json:
            print(f"{title:<40} {_words(title, result)}", flush=True)
    thinking = {level.id: _slowest(level.id) for level in LEVELS if options.only in "slowest live turn"}
    if options.json:
        print(json.dumps({"contests": found, "slowest_live_turn_ms": thinking}))
    for name, ms in thinking.items():
        if not options.json:
            print(f"slowest live turn, {name}: {ms:.1f} ms of processor time, boards of up to 120 tiles")


def contests(games: int, seed: int) -> Iterator[tuple[str, Contest, int]]:
    """The contests one by one, the most important first: title, contest, number of games."""
    for weaker, stronger in reversed(list(pairwise(level.id for level in LEVELS))):
        number = games if stronger == "master" else games // 10
        yield f"{stronger} over {weaker}", Contest((stronger, weaker), seed=seed), number
    for players in (2, 3, 4):
        yield f"seats, greedy2, {players} players", Contest(("greedy2",), players, seed=seed), games // 2
    for players, target in ((3, 60), (4, 60), (2, 120), (2, 240)):
        contest = Contest(("master", "greedy2"), players, target, seed)
        yield (
            f"master over greedy2, {players} players to {target}",
            contest,
            games // (4 if target == 60 else 10),
        )


def _words(title: str, result: Standings) -> str:
    if title.startswith("seats"):
        return "  ".join(map(_share, result.seats)) + f" of {result.games} games"
    first = result.bots[0]
    return (
        f"{_share(first.win_share)} of {first.games} games, margin {first.margin.mean:+.1f}, "
        f"{1000 * first.turn_seconds:.2f} ms a turn"
    )


def _share(estimate: Estimate) -> str:
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
    """The longest turn of one long game with the budget of live play, in milliseconds of processor time."""
    warm_up([BOTS[name]])
    rng = random.Random(1)
    (budget,) = (level.live for level in LEVELS if level.id == name)
    taken = []

    def choose(game: Game) -> Turn:
        seen = view(game, game.to_move)
        times = []
        for _ in range(3):  # the best of three: the collector of garbage may strike in one
            start = time.process_time()
            turn = BOTS[name].choose(seen, rng, budget)
            times.append(time.process_time() - start)
        taken.append(min(times))
        return turn

    *_, _ = play(Game.start(shuffled_bag(classic(), rng), players=4, target=240), choose)
    return 1000 * max(taken)


if __name__ == "__main__":
    main()
