"""Compose the picture of the home page from real tiles, by legal play: src/gen/figures.json.

Run with the package installed: `python web/scripts/figures.py`. tests/web/test_figures.py referees the file.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path

from dalapapa.rules import Board, Placement, classic, legal_placements, receipt

FILE = Path(__file__).parents[1] / "src/gen/figures.json"


def boards(rng: random.Random, tiles: int, width: int, height: int) -> Iterator[tuple[Board, list[int]]]:
    """Boards grown tile by tile inside a box, compactly, with the tiles that are left."""
    bag = rng.sample(range(120), 120)
    first = Placement(bag.pop(), rng.randrange(2), rng.choice((0, 2)), width // 2 - 1, height // 2)
    board = Board(classic()).place(first)
    for _ in range(tiles):
        yield board, bag
        offers = [
            (len(receipt(board, place).discs) + rng.random(), place)
            for tile in bag[:6]
            for place in legal_placements(board, tile)
            if all(0 <= x < width and 0 <= y < height for x, y in place.cells)
        ]
        if not offers:
            return
        place = max(offers)[1]
        bag.remove(place.tile)
        board = board.place(place)
    yield board, bag


def figure(board: Board) -> dict[str, object]:
    """A picture as data: the tiles with their discs."""
    tiles = [
        {
            "tile": place.tile,
            "face": place.face,
            "rotation": place.rotation,
            "x": place.x,
            "y": place.y,
            "discs": "".join(colour.initial for colour in classic()[place.tile].faces[place.face]),
        }
        for place in board.placements
    ]
    return {"tiles": tiles}


def hero() -> dict[str, object]:
    """A well-filled strip for the home page."""
    best = max(
        (list(boards(random.Random(seed), 25, 14, 5))[-1][0] for seed in range(60)),
        key=lambda board: (len(board.placements), max(x for x, _ in board.cells)),
    )
    return figure(best)


def main() -> None:
    """Write it."""
    FILE.write_text(json.dumps({"hero": hero()}, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
