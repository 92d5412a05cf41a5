"""Positions for the tests: games that lots or a greedy player brought some way."""

import random
from collections.abc import Iterator
from itertools import islice

from dalapapa.bots import BOTS, Budget
from dalapapa.bots.playing import by_bots, play
from dalapapa.rules import Game, classic, shuffled_bag


def game_after(moves: int, *, players: int = 2, target: int = 60, seed: int = 0, bot: str = "greedy") -> Game:
    """A game after so many set-up moves and turns, or at its end."""
    *_, game = states(players=players, target=target, seed=seed, bot=bot, moves=moves)
    return game


def states(
    *, players: int = 2, target: int = 60, seed: int = 0, bot: str = "greedy", moves: int = 10**6
) -> Iterator[Game]:
    """All states of a game that one bot plays for all seats."""
    rng = random.Random(f"positions {seed}")
    game = Game.start(shuffled_bag(classic(), rng), players, target)
    yield game
    choose = by_bots([BOTS[bot]] * players, [rng] * players, Budget())
    yield from islice(play(game, choose), moves)
