"""The rules count legal placements as the slow count did."""

from pathlib import Path

import pytest

from dalapapa.rules import Board, classic, legal_placements
from dalapapa.rules.board import fits
from tests import perft
from tests.perft import Position
from tests.rules.perft.regenerate import FILES, positions

POSITIONS = perft.load_all()


def board_of(position: Position) -> Board:
    board = Board(classic())
    for placement in position.placements:
        board = board.place(placement)
    return board


@pytest.mark.parametrize("position", POSITIONS, ids=[position.name for position in POSITIONS])
def test_perft(position: Position) -> None:
    board = board_of(position)
    difference = perft.differences(position, lambda tile: legal_placements(board, tile))
    assert not difference, f"\n{difference}"
    for tile, counts in position.legal.items():
        assert fits(board, tile) == any(counts.values())


def test_a_difference_names_its_placements() -> None:
    position = POSITIONS[0]
    board = board_of(position)
    tile = min(position.legal)
    missed = legal_placements(board, tile)[0]
    words = perft.differences(
        position, lambda tile: [p for p in legal_placements(board, tile) if p != missed]
    )
    turned = f"{'ab'[missed.face]}{missed.rotation}"
    told = position.legal[tile][turned]
    assert f"! {turned}: {told - 1} not {told}" in words
    assert str(missed) not in words


@pytest.mark.parametrize("name", ["first-tiles.json", "middle.json"])
def test_regenerating_gives_the_same_file(name: str) -> None:
    path: Path = perft.FOLDER / name
    assert perft.dumps(positions(*FILES[name])) == path.read_text("utf-8")
