"""The store on SQLAlchemy: the same tables and questions for SQLite and PostgreSQL."""

import asyncio
import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from dalapapa.server.stores.database import Database
from dalapapa.server.stores.leftovers import Stale
from dalapapa.server.stores.tables import (
    analyses,
    beats,
    events,
    finishes,
    members,
    outages,
    probes,
    tables,
    tile_sets,
)
from dalapapa.server.stores.writer import TROUBLE, Writer
from dalapapa.service.stores.keeping import Keeping, Leftovers, kept_since
from dalapapa.service.stores.protocol import Append, ConflictError, Entry, Outage, StoreError
from dalapapa.service.tables.authority import Step

# Whether the store can be written is found out this often at most, in seconds.
PROBE_EVERY = 2.0
# More than fits into what is left of a page.
_PROBE_SIZE = 32_768

T = TypeVar("T")

_LIMIT = sa.bindparam("limit", type_=sa.Integer)


def _newest(at: sa.Column[float], rank: int, *where: sa.ColumnElement[bool]) -> sa.Select[Any]:
    """The newest tables, by an index: however many there are, as many as are wanted are looked at."""
    columns = (tables.c.summary, at.label("at"), sa.literal(rank).label("rank"))
    newest = sa.select(*columns).where(*where).order_by(at.desc()).limit(_LIMIT)
    return sa.select(newest.subquery())


def _first(*queries: sa.Select[Any]) -> sa.Select[Any]:
    """Those of one query, then those of the next: in one statement, or a table might be in both."""
    all_ = sa.union_all(*queries).subquery()
    return sa.select(all_.c.summary).order_by(all_.c.rank, all_.c.at.desc()).limit(_LIMIT)


_PUBLIC = _first(
    _newest(tables.c.updated, 0, tables.c.public, tables.c.phase == "waiting"),
    _newest(tables.c.updated, 1, tables.c.public, tables.c.phase == "playing"),
)
_MEMBER = sa.and_(members.c.table_id == tables.c.id, members.c.person == sa.bindparam("person"))
_MINE = _first(
    _newest(tables.c.updated, 0, _MEMBER, members.c.over.is_(None)),
    _newest(members.c.over, 1, _MEMBER, members.c.over.is_not(None)),
)


class SqlStore:
    """A `service.Store` in a database."""

    def __init__(self, database: Database, step: Step = lambda _: None) -> None:
        self.database = database
        self.shared = database.shared
        self.writer = Writer(database, step)
        self._closed = False
        self._probing = asyncio.Lock()
        self._probed = -PROBE_EVERY
        self._writable = True

    async def close(self) -> None:
        """Finish what waits to be written, then close; once closed it stays so."""
        if not self._closed:
            self._closed = True
            await self.writer.close()
            await self.database.close()

    async def read(self, query: sa.Select[Any], **values: Any) -> Sequence[Any]:
        """The rows of a query with these values."""
        if self._closed:
            raise StoreError("the store is closed")
        try:
            return await self.database.read(query, **values)
        except TROUBLE as error:
            raise StoreError(type(error).__name__) from error

    async def is_readable(self) -> bool:
        """Whether the store answers."""
        try:
            await self.read(sa.select(beats.c.at))
        except StoreError:
            return False
        return True

    async def is_writable(self) -> bool:
        """Whether there is room for some turns more: tried out, but not again and again."""
        async with self._probing:
            now = asyncio.get_running_loop().time()
            if now > self._probed + PROBE_EVERY:
                self._probed = now
                try:
                    await self.write_alone(_probe)
                except StoreError:
                    self._writable = False
                else:
                    self._writable = True
            return self._writable

    async def append(self, append: Append) -> None:
        """Store for good; raises ConflictError or StoreError."""
        await self.writer.append(append)

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The log of a table after a seq, in order."""
        columns = (events.c.seq, events.c.command, events.c.at, events.c.body)
        mine = sa.and_(events.c.table_id == table, events.c.seq > after)
        return [
            Entry(*row) for row in await self.read(sa.select(*columns).where(mine).order_by(events.c.seq))
        ]

    async def heads(self, tables: Iterable[str]) -> dict[str, int]:
        """The last seq of each of these tables."""
        ids = list(tables)
        found: dict[str, int] = {}
        for start in range(0, len(ids), 500):
            chosen = events.c.table_id.in_(ids[start : start + 500])
            query = sa.select(events.c.table_id, sa.func.max(events.c.seq)).where(chosen)
            found.update({row[0]: row[1] for row in await self.read(query.group_by(events.c.table_id))})
        return found

    async def summary(self, table: str) -> bytes | None:
        """The summary of a table; None when there is no such table."""
        rows = await self.read(sa.select(tables.c.summary).where(tables.c.id == table))
        return rows[0][0] if rows else None

    async def tile_set(self, fingerprint: str) -> bytes | None:
        """A set of one's own; it is forgotten with the last table that is played with it."""
        rows = await self.read(sa.select(tile_sets.c.tiles).where(tile_sets.c.sha256 == fingerprint))
        return rows[0][0] if rows else None

    async def due(self, before: float, limit: int) -> list[str]:
        """Tables that should have gone on by themselves before this time, longest overdue first."""
        query = sa.select(tables.c.id).where(tables.c.due <= before).order_by(tables.c.due).limit(limit)
        return [row[0] for row in await self.read(query)]

    async def postpone(self, table: str, until: float, updated: float) -> None:
        """Set when a table is due, unless it has gone on since `updated`: an outage stopped its clock."""
        same = sa.and_(tables.c.id == table, tables.c.updated == updated)

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.update(tables).where(same).values(due=until))

        await self.write_alone(write)

    async def write_alone(self, write: Callable[[sa.Connection], T]) -> T:
        """Carry a write out by itself: among others, two processes might wait for each other's rows."""
        try:
            return await self.database.transact(write)
        except IntegrityError as error:
            raise ConflictError(type(error).__name__) from error
        except TROUBLE as error:
            raise StoreError(type(error).__name__) from error

    async def public_tables(self, limit: int) -> list[bytes]:
        """Summaries of public tables: those that wait, then those that play, newest first."""
        return [row[0] for row in await self.read(_PUBLIC, limit=limit)]

    async def tables_of(self, person: str, limit: int) -> list[bytes]:
        """Summaries of a person's tables: the unfinished, latest first, then the others, last over first."""
        return [row[0] for row in await self.read(_MINE, limit=limit, person=person)]

    async def unfinished(self, person: str) -> int:
        """How many tables of a person wait or play."""
        query = sa.select(sa.func.count()).where(members.c.person == person, members.c.over.is_(None))
        return int((await self.read(query))[0][0])

    async def unsettled(self, before: float, limit: int) -> list[str]:
        """Tables whose game was over before this time and that nobody has settled, oldest first."""
        waiting = sa.and_(finishes.c.facts.is_(None), finishes.c.at <= before)
        query = sa.select(finishes.c.table_id).where(waiting).order_by(finishes.c.at).limit(limit)
        return [row[0] for row in await self.read(query)]

    async def settle(self, table: str, facts: bytes) -> bool:
        """Keep what came of a finished game, for good and once; False when somebody has done so already."""
        unsettled = sa.and_(finishes.c.table_id == table, finishes.c.facts.is_(None))
        statement = sa.update(finishes).where(unsettled).values(facts=facts)
        return await self.write_alone(lambda connection: connection.execute(statement).rowcount == 1)

    async def facts(self, table: str) -> bytes | None:
        """What came of a finished game; None until it is settled."""
        rows = await self.read(sa.select(finishes.c.facts).where(finishes.c.table_id == table))
        return rows[0][0] if rows else None

    async def keep_analysis(self, table: str, method: int, body: bytes) -> bool:
        """Keep what a method found of a finished game; False when somebody has done so already."""
        row = sa.insert(analyses).values(table_id=table, method=method, body=body)
        try:
            await self.write_alone(lambda connection: connection.execute(row))
        except ConflictError:
            return False
        return True

    async def analysis(self, table: str, method: int) -> bytes | None:
        """What a method found of a finished game, if it is kept."""
        mine = sa.and_(analyses.c.table_id == table, analyses.c.method == method)
        rows = await self.read(sa.select(analyses.c.body).where(mine))
        return rows[0][0] if rows else None

    async def beat(self, now: float, gap: float) -> None:
        """Note that a server runs; when the last note is older than `gap`, the time between is an outage."""

        def write(connection: sa.Connection) -> None:
            last = connection.scalar(sa.select(beats.c.at).with_for_update())
            if last is None:
                connection.execute(sa.insert(beats).values(id=1, at=now))
                return
            connection.execute(sa.update(beats).values(at=now))  # also when the clock was set back
            if now - last > gap:
                connection.execute(sa.insert(outages).values(start=last, end=now))

        try:
            await self.write_alone(write)
        except ConflictError:
            await self.write_alone(write)  # another process has made the very first note just now

    async def outages(self, since: float) -> list[Outage]:
        """The outages that ended after this time."""
        query = sa.select(outages.c.start, outages.c.end).where(outages.c.end > since)
        return [Outage(*row) for row in await self.read(query.order_by(outages.c.start))]

    async def leftovers(self, keeping: Keeping, now: float, limit: int) -> Leftovers:
        """What has been kept for long enough, at most so many of each kind."""
        return await self._found(await self._stale(keeping, now), limit)

    async def clear(self, keeping: Keeping, now: float, limit: int) -> Leftovers:
        """Forget what has been kept for long enough, at most so many of each kind; gives what it was."""
        stale = await self._stale(keeping, now)
        # Looked for by a reader first: nobody's turn waits for the look.
        found = await self._found(stale, limit)
        return await self.write_alone(lambda connection: stale.forget(connection, found)) if found else found

    async def _stale(self, keeping: Keeping, now: float) -> Stale:
        rows = await self.read(sa.select(beats.c.at))
        pauses = await self.outages(0.0)
        periods = (keeping.guests, keeping.unbegun, keeping.games)
        return Stale(*(kept_since(one, now, rows[0][0] if rows else None, pauses) for one in periods))

    async def _found(self, stale: Stale, limit: int) -> Leftovers:
        return Leftovers(*[[row[0] for row in await self.read(query)] for query in stale.queries(limit)])


def _probe(connection: sa.Connection) -> None:
    key = secrets.token_hex(16)
    connection.execute(sa.insert(probes).values(id=key, body=secrets.token_bytes(_PROBE_SIZE)))
    connection.execute(sa.delete(probes).where(probes.c.id == key))
