"""The one writer of a process: what waits is committed together, and answered after the commit."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from dalapapa.server.stores.database import Database, Row
from dalapapa.server.stores.tables import events, finishes, members, tables, tile_sets
from dalapapa.service.stores.protocol import OVER, Append, ConflictError, StoreError
from dalapapa.service.tables.authority import Step

# So many writes share a commit at most.
MOST_TOGETHER = 256
# So many are committed each by itself at a time: connections are left for those who read.
MOST_ALONE = 4
# A table whose row somebody else holds is written apart from others for so many seconds: who shared a
# commit with it would wait for it too.
APART = 5.0
# PostgreSQL's codes for a lock that was not to be had in time, and for two that waited for each other.
_LOCKED = ("55P03", "40P01")

T = TypeVar("T")
Write = Callable[[sa.Connection], Any]
Job = tuple[Append | Write, asyncio.Future[Any]]
TROUBLE = (SQLAlchemyError, OSError, asyncio.TimeoutError)

log = logging.getLogger("dalapapa.store")


class Writer:
    """Groups writes into commits."""

    def __init__(self, database: Database, step: Step = lambda _: None) -> None:
        self._database = database
        self._step = step
        self._waiting: deque[Job] = deque()
        self._news = asyncio.Event()
        self._closing = False
        self._held: dict[str, float] = {}  # tables to write apart, and until when
        self._apart: set[asyncio.Task[None]] = set()
        self._alone = asyncio.Semaphore(MOST_ALONE)
        self._task = asyncio.create_task(self._write_on())

    async def append(self, append: Append) -> None:
        """Store an append for good."""
        await self._enqueue(append)

    async def write(self, write: Callable[[sa.Connection], T]) -> T:
        """Carry a write out for good, in a transaction."""
        return await self._enqueue(write)  # type: ignore[no-any-return]

    async def close(self) -> None:
        """Finish what waits, then stop."""
        self._closing = True
        self._news.set()
        await self._task
        await asyncio.gather(*self._apart)

    async def _enqueue(self, work: Append | Write) -> Any:
        if self._task.done():
            raise StoreError("the store is closed")
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, answer))
        self._news.set()
        return await answer

    async def _write_on(self) -> None:
        while self._waiting or not self._closing:
            if not self._waiting:
                self._news.clear()
                await self._news.wait()
            jobs = [self._waiting.popleft() for _ in range(min(len(self._waiting), MOST_TOGETHER))]
            held, free = self._sort(jobs)
            for job in held:
                task = asyncio.create_task(self._commit_alone(job))
                self._apart.add(task)
                task.add_done_callback(self._apart.discard)
            if free:
                await self._commit(free)

    def _sort(self, jobs: list[Job]) -> tuple[list[Job], list[Job]]:
        """The jobs of tables that somebody else holds, and those of all others."""
        now = asyncio.get_running_loop().time()
        self._held = {table: until for table, until in self._held.items() if until > now}
        held = [job for job in jobs if isinstance(job[0], Append) and job[0].table in self._held]
        return held, [job for job in jobs if job not in held] if held else jobs

    async def _commit_alone(self, job: Job) -> None:
        async with self._alone:
            await self._commit([job])

    async def _commit(self, jobs: Sequence[Job]) -> None:
        """Commit jobs together; if one is in conflict or waits for somebody else, each by itself."""
        try:
            results = await self._transaction([work for work, _ in jobs])
        except TROUBLE as error:
            conflict, locked = isinstance(error, IntegrityError), _is_locked(error)
            if len(jobs) > 1 and (conflict or locked):
                await asyncio.gather(*map(self._commit_alone, jobs))
            elif conflict:
                _fail(jobs[0][1], ConflictError(type(error).__name__))
            else:
                if locked and isinstance(held := jobs[0][0], Append):
                    self._held[held.table] = asyncio.get_running_loop().time() + APART
                await self._give_up(jobs, error)
        except Exception as error:
            log.exception("a write failed")
            for _, answer in jobs:
                _fail(answer, error)
        else:
            for (_, answer), result in zip(jobs, results, strict=True):
                _answer(answer, result)

    async def _give_up(self, jobs: Sequence[Job], error: Exception) -> None:
        """The commit may have been lost on the way there or on the way back: see what is stored."""
        log.warning("a commit failed", extra={"error": type(error).__name__})
        for work, answer in jobs:
            if isinstance(work, Append) and await self._is_stored(work):
                _answer(answer, None)
            else:
                _fail(answer, StoreError(type(error).__name__))

    async def _transaction(self, work: list[Append | Write]) -> list[Any]:
        # In order of their ids, so that no two processes wait for each other for ever.
        appends = sorted((w for w in work if isinstance(w, Append)), key=lambda append: append.table)

        def transact(connection: sa.Connection) -> list[Any]:
            self._step("begun")
            _append(self._database, connection, appends)
            results = [None if isinstance(w, Append) else w(connection) for w in work]
            self._step("written")
            return results

        return await self._database.transact(transact)

    async def _is_stored(self, append: Append) -> bool:
        first = append.entries[0]
        mine = sa.select(events.c.body).where(
            events.c.table_id == append.table, events.c.seq == first.seq, events.c.command == first.command
        )
        try:
            return [row[0] for row in await self._database.read(mine)] == [first.body]
        except TROUBLE:
            return False


def _is_locked(error: Exception) -> bool:
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in _LOCKED


def _append(database: Database, connection: sa.Connection, appends: Sequence[Append]) -> None:
    if not appends:
        return
    first = [_head(append) for append in appends if append.entries[0].seq == 1]
    later = [_head(append) for append in appends if append.entries[0].seq > 1]
    lines = [(a.table, e.seq, e.command, e.at, e.body) for a in appends for e in a.entries]
    own = {a.tile_set: a.tiles for a in appends if a.tile_set is not None and a.tiles is not None}
    # What is there already is written again, so that nobody forgets it before its new table is stored.
    database.write(connection, tile_sets, sorted(own.items()), replace=True)
    # In this order a line that is there already, or one of a table that is not, makes all of it fail.
    database.write(connection, tables, first)
    database.write(connection, events, lines)
    database.write(connection, tables, later, replace=True)
    database.write(connection, finishes, [(a.table, a.entries[0].at, None) for a in appends if a.finishes])
    for append in appends:
        if append.people is not None:
            connection.execute(sa.delete(members).where(members.c.table_id == append.table))
            if append.people:
                seated = [{"person": person, "table_id": append.table} for person in append.people]
                connection.execute(sa.insert(members), seated)
        if append.phase in OVER:
            first_time = sa.and_(members.c.table_id == append.table, members.c.over.is_(None))
            connection.execute(sa.update(members).where(first_time).values(over=append.entries[0].at))


def _head(append: Append) -> Row:
    """The row of a table that goes with an append."""
    at = append.entries[0].at
    return append.table, append.public, append.phase, append.due, at, append.summary, append.tile_set


def _answer(future: asyncio.Future[Any], result: Any) -> None:
    if not future.done():
        future.set_result(result)


def _fail(future: asyncio.Future[Any], error: Exception) -> None:
    if not future.done():
        future.set_exception(error)
