"""The laboratory behind docs/bots.md. `python -m lab EXPERIMENT --help` has the options of each."""

import argparse

from dalapapa import kernel


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
    idea = add("idea", "an idea against S: two players, both seats of a bag", bags=500, seed=1)
    idea.add_argument("name")
    add("several", "other weights for one of three or four players", players=3, bags=500, seed=1)
    add("turns", "what follows a turn, regressed on the board it left", bags=500, seed=1)
    add("openings", "the same for the set-up tile", bags=500, seed=1)
    chosen = parser.parse_args()

    kernel.warm()
    from lab import ideas, regression, selfplay  # compiled when imported

    if chosen.experiment == "table":
        selfplay.learn_table(chosen.games)
    elif chosen.experiment == "weights":
        selfplay.learn_weights(chosen.games)
    elif chosen.experiment == "variants":
        selfplay.try_variants(chosen.games, chosen.seed, chosen.only)
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
