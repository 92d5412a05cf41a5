"""Figures of the rules room: legal placements with receipts, refereeing, and import time.

Run with `make bench`. Each figure stands beside a plain task of the standard library measured in the
same run, so that figures of different machines can be compared by their ratios.
"""

import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from dalapapa.bots import BOTS, Budget
from dalapapa.rules import Game, classic, legal_placements, receipt, shuffled_bag, view
from dalapapa.rules.records.reading import loads
from dalapapa.rules.records.record import Player, dumps, record_of
from dalapapa.rules.records.referee import referee


def play(seed: int, target: int, until: int | None = None) -> Game:
    """A game of three greedy players, to its end or until so many tiles lie."""
    rng = random.Random(seed)
    game = Game.start(shuffled_bag(classic(), rng), 3, target)
    while game.result is None and (until is None or len(game.board.placements) < until):
        game = game.play(BOTS["greedy"].choose(view(game, game.to_move), rng, Budget(candidates=0)))
    return game


def seconds(task: Callable[[], object], rounds: int) -> float:
    """The median time of one call."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        task()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def import_seconds(module: str) -> float:
    """How much longer Python takes to start with this module imported, in fresh processes."""

    def start(code: str) -> float:
        return seconds(lambda: subprocess.run([sys.executable, "-c", code], check=True), 11)

    return max(0.0, start(f"import {module}") - start("pass"))


def third_party(module: str) -> list[str]:
    """The modules that importing this one brings in from outside the standard library."""
    code = (
        f"import sys; before = set(sys.modules); import {module}; new = set(sys.modules) - before; "
        "print(*sorted({name.split('.')[0] for name in new} - sys.stdlib_module_names))"
    )
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return [name for name in found.stdout.split() if name != "dalapapa"]


def show(name: str, figure: str) -> None:
    """One line of the report."""
    print(f"  {name:<58}{figure:>16}")


def main() -> None:
    """Measure and print."""
    boards = [play(seed, 240, until=60) for seed in range(10)]

    def legal() -> None:
        for game in boards:
            for tile in game.hands[game.to_move]:
                for placement in legal_placements(game.board, tile):
                    receipt(game.board, placement)

    players = [Player("Greedy", "bot", "greedy")] * 3
    lines = [dumps(record_of(play(seed, 60), players)) for seed in range(20)]
    parse = seconds(lambda: [json.loads(line) for line in lines], 5) / len(lines)
    check = seconds(lambda: [referee(loads(line)) for line in lines], 5) / len(lines)
    whole, rules = import_seconds("dalapapa"), import_seconds("dalapapa.rules")
    peer = import_seconds("json, dataclasses, hashlib, random")
    print("Rules, pure Python")
    show("legal placements with receipts, two tiles, 60-tile board", f"{100 * seconds(legal, 5):.2f} ms")
    show("verify, 3 players to 60", f"{1 / check:.0f} games/s")
    show("  against reading the JSON alone", f"{check / parse:.1f} x its time")
    show("import dalapapa", f"{1e3 * whole:.1f} ms")
    show("import dalapapa.rules", f"{1e3 * rules:.1f} ms")
    show("  against the standard modules it uses", f"{rules / peer:.1f} x their time")
    show("  third-party modules it imports", ", ".join(third_party("dalapapa.rules")) or "none")


if __name__ == "__main__":
    main()
