"""Whether looking back at games delays a move: moves timed without, and with ten analyses at once.

python bench/analysis_load.py [--rounds 5] [--tables 4]
"""

import argparse
import asyncio
import json
import random
import statistics
import subprocess
import sys
import time
from typing import Any

import httpx
import websockets
from attacks import placements
from serving import HERE, on_sqlite, ours, temporary_folder
from websockets.asyncio.client import ClientConnection

GAMES = 10  # looked back at together
MOVES = 60  # of a table


class Guest:
    """One browser."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60)

    async def make(self, *seats: dict[str, str], **wishes: Any) -> str:
        """A guest with a new table."""
        await self.http.post("/api/session", json={"name": "Ana"})
        wish = {"seats": seats, "nonce": "0" * 32, "begins": 0, **wishes}
        table: str = (await self.http.post("/api/tables", json=wish)).json()["id"]
        return table

    def sit(self, table: str, query: str = "") -> Any:
        """The table's socket."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"ws://127.0.0.1:{self.port}/ws/tables/{table}?since=0{query}"
        return websockets.connect(
            address, additional_headers={"Cookie": cookie}, max_size=None, compression=None
        )


async def play_out(port: int, seed: int) -> tuple[Guest, str]:
    """A finished game against a bot."""
    guest, rng = Guest(port), random.Random(seed)
    table = await guest.make({"kind": "person"}, {"kind": "bot", "bot": "greedy"})
    async with guest.sit(table) as line:
        while True:
            message = json.loads(await line.recv())
            if message["type"] == "options":
                await line.send(json.dumps(placements(message, rng)))
            if message.get("state", {}).get("phase") == "finished":
                return guest, table


async def acknowledged(line: ClientConnection, command: str) -> None:
    """Wait for the answer to a command."""
    while (message := json.loads(await line.recv())).get("id") != command:
        pass
    assert message["type"] == "ack", message


async def move(port: int, script: list[Any]) -> list[float]:
    """The moves of one table that two people share, one after the other: milliseconds to each answer."""
    guest = Guest(port)
    person = {"kind": "person"}
    table = await guest.make(person, {**person, "name": "Bo"}, target=240)
    taken = []
    async with guest.sit(table, "&help=no") as line:
        for version, placements in enumerate(script):
            message = {"type": "turn", "id": f"c{version}", "version": version, "seat": version % 2}
            start = time.perf_counter()
            await line.send(json.dumps({**message, "placements": placements}))
            await acknowledged(line, f"c{version}")
            taken.append(1000 * (time.perf_counter() - start))
            await asyncio.sleep(0.02)  # people do not play at once
    await guest.http.aclose()
    return taken


async def look_back(guest: Guest, table: str) -> None:
    """Ask until the analysis is there."""
    while not (await guest.http.get(f"/api/tables/{table}/analysis")).json()["analysis"]:
        pass


async def measure(port: int, rounds: int, tables: int) -> None:
    """Take turns: without analyses, with ten of them."""
    done = subprocess.run(
        [sys.executable, HERE / "server_under_load.py", "script"], capture_output=True, check=True
    )
    script = json.loads(done.stdout)[:MOVES]
    without: list[float] = []
    beside: list[float] = []
    await look_back(*(await play_out(port, 0)))  # starts the process that they are made in
    for number in range(rounds):
        games = await asyncio.gather(*(play_out(port, 1 + GAMES * number + i) for i in range(GAMES)))
        for times in await asyncio.gather(*(move(port, script) for _ in range(tables))):
            without += times
        looking = [asyncio.create_task(look_back(*game)) for game in games]
        for times in await asyncio.gather(*(move(port, script) for _ in range(tables))):
            beside += times
        still = sum(not task.done() for task in looking)
        print(
            f"round {number + 1}: {still} of {GAMES} analyses still at work when the moves were done",
            flush=True,
        )
        await asyncio.gather(*looking)
    for name, times in (("without", without), (f"beside {GAMES} analyses", beside)):
        cuts = statistics.quantiles(times, n=100)
        print(f"moves {name}: median {cuts[49]:.1f} ms, p99 {cuts[98]:.1f} ms of {len(times)}", flush=True)
    ratio = statistics.quantiles(beside, n=100)[98] / statistics.quantiles(without, n=100)[98]
    print(f"p99 beside {GAMES} analyses: {ratio:.2f} times that without", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--tables", type=int, default=4)
    options = parser.parse_args()
    with temporary_folder() as folder, ours(on_sqlite(folder / "data")) as (base, _):
        asyncio.run(measure(int(base.rpartition(":")[2]), options.rounds, options.tables))


if __name__ == "__main__":
    main()
