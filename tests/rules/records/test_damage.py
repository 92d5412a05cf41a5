"""Damaged records: whatever is changed by lot is refused, or what is left is still a game by the rules."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from dalapapa.rules import classic
from dalapapa.rules.records.reading import RecordError, loads, placement_of
from dalapapa.rules.records.record import Json, dumps
from dalapapa.rules.records.referee import referee
from tests.naive import NaiveBoard
from tests.rules.records.samples import BOTH, GOOD, changed, in_progress, paths, value_at


def recounted(record: Json) -> list[int]:
    """The scores of a record by the slow recount; every placement must be legal by it."""
    board = NaiveBoard(classic())
    scores = [0] * len(record["players"])
    for entry in record["setup"]:
        placement = placement_of(entry, "")
        assert board.refusal(placement) is None
        board.lay(placement)
    for turn in record["turns"]:
        for entry in turn["placements"]:
            placement = placement_of(entry, "")
            assert board.refusal(placement) is None
            scores[turn["player"]] += board.points(placement)
            board.lay(placement)
        scores[turn["player"]] -= 4 if len(turn["placements"]) == 2 else 0
    return scores


def test_the_recount_agrees_with_the_golden_games() -> None:
    assert recounted(GOOD) == GOOD["result"]["scores"]
    assert recounted(BOTH) == BOTH["result"]["scores"]


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
PATHS = {name: (record, list(paths(record))) for name, record in (("good", GOOD), ("hidden", in_progress()))}


@settings(max_examples=300)
@given(data=st.data())
def test_one_value_mutated_is_refused_or_still_consistent(data: st.DataObject) -> None:
    record, ways = PATHS[data.draw(st.sampled_from(sorted(PATHS)))]
    path = data.draw(st.sampled_from(ways))
    old = value_at(record, path)
    near = [st.integers(-3, 3).map(lambda step: old + step)] if type(old) is int else []
    mutant = changed(record, path, data.draw(st.one_of(ANYTHING, *near)))
    try:
        read = loads(json.dumps(mutant))
        first = referee(read)
    except RecordError:
        return
    assert first.scores == tuple(recounted(read))


@settings(max_examples=200)
@given(st.binary(max_size=60) | st.text(max_size=60), st.integers(0, 400))
def test_damaged_text_is_refused(junk: bytes | str, where: int) -> None:
    text = dumps(GOOD)
    damaged = (
        text[:where].encode() + junk + text[where + 3 :].encode()
        if isinstance(junk, bytes)
        else text[:where] + junk + text[where + 3 :]
    )
    try:
        record = loads(damaged)
        referee(record)
    except RecordError:
        return
    assert record["turns"] == GOOD["turns"]
