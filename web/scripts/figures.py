"""Compose the figures of help and home page from real tiles, by legal play: src/gen/figures.json.

Run with the package installed: `python web/scripts/figures.py`. tests/web/test_figures.py referees the file.
"""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

from dalapapa.rules import Board, Colour, Placement, Receipt, classic, legal_placements, receipt, why_illegal

FILE = Path(__file__).parents[1] / "src/gen/figures.json"
Wanted = Callable[[Board, Placement, Receipt], bool]


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


def find(wanted: Wanted, tiles: int, width: int, height: int, least: int = 1) -> tuple[Board, Placement]:
    """The first board, by growing number of tiles, with a placement that is wanted."""
    for most in range(least, tiles + 1):
        for seed in range(1500):
            *_, (board, bag) = boards(random.Random(seed * 31 + most), most - 1, width, height)
            for tile in bag[:30]:
                for place in legal_placements(board, tile):
                    inside = all(0 <= x < width and 0 <= y < height for x, y in place.cells)
                    if inside and wanted(board, place, receipt(board, place)):
                        return board, place
    raise SystemExit("no such figure")


def figure(board: Board, last: Placement | None = None) -> dict[str, object]:
    """A figure as data: the tiles with their discs, the last one laid, and its receipt or its fault."""
    laid = [*board.placements, *([last] if last else [])]
    tiles = [
        {
            "tile": place.tile,
            "face": place.face,
            "rotation": place.rotation,
            "x": place.x,
            "y": place.y,
            "discs": "".join(colour.initial for colour in classic()[place.tile].faces[place.face]),
        }
        for place in laid
    ]
    found: dict[str, object] = {"tiles": tiles}
    if last and (fault := why_illegal(board, last)):
        found["fault"] = fault.code.value
    elif last:
        points = receipt(board, last)
        found["receipt"] = {
            "discs": [spot for spot, _ in points.discs],
            "groups": [{"colour": group.colour.word, "discs": group.discs} for group in points.groups],
            "points": points.points,
        }
    return found


def illegal(code: str) -> dict[str, object]:
    """A tile on the board and one that may not lie where it lies."""
    board = Board(classic()).place(Placement(3, 0, 0, 0, 0))
    for tile in range(30, 120):
        for place in (Placement(tile, 0, 0, 2, 0), Placement(tile, 0, 0, 2, 1)):
            fault = why_illegal(board, place)
            if fault and fault.code == code and (code == "no_disc") == (place.y == 1):
                return figure(board, place)
    raise SystemExit("no such figure")


def hero() -> dict[str, object]:
    """A well-filled strip for the home page."""
    best = max(
        (list(boards(random.Random(seed), 25, 14, 5))[-1][0] for seed in range(60)),
        key=lambda board: (len(board.placements), max(x for x, _ in board.cells)),
    )
    return figure(best)


def closes(*groups: tuple[Colour, int], discs: int) -> Wanted:
    """A placement that makes so many discs and closes exactly these groups."""
    return lambda _board, _place, points: (
        len(points.discs) == discs
        and sorted((group.colour, len(group)) for group in points.groups) == sorted(groups)
    )


def main() -> None:
    """Write all figures."""
    empty = Board(classic())
    figures = {
        "front": figure(empty.place(Placement(57, 0, 0, 0, 0))),
        "back": figure(empty.place(Placement(57, 1, 0, 0, 0))),
        "join": figure(*find(closes(discs=2), 1, 3, 3)),
        "colours": illegal("two_colours"),
        "corner": illegal("no_disc"),
        "group": figure(*find(closes((Colour.YELLOW, 4), discs=2), 9, 4, 4)),
        "great": figure(*find(closes((Colour.RED, 3), (Colour.YELLOW, 5), discs=3), 12, 6, 4, least=6)),
        "hero": hero(),
    }
    FILE.write_text(json.dumps(figures, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
