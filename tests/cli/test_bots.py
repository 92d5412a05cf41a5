import json

from dalapapa.bots import LEVELS
from tests.conftest import Run


def test_the_levels_are_listed_weakest_first(run: Run) -> None:
    listed = json.loads(run("bots", "--json").stdout)
    assert [level["name"] for level in listed] == [level.id for level in LEVELS]
    assert all(level.keys() == {"name", "title", "line", "elo"} for level in listed)
    elos = [level["elo"] for level in listed]
    assert elos[0] == 0
    assert elos == sorted(set(elos))


def test_the_table_has_a_row_a_level(run: Run) -> None:
    shown = run("bots").stdout
    for level in LEVELS:
        assert level.id in shown
        assert level.name in shown
