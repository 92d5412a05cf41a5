"""What hands can do on boards of many games, as the service says it: `python -m tests.web.questions`.

The page's own kernel has to say the same (web/src/net/kernel.test.ts). A line for each set has its tiles, and
one for each question what is asked, and the answer.
"""

import random
import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from dalapapa import kernel
from dalapapa.kernel.games import Kind
from dalapapa.rules import Game, Turn, classic, legal_placements, shuffled_bag
from dalapapa.service.telling.happenings import place
from dalapapa.service.telling.options import offered
from dalapapa.service.telling.views import tiles
from tests.agreement.sets import part_of_classic, wild
from tests.agreement.test_positions import games

SETS = (classic(), part_of_classic(72, 1), wild(60, 1, 2))


def asked(game: Game, rng: random.Random) -> Iterator[dict[str, Any]]:
    """What a hand can do now, and after one of its tiles was tried."""
    hand, scored = game.hands[game.to_move], not game.in_setup
    ways = [p for tile in hand for p in legal_placements(game.board, tile)]
    tries = [(), (rng.choice(ways),)] if ways and scored and len(hand) == 2 else [()]
    for tried in tries:
        left = tuple(tile for tile in hand if tile not in {p.tile for p in tried})
        board, after = game.board, [place(p) for p in tried]
        for placement in tried:
            board = board.place(placement)
        options = offered(
            board,
            left,
            after,
            seat=game.to_move,
            version=1,
            scored=scored,
            command="asked" if tried else None,
            both_orders=bool(tried),
        )
        laid = [place(p) for p in game.board.placements]
        yield {"laid": laid, "hand": left, "scored": scored, "options": options}


def lines() -> Iterator[dict[str, Any]]:
    """All of it."""
    kernel.warm()
    rng = random.Random(11)
    for tile_set in SETS:
        yield {"tiles": tiles(tile_set).tiles}
        begun = Game.start(shuffled_bag(tile_set, rng), tile_set=tile_set)
        begun = begun.play(Turn((legal_placements(begun.board, begun.hands[begun.to_move][0])[0],)))
        yield from asked(begun, rng)
        for players, kind in ((2, Kind.GREEDY2), (3, Kind.RANDOM), (4, Kind.GREEDY)):
            for number, game in enumerate(games(tile_set, 6, players, 240, kind)):
                if number % 4 < 2 and game.board.placements and game.hands[game.to_move]:
                    yield from asked(game, rng)


if __name__ == "__main__":
    for line in lines():
        sys.stdout.write(msgspec.json.encode(line).decode() + "\n")
