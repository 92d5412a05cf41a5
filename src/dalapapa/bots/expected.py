"""What a hand is worth before one looks for its best turn: the table T, learnt from self-play."""

from array import array

from dalapapa.kernel.constants import EXPECTED

# The mean points of the best turn of one or two tiles, for a hand whose tiles alone can make x and y
# points at best (rows x from 2, columns y from x to 12). More than max(y, x + y - 4), because the first
# tile is laid for what it lets the second do.
_T = {
    2: (3.5, 4.0, 4.8, 5.6, 6.5, 7.4, 8.3, 9.5, 10.4, 11.3, 12.2),
    3: (4.5, 5.2, 5.9, 6.6, 7.6, 8.5, 9.5, 10.5, 11.4, 12.3),
    4: (5.5, 6.1, 6.9, 7.7, 8.6, 9.5, 10.5, 11.5, 12.5),
    5: (6.7, 7.5, 8.4, 9.3, 10.3, 11.2, 12.2, 13.2),
    6: (8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0),
    7: (9.5, 10.6, 11.7, 12.7, 13.7, 14.7),
    8: (11.0, 12.2, 13.3, 14.4, 15.4),
}
NOWHERE = -1  # the points of a tile that fits nowhere


def expected_turn(one: int, other: int) -> float:
    """Points to expect of a hand whose tiles make at best `one` and `other` points (-1: fits nowhere)."""
    x, y = sorted((one, other))
    if x < 0:
        return max(y, 0)
    row = _T.get(x)
    if row is None:
        return y + 0.2 if x < 2 else x + y - 4.8
    return row[y - x] if y - x < len(row) else row[-1] + y - 12


_points = range(NOWHERE, NOWHERE + EXPECTED)
EXPECTED_TURNS = array("d", (expected_turn(x, y) for x in _points for y in _points))
"""The same as the kernel reads it, row after row."""
