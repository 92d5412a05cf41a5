"""A process that is frozen again and again, wherever it stands: the tables of the others go on."""

import asyncio
import os
import random
import signal
import sys
from typing import Any

import pytest

from tests.server.client import Guest
from tests.server.conftest import empty
from tests.server.programs import Program
from tests.server.test_kill import LOST
from tests.server.test_several import process

pytestmark = pytest.mark.anyio

ROUNDS = int(os.environ.get("DALAPAPA_FREEZES", "20"))
TABLES = 8


async def play_on(guest: Guest, table: str, rng: random.Random, done: asyncio.Event) -> int:
    """Play both seats of a table, each turn until it is acknowledged; gives how many there were."""
    turns = 0
    turn: dict[str, Any] | None = None
    while not done.is_set():
        try:
            async with guest.sit(table) as chair:
                await chair.until_type("view")
                while not done.is_set():
                    if chair.state["phase"] == "finished":
                        return turns
                    if turn is None:
                        await chair.until_options(chair.state["version"])
                        turn = chair.turn(rng)
                    answer = await chair.ask(dict(turn))
                    if answer["type"] == "ack":
                        await chair.until_seq(answer["seq"])
                        turns, turn = turns + 1, None
                    else:
                        assert answer["code"] == "try_again", answer
                    await asyncio.sleep(0.15)  # within the limits of one address
        except LOST:  # a browser comes back, and sends again what was not acknowledged
            await asyncio.sleep(0.1)
    return turns


async def test_a_frozen_process_stops_nobody_elses_table(postgres_database: str, redis: Program) -> None:
    await asyncio.to_thread(empty, postgres_database)
    shared = ("--database", postgres_database, "--redis", f"redis://127.0.0.1:{redis.port}")
    rng = random.Random(1968)
    async with process(*shared) as (one, victim), process(*shared) as (two, _):
        # Its players play on as soon as it thaws; those of the other never wait for it.
        done = asyncio.Event()
        counted: dict[str, list[int]] = {one: [], two: []}

        async def play(base: str, number: int) -> None:
            guest = await Guest.named(base, f"Guest {number}")
            while not done.is_set():
                table = (await guest.make("person", "person", begins=0, target=240))["id"]
                counted[base].append(await play_on(guest, table, random.Random(number), done))
            await guest.close()

        players = [asyncio.create_task(play(base, n)) for n in range(TABLES) for base in (one, two)]
        for number in range(ROUNDS):
            await asyncio.sleep(rng.uniform(0.2, 1.0))
            victim.send_signal(signal.SIGSTOP)
            await asyncio.sleep(rng.uniform(1.0, 5.0))
            victim.send_signal(signal.SIGCONT)
            print(f"\rfrozen {number + 1} times of {ROUNDS}", end="", file=sys.stderr, flush=True)
        done.set()
        async with asyncio.timeout(60):
            await asyncio.gather(*players)
    frozen, other = (sum(counted[base]) for base in (one, two))
    print(f"\n{ROUNDS} times frozen: {frozen} turns acknowledged there, {other} at the other process")
    assert other > frozen
