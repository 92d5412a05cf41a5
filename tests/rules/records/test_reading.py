"""Reading: what is no record, or has a key missing, doubled or of another type, is refused in one line."""

import pytest

from dalapapa.rules.records.reading import RecordError, loads
from dalapapa.rules.records.record import dumps
from tests.rules.records.samples import GOOD, Way, changed, paths, refusal, value_at, without


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON: expecting value at character 1"),
        ('{"format": "dalapapa-record", "vers', "not JSON"),
        (dumps(GOOD)[:-1], "not JSON"),
        (dumps(GOOD) + "}", "not JSON: extra data"),
        (dumps(GOOD).encode("utf-16"), "not UTF-8 text: byte 1"),
        (b'{"name": "\xff"}', "not UTF-8 text: byte 11"),
        ("\ufeff" + dumps(GOOD), "not JSON"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ('{"version": ' + "9" * 5_000 + "}", "a number has too many digits"),
        ('{"x": NaN}', "not JSON: NaN is not a number"),
        ('{"x": -Infinity}', "not JSON: -Infinity is not a number"),
        ("[]", "it must be a JSON object"),
        ("7", "it must be a JSON object"),
        ("null", "it must be a JSON object"),
        ("{}", "'format' must be 'dalapapa-record'"),
        ('{"format": "chess"}', "'format' must be"),
        ('{"format": "dalapapa-record"}', "'version' is missing"),
        ('{"format": "dalapapa-record", "version": 2}', "record version 2 is unknown"),
        ('{"format": "dalapapa-record", "version": 0}', "record version 0 is unknown"),
        ('{"format": "dalapapa-record", "version": "1"}', "'version' must be a whole number"),
        ('{"format": "dalapapa-record", "version": true}', "'version' must be a whole number"),
        ('{"format": "dalapapa-record", "version": 1.0}', "'version' must be a whole number"),
        ('{"format": "dalapapa-record", "version": ' + "9" * 4_000 + "}", "'version' is out of range"),
    ],
)
def test_not_a_record(text: str | bytes, words: str) -> None:
    with pytest.raises(RecordError) as caught:
        loads(text)
    assert words in caught.value.words
    assert len(caught.value.words) < 250


def test_a_key_that_stands_twice_is_refused() -> None:
    text = dumps(GOOD)
    for key in ("target", "score"):
        twice = text.replace(f'"{key}":', f'"{key}":7,"{key}":', 1)
        with pytest.raises(RecordError, match=f"not a record: '{key}' stands twice"):
            loads(twice)


WRONG_VALUES: list[object] = [None, True, 1.0, 1.5, "1", [], {}, [[]], -1, 10**9, 10**4000]


@pytest.mark.parametrize(
    "path",
    [
        ("tile_set",),
        ("target",),
        ("players",),
        ("players", 0),
        ("players", 0, "name"),
        ("players", 0, "kind"),
        ("bag",),
        ("bag", 40),
        ("setup",),
        ("setup", 0),
        *(("setup", 1, key) for key in ("player", "tile", "face", "rotation", "x", "y")),
        ("turns",),
        ("turns", 2),
        *(("turns", 2, key) for key in GOOD["turns"][2]),
        ("turns", 2, "placements", 0),
        *(("turns", 2, "placements", 0, key) for key in GOOD["turns"][2]["placements"][0]),
        ("turns", 2, "drawn", 0),
        ("result",),
        *(("result", key) for key in GOOD["result"]),
        ("result", "scores", 0),
        ("result", "winners", 0),
    ],
)
def test_wrong_types_are_refused_for_every_key(path: Way) -> None:
    good = value_at(GOOD, path)
    refused = 0
    for wrong in WRONG_VALUES:
        allowed = path[-1] == "name" and isinstance(wrong, str)
        if not allowed and (type(wrong) is not type(good) or wrong != good):
            refusal(changed(GOOD, path, wrong))
            refused += 1
    assert refused >= len(WRONG_VALUES) - 1


@pytest.mark.parametrize(
    "path",
    [
        path
        for path in paths({**GOOD, "turns": GOOD["turns"][:1]})
        if path[-1] not in ("format", "version", "bag", "bot") and isinstance(path[-1], str)
    ],
    ids=lambda path: "-".join(map(str, path)),
)
def test_every_key_is_needed(path: Way) -> None:
    assert f"'{path[-1]}' is missing" in refusal(without(GOOD, path))
