"""How strong the bots are: every figure of docs/bots.md. Paired games; ± is the 95 % interval over bags.

python bench/bots.py [--games 2000] [--seed 1] [--only WORDS] [--jobs N] [--out FOLDER] [--json] [--write]

With --out finished games are kept in a folder, and a later run goes on from there. With --write the steps of
the ladder go into src/dalapapa/bots/ladder.json, and its table into docs/bots.md.
"""

import argparse
import json
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from statistics import fmean

import dalapapa.bots
from dalapapa.bots import LEVELS
from dalapapa.bots.arena.contest import Contest, Match, play_matches
from dalapapa.bots.arena.log import ArenaLog
from dalapapa.bots.arena.rating import Estimate, Standing, Standings, standings
from dalapapa.bots.arena.workers import Crew
from dalapapa.bots.ladder import FILE, Step, ladder
from dalapapa.bots.levels import Level
from dalapapa.bots.playing import play, warm_up
from dalapapa.rules import Game, Turn, classic, shuffled_bag, view

LADDER = Path(dalapapa.bots.__file__).with_name(FILE)
DOCS = Path(__file__).parent.parent / "docs" / "bots.md"
BEGIN, END = "<!-- the ladder, by bench/bots.py -->", "<!-- end of the ladder -->"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="games for each step of the ladder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="only contests whose title has these words")
    parser.add_argument("--jobs", type=int, help="processes; all cores if not given")
    parser.add_argument("--out", type=Path, help="keep finished games here, and go on from what is there")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write", action="store_true", help="keep the ladder's steps")
    options = parser.parse_args()
    found: list[dict[str, object]] = []
    for title, contest, games in contests(options.games, options.seed):
        if options.only not in title:
            continue
        result = standings(contest, _played(contest, games, Crew(options.jobs), title, options.out))
        found.append(_figures(title, result))
        if title.startswith("step") and options.write:
            _keep(result)
        if not options.json:
            print(f"{title:<40} {_words(title, result)}", flush=True)
    thinking = {level.id: _slowest(level) for level in LEVELS if options.only in "slowest live turn"}
    turns = {level.id: _mean(level) for level in LEVELS if options.only in "steps"}
    if options.json:
        print(json.dumps({"contests": found, "slowest_live_turn_ms": thinking, "live_turn_ms": turns}))
        return
    for name, ms in thinking.items():
        print(f"slowest live turn, {name}: {ms:.1f} ms of processor time, boards of up to 120 tiles")
    if turns and (table := _ladder_table(turns)):
        print(table)
        if options.write:
            before, _, rest = DOCS.read_text("utf-8").partition(BEGIN)
            DOCS.write_text(f"{before}{BEGIN}\n\n{table}\n\n{END}{rest.partition(END)[2]}", "utf-8")


def _played(contest: Contest, games: int, crew: Crew, title: str, folder: Path | None) -> list[Match]:
    """The matches of a contest, those that were kept and those still missing."""
    wanted = contest.matches(games)
    if folder is None:
        return list(play_matches(contest, range(wanted), crew))
    folder.mkdir(parents=True, exist_ok=True)
    with ArenaLog(folder / f"{title.replace(' ', '-')}.jsonl", contest) as log:
        known = {match.number for match in log.matches}
        for match in play_matches(contest, [n for n in range(wanted) if n not in known], crew):
            log.add(match)
        return [match for match in log.matches if match.number < wanted]


def contests(games: int, seed: int) -> Iterator[tuple[str, Contest, int]]:
    """The contests one by one, the most important first: title, contest, number of games."""
    steps = list(pairwise(level.id for level in LEVELS))
    for weaker, stronger in reversed(steps):
        yield f"step {stronger} over {weaker}", Contest((stronger, weaker), seed=seed), games
    yield "first over duckling", Contest(("first", LEVELS[0].id), seed=seed), games // 4
    yield "duckling over random", Contest((LEVELS[0].id, "random"), seed=seed), games // 4
    yield "master over greedy2", Contest(("master", "greedy2"), seed=seed), 2 * games
    for players in (3, 4):
        for weaker, stronger in reversed(steps):
            contest = Contest((stronger, weaker), players, seed=seed)
            yield f"{players} players, {stronger} over {weaker}", contest, games // 5
    for players in (2, 3, 4):
        yield f"seats, greedy2, {players} players", Contest(("greedy2",), players, seed=seed), games
    for players, target in ((3, 60), (4, 60), (2, 120), (2, 240)):
        contest = Contest(("master", "greedy2"), players, target, seed)
        yield (
            f"master over greedy2, {players} players to {target}",
            contest,
            games // (2 if target == 60 else 5),
        )


def _keep(result: Standings) -> None:
    """Write a step down beside those that are known, from the bottom up."""
    kept = _kept()
    stronger, weaker = result.contest.bots
    share = result.bots[0].win_share
    mean, within = round(share.mean, 4), round(share.within or 0.0, 4)
    kept[stronger] = Step(stronger, weaker, result.games, mean, within)
    rows = [asdict(kept[level.id]) for level in LEVELS if level.id in kept]
    lines = ",\n    ".join(map(json.dumps, rows))
    LADDER.write_text(f'{{\n  "steps": [\n    {lines}\n  ]\n}}\n', "utf-8")


def _kept() -> dict[str, Step]:
    if not LADDER.exists():
        return {}
    return {step["stronger"]: Step(**step) for step in json.loads(LADDER.read_text("utf-8"))["steps"]}


def _ladder_table(turns: Mapping[str, float]) -> str:
    """The ladder as it is kept, as docs/bots.md shows it; nothing until all steps are known."""
    kept = _kept()
    if len(kept) < len(LEVELS) - 1:
        return ""
    rows = ["| level | name | Elo | step | games | ms a turn |", "|---|---|---|---|---|---|"]
    for level, rung in zip(LEVELS, ladder(tuple(kept.values())), strict=True):
        step = kept.get(rung.level)
        above = f"{step.elo:+.0f} ±{step.elo_within:.0f} | {step.games:,}" if step else "|"
        elo, ms = f"{rung.elo:.0f} ±{rung.within:.0f}", turns[rung.level]
        rows.append(f"| `{rung.level}` | {level.name} | {elo} | {above} | {ms:.2f} |")
    return "\n".join(rows)


def _words(title: str, result: Standings) -> str:
    if title.startswith("seats"):
        return "  ".join(map(_share, result.seats)) + f" of {result.games} games"
    first = result.bots[0]
    return (
        f"{_share(first.win_share)} of {first.games} games, Elo {_elo(result.bots)}, "
        f"margin {first.margin.mean:+.1f}, {_times(result.bots)} ms a turn"
    )


def _share(estimate: Estimate) -> str:
    return f"{estimate.mean:.3f} ±{estimate.within or 0:.3f}"


def _elo(bots: Sequence[Standing]) -> str:
    """By how much the first is stronger, from who had more points than whom: comparable at any table."""
    elo = bots[0].elo
    return f"{elo.mean:+.0f} ±{elo.within or 0:.0f}"


def _times(bots: Sequence[Standing]) -> str:
    return " and ".join(f"{1000 * bot.turn_seconds:.2f}" for bot in bots)


def _figures(title: str, result: Standings) -> dict[str, object]:
    first = result.bots[0]
    return {
        "title": title,
        "games": result.games,
        "win_share": [first.win_share.mean, first.win_share.within],
        "margin": [first.margin.mean, first.margin.within],
        "elo": [first.elo.mean, first.elo.within],
        "seats": [[share.mean, share.within] for share in result.seats],
        "ms_per_turn": 1000 * first.turn_seconds,
    }


def _slowest(level: Level) -> float:
    """The longest turn of one long game with the budget of live play."""
    return max(_thought(level, random.Random(1), players=4, target=240))


def _mean(level: Level) -> float:
    """A turn of ten games of two players to 60, as the ladder is measured, with the budget of live play."""
    rng = random.Random(1)
    return fmean(ms for _ in range(10) for ms in _thought(level, rng, players=2, target=60))


def _thought(level: Level, rng: random.Random, players: int, target: int) -> list[float]:
    """How long each turn of a game of a level with itself took, in milliseconds of processor time."""
    warm_up([level.bot])
    taken = []

    def choose(game: Game) -> Turn:
        seen = view(game, game.to_move)
        times = []
        for _ in range(3):  # the best of three: the collector of garbage may strike in one
            start = time.process_time()
            turn = level.bot.choose(seen, rng, level.live)
            times.append(time.process_time() - start)
        taken.append(1000 * min(times))
        return turn

    *_, _ = play(Game.start(shuffled_bag(classic(), rng), players=players, target=target), choose)
    return taken


if __name__ == "__main__":
    main()
