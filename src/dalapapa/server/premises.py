"""Everything one server process holds: the house, and what serving it on a network adds."""

import asyncio

from dalapapa.rules import DalapapaError, ErrorCode
from dalapapa.server.buckets import Buckets
from dalapapa.server.caretaker import keep_clean
from dalapapa.server.channel import RedisChannel
from dalapapa.server.metrics import Metrics
from dalapapa.server.settings import Settings
from dalapapa.server.stores.opening import open_up_to_date
from dalapapa.server.stores.register import SqlRegister
from dalapapa.server.stores.sql import SqlStore
from dalapapa.service.house import House
from dalapapa.service.people.register import Person
from dalapapa.service.tables.authority import Step
from dalapapa.service.tables.finishing import Finished
from dalapapa.service.tables.thinking import Thinkers


class Premises:
    """The house with its database, its channel to other processes, its limits and its figures."""

    store: SqlStore
    house: House

    def __init__(
        self, settings: Settings, step: Step = lambda _: None, finished: Finished | None = None
    ) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self._tables = Buckets(settings.table_rate, settings.table_burst)
        self._guests_tables = Buckets(settings.guest_table_rate, settings.guest_table_burst)
        self.tries = Buckets(settings.try_rate, settings.try_burst)
        self.reactions = Buckets(settings.reaction_rate, settings.reaction_burst)
        self.guests = Buckets(settings.guest_rate, settings.guest_burst)
        self._step = step
        self._finished = finished

    def check_pace(self, address: str, guest: Person) -> None:
        """Tables are made and joined at a human pace, by each guest and from each address."""
        if not (self._guests_tables.take(guest.id) and self._tables.take(address)):
            raise DalapapaError(ErrorCode.TOO_FAST, "so many tables at once: wait a little")

    async def open(self) -> None:
        """Bring the database up to date and open the house."""
        settings = self.settings
        self.store = SqlStore(await open_up_to_date(settings.database), self._step)
        self._thinkers = Thinkers(settings.think)
        self.house = House(
            self.store,
            SqlRegister(self.store),
            self._thinkers.choose,
            pace=settings.pace,
            poll=settings.poll,
            finished=self._finished,
            step=self._step,
        )
        self.house.tables.on_append.append(self.metrics.appended)
        self.metrics.watch(self.house.audience)
        if settings.redis:
            self.house.channel = RedisChannel(settings.redis, self.house.hear)
        await self.house.open()
        self._caretaker = asyncio.create_task(
            keep_clean(self.store, settings.keeping, self.metrics.cleared), name="caretaker"
        )

    async def close(self) -> None:
        """Close the house, finish what is being written, close the store."""
        self._caretaker.cancel()
        await asyncio.gather(self._caretaker, return_exceptions=True)
        await self.house.close()
        self._thinkers.close()
        await self.store.close()
