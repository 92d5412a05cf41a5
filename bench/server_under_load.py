"""The server as it is, but with one order of the bag for every table, so that a script of moves fits all.

    python bench/server_under_load.py PORT DATABASE [REDIS]
    python bench/server_under_load.py script    # the moves, as JSON

It says "ready" when it serves, and "warm" when its compiled kernel is there too. Limits that would count all
browsers of a bench as one household are out of the way.
"""

import json
import random
import sys
import threading
from dataclasses import replace

from dalapapa import kernel
from dalapapa.rules import Game, Turn, classic, legal_placements, shuffled_bag, view
from dalapapa.rules.records.record import placement_json
from dalapapa.server import running
from dalapapa.server.app import create_app
from dalapapa.server.settings import Settings
from dalapapa.service.tables import fairness

LIMITS = ("guest", "address", "table", "guest_table", "socket", "try", "byte")


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


def say(word: str) -> None:
    """Tell the bench."""
    print(word, flush=True)


def ready() -> None:
    """The server serves; the kernel is loaded beside it, as `dalapapa serve` does."""
    say("ready")
    warming = kernel.warm_in_background()

    def follow() -> None:
        warming.join()
        say("warm")

    threading.Thread(target=follow, daemon=True).start()


def main() -> None:
    """Serve, or print the script."""
    if sys.argv[1] == "script":
        print(
            json.dumps([[placement_json(placement) for placement in turn.placements] for turn in script(60)])
        )
        return
    port, database, *redis = sys.argv[1:]
    fairness.draw = lambda *_, **__: (order(), 0)
    lifted = {f"{name}_{part}": 10**9 for name in LIMITS for part in ("rate", "burst")}
    settings = replace(Settings(database, *redis), address_lines=10**6, **lifted)  # type: ignore[arg-type]
    with running.listen("127.0.0.1", int(port)) as listening:
        running.run(create_app(settings), listening, ready)


if __name__ == "__main__":
    main()
