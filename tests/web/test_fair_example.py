"""The record by which the browser's check of the fair bag is tested passes the project's own checks."""

import json
from pathlib import Path

from dalapapa.rules.records.referee import replay
from dalapapa.service.tables import fairness

TEXT = (Path(__file__).parents[2] / "web/src/fair/example.record.json").read_text()


def test_the_example_is_a_legal_game() -> None:
    *_, game = replay(json.loads(TEXT))
    assert game.result is not None


def test_the_example_has_a_fair_bag() -> None:
    fairness.check(json.loads(TEXT))
