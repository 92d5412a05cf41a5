"""Games to look back at."""

import random
from collections.abc import Sequence

from dalapapa.bots import BOTS, Budget
from dalapapa.bots.playing import by_bots, play
from dalapapa.rules import Game, TileSet, classic, shuffled_bag
from dalapapa.rules.records.record import Json, Player, record_of


def played(
    bots: Sequence[str], seed: int, target: int = 60, tile_set: TileSet | None = None
) -> tuple[Game, Json]:
    """A whole game of these bots, and its record."""
    tile_set = tile_set or classic()
    rng = random.Random(seed)
    start = Game.start(shuffled_bag(tile_set, rng), len(bots), target, tile_set)
    *_, last = play(start, by_bots([BOTS[name] for name in bots], [rng] * len(bots), Budget()))
    return last, record_of(last, [Player(name, "bot", name) for name in bots])


def states(record: Json, tile_set: TileSet | None = None) -> list[Game]:
    """The states before each turn of a record."""
    from dalapapa.rules.records.referee import replay

    return [game for game in replay(record, tile_set) if not game.in_setup and game.result is None]
