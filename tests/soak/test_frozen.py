"""A process that is frozen again and again, wherever it stands: the tables of the others go on."""

import asyncio
import os
import random
import signal
import sys

import pytest

from tests.server.client import Chair, Guest
from tests.server.conftest import empty
from tests.server.programs import Program
from tests.server.test_several import process

pytestmark = pytest.mark.anyio

ROUNDS = int(os.environ.get("DALAPAPA_FREEZES", "20"))
TABLES = 8


async def play_on(chair: Chair, rng: random.Random, done: asyncio.Event) -> int:
    """Play both seats of a table, each turn until it is acknowledged; gives how many there were."""
    turns = 0
    while not done.is_set() and chair.state.get("phase") != "finished":
        while chair.options is None or chair.options["version"] != chair.state["version"]:
            await chair.hear(60)
            if chair.state.get("phase") == "finished":
                return turns
        turn = chair.turn(rng)
        while (answer := await chair.ask(dict(turn)))["type"] != "ack":
            assert answer["code"] == "try_again", answer
            await asyncio.sleep(0.2)
        await chair.until_seq(answer["seq"])
        turns += 1
        await asyncio.sleep(0.15)  # within the limits of one address
    return turns


async def test_a_frozen_process_stops_nobody_elses_table(postgres_database: str, redis: Program) -> None:
    await asyncio.to_thread(empty, postgres_database)
    shared = ("--database", postgres_database, "--redis", f"redis://127.0.0.1:{redis.port}")
    rng = random.Random(1968)
    async with process(*shared) as (one, victim), process(*shared) as (two, _):
        done = asyncio.Event()
        counted: dict[str, list[int]] = {one: [], two: []}

        async def play(base: str, number: int) -> None:
            guest = await Guest.named(base, f"Guest {number}")
            while not done.is_set():
                table = (await guest.make("person", "person", begins=0, target=240))["id"]
                async with guest.sit(table) as chair:
                    await chair.until_type("view")
                    counted[base].append(await play_on(chair, random.Random(number), done))
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
