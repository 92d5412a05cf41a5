"""`dalapapa clean`: what it would forget, and what it forgets."""

import asyncio
from pathlib import Path

from typer.testing import CliRunner

from dalapapa.cli.app import app
from dalapapa.server.running import lock_folder
from dalapapa.server.settings import sqlite_settings
from dalapapa.server.stores.opening import open_up_to_date
from dalapapa.server.stores.register import SqlRegister
from dalapapa.server.stores.sql import SqlStore
from dalapapa.service.people.register import Person

from ..service.promises import lines

DAY = 86_400.0


def clean(folder: Path, *arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["clean", "--data", str(folder), *arguments])
    return result.exit_code, result.output or str(result.exception)


def furnish(folder: Path) -> None:
    """Two guests, a table that never began and a game, all very old for a server that ran until just now."""

    async def fill() -> None:
        store = SqlStore(await open_up_to_date(sqlite_settings(folder).database))
        register = SqlRegister(store)
        for name in ("Ana", "Bo"):
            await register.add_person(Person(name, name), name, 1.0)
        await store.append(lines("waits", 1, "a"))
        await store.append(lines("over", 1, "a", phase="finished", people=["Bo"], finishes=True))
        await store.beat(400 * DAY, 60.0)
        await store.close()

    asyncio.run(fill())


def test_a_dry_run_changes_nothing_and_the_other_does_what_it_said(tmp_path: Path) -> None:
    furnish(tmp_path)
    said = "1 guests, 1 tables that never began, 1 games\n"
    for _ in range(2):
        assert clean(tmp_path, "--dry-run") == (0, f"would forget {said}")
    # Bo sits at no table once his game is gone.
    assert clean(tmp_path) == (0, "forgot 2 guests, 1 tables that never began, 1 games\n")
    assert clean(tmp_path) == (0, "forgot 0 guests, 0 tables that never began, 0 games\n")


def test_an_operator_says_how_long(tmp_path: Path) -> None:
    furnish(tmp_path)
    kept = ("--keep-guests", "0", "--keep-unbegun", "500", "--keep-games", "0")
    assert clean(tmp_path, *kept) == (0, "forgot 0 guests, 0 tables that never began, 0 games\n")
    assert clean(tmp_path, *kept[:2], "--keep-games", "399") == (
        0,
        "forgot 0 guests, 1 tables that never began, 1 games\n",
    )


def test_where_there_is_nothing_or_somebody_else(tmp_path: Path) -> None:
    assert "no games are kept there" in clean(tmp_path)[1]
    assert list(tmp_path.iterdir()) == []
    furnish(tmp_path)
    with lock_folder(tmp_path):
        assert "another server uses" in clean(tmp_path)[1]
