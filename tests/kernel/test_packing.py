"""Placements packed and unpacked, positions kept, boards that are too wide."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dalapapa.kernel import TooWideError
from dalapapa.kernel.packing import WIDEST, pack, unpack
from dalapapa.kernel.questions import Position, legal
from dalapapa.rules import Board, Placement, classic, legal_placements

PLACEMENTS = st.builds(
    Placement,
    tile=st.integers(0, 119),
    face=st.integers(0, 1),
    rotation=st.integers(0, 3),
    x=st.integers(-20, 20),
    y=st.integers(-20, 20),
)


@given(PLACEMENTS)
def test_a_packed_placement_comes_back(placement: Placement) -> None:
    assert unpack(pack(placement, (30, 31)), (30, 31)) == placement


def line(tiles: int) -> Board:
    """Tiles laid end to end as far as colours allow."""
    board = Board(classic()).place(Placement(0, 0, 0, 0, 0))
    for number in range(1, tiles):
        right = [
            placement
            for tile in range(120)
            if tile not in {laid.tile for laid in board.placements}
            for placement in legal_placements(board, tile)
            if placement.x == 2 * number and placement.rotation % 2 == 0
        ]
        board = board.place(right[0])
    return board


def test_a_board_too_wide_is_refused_and_one_just_not_is_right() -> None:
    board = line(WIDEST // 2)
    position = Position(board)
    for tile in (118, 119):
        assert [scored.placement for scored in legal(position, tile)] == legal_placements(board, tile)
    with pytest.raises(TooWideError, match="cells wide"):
        Position(line(WIDEST // 2 + 1))


def test_an_empty_board_has_no_slots_yet() -> None:
    assert legal(Position(Board(classic())), 3) == []


def test_a_compact_position_is_the_same_position() -> None:
    rng = random.Random(5)
    board = Board(classic())
    for tile in range(0, 90, 3):
        if placements := legal_placements(board, tile):
            board = board.place(rng.choice(placements))
    position = Position(board)
    compact = position.compact()
    assert len(compact) == 4 * len(board.placements)
    again = Position.expand(classic(), compact)
    assert again.compact() == compact
    moved = [(one.placement.tile, one.points) for one in legal(again, 119)]
    assert moved == [(one.placement.tile, one.points) for one in legal(position, 119)]
