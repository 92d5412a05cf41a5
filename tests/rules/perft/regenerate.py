"""Writes the perft files anew: `python -m tests.rules.perft.regenerate`.

The boards come from games of random placements; the counts from the slow count of `tests.naive`, never from
`dalapapa.rules`.
"""

import random
from pathlib import Path

from dalapapa.rules import Placement, classic
from tests.naive import NaiveBoard
from tests.perft import FOLDER, Position, count, dumps

# File name: (seed, how many tiles lie on each board, tiles counted on each).
FILES = {
    "first-tiles.json": (1, (1, 2, 3, 4, 5, 8), 12),
    "middle.json": (2, (14, 24), 6),
    "late.json": (3, (60, 100), 4),
}


def positions(seed: int, sizes: tuple[int, ...], tiles: int) -> list[Position]:
    """One random board of each size with the slow counts for some tiles that are not on it."""
    rng = random.Random(seed)
    found = []
    for size in sizes:
        bag = rng.sample(range(120), 120)
        first = Placement(
            bag.pop(), rng.randrange(2), rng.randrange(4), rng.randrange(-9, 9), rng.randrange(-9, 9)
        )
        laid = [first]
        board = NaiveBoard.of(classic(), laid)
        while len(laid) < size:
            tile = bag.pop()
            laid.append(rng.choice(board.legal(tile)))
            board.lay(laid[-1])
        legal = {tile: count(board.legal(tile)) for tile in sorted(bag[:tiles])}
        found.append(Position(f"{size} tiles", tuple(laid), legal))
    return found


def texts() -> dict[Path, str]:
    """Every perft file and what it must hold."""
    return {FOLDER / name: dumps(positions(*numbers)) for name, numbers in FILES.items()}


if __name__ == "__main__":
    for path, text in texts().items():
        path.write_text(text, "utf-8")
