"""A database of an older version becomes one of today, with its games in progress."""

import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from dalapapa.server.stores.database import open_database, sqlite_url
from dalapapa.server.stores.migrations import HEAD, migrate
from dalapapa.server.stores.sql import SqlStore
from dalapapa.server.stores.tables import metadata

from ..client import Guest
from ..conftest import new_postgres_database
from ..serving import quick, serving

pytestmark = pytest.mark.anyio


async def test_every_step_leads_to_todays_tables(database: str) -> None:
    opened = open_database(database)
    await migrate(opened)

    def differences(connection: sa.Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    assert await opened.transact(differences) == []
    version: sa.Select[Any] = sa.select(sa.column("version_num")).select_from(sa.table("alembic_version"))
    assert await opened.read(version) == [(HEAD,)]
    await migrate(opened)  # again: nothing to do
    await opened.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def new_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One that was never migrated."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path / "dalapapa.sqlite3")
    return new_postgres_database(request.getfixturevalue("postgres"))


async def test_games_that_were_over_before_are_listed_after_those_that_go_on(new_database: str) -> None:
    opened = open_database(new_database)
    await migrate(opened, "0004")
    rows = [("old", "finished", 1.0), ("late", "closed", 9.0), ("now", "playing", 0.5)]

    def fill(connection: sa.Connection) -> None:
        for table, phase, updated in rows:
            connection.execute(
                sa.text("INSERT INTO tables VALUES (:id, false, :phase, NULL, :updated, :summary)"),
                {"id": table, "phase": phase, "updated": updated, "summary": table.encode()},
            )
            connection.execute(sa.text("INSERT INTO members VALUES ('ana', :id)"), {"id": table})

    await opened.transact(fill)
    await migrate(opened)
    store = SqlStore(opened)
    assert await store.tables_of("ana", 10) == [b"now", b"late", b"old"]
    assert await store.unfinished("ana") == 1
    await store.close()


async def test_an_older_database_with_games_in_progress(tmp_path: Path) -> None:
    """Version 0001, as its own files were: played on after the migration, to the end."""
    path = tmp_path / "dalapapa.sqlite3"
    with sqlite3.connect(path) as old:
        old.executescript((Path(__file__).parent / "database-0001.sql").read_text())
    old.close()
    async with serving(quick(sqlite_url(path))) as server:
        ana = Guest(server.base)
        ana.http.cookies.set("dalapapa_session", "an-old-session-of-ana")
        assert await ana.get("/api/session") == {"name": "Ana"}
        [card] = await ana.get("/api/tables/mine")
        assert card["phase"] == "playing"
        async with ana.sit(card["id"]) as chair:
            await chair.until_type("view")
            before = [event for event in chair.events if event["type"] == "turn"]
            assert len(before) == 6
            await chair.play_to_the_end(random.Random(3))
        link = await ana.post("/api/session/link", status=201)  # what version 0001 did not have
        assert link["seconds"] == 900
        await ana.close()
