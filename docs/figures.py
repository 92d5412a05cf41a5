"""Draws the figures of the documents: `python docs/figures.py` writes the same bytes every time."""

import random
from pathlib import Path

from dalapapa.bots import BOTS, Budget
from dalapapa.render import board_svg, tile_svg
from dalapapa.rules import Game, classic, complete_groups, shuffled_bag, view

HERE = Path(__file__).parent


def greedy_game(seed: int, tiles: int, players: int = 3) -> Game:
    """A game among greedy bots, as far as the given number of tiles."""
    rng = random.Random(seed)
    game = Game.start(shuffled_bag(classic(), rng), players, target=240)
    while len(game.board.placements) < tiles:
        game = game.play(BOTS["greedy"].choose(view(game, game.to_move), rng, Budget()))
    return game


def figures() -> dict[str, str]:
    """Every figure by the name of its file."""
    game = greedy_game(seed=131, tiles=40)
    largest = sorted(complete_groups(game.board), key=len)[-2:]
    return {
        "board.svg": board_svg(game.board, last=game.turns[-1].placements, groups=largest),
        "tile.svg": tile_svg(classic()[0], 0, numbers=True),
    }


def main() -> None:
    """Write the figures beside this file."""
    for name, drawing in figures().items():
        (HERE / name).write_text(drawing, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
