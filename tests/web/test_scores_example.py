"""The short record that the browser's score-keeper writes is one that `dalapapa verify` understands."""

from pathlib import Path

from dalapapa.rules.records.reading import loads
from dalapapa.rules.records.scores import FORMAT, referee_scores

FILE = Path(__file__).parents[2] / "web/src/keep/example.scores.json"


def test_the_example_adds_up() -> None:
    result = referee_scores(loads(FILE.read_bytes(), (FORMAT,)))
    assert result is not None
    assert result.winners == (0,)
