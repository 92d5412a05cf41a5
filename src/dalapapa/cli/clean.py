"""`dalapapa clean`: forget what nobody comes back for."""

import asyncio
import contextlib
import time
from typing import Annotated

import typer

from dalapapa.cli.options import DatabaseOption, DataOption, KeepGames, KeepGuests, KeepUnbegun, keeping_from
from dalapapa.rules import DalapapaError, ErrorCode

# More than any database holds of one kind.
_ALL = 2**31 - 1


def clean(
    data: DataOption = None,
    database: DatabaseOption = None,
    keep_guests: KeepGuests = None,
    keep_unbegun: KeepUnbegun = None,
    keep_games: KeepGames = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would go.")] = False,
) -> None:
    """Forget guests, tables and games that nobody comes back for; a server does so by itself beside play."""
    from dalapapa.server import running
    from dalapapa.server.caretaker import clear_all
    from dalapapa.server.settings import data_folder, postgres_address, sqlite_settings
    from dalapapa.server.stores.opening import open_up_to_date
    from dalapapa.server.stores.sql import SqlStore
    from dalapapa.service.stores.keeping import Leftovers

    keeping = keeping_from(keep_guests, keep_unbegun, keep_games)

    async def go_through(url: str) -> Leftovers:
        store = SqlStore(await open_up_to_date(url))
        try:
            if dry_run:
                return await store.leftovers(keeping, time.time(), _ALL)
            gone = await clear_all(store, keeping, rest=0.0)
            await store.database.compact()
            return gone
        finally:
            await store.close()

    with contextlib.ExitStack() as held:
        if database:
            url = postgres_address(database)
        else:
            folder = (data or data_folder()).resolve()
            if not (folder / "dalapapa.sqlite3").is_file():
                raise DalapapaError(ErrorCode.NOT_FOUND, f"{folder}: no games are kept there")
            held.enter_context(running.lock_folder(folder))
            url = sqlite_settings(folder).database
        found = asyncio.run(go_through(url))
    counts = (
        f"{len(found.guests)} guests, {len(found.unbegun)} tables that never began, {len(found.games)} games"
    )
    print(f"{'would forget' if dry_run else 'forgot'} {counts}")
