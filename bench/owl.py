"""People who play against the Owl at human pace, all at one server: how long each waits for their own turn.

Part of bench/server.py. The bots think in the server: a person's turn may have to wait for one.
"""

import asyncio
import json
import random
import time
from http.cookiejar import DefaultCookiePolicy
from typing import Any

import httpx
import websockets
from attacks import placements
from serving import Figures, at, processor_seconds

# Seconds that a person thinks.
THINKS = (3.0, 10.0)

Json = dict[str, Any]


class Times:
    """What was waited for, in milliseconds."""

    def __init__(self) -> None:
        self.turns: list[float] = []
        self.tries: list[float] = []
        self.answers: list[float] = []


class Player:
    """Somebody at a table against the Owl, told what fits: the dearer way, of browsers without the kernel."""

    def __init__(self, line: Any, number: int, times: Times) -> None:
        self.line, self.times = line, times
        self.rng = random.Random(number)
        self.state: Json = {}
        self.options: Json | None = None

    async def hear(self) -> Json:
        """The next message, taken note of."""
        message: Json = json.loads(await self.line.recv())
        if message["type"] == "error":
            raise RuntimeError(message)
        if message["type"] in ("view", "update"):
            self.state = message["state"]
        if message["type"] == "options" and message["id"] is None:
            self.options = message
        return message

    async def ask(self, first: list[Any], seat: int) -> None:
        """What the tiles could do: after a first one, or while the other moves."""
        began, command = time.perf_counter(), f"t{self.rng.getrandbits(64)}"
        await self.line.send(json.dumps({"type": "try", "id": command, "seat": seat, "placements": first}))
        while (await self.hear()).get("id") != command:
            pass
        self.times.tries.append(1000 * (time.perf_counter() - began))

    async def play(self, end: float) -> None:
        """Turn after turn until the time is over."""
        while time.monotonic() < end and self.state.get("phase") != "finished":
            if self.options is None:
                await self.hear()
                continue
            options, self.options = self.options, None
            turn = placements(options, self.rng)
            await asyncio.sleep(self.rng.uniform(*THINKS))
            if not self.state["in_setup"] and self.rng.random() < 0.5:
                await self.ask(turn["placements"], turn["seat"])
            began = time.perf_counter()
            await self.line.send(json.dumps(turn))
            while self.state["version"] <= options["version"]:
                await self.hear()
            seen = time.perf_counter()
            self.times.turns.append(1000 * (seen - began))
            if self.state["to_move"] not in (None, turn["seat"]):
                await self.ask([], turn["seat"])
                while self.options is None and self.state["phase"] == "playing":
                    await self.hear()
                self.times.answers.append(1000 * (time.perf_counter() - seen))


async def sit(http: httpx.AsyncClient, base: str, number: int, end: float, times: Times) -> None:
    """Come some time, and play."""
    await asyncio.sleep(random.Random(number).uniform(0, THINKS[1]))
    named = await http.post("/api/session", json={"name": "Ana"})
    cookie = {"Cookie": named.headers["set-cookie"].split(";")[0]}
    seats = [{"kind": "person"}, {"kind": "bot", "bot": "master"}]
    wish = {"seats": seats, "target": 240, "begins": 0, "nonce": "0" * 32}
    made = (await http.post("/api/tables", json=wish, headers=cookie)).raise_for_status().json()
    address = f"{base.replace('http', 'ws', 1)}/ws/tables/{made['id']}"
    async with websockets.connect(
        address, additional_headers=cookie, compression=None, ping_interval=None, max_size=None
    ) as line:
        await Player(line, number, times).play(end)


async def play(base: str, pid: int, tables: int, seconds: float) -> Figures:
    """So many tables for so long."""
    times = Times()
    began, used, own = time.monotonic(), processor_seconds(pid), time.process_time()
    async with httpx.AsyncClient(base_url=base, timeout=60) as http:
        http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))  # each has their own
        end = began + seconds
        await asyncio.gather(*(sit(http, base, number, end, times) for number in range(tables)))
    took = time.monotonic() - began
    return {
        "turns_s": len(times.turns) / took,
        "p50_ms": at(0.5, times.turns),
        "p99_ms": at(0.99, times.turns),
        "try_p99_ms": at(0.99, times.tries),
        "answer_p50_ms": at(0.5, times.answers),
        "answer_p99_ms": at(0.99, times.answers),
        "server_busy": (processor_seconds(pid) - used) / took,
        "client_busy": (time.process_time() - own) / took,
    }
