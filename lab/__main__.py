"""The laboratory behind docs/bots.md. `python -m lab EXPERIMENT --help` has the options of each."""

import argparse
from pathlib import Path

from dalapapa import kernel
from dalapapa.bots.arena.workers import Crew


def main() -> None:
    """Run one experiment."""
    parser = argparse.ArgumentParser(prog="python -m lab", description=__doc__)
    experiments = parser.add_subparsers(dest="experiment", required=True)

    def add(name: str, words: str, **numbers: int) -> argparse.ArgumentParser:
        experiment = experiments.add_parser(name, help=words, description=words)
        for option, usual in numbers.items():
            experiment.add_argument(f"--{option}", type=int, default=usual)
        return experiment

    add("table", "learn the table T from self-play", games=200)
    add("weights", "regress what follows a turn on the reply and the own next turn", games=1000)
    variants = add("variants", "master against itself with one thing changed", games=2000, seed=1)
    variants.add_argument("--only", default="", help="only variants with this word in their name")
    rungs = add("ladder", "how many places each level should look at to be a step apart", games=400, seed=1)
    rungs.add_argument("--only", nargs="*", default=[], help="only these levels")
    idea = add("idea", "an idea against S: two players, both seats of a bag", bags=500, seed=1)
    idea.add_argument("name")
    add("several", "other weights for one of three or four players", players=3, bags=500, seed=1)
    add("turns", "what follows a turn, regressed on the board it left", bags=500, seed=1)
    add("openings", "the same for the set-up tile", bags=500, seed=1)
    add("chances", "fit the win chances on self-play and check them", games=2000, checked=2000, seed=1)
    add("calibration", "check the win chances in use", checked=2000, seed=3)
    add("baselines", "the kernel's ways of playing, all against all", bags=500, seed=1)
    learner = add("learn", "an agent that learns by playing itself", lessons=32, seed=1)
    learner.add_argument("--out", type=Path, default=Path("docs/pictures/learning.svg"))
    for experiment in ("table", "weights", "variants", "ladder"):
        experiments.choices[experiment].add_argument(
            "--jobs", type=int, help="processes; all cores if not given"
        )
        experiments.choices[experiment].add_argument("--cluster", help="a Dask cluster, tcp://host:8786")
    chosen = parser.parse_args()

    kernel.warm()
    if chosen.experiment in ("chances", "calibration"):
        from lab import winning

        if chosen.experiment == "chances":
            winning.learn_chances(chosen.games, chosen.checked, chosen.seed)
        else:
            winning.check_chances(chosen.checked, chosen.seed)
        return
    crew = Crew(getattr(chosen, "jobs", None), getattr(chosen, "cluster", None))
    if chosen.experiment == "ladder":
        from lab import ladder

        ladder.fit_ladder(chosen.games, chosen.seed, chosen.only, crew)
        return
    from lab import baselines, ideas, learning, regression, selfplay  # compiled when imported

    if chosen.experiment == "table":
        selfplay.learn_table(chosen.games, crew)
    elif chosen.experiment == "weights":
        selfplay.learn_weights(chosen.games, crew)
    elif chosen.experiment == "variants":
        selfplay.try_variants(chosen.games, chosen.seed, chosen.only, crew)
    elif chosen.experiment == "baselines":
        baselines.rate(chosen.bags, chosen.seed)
    elif chosen.experiment == "learn":
        learning.learn(chosen.lessons, chosen.seed, chosen.out)
    elif chosen.experiment == "idea":
        if chosen.name not in ideas.IDEAS:
            parser.error(f"no idea is called {chosen.name!r}: there are {', '.join(ideas.IDEAS)}")
        ideas.try_idea(chosen.name, chosen.bags, chosen.seed)
    elif chosen.experiment == "several":
        ideas.try_weights(chosen.bags, chosen.seed, chosen.players)
    elif chosen.experiment == "turns":
        regression.learn_turns(chosen.bags, chosen.seed)
    else:
        regression.learn_openings(chosen.bags, chosen.seed)


if __name__ == "__main__":
    main()
