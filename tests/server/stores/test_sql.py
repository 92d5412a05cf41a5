"""The stores on SQLite and PostgreSQL keep the promises of every store."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import asyncpg  # type: ignore[import-untyped]
import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from dalapapa.server.stores.database import Postgres, open_database
from dalapapa.server.stores.migrations import migrate
from dalapapa.server.stores.register import SqlRegister
from dalapapa.server.stores.sql import SqlStore
from dalapapa.server.stores.tables import beats, tables
from dalapapa.server.stores.writer import MOST_TOGETHER
from dalapapa.service.stores.protocol import Append, StoreError

from ...service.promises import RegisterPromises, StorePromises, lines

pytestmark = pytest.mark.anyio


@pytest.fixture
async def store(database: str) -> AsyncIterator[SqlStore]:
    opened = open_database(database)
    await migrate(opened)
    store = SqlStore(opened)
    yield store
    await store.close()


@pytest.fixture
def register(store: SqlStore) -> SqlRegister:
    return SqlRegister(store)


class TestStore(StorePromises):
    async def test_more_than_one_commit_holds(self, store: SqlStore) -> None:
        names = [f"t{n}" for n in range(MOST_TOGETHER + 50)]
        await asyncio.gather(*(store.append(lines(name, 1, *"abc")) for name in names))
        await asyncio.gather(*(store.append(lines(name, 4, *"de")) for name in names))
        assert await store.heads(names) == dict.fromkeys(names, 5)
        assert [entry.command for entry in await store.entries(names[-1])] == list("abcde")


class TestRegister(RegisterPromises):
    pass


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


# ── Somebody else holds a row ────────────────────────────────────────────────────────────────────

on_postgres = pytest.mark.parametrize("database", ["postgresql"], indirect=True)


async def append_until_taken(store: SqlStore, append: Append) -> None:
    """As a browser does: again, for as long as the store is in trouble."""
    async with asyncio.timeout(120):
        while True:
            with contextlib.suppress(StoreError):
                return await store.append(append)


@on_postgres
async def test_of_many_tables_only_the_one_that_somebody_holds_waits(store: SqlStore, database: str) -> None:
    names = [f"t{n}" for n in range(24)]
    await asyncio.gather(*(store.append(lines(name, 1, "1")) for name in names))
    holder = await asyncpg.connect(database)
    held = holder.transaction()
    await held.start()
    await holder.execute("SELECT * FROM tables WHERE id = 't7' FOR UPDATE")
    waiting = asyncio.create_task(append_until_taken(store, lines("t7", 2, "2")))
    try:
        for seq in range(2, 8):
            others = (store.append(lines(name, seq, str(seq))) for name in names if name != "t7")
            await asyncio.gather(*others)
        assert not waiting.done()
    finally:  # or the next test would wait for it
        await held.rollback()
        await holder.close()
    await waiting
    assert await store.heads(names) == dict.fromkeys(names, 7) | {"t7": 2}


@on_postgres
async def test_what_a_frozen_process_holds_becomes_free(store: SqlStore, database: str) -> None:
    """A process that stands still in the middle of a commit, its connection open."""
    await store.append(lines("t", 1, "a"))
    frozen = Postgres(database.replace("postgresql://", "postgresql+asyncpg://"))
    connection = await frozen.engine.connect()
    await connection.execute(sa.select(tables).where(tables.c.id == "t").with_for_update())
    await append_until_taken(store, lines("t", 2, "b"))
    with pytest.raises(DBAPIError):  # when it goes on it finds that it has lost
        await connection.execute(sa.select(tables))
    await connection.invalidate()
    await connection.close()
    await frozen.close()
