"""What others feel while somebody attacks: two floods against a server with its usual limits.

    python bench/attacks.py [--seconds 20] [--json]

A player at one address plays turn after turn, first undisturbed, then while another address floods the
server: with empty pings from fifty sockets that come back as often as they are cut, and with tables of three
bots each that are made and given up at once. The attacker is a process of its own, all on this machine.
"""

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import random
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import websockets

PLAYER, ATTACKER = "127.0.0.1", "127.0.0.9"
EMPTY_PING = b"\x89\x80\0\0\0\0"
SOCKETS = 50
TABLES_A_SECOND = 24

Json = dict[str, Any]


def nonce() -> str:
    """What a browser adds to the mixing of the bag."""
    return secrets.token_hex(16)


@contextlib.contextmanager
def server() -> Iterator[str]:
    """A server as people start it; gives its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "dalapapa", "serve", "--port", "0", "--data", folder]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split(" is at ")[1].split("/ ")[0]
        finally:
            process.terminate()
            process.wait()


def guest(base: str, address: str) -> httpx.AsyncClient:
    """A browser at an address."""
    transport = httpx.AsyncHTTPTransport(local_address=address)
    return httpx.AsyncClient(base_url=base, transport=transport, timeout=90)


# ── The attacker ─────────────────────────────────────────────────────────────────────────────────


async def _ping_for(base: str, table: str, end: float) -> None:
    host, _, port = base.removeprefix("http://").partition(":")
    hello = (
        f"GET /ws/tables/{table} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()
    while time.monotonic() < end:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
            async with asyncio.timeout_at(asyncio.get_running_loop().time() + 5):
                plain = socket.socket()
                plain.setblocking(False)
                plain.bind((ATTACKER, 0))
                await asyncio.get_running_loop().sock_connect(plain, (host, int(port)))
                reader, writer = await asyncio.open_connection(sock=plain)
                writer.write(hello)
                await reader.readuntil(b"\r\n\r\n")
                while time.monotonic() < end:
                    writer.write(EMPTY_PING * 20_000)
                    await writer.drain()
        await asyncio.sleep(0.02)


async def _ping(base: str, table: str, seconds: float) -> None:
    end = time.monotonic() + seconds
    await asyncio.gather(*(_ping_for(base, table, end) for _ in range(SOCKETS)))


async def _make_tables(base: str, table: str, seconds: float) -> None:
    """Tables of one person and three bots, given up at once: as quickly as anybody lets us."""
    end = time.monotonic() + seconds
    seats = [{"kind": "person"}] + [{"kind": "bot", "bot": "master"}] * 3
    wish = {"seats": seats, "target": 240, "nonce": nonce(), "begins": 0}
    made: list[int] = []

    async def one(http: httpx.AsyncClient) -> None:
        with contextlib.suppress(httpx.HTTPError, KeyError):
            answer = await http.post("/api/tables", json=wish)
            made.append(answer.status_code)
            if answer.status_code in (409, 429):
                await http.post("/api/session", json={"name": "Eve"})
            await http.post(f"/api/tables/{answer.json()['id']}/resign", json={})

    async with asyncio.TaskGroup() as tasks:
        people = []
        for _ in range(4):
            http = guest(base, ATTACKER)
            await http.post("/api/session", json={"name": "Eve"})
            people.append(http)
        number = 0
        while time.monotonic() < end:
            tasks.create_task(one(people[number % len(people)]))
            number += 1
            await asyncio.sleep(1 / TABLES_A_SECOND)
    accepted = sum(status == 201 for status in made)
    print(f"  the attacker asked for {number} tables and got {accepted}", file=sys.stderr)


def attack(flood: Callable[..., Any], base: str, table: str, seconds: float) -> None:
    """Flood in this process."""
    asyncio.run(flood(base, table, seconds))


# ── The player ───────────────────────────────────────────────────────────────────────────────────


class Figures:
    """What a player waited for, in milliseconds."""

    def __init__(self) -> None:
        self.acks: list[float] = []
        self.bots: list[float] = []
        self.health: list[float] = []

    def summary(self) -> dict[str, float]:
        """The middle and the worst."""
        found: dict[str, float] = {}
        for name, times in (("ack", self.acks), ("bot", self.bots), ("health", self.health)):
            ordered = sorted(times)
            if ordered:
                found[f"{name}_p50_ms"] = round(statistics.median(ordered), 1)
                found[f"{name}_p99_ms"] = round(ordered[int(0.99 * (len(ordered) - 1))], 1)
                found[f"{name}_max_ms"] = round(ordered[-1], 1)
        found["turns"] = len(self.acks)
        return found


async def play(base: str, seconds: float, opponent: str | None) -> dict[str, float]:
    """Play turn after turn, on one device or against a bot, and note how long everything takes."""
    figures, rng = Figures(), random.Random(1)
    other = {"kind": "bot", "bot": opponent} if opponent else {"kind": "person"}
    wish = {"seats": [{"kind": "person"}, other], "target": 240, "nonce": nonce(), "begins": 0}
    end = time.monotonic() + seconds
    async with guest(base, PLAYER) as http:
        await http.post("/api/session", json={"name": "Ana"})
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        while time.monotonic() < end:
            table = (await http.post("/api/tables", json=wish)).raise_for_status().json()["id"]
            address = f"{base.replace('http', 'ws', 1)}/ws/tables/{table}"
            headers = {"Cookie": cookie}
            async with websockets.connect(
                address, additional_headers=headers, max_size=None, compression=None
            ) as line:
                await _play_at(line, figures, rng, end, http, opponent is not None)
            await http.post(f"/api/tables/{table}/resign", json={})
    return figures.summary()


async def _play_at(
    line: Any, figures: Figures, rng: random.Random, end: float, http: httpx.AsyncClient, bot: bool
) -> None:
    sent, acked = 0.0, 0.0
    async for text in line:
        message: Json = json.loads(text)
        now = time.perf_counter()
        if message["type"] == "ack":
            figures.acks.append(1000 * (now - sent))
            acked = now
        elif message["type"] == "options":
            if bot and acked:
                figures.bots.append(1000 * (now - acked))
            began = time.perf_counter()
            await http.get("/health")
            figures.health.append(1000 * (time.perf_counter() - began))
            await asyncio.sleep(0.1)
            turn = placements(message, rng)
            sent = time.perf_counter()
            await line.send(json.dumps(turn))
        elif message["type"] == "update" and message["state"]["phase"] == "finished":
            return
        if time.monotonic() > end:
            return


def placements(options: Json, rng: random.Random) -> Json:
    """A turn of one tile, any that is legal."""
    ways = [
        (tile, bit, place)
        for tile, fits in zip(options["tiles"], options["fits"], strict=True)
        for place, digit in enumerate(fits)
        for bit in range(4)
        if int(digit, 16) >> bit & 1
    ]
    laid = []
    if ways:
        tile, bit, place = rng.choice(ways)
        where = {"x": options["x"][place], "y": options["y"][place]}
        rotation = int(place >= options["flat"]) + bit % 2 * 2
        laid.append({"tile": tile, "face": bit // 2, "rotation": rotation, **where})
    return {
        "type": "turn",
        "id": secrets.token_hex(8),
        "version": options["version"],
        "seat": options["seat"],
        "placements": laid,
    }


async def any_table(base: str) -> str:
    """A table that anybody may watch."""
    async with guest(base, ATTACKER) as http:
        await http.post("/api/session", json={"name": "Eve"})
        wish = {"seats": [{"kind": "person"}, {"kind": "open"}], "public": True, "spectators": True}
        table: str = (await http.post("/api/tables", json=wish)).raise_for_status().json()["id"]
        return table


def measure(flood: Callable[..., Any], seconds: float, opponent: str | None) -> Json:
    """Calm, then under attack, at one server."""
    with server() as base:
        calm = asyncio.run(play(base, seconds / 2, opponent))
        table = asyncio.run(any_table(base))
        attacker = multiprocessing.get_context("spawn").Process(
            target=attack, args=(flood, base, table, seconds + 2)
        )
        attacker.start()
        time.sleep(2)
        attacked = asyncio.run(play(base, seconds, opponent))
        attacker.join()
    return {"calm": calm, "attacked": attacked}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--json", action="store_true")
    wishes = parser.parse_args()
    found = {
        "pings": measure(_ping, wishes.seconds, None),
        "bot_games": measure(_make_tables, wishes.seconds, "greedy"),
    }
    if wishes.json:
        print(json.dumps(found))
        return
    for name, figures in found.items():
        print(name)
        for when, row in figures.items():
            print(f"  {when}: " + ", ".join(f"{key} {value:g}" for key, value in row.items()))


if __name__ == "__main__":
    main()
