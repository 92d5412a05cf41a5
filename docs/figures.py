"""Draws the figures of the documents: `python docs/figures.py` writes the same bytes every time."""

from pathlib import Path

from dalapapa.render import board_svg, tile_svg
from dalapapa.rules import Board, Placement, classic, complete_groups, receipt
from dalapapa.rules.tiles import BACK, FRONT

HERE = Path(__file__).parent


# A game of three greedy players, as far as 40 tiles: the picture on the front page.
GAME = """
    112b1@0,0 114b1@1,-1 67a3@0,2 52b2@1,2 38a2@1,3 53a1@-1,2 10a3@-2,2 93b2@1,4
    7b2@-3,4 18b0@-4,3 107a2@-5,4 73a0@-6,5 37b0@-6,6 5b1@-3,1 46b2@-5,1 61b1@-6,3
    54a3@-1,0 22b1@3,4 111a1@2,5 35b1@-7,5 39b1@-4,5 81b2@-5,7 14a0@-5,0 13a0@-3,5
    91a1@-3,6 30b1@-2,6 100a3@-6,0 83b1@-1,4 78a3@3,2 41b3@4,2 64a1@1,5 16a3@-7,0
    108a2@-6,-1 23b0@1,1 42a2@4,4 59b1@-2,-1 45a0@4,5 17b1@3,6 94b1@4,6 74b2@-5,2
"""

# Five tiles for docs/concepts.md; the last makes three discs and closes two groups.
EXAMPLE = "32a0@0,0 51a3@2,-1 118a0@2,1 61a1@3,-1 8a2@0,-1"


def board_of(moves: str) -> Board:
    """The board after these placements, one after the other."""
    board = Board(classic())
    for move in moves.split():
        board = board.place(Placement.parse(move))
    return board


def figures() -> dict[str, str]:
    """Every figure by the name of its file."""
    board = board_of(GAME)
    largest = sorted(complete_groups(board), key=len)[-2:]
    example = board_of(EXAMPLE)
    *laid, last = example.placements
    before = board_of(" ".join(map(str, laid)))
    return {
        "board.svg": board_svg(board, last=board.placements[-1:], groups=largest),
        "tile.svg": tile_svg(classic()[0], 0, numbers=True),
        "pictures/front.svg": tile_svg(classic()[last.tile], FRONT),
        "pictures/back.svg": tile_svg(classic()[last.tile], BACK),
        "pictures/before.svg": board_svg(before),
        "pictures/after.svg": board_svg(example, last=[last], groups=receipt(before, last).groups),
    }


def main() -> None:
    """Write the figures beside this file, or below."""
    for name, drawing in figures().items():
        (HERE / name).write_text(drawing, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
