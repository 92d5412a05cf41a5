"""The kernel is held against the same files as the rules: legal-placement counts and golden games."""

import pytest

from dalapapa.kernel.questions import Position, legal
from dalapapa.rules import Board, classic
from dalapapa.rules.records.reading import loads
from dalapapa.rules.records.referee import replay
from dalapapa.rules.tile_file import load_tile_set
from tests import perft
from tests.rules.golden.regenerate import FOLDER, GAMES, WORLDS, Golden


@pytest.mark.parametrize("counted", perft.load_all(), ids=lambda counted: counted.name)
def test_perft(counted: perft.Position) -> None:
    board = Board(classic())
    for placement in counted.placements:
        board = board.place(placement)
    position = Position(board)
    assert not perft.differences(counted, lambda tile: [scored.placement for scored in legal(position, tile)])


@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.name)
def test_golden_games_score_the_same(golden: Golden) -> None:
    record = loads((FOLDER / f"{golden.name}.jsonl").read_text("utf-8"))
    tile_set = load_tile_set(WORLDS) if golden.custom else classic()
    *_, last = replay(record, tile_set)
    position = Position(Board(tile_set))
    for _, placement in last.setup:
        position.lay(placement)
    for turn in last.turns:
        for placement, receipt in zip(turn.placements, turn.receipts, strict=True):
            assert position.lay(placement) == receipt.points
    assert position.laid
