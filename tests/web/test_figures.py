"""The figures of the browser's help show real tiles, laid by the rules, with the points they really make."""

import json
from pathlib import Path
from typing import Any

import pytest

from dalapapa.rules import Board, Placement, classic, receipt, why_illegal

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
    *before, last = map(placement, FIGURES[name]["tiles"])
    board = Board(classic())
    for place in before:
        board = board.place(place)
    fault = why_illegal(board, last)
    assert (fault.code if fault else None) == FIGURES[name].get("fault")


@pytest.mark.parametrize("name", [name for name in FIGURES if "receipt" in FIGURES[name]])
def test_every_sum_is_what_the_rules_count(name: str) -> None:
    *before, last = map(placement, FIGURES[name]["tiles"])
    board = Board(classic())
    for place in before:
        board = board.place(place)
    counted = receipt(board, last)
    shown = FIGURES[name]["receipt"]
    assert [tuple(spot) for spot in shown["discs"]] == [spot for spot, _ in counted.discs]
    assert [(group["colour"], len(group["discs"])) for group in shown["groups"]] == [
        (group.colour.word, len(group)) for group in counted.groups
    ]
    assert shown["points"] == counted.points


def test_the_sums_in_the_help_texts_are_those_of_the_figures() -> None:
    """`help.group_sum` and `help.great_sum` say 6 and 12 in all languages."""
    assert FIGURES["group"]["receipt"]["points"] == 6
    assert FIGURES["great"]["receipt"]["points"] == 12
