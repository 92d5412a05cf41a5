"""A service on a real store, with a clock that the test moves."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from dalapapa.server.database import open_database, sqlite_url
from dalapapa.server.migrations import migrate
from dalapapa.server.store import SqlStore
from dalapapa.service import commands, messages
from dalapapa.service.audience import Audience
from dalapapa.service.driver import Driver
from dalapapa.service.table import Table
from dalapapa.service.tables import Tables

ANA, BO, CY = "ana", "bo", "cy"
NONCE = "0123456789abcdef" * 2


class Room:
    """Tables with their driver and audience."""

    def __init__(self, store: SqlStore, now: float, pace: float) -> None:
        self.time = now
        self.store = store
        self.tables = Tables(store, self._tell, pace=pace, now=lambda: self.time)
        self.driver = Driver(self.tables, think=0.01)
        self.audience = Audience(self.tables, self.driver)

    async def _tell(self, table_id: str, seq: int) -> None:
        await self.audience.reached(table_id, seq)

    async def make(self, *seats: str, ready: bool = True, **wishes: object) -> Table:
        """Ana's table with seats `person`, `open`, or the name of a bot."""
        kinds = [
            messages.NewSeat(seat) if seat in ("person", "open") else messages.NewSeat("bot", bot=seat)  # type: ignore[arg-type]
            for seat in seats
        ]
        wish = messages.NewTable(kinds, nonce=NONCE if ready else None, **wishes)  # type: ignore[arg-type]
        return await self.tables.make(
            commands.new_table_id(), "make", lambda empty: commands.make_table(empty, ANA, "Ana", wish)
        )

    async def join(self, table: Table, person: str, seat: int | None = None) -> Table:
        wish = messages.JoinRequest(seat, nonce=NONCE)
        return await self.tables.run(
            table.id, commands.new_table_id(), lambda now: commands.join(now, person, person.title(), wish)
        )


@contextlib.asynccontextmanager
async def room(folder: Path, *, now: float = 1_000_000.0, pace: float = 0.0) -> AsyncIterator[Room]:
    database = open_database(sqlite_url(folder / "dalapapa.sqlite3"))
    await migrate(database)
    store = SqlStore(database)
    opened = Room(store, now, pace)
    try:
        yield opened
    finally:
        await opened.driver.stop()
        await store.close()
