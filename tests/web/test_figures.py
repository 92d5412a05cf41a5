"""The picture of the home page shows real tiles, laid by the rules."""

import json
from pathlib import Path
from typing import Any

import pytest

from dalapapa.rules import Board, Placement, classic

FIGURES: dict[str, dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "web/src/gen/figures.json").read_text()
)


def placement(tile: dict[str, Any]) -> Placement:
    return Placement(tile["tile"], tile["face"], tile["rotation"], tile["x"], tile["y"])


@pytest.mark.parametrize("name", FIGURES)
def test_every_tile_shows_its_own_discs(name: str) -> None:
    for tile in FIGURES[name]["tiles"]:
        face = classic()[tile["tile"]].faces[tile["face"]]
        assert tile["discs"] == "".join(colour.initial for colour in face)


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_is_reached_by_legal_play(name: str) -> None:
    board = Board(classic())
    for place in map(placement, FIGURES[name]["tiles"]):
        board = board.place(place)
    assert len(board.placements) > 10
