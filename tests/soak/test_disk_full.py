"""Disks that are really full: a small file system in memory, filled up and freed again.

It has to be mounted, which needs root; without it this fails and says so, it is never skipped.
"""

import asyncio
import contextlib
import os
import pwd
import random
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest

from dalapapa.server.stores.database import sqlite_url
from tests.server.client import Guest
from tests.server.conftest import new_postgres_database
from tests.server.programs import Program, private_postgres
from tests.server.serving import Running, quick, serving
from tests.server.test_trouble import until_health, until_taken

pytestmark = pytest.mark.anyio

ROUNDS = int(os.environ.get("DALAPAPA_DISK_FULL", "10"))


@contextlib.contextmanager
def small_disk(folder: Path, megabytes: int, user: str | None = None) -> Iterator[Path]:
    """A file system of this size."""
    folder.mkdir(exist_ok=True)
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)])
    assert made.returncode == 0, "a small disk cannot be mounted here: this needs root"
    if user is not None:
        entry = pwd.getpwnam(user)
        os.chown(folder, entry.pw_uid, entry.pw_gid)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(disk: Path) -> None:
    """Take what room there is."""
    with (disk / "filler").open("wb", buffering=0) as file, contextlib.suppress(OSError):
        for size in (1 << 20, 1 << 16, 1 << 12):
            with contextlib.suppress(OSError):
                while file.write(bytes(size)) == size:
                    pass


async def welcome_until_full(base: str) -> list[str]:
    """Guests come until one is refused; gives the sessions of those who were welcomed."""
    welcomed: list[str] = []
    async with httpx.AsyncClient(base_url=base, timeout=30) as http, asyncio.timeout(120):
        while True:
            http.cookies.clear()
            answer = await http.post("/api/session", json={"name": "Bo"})
            if answer.status_code != 201:
                assert answer.status_code == 503, answer.text
                assert answer.json()["code"] == "try_again"
                return welcomed
            welcomed.append(answer.cookies["dalapapa_session"])


async def play_through_full_disks(server: Running, disk: Path) -> None:
    """The disk fills up again and again; whatever was acknowledged is there, and play goes on when it can."""
    ana = await Guest.named(server.base, "Ana")
    table = (await ana.make("person", "person", begins=0, target=240))["id"]
    welcomed: list[str] = []
    acked = refused = 0
    async with ana.sit(table) as chair:
        for number in range(ROUNDS):
            await chair.until_options(number)
            await asyncio.to_thread(fill, disk)
            welcomed += await welcome_until_full(server.base)
            turn = chair.turn(random.Random(number))
            said = await chair.ask(dict(turn))  # there may be room for it still
            refused += said["type"] != "ack"
            assert said.get("code", "try_again") == "try_again", said
            await until_health(ana, readable=True, writable=False)
            (disk / "filler").unlink()
            acked = (await until_taken(chair, turn))["seq"]
            await until_health(ana, readable=True, writable=True)
    assert (await server.premises.store.heads([table]))[table] >= acked
    async with httpx.AsyncClient(base_url=server.base) as http:
        for session in welcomed:
            answer = await http.get("/api/session", headers={"Cookie": f"dalapapa_session={session}"})
            assert answer.json() == {"name": "Bo"}
    print(f"\n{ROUNDS} times full: {refused} turns refused and then taken, {len(welcomed)} guests all known")
    await ana.close()


async def test_sqlite_on_a_full_disk(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 8) as disk:
        async with serving(quick(sqlite_url(disk / "dalapapa.sqlite3"))) as server:
            await play_through_full_disks(server, disk)
        async with serving(quick(sqlite_url(disk / "dalapapa.sqlite3"))) as server:
            assert (await server.premises.store.heads(["none"])) == {}


@contextlib.asynccontextmanager
async def database_on(postgres: Program, disk: Path) -> AsyncIterator[str]:
    """A database with its tables on this disk; not its write-ahead log: without that PostgreSQL stops."""
    url = await asyncio.to_thread(new_postgres_database, postgres)
    name = url.rpartition("/")[2]
    psql = [
        "psql",
        "-q",
        "-h",
        "127.0.0.1",
        "-p",
        str(postgres.port),
        "-U",
        "dalapapa",
        "-d",
        "postgres",
        "-c",
    ]
    (disk / "space").mkdir()
    if postgres.user is not None:
        entry = pwd.getpwnam(postgres.user)
        os.chown(disk / "space", entry.pw_uid, entry.pw_gid)
    for statement in (
        f"CREATE TABLESPACE small LOCATION '{disk / 'space'}'",
        f"ALTER DATABASE {name} SET TABLESPACE small",
    ):
        await asyncio.to_thread(subprocess.run, [*psql, statement], check=True)
    yield url


async def test_postgresql_on_a_full_disk() -> None:
    with private_postgres() as postgres, small_disk(postgres.folder / "disk", 32, postgres.user) as disk:
        async with database_on(postgres, disk) as url, serving(quick(url)) as server:
            await play_through_full_disks(server, disk)
