"""The server as it is, but with one order of the bag for every table, so that a script of moves fits all.

Usage: python bench/server_under_load.py PORT FOLDER, or `script` to print the moves.
"""

import json
import random
import sys
from dataclasses import replace
from pathlib import Path

from dalapapa.rules import Game, Turn, classic, legal_placements, shuffled_bag, view
from dalapapa.rules.records.record import placement_json
from dalapapa.server import running
from dalapapa.server.app import create_app
from dalapapa.server.settings import sqlite_settings
from dalapapa.service.tables import fairness


def order() -> tuple[int, ...]:
    """The order of the bag."""
    return shuffled_bag(classic(), random.Random(2003))


def script(moves: int) -> list[Turn]:
    """Legal moves of two players with that bag."""
    rng = random.Random(2006)
    game = Game.start(order(), 2, 240)
    turns: list[Turn] = []
    while len(turns) < moves and game.result is None:
        seen = view(game, game.to_move)
        turns.append(Turn((rng.choice([p for t in seen.hand for p in legal_placements(seen.board, t)]),)))
        game = game.play(turns[-1])
    return turns


def main() -> None:
    """Serve, or print the script."""
    if sys.argv[1] == "script":
        turns = [[placement_json(placement) for placement in turn.placements] for turn in script(60)]
        print(json.dumps(turns))
        return
    port, folder = int(sys.argv[1]), Path(sys.argv[2])
    fairness.draw = lambda *_, **__: (order(), 0)
    settings = replace(
        sqlite_settings(folder),
        guest_rate=1e6,
        guest_burst=10**6,
        address_rate=1e6,
        address_burst=10**6,
        table_rate=1e6,
        table_burst=10**6,
        guest_table_rate=1e6,
        guest_table_burst=10**6,
        address_lines=10**6,
        byte_rate=1e9,
        byte_burst=10**9,
        socket_rate=1e6,
        socket_burst=10**6,
    )
    with running.listen("127.0.0.1", port) as listening:
        running.run(create_app(settings), listening, lambda: print("ready", flush=True))


if __name__ == "__main__":
    main()
