"""The board: an unbounded grid of tiles, its discs and half-discs, and where a tile may go (R2)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from dalapapa.rules.errors import DalapapaError, ErrorCode
from dalapapa.rules.placement import FIRST_WITHIN, ROTATIONS, Cell, Placement, Spot, spots_at
from dalapapa.rules.tiles import BACK, FRONT, HALF_DISCS, MIDDLE, Colour, TileSet


@dataclass(frozen=True, slots=True)
class Board:
    """Tiles as laid. `discs` are whole, `halves` wait for a tile on their empty side.

    Boards are values: `place` gives a new one. The mappings must not be changed.

    >>> from dalapapa.rules import classic
    >>> empty = Board(classic())
    >>> board = empty.place(Placement.parse("0a0@0,0"))
    >>> len(board.discs), len(board.halves), len(empty.halves)
    (1, 6, 0)
    """

    tile_set: TileSet
    placements: tuple[Placement, ...] = ()
    cells: Mapping[Cell, int] = field(default_factory=dict, compare=False)
    discs: Mapping[Spot, Colour] = field(default_factory=dict, compare=False)
    halves: Mapping[Spot, Colour] = field(default_factory=dict, compare=False)

    def place(self, placement: Placement) -> "Board":
        """The board with this tile laid too; raises if the rules do not allow it (R2)."""
        if fault := why_illegal(self, placement):
            raise fault
        cells, discs, halves = dict(self.cells), dict(self.discs), dict(self.halves)
        for cell in placement.cells:
            cells[cell] = len(self.placements)
        face = self.tile_set[placement.tile].faces[placement.face]
        spots = placement.spots
        for position in HALF_DISCS:
            spot = spots[position]
            if spot in halves:
                discs[spot] = halves.pop(spot)  # R2.2: two half-discs become one disc
            else:
                halves[spot] = face[position]
        discs[spots[MIDDLE]] = face[MIDDLE]
        return Board(self.tile_set, (*self.placements, placement), cells, discs, halves)


def why_illegal(board: Board, placement: Placement) -> DalapapaError | None:
    """What R2 has against a placement, in words; None when it is legal.

    >>> from dalapapa.rules import classic
    >>> board = Board(classic()).place(Placement.parse("0a0@0,0"))
    >>> print(why_illegal(board, Placement.parse("1a0@1,0")))
    a tile already lies on cell 1, 0
    """
    if placement.tile not in board.tile_set:
        return DalapapaError(
            ErrorCode.BAD_PLACEMENT,
            f"there is no tile {placement.tile}: the set has tiles 0 to {len(board.tile_set) - 1}",
            {"tile": placement.tile},
        )
    for x, y in placement.cells:
        if (x, y) in board.cells:
            return DalapapaError(ErrorCode.OVERLAP, f"a tile already lies on cell {x}, {y}", {"cell": (x, y)})
    if not board.placements:  # R3.1: the first tile goes anywhere
        if max(abs(placement.x), abs(placement.y)) <= FIRST_WITHIN:
            return None
        return DalapapaError(
            ErrorCode.BAD_PLACEMENT,
            f"the first tile lies within {FIRST_WITHIN:,} of 0, 0: farther out, others would have no room",
        )
    face = board.tile_set[placement.tile].faces[placement.face]
    meets = False
    for spot, colour in zip(placement.spots[:MIDDLE], face, strict=False):
        other = board.halves.get(spot)
        if other is None:
            continue
        meets = True
        if other is not colour:
            return DalapapaError(
                ErrorCode.TWO_COLOURS,
                f"{colour.word} would meet {other.word} in one disc at {spot[0] / 2:g}, {spot[1] / 2:g}",
                {"spot": spot, "colours": (colour.word, other.word)},
            )
    if not meets:
        return DalapapaError(
            ErrorCode.NO_DISC, "a tile must meet another along a side: a corner or nothing makes no disc"
        )
    return None


# What slot position each half-disc of a face takes: as it is, or turned half round.
_TURNED = (tuple(HALF_DISCS), tuple((i + 3) % 6 for i in HALF_DISCS))


Slot = tuple[int, int, int]  # rotation 0 or 1, x, y


@lru_cache(maxsize=4096)
def _slots_over(x: int, y: int) -> tuple[tuple[Slot, Cell], ...]:
    """The four slots that a cell can be half of, each with the cell that is its other half."""
    return (
        ((0, x, y), (x + 1, y)),
        ((0, x - 1, y), (x - 1, y)),
        ((1, x, y), (x, y + 1)),
        ((1, x, y - 1), (x, y - 1)),
    )


def _slots(board: Board) -> Iterator[Slot]:
    """Every slot whose two cells are free and meet at least one half-disc."""
    cells = board.cells
    seen = set()
    # The newest first: they lie outermost and demand least, so that `fits` seldom has to look far.
    for u, v in reversed(tuple(board.halves)):
        # A spot lies between two cells; the free one of them can be either half of a tile.
        x, y = u // 2, v // 2
        if (x, y) in cells:
            x, y = (x - 1, y) if v % 2 else (x, y - 1)
        for slot, other in _slots_over(x, y):
            if slot not in seen:
                seen.add(slot)
                if other not in cells:
                    yield slot


def _ways(board: Board, tile: int) -> Iterator[tuple[int, int, int, int]]:
    """How a tile can be laid: face, rotation, x and y, in no promised order.

    On the empty board the first tile goes anywhere (R3.1); those at 0, 0 stand for all.
    """
    faces = board.tile_set[tile].faces
    if not board.placements:
        for face in (FRONT, BACK):
            for rotation in ROTATIONS:
                yield face, rotation, 0, 0
        return
    half_at = board.halves.get
    for upright, x, y in _slots(board):
        demands = [
            (position, colour)
            for position, spot in enumerate(spots_at(upright, x, y)[:MIDDLE])
            if (colour := half_at(spot)) is not None
        ]
        for face in (FRONT, BACK):
            discs = faces[face]
            for half_turns, turned in enumerate(_TURNED):
                for position, colour in demands:
                    if discs[turned[position]] is not colour:
                        break
                else:
                    yield face, upright + 2 * half_turns, x, y


def legal_placements(board: Board, tile: int) -> list[Placement]:
    """Every legal placement of a tile (R2), sorted by face, rotation, x and y.

    >>> from dalapapa.rules import classic
    >>> board = Board(classic()).place(Placement.parse("0a0@0,0"))
    >>> print(*legal_placements(board, 5)[:4])
    5a1@0,-2 5a1@1,-2 5a2@-1,-1 5a2@-1,1
    """
    return [Placement(tile, *way) for way in sorted(_ways(board, tile))]


def fits(board: Board, tile: int) -> bool:
    """Whether a tile can be laid anywhere."""
    return next(_ways(board, tile), None) is not None
