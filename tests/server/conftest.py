import asyncio
import itertools
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]
import pytest

from dalapapa.server.stores.database import sqlite_url

from .client import Guest
from .programs import Program, private_postgres, private_redis
from .serving import Running, quick, serving

_numbers = itertools.count(1)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Program]:
    with private_postgres() as program:
        yield program


@pytest.fixture(scope="session")
def redis() -> Iterator[Program]:
    with private_redis() as program:
        yield program


def new_postgres_database(postgres: Program) -> str:
    """The address of a new, empty database."""
    name = f"test_{next(_numbers)}"

    async def create() -> None:
        server = f"postgresql://dalapapa@127.0.0.1:{postgres.port}/postgres"
        for _ in range(100):
            try:
                connection = await asyncpg.connect(server)
                break
            except (asyncpg.CannotConnectNowError, OSError):
                await asyncio.sleep(0.05)
        else:
            raise AssertionError("PostgreSQL does not start")
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    asyncio.run(create())
    return f"postgresql://dalapapa@127.0.0.1:{postgres.port}/{name}"


@pytest.fixture(scope="session")
def postgres_database(postgres: Program) -> str:
    """One database for all tests that do not break it."""
    return new_postgres_database(postgres)


def empty(url: str) -> None:
    """Leave nothing of the test before."""

    async def truncate() -> None:
        connection = await asyncpg.connect(url)
        names = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        kept = [name for (name,) in names if name != "alembic_version"]
        if kept:
            await connection.execute(f"TRUNCATE {', '.join(kept)} CASCADE")
        await connection.close()

    asyncio.run(truncate())


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of both kinds in turn."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path / "dalapapa.sqlite3")
    url: str = request.getfixturevalue("postgres_database")
    empty(url)
    return url


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return sqlite_url(tmp_path / "dalapapa.sqlite3")


@pytest.fixture
async def server(database: str) -> AsyncIterator[Running]:
    """A server on each kind of store."""
    async with serving(quick(database)) as running:
        yield running


@pytest.fixture
async def ana(server: Running) -> AsyncIterator[Guest]:
    guest = await Guest.named(server.base, "Ana")
    yield guest
    await guest.close()


@pytest.fixture
async def bo(server: Running) -> AsyncIterator[Guest]:
    guest = await Guest.named(server.base, "Bo")
    yield guest
    await guest.close()
