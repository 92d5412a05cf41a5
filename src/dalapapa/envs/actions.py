"""Actions as numbers that mean the same in every state: slot of the hand, face, rotation, place; stop; pass.

Places are cells of a window about the first tile. The board has no bounds, so a window has an edge: a tile is
offered only where both its cells lie inside (docs/environments.md says what happens then, and how far it is).
"""

from dalapapa.rules import Board, Placement
from dalapapa.rules.game import HAND
from dalapapa.rules.placement import ROTATIONS, Cell
from dalapapa.rules.tiles import BACK, FRONT

WINDOW = 48
FACES = len((FRONT, BACK))
LAYS = HAND * FACES * len(ROTATIONS) * WINDOW * WINDOW
STOP = LAYS
"""Lay no second tile: the turn is over."""
PASS = LAYS + 1
"""No tile fits anywhere (R4.4)."""
ACTIONS = LAYS + 2

MOST_OPTIONS = 1024
"""Options that a padded list has room for; more than any game measured has had (bench/envs.py)."""
NO_ACTION = -1
"""What the list is padded with."""
# What is said of an option, beside what its number says: whether it ends the turn without a tile, how many
# discs it makes, how many discs are in the groups it closes, and the points it brings at once.
FEATURES = ("ends", "discs", "closed", "points")
STATE = ("target", "bag", "player", "in_setup", "second", "final_round")
FAR = 10_000
"""No score, bag or place is as large."""


def origin_of(board: Board) -> Cell:
    """The window's top left cell: half a window from the first tile's, or from 0, 0 before there is one."""
    x, y = (board.placements[0].x, board.placements[0].y) if board.placements else (0, 0)
    return x - WINDOW // 2, y - WINDOW // 2


def inside(placement: Placement, origin: Cell) -> bool:
    """Whether both cells of a tile lie in the window."""
    left, top = origin
    return all(0 <= x - left < WINDOW and 0 <= y - top < WINDOW for x, y in placement.cells)


def encode(slot: int, placement: Placement, origin: Cell) -> int:
    """The action that lays the tile in a slot of the hand like this.

    >>> encode(1, Placement(tile=7, face=1, rotation=2, x=0, y=-1), (-24, -24))
    33384
    """
    turned = (slot * FACES + placement.face) * len(ROTATIONS) + placement.rotation
    return (turned * WINDOW + placement.y - origin[1]) * WINDOW + placement.x - origin[0]


def decode(action: int, hand: tuple[int | None, ...], origin: Cell) -> Placement | None:
    """The placement that an action means for this hand; None for stop, pass and an empty slot.

    >>> decode(33384, (3, 7), (-24, -24))
    Placement(tile=7, face=1, rotation=2, x=0, y=-1)
    """
    if not 0 <= action < LAYS:
        return None
    turned, place = divmod(action, WINDOW * WINDOW)
    y, x = divmod(place, WINDOW)
    slot, face_and_rotation = divmod(turned, FACES * len(ROTATIONS))
    tile = hand[slot] if slot < len(hand) else None
    if tile is None:
        return None
    return Placement(tile, *divmod(face_and_rotation, len(ROTATIONS)), x + origin[0], y + origin[1])
