"""A database of an older version becomes one of today, with its games in progress."""

import random
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from dalapapa.server.stores.database import open_database, sqlite_url
from dalapapa.server.stores.migrations import HEAD, migrate
from dalapapa.server.stores.tables import metadata

from ..client import Guest
from ..serving import quick, serving

pytestmark = pytest.mark.anyio


async def test_every_step_leads_to_todays_tables(database: str) -> None:
    opened = open_database(database)
    await migrate(opened)

    def differences(connection: sa.Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async with opened.reader.connect() as connection:
        assert await connection.run_sync(differences) == []
        version = await connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    assert version == HEAD
    await migrate(opened)  # again: nothing to do
    await opened.close()


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
