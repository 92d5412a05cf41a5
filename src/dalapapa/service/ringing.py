"""In games by days, whoever is to move is told so where they are: their bells ring.

The process that stored the turn rings, and no other: of several that try to store it one succeeds. It
rings at most once; if it dies just then, nobody is told, and the turn waits all the same.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from dalapapa.service.people.bells import Bell, Bells
from dalapapa.service.stores.protocol import StoreError
from dalapapa.service.tables.authority import Tables
from dalapapa.service.tables.table import DAY, Table
from dalapapa.service.telling import messages

# So many turns are told of at a time; in a flood the others are not.
MOST = 200

log = logging.getLogger("dalapapa.ringing")


class YourTurn(msgspec.Struct):
    """What a bell says: at which table, and with whom. Nothing of tiles or points."""

    table: str
    names: list[str]


# Rings a bell with news that are of use for so many seconds; False when nobody can hear it ever again.
Ring = Callable[[Bell, YourTurn, float], Awaitable[bool]]


class Ringing:
    """Hears of every turn, and rings where one begins for somebody."""

    def __init__(self, tables: Tables, bells: Bells, ring: Ring) -> None:
        self._bells, self._ring = bells, ring
        self._tasks: set[asyncio.Task[Any]] = set()
        tables.on_append.append(self.heard)

    def heard(self, table: Table) -> None:
        """A table has taken an event in this process."""
        person = called(table)
        if person is None or len(self._tasks) >= MOST:
            return
        task = asyncio.create_task(self._tell(table, person))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell(self, table: Table, person: str) -> None:
        others = [seat.name for seat in table.seats if seat.person not in (None, person)]
        news = YourTurn(table.id, [name for name in others if name])
        try:
            for bell in await self._bells.of(person):
                if not await self._ring(bell, news, table.span):
                    await self._bells.remove(bell.endpoint)
        except StoreError:
            log.warning("the store does not answer")
        except Exception:
            log.exception("a bell could not be rung")

    async def close(self) -> None:
        """Ring no more."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def is_by_days(table: Table) -> bool:
    """Whether a turn may take days, so that nobody sits there waiting for theirs."""
    return table.agreed.clock is not None and table.agreed.clock >= DAY


def called(table: Table) -> str | None:
    """Whose turn has just begun, if they are to be told."""
    if not is_by_days(table) or table.to_move is None or table.turn_began != table.updated:
        return None
    if len(table.people) < 2:
        return None  # among bots nobody has to wait
    seat, last = table.seats[table.to_move], table.happenings[-1]
    if seat.by_itself or isinstance(last, messages.Back):
        return None  # a bot plays here, or its person has only just come back
    if isinstance(last, messages.TurnPlayed) and table.seats[last.seat].person == seat.person:
        return None  # they share a device, or go on at once: they are there
    return seat.person
