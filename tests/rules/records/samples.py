"""Recorded games to read, and ways to spoil them."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from dalapapa.rules.records.reading import RecordError, loads, players_of
from dalapapa.rules.records.record import Json, dumps, record_of
from dalapapa.rules.records.referee import referee, replay
from tests.rules.golden.regenerate import FOLDER


def golden(name: str) -> Json:
    return loads((FOLDER / f"{name}.jsonl").read_bytes())


GOOD = golden("three-players")
BOTH = golden("both-tiles-and-passes")
TARGET_TURNS = len(GOOD["turns"])

Way = tuple[str | int, ...]


def changed(record: Json, path: Way, value: object) -> Json:
    """A copy of a record with one value exchanged."""
    record = copy.deepcopy(record)
    entry: Any = record
    for key in path[:-1]:
        entry = entry[key]
    entry[path[-1]] = value
    return record


def without(record: Json, path: Way) -> Json:
    record = copy.deepcopy(record)
    entry: Any = record
    for key in path[:-1]:
        entry = entry[key]
    del entry[path[-1]]
    return record


def value_at(record: Json, path: Way) -> Any:
    entry: Any = record
    for key in path:
        entry = entry[key]
    return entry


def paths(entry: Any, path: Way = ()) -> Iterator[Way]:
    """The way to every value inside a record."""
    items = entry.items() if isinstance(entry, dict) else enumerate(entry) if isinstance(entry, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from paths(value, (*path, key))


def refusal(record: Json) -> str:
    """What the referee says against a record that was written out and read in again."""
    with pytest.raises(RecordError) as caught:
        referee(loads(dumps(record)))
    assert "\n" not in caught.value.words
    assert len(caught.value.words) < 250
    return caught.value.words


def in_progress(turns: int = 9) -> Json:
    """A record as others see it while the game goes on: no bag, no draws."""
    *_, game = replay(without({**GOOD, "turns": GOOD["turns"][:turns]}, ("result",)))
    return record_of(game, players_of(GOOD), hide=True)
