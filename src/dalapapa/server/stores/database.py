"""How a database is opened and written: SQLite with one writer, or PostgreSQL."""

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import create_async_engine

T = TypeVar("T")
Row = tuple[Any, ...]

# So many values every SQLite takes in a statement; newer ones take more.
_MOST_VARIABLES = 999
# So many read from a SQLite file at a time.
_READERS = 4


class Database(Protocol):
    """A database: any number of readers, and transactions that are stored for good."""

    shared: bool  # whether other processes write to it too

    async def read(self, query: sa.Select[Any], **values: Any) -> Sequence[Any]:
        """The rows of a query with these values."""
        ...

    async def transact(self, work: Callable[[sa.Connection], T]) -> T:
        """Carry work out in one transaction and commit it."""
        ...

    def write(
        self, connection: sa.Connection, table: sa.Table, rows: Sequence[Row], *, replace: bool = False
    ) -> None:
        """Store rows with all of a table's columns; `replace` those that have the same key."""
        ...

    async def compact(self) -> None:
        """Give room back that is not used any more."""
        ...

    async def close(self) -> None:
        """Close every connection."""
        ...


class Sqlite:
    """One file. One connection writes, some read, in threads of their own: each job is one trip there."""

    shared = False

    def __init__(self, path: str) -> None:
        self._path = path
        _keep_to_oneself(path)
        # Readers make single statements outside of transactions: there is nothing to roll back.
        self._reader = _engine(path, _READERS, pool_reset_on_return=None)
        self._writer = _engine(path, 1)
        self._reading = ThreadPoolExecutor(_READERS, "reader")
        self._thread = ThreadPoolExecutor(1, "writer")
        sa.event.listen(self._writer, "connect", partial(_connected, reads_only=False))
        sa.event.listen(self._reader, "connect", partial(_connected, reads_only=True))
        sa.event.listen(
            self._writer, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE")
        )

    async def transact(self, work: Callable[[sa.Connection], T]) -> T:
        """Carry work out in one transaction and commit it."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._transact, work)

    async def read(self, query: sa.Select[Any], **values: Any) -> Sequence[Any]:
        """The rows of a query with these values."""
        return await asyncio.get_running_loop().run_in_executor(self._reading, self._read, query, values)

    def _read(self, query: sa.Select[Any], values: dict[str, Any]) -> Sequence[Any]:
        with self._reader.connect() as connection:
            return connection.execute(query, values).all()

    def _transact(self, work: Callable[[sa.Connection], T]) -> T:
        with self._writer.begin() as connection:
            return work(connection)

    def write(
        self, connection: sa.Connection, table: sa.Table, rows: Sequence[Row], *, replace: bool = False
    ) -> None:
        """Store many rows with a statement.

        Python's sqlite3 lets the interpreter go for each step, and while the loop is busy it comes back late:
        row by row, every row would wait for it.
        """
        one = f"({', '.join('?' * len(table.columns))})"
        most = _MOST_VARIABLES // len(table.columns)
        for start in range(0, len(rows), most):
            some = rows[start : start + most]
            text = _sqlite_insert(table, replace).replace(one, ", ".join([one] * len(some)), 1)
            connection.exec_driver_sql(text, tuple(chain.from_iterable(some)))

    async def compact(self) -> None:
        """Write the file anew without its empty pages."""

        def rewrite() -> None:
            with contextlib.closing(sqlite3.connect(self._path, isolation_level=None)) as connection:
                connection.execute("VACUUM")

        await asyncio.get_running_loop().run_in_executor(self._thread, rewrite)

    async def close(self) -> None:
        """Close every connection."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._reading, self._reader.dispose)
        await loop.run_in_executor(self._thread, self._writer.dispose)
        self._reading.shutdown()
        self._thread.shutdown()


def _engine(path: str, connections: int, **more: Any) -> sa.Engine:
    return sa.create_engine(
        f"sqlite:///{path}",
        poolclass=sa.QueuePool,
        pool_size=connections,
        max_overflow=0,
        connect_args={"isolation_level": None, "check_same_thread": False},
        **more,
    )


def _keep_to_oneself(path: str) -> None:
    """Let its owner alone read a file (running bags are in it), and so those that SQLite makes beside it."""
    if not path:  # in memory
        return
    with contextlib.suppress(OSError):  # SQLite says what is wrong with it
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    for beside in ("", "-wal", "-shm"):
        with contextlib.suppress(OSError):
            os.chmod(path + beside, 0o600)


def _connected(connection: Any, _: Any, *, reads_only: bool) -> None:
    cursor = connection.cursor()
    pragmas = ["journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"]
    for pragma in [*pragmas, "query_only=ON"] if reads_only else pragmas:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


class Postgres:
    """A server that other processes use too."""

    shared = True

    def __init__(self, url: str) -> None:
        self.engine = create_async_engine(
            url,
            pool_size=8,
            pool_pre_ping=True,
            connect_args={
                "command_timeout": 10,
                "timeout": 5,
                "server_settings": {
                    "application_name": "dalapapa",
                    "synchronous_commit": "on",
                    # A row that somebody else holds is not waited for: others are to be written meanwhile.
                    "lock_timeout": "250ms",
                    # A process that was frozen in a transaction loses it, and what it held is free again.
                    "idle_in_transaction_session_timeout": "5s",
                },
            },
        )

    async def transact(self, work: Callable[[sa.Connection], T]) -> T:
        """Carry work out in one transaction and commit it."""
        async with self.engine.begin() as connection:
            return await connection.run_sync(work)

    async def read(self, query: sa.Select[Any], **values: Any) -> Sequence[Any]:
        """The rows of a query with these values."""
        async with self.engine.connect() as connection:
            rows: Sequence[Any] = (await connection.execute(query, values)).all()
            return rows

    def write(
        self, connection: sa.Connection, table: sa.Table, rows: Sequence[Row], *, replace: bool = False
    ) -> None:
        """Store rows in a single trip."""
        if not rows:
            return
        names = table.columns.keys()
        statement = _insert(postgresql.insert(table), table, replace)
        connection.execute(statement, [dict(zip(names, row, strict=True)) for row in rows])

    async def compact(self) -> None:
        """PostgreSQL does so by itself."""

    async def close(self) -> None:
        """Close every connection."""
        await self.engine.dispose()


def _insert(statement: sqlite.Insert | postgresql.Insert, table: sa.Table, replace: bool) -> sa.Insert:
    """An insert, or one that replaces what is there; both databases say it in the same words."""
    if not replace:
        return statement
    new = {column.name: statement.excluded[column.name] for column in table.columns if not column.primary_key}
    return statement.on_conflict_do_update(index_elements=list(table.primary_key), set_=new)


@cache
def _sqlite_insert(table: sa.Table, replace: bool) -> str:
    return str(_insert(sqlite.insert(table), table, replace).compile(dialect=sqlite.dialect()))


def sqlite_url(path: Path) -> str:
    """The address of a SQLite file."""
    return f"sqlite:///{path}"


def open_database(url: str) -> Database:
    """Open a database by its address: `sqlite:///…` or `postgresql://…`."""
    if url.startswith("sqlite:///"):
        return Sqlite(url.removeprefix("sqlite:///"))
    return Postgres(
        url.replace("postgres://", "postgresql://", 1).replace("postgresql://", "postgresql+asyncpg://", 1)
    )
