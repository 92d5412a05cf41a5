"""Power cuts on SQLite: what was acknowledged is there when the machine comes up again."""

import asyncio
import contextlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tests.server.test_kill import Mortal, play_one_game

from .powercut import Disk, build, forget

pytestmark = pytest.mark.anyio

ROUNDS = int(os.environ.get("DALAPAPA_POWER_CUTS", "200"))

# Commits rows for ever, and says so after each.
_SCRIPT = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA journal_mode=WAL")
connection.execute(f"PRAGMA synchronous={sys.argv[2]}")
for number in range(10**9):
    connection.execute("INSERT INTO said VALUES (?)", (number,))
    print(number, flush=True)
"""


def survivors(tmp_path: Path, synchronous: str, seed: int) -> tuple[int, int]:
    """How many rows were acknowledged before a power cut, and how many are there after it."""
    folder = tmp_path / f"{synchronous}-{seed}"
    folder.mkdir()
    with contextlib.closing(sqlite3.connect(folder / "rows.sqlite3", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE said (number INTEGER)")
    disk, log = Disk(folder), tmp_path / f"{synchronous}-{seed}.log"
    environment = {
        "LD_PRELOAD": str(build(tmp_path)),
        "POWERCUT_FOLDER": str(folder),
        "POWERCUT_LOG": str(log),
    }
    process = subprocess.Popen(
        [sys.executable, "-c", _SCRIPT, str(folder / "rows.sqlite3"), synchronous],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    rng = random.Random(seed)
    said = 0
    for _ in range(rng.randint(5, 60)):
        said = int(process.stdout.readline()) + 1
    process.kill()
    process.communicate()
    disk.cut(log, rng)
    with contextlib.closing(sqlite3.connect(folder / "rows.sqlite3")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return said, connection.execute("SELECT COUNT(*) FROM said").fetchone()[0]


def test_the_simulated_disk_loses_what_was_not_flushed_and_nothing_else(tmp_path: Path) -> None:
    for seed in range(10):
        said, found = survivors(tmp_path, "FULL", seed)
        assert found >= said
    careless = [survivors(tmp_path, "OFF", seed) for seed in range(10)]
    assert any(found < said for said, found in careless), "a disk that loses nothing proves nothing"


@contextlib.asynccontextmanager
async def server_with_power(folder: Path, log: Path, library: Path) -> AsyncIterator[Mortal]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.server.killable",
        f"sqlite:///{folder / 'dalapapa.sqlite3'}",
        str(log.with_name("handed")),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env=os.environ
        | {"LD_PRELOAD": str(library), "POWERCUT_FOLDER": str(folder), "POWERCUT_LOG": str(log)},
    )
    assert process.stdout is not None
    server = Mortal(process, int(await process.stdout.readline()))
    try:
        yield server
    finally:
        process.kill()
        if server.life:
            with contextlib.suppress(ProcessLookupError):
                os.kill(server.life, signal.SIGKILL)
        await process.wait()


async def test_no_power_cut_takes_an_acknowledged_turn(tmp_path: Path) -> None:
    folder, log = tmp_path / "data", tmp_path / "log"
    folder.mkdir()
    rng = random.Random(2003)
    lost = 0

    async def cut_again_and_again(server: Mortal) -> None:
        nonlocal lost
        forget(log)  # making the database, before anybody played
        disk = Disk(folder)
        for number in range(ROUNDS):
            life = await server.begin("live")
            await asyncio.to_thread(
                httpx.get, f"{server.base}/api/bots", timeout=60
            )  # however slow it starts
            await asyncio.sleep(rng.uniform(0.05, 0.8))
            os.kill(life, signal.SIGKILL)
            await server.end()
            lost += disk.cut(log, rng)
            print(f"\r{number + 1} of {ROUNDS} power cuts", end="", file=sys.stderr, flush=True)
        await server.begin("live")

    async with (
        asyncio.timeout(60 + 10 * ROUNDS),
        server_with_power(folder, log, build(tmp_path)) as server,
    ):
        cutting = asyncio.create_task(cut_again_and_again(server))
        number = turns = 0
        while not cutting.done():
            number += 1
            turns += await play_one_game(server.base, number, lambda: not cutting.done())
        await cutting
    print(f"\n{turns} acknowledged turns survived {ROUNDS} power cuts; {lost} requests were not flushed")
    assert turns >= ROUNDS // 4
    assert lost > 0
