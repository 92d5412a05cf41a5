"""Everything one server process holds, opened and closed together."""

import asyncio
import contextlib
import logging

from dalapapa.rules import DalapapaError
from dalapapa.server.buckets import Buckets
from dalapapa.server.channel import Channel, NoChannel, Note, Reached, Reacted, RedisChannel
from dalapapa.server.database import open_database
from dalapapa.server.metrics import Metrics
from dalapapa.server.migrations import migrate
from dalapapa.server.people import People
from dalapapa.server.settings import Settings
from dalapapa.server.store import SqlStore
from dalapapa.service.audience import Audience
from dalapapa.service.driver import Driver
from dalapapa.service.messages import Reaction
from dalapapa.service.store import StoreError
from dalapapa.service.tables import Step, Tables

log = logging.getLogger("dalapapa")


class House:
    """The tables of this server, who plays there, and how they hear of each other."""

    store: SqlStore
    people: People
    tables: Tables
    driver: Driver
    audience: Audience
    channel: Channel

    def __init__(self, settings: Settings, step: Step = lambda _: None) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.tries = Buckets(settings.try_rate, settings.try_burst)
        self.reactions = Buckets(settings.reaction_rate, settings.reaction_burst)
        self._step = step
        self._poll: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Bring the database up to date and begin to drive what is overdue."""
        settings = self.settings
        database = open_database(settings.database)
        await migrate(database)
        self.store = SqlStore(database, self._step)
        self.people = People(self.store)
        self.tables = Tables(self.store, self.tell, pace=settings.pace, step=self._step)
        self.tables.on_append.append(self.metrics.appended)
        self.driver = Driver(self.tables, think=settings.think)
        self.audience = Audience(self.tables, self.driver)
        self.metrics.watch(self.audience)
        self.channel = RedisChannel(settings.redis, self._heard) if settings.redis else NoChannel()
        await self.driver.start()
        if self.store.shared:
            self._poll = asyncio.create_task(self._catch_up())

    async def close(self) -> None:
        """Stop driving, finish what is being written, close the store."""
        await self.driver.stop()
        if self._poll is not None:
            self._poll.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._poll
        await self.channel.close()
        await self.store.close()

    async def tell(self, table_id: str, seq: int) -> None:
        """Tell everybody that a table has reached a seq."""
        self.channel.send(Reached(table_id, seq))
        await self.audience.reached(table_id, seq)

    def react(self, table_id: str, seat: int, reaction: Reaction) -> None:
        """Show a reaction to everybody at a table."""
        self.channel.send(Reacted(table_id, seat, reaction))
        self.audience.reacted(table_id, seat, reaction)

    async def _heard(self, note: Note) -> None:
        """A note from another process."""
        if isinstance(note, Reacted):
            self.audience.reacted(note.table, note.seat, note.reaction)
            return
        try:
            await self.audience.reached(note.table, note.seq)
        except DalapapaError:
            log.warning("a note could not be followed up")

    async def _catch_up(self) -> None:
        """Look into the store for what the channel may have lost."""
        while True:
            await asyncio.sleep(self.settings.poll)
            try:
                await self.audience.catch_up()
            except StoreError:
                log.warning("the store does not answer")
            except Exception:
                log.exception("a look into the store failed")
