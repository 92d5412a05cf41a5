"""Every store keeps the same promises."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import sqlalchemy as sa

from dalapapa.server.database import beats, open_database
from dalapapa.server.migrations import migrate
from dalapapa.server.store import SqlStore
from dalapapa.server.writer import MOST_TOGETHER
from dalapapa.service.messages import Phase
from dalapapa.service.store import Append, ConflictError, Entry, Outage, StoreError

pytestmark = pytest.mark.anyio


@pytest.fixture
async def store(database: str) -> AsyncIterator[SqlStore]:
    opened = open_database(database)
    await migrate(opened)
    store = SqlStore(opened)
    yield store
    await store.close()


def lines(
    table: str,
    seq: int,
    *commands: str,
    phase: Phase = "waiting",
    due: float | None = None,
    public: bool = False,
    people: list[str] | None = None,
) -> Append:
    entries = [Entry(seq + i, command, 5.0 + seq, command.encode()) for i, command in enumerate(commands)]
    return Append(table, entries, public, phase, due, f"{table} {seq}".encode(), people)


async def test_what_is_appended_is_read_in_order(store: SqlStore) -> None:
    await store.append(lines("t", 1, "a", "b"))
    await store.append(lines("t", 3, "c"))
    await store.append(lines("u", 1, "a"))
    assert [(e.seq, e.command, e.body) for e in await store.entries("t")] == [
        (1, "a", b"a"),
        (2, "b", b"b"),
        (3, "c", b"c"),
    ]
    assert [entry.seq for entry in await store.entries("t", 2)] == [3]
    assert await store.entries("none") == []
    assert await store.heads(["t", "u", "none"]) == {"t": 3, "u": 1}


@pytest.mark.parametrize("again", [lines("t", 2, "x"), lines("t", 3, "b"), lines("t", 1, "x")])
async def test_a_seq_or_a_command_is_taken_once(store: SqlStore, again: Append) -> None:
    await store.append(lines("t", 1, "a"))
    await store.append(lines("t", 2, "b"))
    with pytest.raises(ConflictError):
        await store.append(again)
    assert [entry.command for entry in await store.entries("t")] == ["a", "b"]


async def test_of_many_at_once_one_wins(store: SqlStore) -> None:
    await store.append(lines("t", 1, "a"))
    tries = [store.append(lines("t", 2, f"c{n}")) for n in range(20)]
    others = [store.append(lines(f"u{n}", 1, "a")) for n in range(20)]
    results = await asyncio.gather(*tries, *others, return_exceptions=True)
    assert [type(result) for result in results[:20]].count(ConflictError) == 19
    assert results[20:] == [None] * 20
    assert len(await store.entries("t")) == 2
    assert len(await store.heads([f"u{n}" for n in range(20)])) == 20


async def test_an_append_is_stored_whole_or_not_at_all(store: SqlStore) -> None:
    await store.append(lines("t", 1, "a", "b"))
    with pytest.raises(ConflictError):
        await store.append(lines("t", 3, "c", "d", "a"))
    assert await store.heads(["t"]) == {"t": 2}


async def test_a_conflict_leaves_the_row_and_the_members_alone(store: SqlStore) -> None:
    await store.append(lines("t", 1, "a", public=True, due=30.0, people=["ana"]))
    for late in (
        lines("t", 1, "x", phase="playing", due=10.0, people=["bo"]),
        lines("t", 2, "a", phase="playing", due=10.0, people=["bo"]),
    ):
        with pytest.raises(ConflictError):
            await store.append(late)
    assert await store.public_tables(10) == await store.tables_of("ana", 10) == [b"t 1"]
    assert await store.tables_of("bo", 10) == []
    assert await store.due(20.0, 10) == []


async def test_an_append_replaces_the_whole_row(store: SqlStore) -> None:
    await store.append(lines("t", 1, "a", due=10.0))
    await store.append(lines("t", 2, "b", due=50.0, public=True, phase="playing"))
    assert await store.due(20.0, 10) == []
    assert await store.due(60.0, 10) == ["t"]
    assert await store.public_tables(10) == [b"t 2"]
    await store.append(lines("t", 3, "c", public=True, phase="finished"))
    assert await store.due(60.0, 10) == []
    assert await store.public_tables(10) == []


async def test_a_table_that_is_not_there_takes_no_later_lines(store: SqlStore) -> None:
    with pytest.raises(ConflictError):
        await store.append(lines("ghost", 5, "a"))
    assert await store.entries("ghost") == []


async def test_more_than_one_commit_holds(store: SqlStore) -> None:
    names = [f"t{n}" for n in range(MOST_TOGETHER + 50)]
    await asyncio.gather(*(store.append(lines(name, 1, *"abc")) for name in names))
    await asyncio.gather(*(store.append(lines(name, 4, *"de")) for name in names))
    assert await store.heads(names) == dict.fromkeys(names, 5)
    assert [entry.command for entry in await store.entries(names[-1])] == list("abcde")


async def test_due_tables_longest_overdue_first(store: SqlStore) -> None:
    for table, due in (("x", 30.0), ("y", 10.0), ("z", 50.0), ("n", None)):
        await store.append(lines(table, 1, "a", due=due))
    assert await store.due(40.0, 10) == ["y", "x"]
    assert await store.due(40.0, 1) == ["y"]
    await store.postpone("y", 60.0, 6.0)
    await store.postpone("x", 60.0, 5.0)  # it was updated later than that
    assert await store.due(40.0, 10) == ["x"]


async def test_lists(store: SqlStore) -> None:
    await store.append(lines("a", 1, "c", public=True, people=["ana"]))
    await store.append(lines("b", 1, "c", public=True, phase="finished", people=["ana", "bo"]))
    await store.append(lines("c", 1, "c", public=False, phase="playing", people=["bo"]))
    await store.append(lines("d", 1, "c", public=True, phase="playing"))
    assert await store.public_tables(10) == [b"a 1", b"d 1"]
    assert await store.tables_of("ana", 10) == [b"a 1", b"b 1"]
    assert await store.unfinished("ana") == 1
    assert await store.unfinished("bo") == 1
    await store.append(lines("a", 2, "d", people=["bo"]))  # ana left, bo came
    assert await store.tables_of("ana", 10) == [b"b 1"]
    assert await store.unfinished("bo") == 2


async def test_tables_that_can_be_joined_are_listed_before_those_that_play(store: SqlStore) -> None:
    await store.append(lines("w", 1, "c", public=True))
    for n in range(3):
        await store.append(lines(f"p{n}", 1, "c", public=True, phase="playing"))
        await store.append(lines(f"p{n}", 2, "d", public=True, phase="playing"))
    assert (await store.public_tables(2))[0] == b"w 1"


async def test_the_first_note_may_be_made_by_several_at_once(database: str) -> None:
    opened = [open_database(database) for _ in range(6)]
    await migrate(opened[0])
    stores = [SqlStore(one) for one in opened]
    for _ in range(10):
        await asyncio.gather(*(store.beat(100.0, 15.0) for store in stores))
        assert await stores[0].outages(0.0) == []
        await opened[0].transact(lambda connection: connection.execute(sa.delete(beats)))
    for store in stores:
        await store.close()


async def test_silence_longer_than_the_gap_is_an_outage(store: SqlStore) -> None:
    await store.beat(100.0, 15.0)
    await store.beat(105.0, 15.0)
    await store.beat(110.0, 15.0)
    assert await store.outages(0.0) == []
    await store.beat(500.0, 15.0)
    await store.beat(505.0, 15.0)
    assert await store.outages(0.0) == [Outage(110.0, 500.0)]
    assert await store.outages(500.0) == []


async def test_a_closed_store_says_so(database: str) -> None:
    opened = open_database(database)
    await migrate(opened)
    store = SqlStore(opened)
    await store.append(lines("t", 1, "a"))
    await store.close()
    with pytest.raises(StoreError):
        await store.append(lines("t", 2, "b"))


async def test_closing_finishes_what_waits(database: str) -> None:
    opened = open_database(database)
    await migrate(opened)
    store = SqlStore(opened)
    waiting = [asyncio.create_task(store.append(lines(f"t{n}", 1, "a"))) for n in range(50)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*waiting)
    again = SqlStore(open_database(database))
    assert len(await again.heads([f"t{n}" for n in range(50)])) == 50
    await again.close()
