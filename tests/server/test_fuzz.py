"""Whatever is sent: no answer says that the server failed, and none has in it what is hidden.

A few thousand messages here; a million in `make soak`, where memory is watched too.
"""

import asyncio
import contextlib
import json
import os
import random
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from dalapapa import kernel
from dalapapa.service.tables import authority

from .client import Chair, Guest, nonce
from .fuzz import frame, raw_request, request
from .serving import Running, quick, serving

pytestmark = pytest.mark.anyio

MESSAGES = int(os.environ.get("DALAPAPA_FUZZ", "2000"))
SEED = int(os.environ.get("DALAPAPA_FUZZ_SEED", "20030615"))
TOGETHER = 25
# How much more memory the process may have at the end than after a fifth of the way, in KiB.
MOST_GROWTH = 48 * 1024


def memory() -> int:
    """What this process, server and client, has in memory, in KiB."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


def tiles_in(value: Any, under: str = "") -> set[int]:
    """Every tile that an answer names."""
    if isinstance(value, dict):
        return set().union(*(tiles_in(part, key) for key, part in value.items()))
    if isinstance(value, list):
        return set().union(*(tiles_in(part, under) for part in value))
    return {value} if isinstance(value, int) and under in ("tile", "hand", "tiles", "drawn") else set()


def _answers(command: str, message: dict[str, Any]) -> bool:
    return message.get("id") == command


class Attacker:
    """Somebody at a table with somebody else, who sends anything."""

    def __init__(self, server: Running, rng: random.Random) -> None:
        self.server, self.rng = server, rng
        self.tables: list[str] = []
        self.sent = self.turns = self.refused = 0

    async def hidden(self, seats: list[int]) -> tuple[str, set[int]]:
        """The secret of the table and every tile that these seats may not know; nothing once it is over."""
        table = await self.server.house.tables.get(self.tables[-1])
        if table.phase != "playing" or table.game is None:
            return (table.secret.hex(), set()) if table.phase == "waiting" else ("", set())
        game = table.game
        mine = {table.player_at(seat) for seat in seats}
        others = (tile for player, hand in enumerate(game.hands) if player not in mine for tile in hand)
        return table.secret.hex(), set(game.order[game.drawn :]).union(others)

    async def check(self, text: str, seats: list[int], about: str = "") -> None:
        """Raise if an answer has in it what is hidden, at this moment still; `about` is the path it is of."""
        secret, tiles = await self.hidden(seats)
        assert not secret or secret not in text, "the secret"
        with contextlib.suppress(ValueError):
            answer = json.loads(text)
            if not isinstance(answer, dict) or answer.get("type") == "error" or "code" in answer:
                return  # a refusal may say again what was sent
            if about and self.tables[-1] not in about:
                return  # a game that is over may be told of
            assert not tiles_in(answer) & tiles, answer

    async def new_table(self) -> tuple[Guest, Guest]:
        """Two people sit down who have no other tables: odd requests open some, up to a limit."""
        ana, bo = [await Guest.named(self.server.base, name) for name in ("Ana", "Bo")]
        card = await ana.make("person", "open", begins=0, target=240)
        self.tables = [*self.tables[-3:], card["id"]]
        await bo.post(f"/api/tables/{card['id']}/join", {"nonce": nonce()})
        return ana, bo

    async def play(self, guest: Guest, seat: int) -> None:
        """One connection: messages until the server closes it, the turn is another's, or enough were sent."""
        async with guest.sit(self.tables[-1]) as chair:
            with contextlib.suppress(ConnectionClosed):
                await self._talk(chair, seat)
        code = chair.socket.close_code
        assert code != 1011, "the conversation failed"

    async def _talk(self, chair: Chair, seat: int) -> None:
        await self._hear(chair, lambda message: message["type"] == "view")
        for _ in range(6):
            if chair.state["to_move"] not in (seat, None) or chair.state["phase"] != "playing":
                return
            if chair.options is None or chair.options["version"] != chair.state["version"]:
                await self._hear(chair, lambda m: m["type"] == "options" and m["id"] is None)
            valid: list[dict[str, Any]] = [
                chair.turn(self.rng),
                {"type": "try", "id": "t", "seat": seat, "placements": []},
                {"type": "ready", "id": "r", "nonce": nonce()},
                {"type": "here", "id": "h"},
                {"type": "help", "wanted": True},
                {"type": "react", "reaction": "hurry"},
                {"type": "ping"},
            ]
            for _ in range(TOGETHER):
                await chair.socket.send(frame(self.rng.choice(valid), self.rng))
            self.sent += TOGETHER
            # Played as it should be, so that games get on; every answer until its own is looked at.
            turn = chair.turn(self.rng)
            await chair.tell(turn)
            answer = await self._hear(chair, partial(_answers, turn["id"]))
            self.turns += answer["type"] == "ack"
            self.sent += 1
            if answer["type"] == "ack":
                await self._hear(chair, lambda _: False, until=answer["seq"])

    async def _hear(
        self, chair: Chair, wanted: Callable[[dict[str, Any]], bool], until: int | None = None
    ) -> dict[str, Any]:
        """Listen for a message, or until the table has reached a seq; every message is looked at."""
        message: dict[str, Any] = {}
        while chair.seq < until if until is not None else not (message and wanted(message)):
            message = await chair.hear()
            self.refused += message["type"] == "error"
            await self.check(chair.raw.pop(), chair.mine if chair.state else [])
            chair.events.clear()
        return message

    async def ask(self, guest: Guest) -> None:
        """One request over HTTP."""
        method, path, headers, body = request(self.tables, self.rng)
        if method == "DELETE":
            return  # this guest stays
        self.sent += 1
        try:
            cookie = {} if "Cookie" in headers else {"Cookie": guest.cookie}
            encoded = {k.encode(): v.encode("latin-1") for k, v in {**cookie, **headers}.items()}
            kept = dict(guest.http.cookies)
            answer = await guest.http.request(method, path, headers=encoded, content=body)
            guest.http.cookies = kept  # whoever came without them is somebody new: this guest stays
        except (httpx.ProtocolError, httpx.InvalidURL, httpx.ReadError, httpx.WriteError):
            return  # the client itself would not send it, or the server hung up on it
        assert answer.status_code < 500, (method, path, answer.status_code, answer.text)
        await self.check(answer.text, [0], path)

    async def blurt(self, raw: bytes) -> None:
        """Bytes that are hardly a request."""
        host, _, port = self.server.base.removeprefix("http://").partition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        self.sent += 1
        writer.write(raw)
        with contextlib.suppress(TimeoutError, OSError):
            async with asyncio.timeout(0.2):
                said = await reader.read(2000)
                assert not said.startswith(b"HTTP/1.1 5"), said
        writer.close()


async def test_whatever_is_sent(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(SEED)
    # A server keeps the latest tables in memory, some thousand: with few, what grows all the same is a leak.
    monkeypatch.setattr(authority, "KEPT", 20)
    kernel.warm()  # as a server is, a moment after its start
    # At the speed that limits allow a million would take days; what they refuse has tests of its own.
    lenient = {"byte_rate": 1e9, "byte_burst": 10**9, "address_lines": 10_000}
    lenient |= {"try_rate": 1e9, "try_burst": 10**9}
    async with serving(quick(sqlite, **lenient)) as server, asyncio.TaskGroup() as beside:
        attacker = Attacker(server, rng)
        ana, bo = await attacker.new_table()
        began, first, said = time.monotonic(), 0, 0
        while attacker.sent < MESSAGES:
            table = await server.house.tables.get(attacker.tables[-1])
            if table.phase != "playing" or table.to_move is None:
                for guest in (ana, bo):
                    await guest.close()
                ana, bo = await attacker.new_table()
                continue
            await attacker.play((ana, bo)[table.to_move], table.to_move)
            for _ in range(4):
                await attacker.ask(ana)
            if rng.random() < 0.2:
                beside.create_task(attacker.blurt(raw_request(rng)))
            if not first and attacker.sent > MESSAGES // 5:
                first = memory()
            if attacker.sent > said + 10_000:
                said = attacker.sent
                rate = said / (time.monotonic() - began)
                print(f"\r{said} messages, {rate:.0f} a second, {memory()} KiB", end="", file=sys.stderr)
        grown = memory() - first
        assert (await ana.http.get("/health")).status_code == 200
        await ana.close()
        await bo.close()
    print(f"\n{attacker.sent} messages, {attacker.refused} refused, {attacker.turns} turns, {grown} KiB more")
    # The test can tell: games got on although most of what was sent was refused.
    assert attacker.turns >= MESSAGES // 200
    assert attacker.refused >= MESSAGES // 10
    assert grown < MOST_GROWTH
