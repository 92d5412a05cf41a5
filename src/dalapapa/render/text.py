"""The board as plain text, for pipes, logs and docs."""

from dalapapa.rules.board import Board
from dalapapa.rules.placement import Spot

# Lines that leave a point to the north, east, south and west (1, 2, 4, 8).
_JOINTS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_NORTH, _EAST, _SOUTH, _WEST = 1, 2, 4, 8
_PACE = 3  # columns a half unit; a half unit is one line


def plain(board: Board) -> str:
    """The board with one letter a spot: whole discs as R G B Y, half-discs as r g b y.

    Lines run around the tiles; every unit side has its letter in the middle.
    """
    if not board.placements:
        return "(no tiles)\n"
    us = [2 * (x + side) for x, _ in board.cells for side in (0, 1)]
    vs = [2 * (y + side) for _, y in board.cells for side in (0, 1)]
    lines = []
    for v in range(min(vs), max(vs) + 1):
        line = []
        for u in range(min(us), max(us) + 1):
            here = _here(board, (u, v))
            onward = "─" if v % 2 == 0 and _parted(board, (u // 2, v // 2), (u // 2, v // 2 - 1)) else " "
            line.append(here + onward * (_PACE - 1))
        lines.append("".join(line).rstrip() + "\n")
    return "".join(lines)


def _here(board: Board, spot: Spot) -> str:
    """The character at a point of the half-unit grid: a disc, a joint of lines, or nothing."""
    if spot in board.discs:
        return board.discs[spot].initial.upper()
    if spot in board.halves:
        return board.halves[spot].initial
    u, v = spot
    if u % 2 or v % 2:
        return " "  # the middle of a cell, or a side of two empty cells
    x, y = u // 2, v // 2
    lines = _NORTH * _parted(board, (x - 1, y - 1), (x, y - 1))
    lines |= _EAST * _parted(board, (x, y - 1), (x, y))
    lines |= _SOUTH * _parted(board, (x - 1, y), (x, y))
    lines |= _WEST * _parted(board, (x - 1, y - 1), (x - 1, y))
    return _JOINTS[lines]


def _parted(board: Board, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two cells side by side belong to different tiles."""
    return board.cells.get(one) != board.cells.get(other)
