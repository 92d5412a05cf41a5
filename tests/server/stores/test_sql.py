"""The stores on SQLite and PostgreSQL keep the promises of every store."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import sqlalchemy as sa

from dalapapa.server.stores.database import open_database
from dalapapa.server.stores.migrations import migrate
from dalapapa.server.stores.register import SqlRegister
from dalapapa.server.stores.sql import SqlStore
from dalapapa.server.stores.tables import beats
from dalapapa.server.stores.writer import MOST_TOGETHER

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
