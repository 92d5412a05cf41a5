"""The one game loop: whoever lets bots play goes through here."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence

from dalapapa import kernel
from dalapapa.bots.base import Bot, Budget
from dalapapa.bots.strong import KernelBot
from dalapapa.rules import Game, Turn, view

Choose = Callable[[Game], Turn]


def play(game: Game, choose: Choose) -> Iterator[Game]:
    """Every state of a game from the next one on to its end."""
    while game.result is None:
        game = game.play(choose(game))
        yield game


def by_bots(bots: Sequence[Bot], lots: Sequence[random.Random], budget: Budget) -> Choose:
    """A bot and its lots for each player; each sees only its own view."""

    def choose(game: Game) -> Turn:
        player = game.to_move
        return bots[player].choose(view(game, player), lots[player], budget)

    return choose


def warm_up(bots: Iterable[Bot]) -> None:
    """Get the kernel ready if any of the bots thinks on it: before a clock runs or workers start.

    What one process has compiled is on disk, and the others only load it.
    """
    if kernel.available() and any(isinstance(bot, KernelBot) for bot in bots):
        kernel.warm()
