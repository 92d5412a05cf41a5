"""A player that knows docs/protocol.md and nothing else."""

import asyncio
import contextlib
import json
import random
import secrets
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import websockets
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tests.offered import offered

Json = dict[str, Any]

# Seconds until somebody believes that no answer comes: a machine with much else to do is slow, not silent.
PATIENCE = 40.0


def nonce() -> str:
    return secrets.token_hex(16)


class Guest:
    """One browser."""

    def __init__(self, base: str) -> None:
        self.base = base
        # Nothing is encrypted here, and to read whom to trust takes longer than most tests.
        self.http = httpx.AsyncClient(base_url=base, timeout=PATIENCE, verify=False)

    @classmethod
    async def named(cls, base: str, name: str) -> "Guest":
        guest = cls(base)
        answer = await guest.http.post("/api/session", json={"name": name})
        assert answer.status_code == 201, answer.text
        return guest

    async def close(self) -> None:
        await self.http.aclose()

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def post(self, path: str, body: Json | None = None, status: int = 200) -> Json:
        answer = await self.http.post(path, json=body)
        assert answer.status_code == status, (answer.status_code, answer.text)
        return answer.json()  # type: ignore[no-any-return]

    async def get(self, path: str, status: int = 200) -> Any:
        answer = await self.http.get(path)
        assert answer.status_code == status, (answer.status_code, answer.text)
        return answer.json()

    async def make(self, *seats: str, status: int = 201, **wishes: Any) -> Json:
        """A table with seats `person`, `open` or the name of a bot."""
        kinds = [
            {"kind": seat} if seat in ("person", "open") else {"kind": "bot", "bot": seat} for seat in seats
        ]
        return await self.post("/api/tables", {"seats": kinds, "nonce": nonce(), **wishes}, status)

    @contextlib.asynccontextmanager
    async def sit(
        self, table: str, since: int = 0, query: str = "", headers: dict[str, str] | None = None
    ) -> AsyncIterator["Chair"]:
        address = f"{self.base.replace('http', 'ws', 1)}/ws/tables/{table}?since={since}{query}"
        sent = {**({"Cookie": self.cookie} if self.cookie else {}), **(headers or {})}
        async with websockets.connect(
            address,
            additional_headers=sent,
            max_size=None,
            open_timeout=PATIENCE,
            ping_interval=None,
            compression=None,
        ) as socket:
            yield Chair(socket)


class Chair:
    """One socket at one table: it keeps what it has been told."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.seq = 0
        self.state: Json = {}
        self.table: Json = {}
        self.events: list[Json] = []
        self.options: Json | None = None
        self.raw: list[str] = []
        self._ids = 0

    def next_id(self) -> str:
        return secrets.token_hex(8)

    async def hear(self, seconds: float = PATIENCE) -> Json:
        """The next message, taken note of."""
        async with asyncio.timeout(seconds):
            text = await self.socket.recv()
        assert isinstance(text, str)
        self.raw.append(text)
        message: Json = json.loads(text)
        if message["type"] in ("view", "update"):
            assert message["type"] == "view" or message["seq"] > self.seq, "updates come in order, each once"
            self.seq, self.state = message["seq"], message["state"]
            self.table = message.get("table", self.table)
            self.events += message["events"]
        elif message["type"] == "options" and message["id"] is None:
            self.options = message
        return message

    async def until(self, wanted: Callable[[Json], bool], seconds: float = PATIENCE) -> Json:
        async with asyncio.timeout(seconds):
            while not wanted(message := await self.hear(seconds)):
                pass
        return message

    async def until_type(self, *types: str) -> Json:
        return await self.until(lambda message: message["type"] in types)

    async def until_seq(self, seq: int) -> None:
        while self.seq < seq:
            await self.hear()

    async def until_options(self, version: int) -> None:
        while self.options is None or self.options["version"] != version:
            await self.hear()

    async def tell(self, message: Json) -> None:
        await self.socket.send(json.dumps(message))

    async def ask(self, message: Json) -> Json:
        """Send a command and wait for its answer."""
        command = message.setdefault("id", self.next_id())
        await self.tell(message)
        return await self.until(lambda answer: answer.get("id") == command)

    @property
    def mine(self) -> list[int]:
        return [i for i, seat in enumerate(self.state["seats"]) if seat["mine"]]

    def turn(self, rng: random.Random, options: Json | None = None) -> Json:
        """A legal turn chosen from the options."""
        options = options or self.options
        assert options is not None
        place = rng.choice(offered(options))["place"]
        return {
            "type": "turn",
            "id": self.next_id(),
            "version": options["version"],
            "seat": options["seat"],
            "placements": [place],
        }

    async def play_to_the_end(self, rng: random.Random) -> None:
        """Play whenever it is one of my seats' turn; the game's end ends it."""
        await self.until_type("view") if not self.state else None
        played = -1
        while self.state["phase"] != "finished":
            if self.state["to_move"] in self.mine and played != self.state["version"]:
                while self.options is None or self.options["version"] != self.state["version"]:
                    await self.until_type("options")
                played = self.state["version"]
                answer = await self.ask(self.turn(rng))
                assert answer["type"] == "ack", answer
            else:
                await self.hear()


async def two_player_table(ana: Guest, bo: Guest, **wishes: Any) -> str:
    """A table of Ana's at which Bo sits; Ana begins."""
    table: str = (await ana.make("person", "open", begins=0, **wishes))["id"]
    await bo.post(f"/api/tables/{table}/join", {"nonce": nonce()})
    return table


async def closed_with(chair: Chair) -> int | None:
    """The code with which the server closes a socket."""
    try:
        async with asyncio.timeout(20):
            while True:
                await chair.hear()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None
