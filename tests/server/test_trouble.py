"""When what the server stands on gives way: nothing acknowledged is lost, and it comes back by itself."""

import asyncio
import itertools
import os
import random
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from redis.asyncio import Redis

from dalapapa.server.channel import TOPIC
from dalapapa.server.stores.database import sqlite_url

from .client import PATIENCE, Chair, Guest, nonce
from .conftest import empty, new_postgres_database
from .programs import Program, private_postgres, private_redis
from .serving import Running, quick, serving

pytestmark = pytest.mark.anyio

# A minute without Redis is thirty looks into the store: thirty quicker ones here, the minute in `make soak`.
REDIS_AWAY = float(os.environ.get("DALAPAPA_REDIS_AWAY", "3"))
POLLS = 30


async def until_taken(chair: Chair, turn: dict[str, Any]) -> dict[str, Any]:
    """Send a turn again and again, as a browser does, until it is acknowledged."""
    async with asyncio.timeout(60):
        while (answer := await chair.ask(dict(turn)))["type"] != "ack":
            assert answer["code"] == "try_again", answer
            await asyncio.sleep(0.1)
    return answer


async def set_most_pages(server: Running, most: int | None) -> None:
    """How far the file may grow; None: no further."""

    def limit(connection: sa.Connection) -> None:
        pages = most or connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

    await server.premises.store.database.transact(limit)


async def until_health(guest: Guest, *, readable: bool, writable: bool) -> None:
    """Wait until /health says so; it looks every few seconds."""
    async with asyncio.timeout(PATIENCE):
        while True:
            answer = await guest.http.get("/health")
            said = answer.json()
            assert (answer.status_code == 200) == (said["status"] == "ok")
            assert (said["status"] == "ok") == (said["readable"] and said["writable"])
            if (said["readable"], said["writable"]) == (readable, writable):
                return
            await asyncio.sleep(0.2)


async def test_disk_full(tmp_path: Path) -> None:
    path = tmp_path / "dalapapa.sqlite3"
    async with serving(quick(sqlite_url(path))) as server:
        ana = await Guest.named(server.base, "Ana")
        table = (await ana.make("person", "person", begins=0))["id"]
        async with ana.sit(table) as chair:
            await chair.until_type("options")
            # SQLite's own limit makes every write fail as a full disk does.
            await set_most_pages(server, None)
            turn = chair.turn(random.Random(1))
            async with asyncio.timeout(60):
                while (answer := await chair.ask(turn))["type"] == "ack":
                    # The page in use still had room: fill it up.
                    await chair.until(
                        lambda m: m["type"] == "options" and m["version"] == chair.state["version"]
                    )
                    turn = chair.turn(random.Random(1))
            assert answer["code"] == "try_again"
            before = chair.state["version"]
            await until_health(ana, readable=True, writable=False)
            await set_most_pages(server, 1_000_000)
            await until_health(ana, readable=True, writable=True)
            assert (await chair.ask(turn))["type"] == "ack"
            await chair.until(lambda _: chair.state["version"] == before + 1)
        await ana.close()
    with sqlite3.connect(path) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()


async def test_postgres_gone_in_mid_commit() -> None:
    """PostgreSQL dies again and again while turns are being committed, and comes back."""
    with private_postgres() as postgres:
        url = await asyncio.to_thread(new_postgres_database, postgres)
        async with serving(quick(url)) as server:
            ana = await Guest.named(server.base, "Ana")
            table = (await ana.make("person", "person", begins=0, target=240))["id"]
            async with ana.sit(table) as chair:
                acked: list[tuple[int, Any]] = []
                await chair.until_type("options")
                rng = random.Random(5)
                for number in range(24):
                    turn = chair.turn(rng)
                    sending = asyncio.create_task(until_taken(chair, turn))
                    if number % 6 == 3:
                        await asyncio.sleep(rng.uniform(0, 0.004))
                        await asyncio.to_thread(postgres.end, signal.SIGQUIT)
                        if number == 3:
                            await until_health(ana, readable=False, writable=False)
                        await asyncio.to_thread(postgres.start)
                    answer = await sending
                    acked.append((answer["seq"], turn["placements"]))
                    version = turn["version"] + 1
                    if chair.options is None or chair.options["version"] != version:
                        await chair.until_options(version)
            async with ana.sit(table) as again:
                await again.until_type("view")
                turns = [event for event in again.events if event["type"] == "turn"]
                assert [(t["seq"], [laid["place"] for laid in t["laid"]]) for t in turns] == acked
            await ana.close()


async def one_move(chairs: Sequence[Chair], version: int) -> int:
    """Whoever's turn it is plays, as soon as they have heard that it is; gives the seq."""
    chair = chairs[version % len(chairs)]
    await chair.until_options(version)
    answer = await chair.ask(chair.turn(random.Random(version)))
    assert answer["type"] == "ack"
    seq: int = answer["seq"]
    return seq


async def both_listen(redis: str) -> None:
    """Wait until both servers are subscribed to the channel (again)."""
    async with Redis.from_url(redis) as asking, asyncio.timeout(30):
        while (await asking.pubsub_numsub(TOPIC))[0][1] < 2:
            await asyncio.sleep(0.05)


@pytest.mark.parametrize(("leave", "come"), [(Program.end, Program.start), (Program.freeze, Program.thaw)])
async def test_redis_gone_for_a_minute_delays_and_loses_nothing(
    postgres_database: str, leave: Callable[[Program], None], come: Callable[[Program], None]
) -> None:
    """Two servers share a table; while Redis is away each finds in the store what the other has stored."""
    await asyncio.to_thread(empty, postgres_database)
    with private_redis() as redis:
        url = f"redis://127.0.0.1:{redis.port}"
        settings = quick(postgres_database, redis=url, poll=REDIS_AWAY / POLLS)
        async with serving(settings) as one, serving(settings) as two:
            ana, bo = await Guest.named(one.base, "Ana"), await Guest.named(two.base, "Bo")
            table = (await ana.make("person", "open", begins=0, target=240))["id"]
            await bo.post(f"/api/tables/{table}/join", {"nonce": nonce()})
            async with ana.sit(table) as first, bo.sit(table) as second:
                chairs = (first, second)
                await both_listen(url)
                versions = itertools.count()
                for _ in range(4):
                    await one_move(chairs, next(versions))
                await asyncio.to_thread(leave, redis)
                until, moves = time.monotonic() + REDIS_AWAY, 0
                while time.monotonic() < until or moves < 10:
                    seq = await one_move(chairs, next(versions))
                    moves += 1
                await asyncio.to_thread(come, redis)
                await both_listen(url)
                for chair in chairs:
                    await chair.until_seq(seq)
                # From now on nobody looks into the store: only notes tell.
                for running in (one, two):
                    running.house.poll = 3600.0
                for _ in range(4):
                    seq = await one_move(chairs, next(versions))
                for chair in chairs:
                    await chair.until_seq(seq)
                assert first.events == second.events
                turns = [event for event in first.events if event["type"] == "turn"]
                assert [turn["version"] for turn in turns] == list(range(next(versions)))
            await ana.close()
            await bo.close()


async def test_restart_with_games_in_progress(database: str) -> None:
    async with serving(quick(database)) as server:
        ana = await Guest.named(server.base, "Ana")
        tables = [(await ana.make("person", "greedy", begins=0))["id"] for _ in range(5)]
        seen = {}
        for table in tables:
            async with ana.sit(table) as chair:
                await chair.until_type("options")
                assert (await chair.ask(chair.turn(random.Random(1))))["type"] == "ack"
                await chair.until_options(2)
                seen[table] = chair
        cookies = ana.http.cookies
        await ana.close()
    async with serving(quick(database)) as server:
        again = Guest(server.base)
        again.http.cookies = cookies
        for table in tables:
            async with again.sit(table, since=seen[table].seq) as chair:
                view = await chair.until_type("view")
                assert view["state"] == seen[table].state
                assert view["events"] == []
                await chair.play_to_the_end(random.Random(2))
        await again.close()


async def test_a_copy_of_the_folder_is_a_backup(tmp_path: Path) -> None:
    """What was acknowledged is in the files, not in the process."""
    async with serving(quick(sqlite_url(tmp_path / "dalapapa.sqlite3"))) as server:
        ana = await Guest.named(server.base, "Ana")
        table = (await ana.make("person", "person", begins=0))["id"]
        async with ana.sit(table) as chair:
            await chair.until_type("options")
            answer = await chair.ask(chair.turn(random.Random(1)))
        (tmp_path / "copy").mkdir()
        for file in tmp_path.glob("dalapapa.sqlite3*"):
            shutil.copy(file, tmp_path / "copy" / file.name)
        await ana.close()
    async with serving(quick(sqlite_url(tmp_path / "copy" / "dalapapa.sqlite3"))) as server:
        stored = await server.house.tables.get(table)
        assert stored.seq >= answer["seq"]
