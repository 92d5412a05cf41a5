"""Several processes on PostgreSQL and Redis: one table, its players spread over them."""

import asyncio
import contextlib
import random
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from dalapapa.rules.records.referee import referee

from .client import Guest, nonce
from .conftest import empty
from .programs import Program

pytestmark = pytest.mark.anyio


@contextlib.asynccontextmanager
async def process(*arguments: str) -> AsyncIterator[tuple[str, subprocess.Popen[bytes]]]:
    """`dalapapa serve` in a process of its own."""
    command = [sys.executable, "-m", "dalapapa", "serve", "--port", "0", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as started:
        assert started.stdout is not None
        try:
            said = await asyncio.to_thread(started.stdout.readline)
            address = re.search(rb"http://127\.0\.0\.1:\d+", said)
            assert address, said
            yield address[0].decode(), started
        finally:
            started.send_signal(signal.SIGTERM)
            await asyncio.to_thread(started.wait, 20)


@pytest.fixture
def shared(postgres_database: str, redis: Program) -> tuple[str, ...]:
    empty(postgres_database)
    return ("--database", postgres_database, "--redis", f"redis://127.0.0.1:{redis.port}")


async def test_players_of_one_table_on_different_processes(shared: tuple[str, ...]) -> None:
    async with process(*shared) as (one, _), process(*shared) as (two, _):
        ana, bo = await Guest.named(one, "Ana"), await Guest.named(two, "Bo")
        watcher = Guest(two)
        table = (await ana.make("person", "open", target=60, public=True))["id"]
        await bo.post(f"/api/tables/{table}/join", {"nonce": nonce()})
        async with ana.sit(table) as first, bo.sit(table) as second, watcher.sit(table) as third:
            await third.until_type("view")
            await asyncio.gather(
                first.play_to_the_end(random.Random(1)),
                second.play_to_the_end(random.Random(2)),
                third.play_to_the_end(random.Random(3)),
            )
        assert first.events == second.events == third.events
        referee(await watcher.get(f"/api/tables/{table}/record"))
        for guest in (ana, bo, watcher):
            await guest.close()


async def test_a_bots_turn_survives_the_process_that_thought(shared: tuple[str, ...]) -> None:
    """Killed while its bot waits for its moment: another process plays that turn."""
    async with process(*shared) as (one, first), process(*shared) as (two, _):
        ana = await Guest.named(one, "Ana")
        table = (await ana.make("person", "greedy", begins=1))["id"]
        first.kill()
        await asyncio.to_thread(first.wait, 10)
        elsewhere = Guest(two)
        elsewhere.http.cookies = ana.http.cookies
        async with elsewhere.sit(table) as chair:
            await chair.until(lambda _: chair.state["to_move"] == 0)
            assert [event["by"] for event in chair.events if event["type"] == "turn"] == ["bot"]
        await ana.close()
        await elsewhere.close()


async def test_a_bots_turn_survives_although_the_other_process_knows_the_table_as_it_was(
    shared: tuple[str, ...],
) -> None:
    """Made through one process, played at the other, which dies: the first drives it on, from the log."""
    async with process(*shared) as (one, _), process(*shared) as (two, second):
        ana = await Guest.named(one, "Ana")
        table = (await ana.make("person", "greedy", begins=0))["id"]
        elsewhere = Guest(two)
        elsewhere.http.cookies = ana.http.cookies
        async with elsewhere.sit(table) as chair:
            await chair.until_type("options")
            assert (await chair.ask(chair.turn(random.Random(1))))["type"] == "ack"
            second.kill()
        await asyncio.to_thread(second.wait, 10)
        assert (await ana.get(f"/api/tables/{table}"))["to_move"] == 1
        async with asyncio.timeout(30):  # nobody is connected: only the look for overdue tables helps
            while (await ana.get(f"/api/tables/{table}"))["to_move"] != 0:
                await asyncio.sleep(0.2)
        await ana.close()
        await elsewhere.close()


async def test_what_happened_at_another_process_is_known_to_whoever_asks(shared: tuple[str, ...]) -> None:
    async with process(*shared) as (one, _), process(*shared) as (two, _):
        ana = await Guest.named(one, "Ana")
        table = (await ana.make("person", "person", begins=0, clock=45))["id"]
        elsewhere = Guest(two)
        elsewhere.http.cookies = ana.http.cookies
        # Left at one process, she is back as soon as she connects to the other.
        await elsewhere.post(f"/api/tables/{table}/leave")
        async with ana.sit(table) as chair:
            await chair.until_type("view")
            assert {seat["presence"] for seat in chair.state["seats"]} == {"here"}
        async with elsewhere.sit(table) as chair:
            seat = (await chair.until_type("options"))["seat"]
            assert (await chair.ask(chair.turn(random.Random(1))))["type"] == "ack"
        assert (await ana.get(f"/api/tables/{table}"))["to_move"] == 1 - seat
        await ana.close()
        await elsewhere.close()


async def test_one_server_a_folder_and_a_stop_that_keeps_everything(tmp_path: Path) -> None:
    async with process("--data", str(tmp_path)) as (base, _):
        ana = await Guest.named(base, "Ana")
        cookies = ana.http.cookies
        table = (await ana.make("person", "person", begins=0))["id"]
        async with ana.sit(table) as chair:
            await chair.until_type("options")
            answer = await chair.ask(chair.turn(random.Random(1)))
        await ana.close()
        second = [sys.executable, "-m", "dalapapa", "serve", "--port", "0", "--data", str(tmp_path)]
        refused = await asyncio.to_thread(subprocess.run, second, capture_output=True, timeout=60)
        assert refused.returncode == 1
        assert b"another server uses" in refused.stderr
    async with process("--data", str(tmp_path)) as (base, _):
        again = Guest(base)
        again.http.cookies = cookies
        async with again.sit(table, since=answer["seq"] - 1) as chair:
            view = await chair.until_type("view")
            assert [event["seq"] for event in view["events"]] == [answer["seq"]]
        await again.close()
