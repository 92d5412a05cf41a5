"""The one writer of a process: what waits is committed together, and answered after the commit."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from dalapapa.server.stores.database import Database, Row
from dalapapa.server.stores.tables import events, finishes, members, tables
from dalapapa.service.stores.protocol import Append, ConflictError, StoreError
from dalapapa.service.tables.authority import Step

# So many writes share a commit at most.
MOST_TOGETHER = 256

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
            if jobs:
                await self._commit(jobs)

    async def _commit(self, jobs: Sequence[Job]) -> None:
        """Commit jobs together; if one is in conflict, each by itself."""
        try:
            results = await self._transaction([work for work, _ in jobs])
        except IntegrityError as error:
            if len(jobs) > 1:
                for job in jobs:
                    await self._commit([job])
            else:
                _fail(jobs[0][1], ConflictError(type(error).__name__))
        except TROUBLE as error:
            # The commit may have been lost on the way there or on the way back: see what is stored.
            log.warning("a commit failed", extra={"error": type(error).__name__})
            for work, answer in jobs:
                if isinstance(work, Append) and await self._is_stored(work):
                    _answer(answer, None)
                else:
                    _fail(answer, StoreError(type(error).__name__))
        except Exception as error:
            log.exception("a write failed")
            for _, answer in jobs:
                _fail(answer, error)
        else:
            for (_, answer), result in zip(jobs, results, strict=True):
                _answer(answer, result)

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
            async with self._database.reader.connect() as connection:
                return await connection.scalar(mine) == first.body
        except TROUBLE:
            return False


def _append(database: Database, connection: sa.Connection, appends: Sequence[Append]) -> None:
    if not appends:
        return
    first = [_head(append) for append in appends if append.entries[0].seq == 1]
    later = [_head(append) for append in appends if append.entries[0].seq > 1]
    lines = [(a.table, e.seq, e.command, e.at, e.body) for a in appends for e in a.entries]
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


def _head(append: Append) -> Row:
    """The row of a table that goes with an append."""
    return append.table, append.public, append.phase, append.due, append.entries[0].at, append.summary


def _answer(future: asyncio.Future[Any], result: Any) -> None:
    if not future.done():
        future.set_result(result)


def _fail(future: asyncio.Future[Any], error: Exception) -> None:
    if not future.done():
        future.set_exception(error)
