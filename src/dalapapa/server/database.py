"""The tables of the database, and how it is opened: SQLite with one writer, or PostgreSQL."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

metadata = sa.MetaData()

people = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(48), nullable=False),
    sa.Column("created", sa.Double, nullable=False),
)

# Only hashes of what browsers hold: who reads the database cannot play as anybody.
sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id"), nullable=False),
    sa.Column("created", sa.Double, nullable=False),
)

links = sa.Table(
    "links",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id"), nullable=False),
    sa.Column("expires", sa.Double, nullable=False),
)

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("phase", sa.String(8), nullable=False),
    sa.Column("due", sa.Double, index=True),
    sa.Column("updated", sa.Double, nullable=False),
    sa.Column("summary", sa.LargeBinary, nullable=False),
    sa.Index("tables_listed", "public", "phase", "updated"),
)

events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("command", sa.String(120), nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.UniqueConstraint("table_id", "command", name="events_command"),
    sqlite_with_rowid=False,
)

members = sa.Table(
    "members",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True, index=True),
)

beats = sa.Table(
    "beats",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Double, nullable=False),
)

outages = sa.Table(
    "outages",
    metadata,
    sa.Column("start", sa.Double, primary_key=True),
    sa.Column("end", sa.Double, nullable=False, index=True),
)


@dataclass(frozen=True, slots=True)
class Database:
    """Two doors to one database: SQLite has a single connection that writes."""

    writer: AsyncEngine
    reader: AsyncEngine
    shared: bool

    async def close(self) -> None:
        """Close every connection."""
        await self.writer.dispose()
        await self.reader.dispose()


def sqlite_url(path: Path) -> str:
    """The address of a SQLite file."""
    return f"sqlite+aiosqlite:///{path}"


def open_database(url: str) -> Database:
    """Open a database by its address: `sqlite+aiosqlite:///…` or `postgresql://…`."""
    if url.startswith("sqlite"):
        return Database(_sqlite(url, writes=True), _sqlite(url, writes=False), shared=False)
    url = url.replace("postgres://", "postgresql://", 1).replace("postgresql://", "postgresql+asyncpg://", 1)
    engine = create_async_engine(
        url,
        pool_size=8,
        pool_pre_ping=True,
        connect_args={
            "command_timeout": 10,
            "timeout": 5,
            "server_settings": {"synchronous_commit": "on", "application_name": "dalapapa"},
        },
    )
    return Database(engine, engine, shared=True)


def _sqlite(url: str, *, writes: bool) -> AsyncEngine:
    engine = create_async_engine(
        url,
        poolclass=sa.AsyncAdaptedQueuePool,
        pool_size=1 if writes else 4,
        max_overflow=0,
        # Readers make single statements outside of transactions: there is nothing to roll back.
        pool_reset_on_return="rollback" if writes else None,
        connect_args={"isolation_level": None},
    )

    @sa.event.listens_for(engine.sync_engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        pragmas = ["journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"]
        for pragma in pragmas if writes else [*pragmas, "query_only=ON"]:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    if writes:

        @sa.event.listens_for(engine.sync_engine, "begin")
        def begun(connection: sa.Connection) -> None:
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine
