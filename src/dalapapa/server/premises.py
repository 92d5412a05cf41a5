"""Everything one server process holds: the house, and what serving it on a network adds."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from dalapapa.rules import DalapapaError, ErrorCode
from dalapapa.server.buckets import Buckets
from dalapapa.server.caretaker import keep_clean
from dalapapa.server.metrics import Metrics
from dalapapa.server.printer import Printer
from dalapapa.server.push.ringer import Ringer
from dalapapa.server.push.sealing import Signer, new_secret
from dalapapa.server.push.services import Services
from dalapapa.server.settings import Settings
from dalapapa.server.stores.bells import SqlBells, key_of
from dalapapa.server.stores.opening import open_up_to_date
from dalapapa.server.stores.register import SqlRegister
from dalapapa.server.stores.sql import SqlStore
from dalapapa.server.workshop import Workshop
from dalapapa.service.analyses import Analyses
from dalapapa.service.bringing import Bringing
from dalapapa.service.house import House
from dalapapa.service.people.register import Person
from dalapapa.service.ringing import Ringing
from dalapapa.service.tables.authority import Step
from dalapapa.service.tables.finishing import Finished
from dalapapa.service.tables.thinking import Thinkers

T = TypeVar("T")


class Premises:
    """The house with its database, its channel to other processes, its limits and its figures."""

    store: SqlStore
    house: House
    replays: Analyses
    bringing: Bringing
    bells: SqlBells
    ringer: Ringer

    def __init__(
        self, settings: Settings, step: Step = lambda _: None, finished: Finished | None = None
    ) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self._tables = Buckets(settings.table_rate, settings.table_burst)
        self._guests_tables = Buckets(settings.guest_table_rate, settings.guest_table_burst)
        self.tries = Buckets(settings.try_rate, settings.try_burst)
        self.hints = Buckets(settings.hint_rate, settings.hint_burst)
        self.reactions = Buckets(settings.reaction_rate, settings.reaction_burst)
        self.analyses = Buckets(settings.analysis_rate, settings.analysis_burst)
        self._brought = Buckets(settings.brought_rate, settings.brought_burst)
        self._houses_brought = Buckets(5 * settings.brought_rate, 5 * settings.brought_burst)
        self.guests = Buckets(settings.guest_rate, settings.guest_burst)
        self.printer = Printer()
        self._step = step
        self._finished = finished

    def check_pace(self, address: str, guest: Person) -> None:
        """Tables are made and joined at a human pace, by each guest and from each address."""
        if not (self._guests_tables.take(guest.id) and self._tables.take(address)):
            raise DalapapaError(ErrorCode.TOO_FAST, "so many tables at once: wait a little")

    def check_brought(self, address: str, guest: Person) -> None:
        """Games are brought as people play them, by each guest and from each address."""
        if not (self._brought.take(guest.id) and self._houses_brought.take(address)):
            raise DalapapaError(ErrorCode.TOO_FAST, "so many games at once: wait a little")

    async def aside(self, work: Callable[[], T]) -> T:
        """Do what takes some milliseconds so that no move waits for it."""
        return await self._workshop.small(work)

    async def open(self) -> None:
        """Bring the database up to date and open the house."""
        settings = self.settings
        self.store = SqlStore(await open_up_to_date(settings.database), self._step)
        self._thinkers = Thinkers(settings.think)
        self.house = House(
            self.store,
            SqlRegister(self.store),
            self._thinkers.choose,
            aside=self._thinkers.aside,
            pace=settings.pace,
            poll=settings.poll,
            finished=self._finished,
            tile_set=settings.tile_set,
            step=self._step,
        )
        self._workshop = Workshop()
        self.replays = Analyses(self.house.tables, self._workshop)
        self.bringing = Bringing(self.house.tables, self._workshop)
        signer = Signer(await key_of(self.store, "push", new_secret()))
        self.bells = SqlBells(self.store)
        self.ringer = Ringer(signer, Services(settings.push_services), self.metrics)
        self._ringing = Ringing(self.house.tables, self.bells, self.ringer.ring)
        self.house.tables.on_append.append(self.metrics.appended)
        self.metrics.watch(self.house.audience)
        if settings.redis:
            from dalapapa.server.channel import RedisChannel  # its client takes megabytes that few need

            self.house.channel = RedisChannel(settings.redis, self.house.hear)
        await self.house.open()
        self._caretaker = asyncio.create_task(
            keep_clean(self.store, settings.keeping, self.house.tables.now, self.metrics.cleared),
            name="caretaker",
        )

    async def close(self) -> None:
        """Close the house, finish what is being written, close the store."""
        self._caretaker.cancel()
        await asyncio.gather(self._caretaker, return_exceptions=True)
        await self.house.close()
        await self._ringing.close()
        self._thinkers.close()
        await self.replays.close()
        await self._workshop.close()
        await self.store.close()
