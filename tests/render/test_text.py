from collections import Counter

from dalapapa.render import plain
from dalapapa.rules import Board, Placement, classic


def test_one_letter_a_spot(board: Board) -> None:
    left, top = min(x for x, _ in board.cells), min(y for _, y in board.cells)
    letters = {
        (column // 3 + 2 * left, line + 2 * top): letter
        for line, text in enumerate(plain(board).splitlines())
        for column, letter in enumerate(text)
        if letter.isalpha()
    }
    whole = {spot: colour.initial.upper() for spot, colour in board.discs.items()}
    assert letters == whole | {spot: colour.initial for spot, colour in board.halves.items()}
    assert Counter(letters.values()).total() == len(board.discs) + len(board.halves)


def test_lines_run_around_tiles() -> None:
    board = Board(classic()).place(Placement(0, 0, 0, -5, 7))
    assert plain(board) == (
        "┌──r─────r──┐\n"
        "g     G     r\n"
        "└──b─────g──┘\n"
    )  # fmt: skip
    board = board.place(Placement(2, 0, 3, -3, 7))
    assert plain(board) == (
        "┌──r─────r──┬──r──┐\n"
        "g     G     R     b\n"
        "└──b─────g──┤  B  │\n"
        "            r     g\n"
        "            └──b──┘\n"
    )  # fmt: skip


def test_the_empty_board_says_so() -> None:
    assert plain(Board(classic())) == "(no tiles)\n"
