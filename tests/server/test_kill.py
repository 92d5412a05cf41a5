"""kill -9 between a turn's arrival and its telling: what was acknowledged is there, once, for everybody.

A killed process is not a power cut: what the disk promised and did not keep is not tested here.
"""

import asyncio
import contextlib
import itertools
import os
import random
import signal
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed, InvalidMessage

from dalapapa.server.stores.database import open_database
from dalapapa.server.stores.tables import finishes, tables

from .client import Chair, Guest, nonce
from .killable import LAST_STEPS, STEPS

pytestmark = pytest.mark.anyio

# In the test command three in four are with SQLite; `make soak` says how many for each.
ROUNDS = {"sqlite": 60, "postgresql": 30}
if chosen := os.environ.get("DALAPAPA_KILL_ROUNDS"):
    ROUNDS = dict.fromkeys(ROUNDS, int(chosen))

LOST = (ConnectionClosed, InvalidMessage, OSError, EOFError, TimeoutError)


class Mortal:
    """A server with many lives."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self.process, self.base = process, f"http://127.0.0.1:{port}"
        self.lives = self.life = 0

    async def begin(self, fate: str) -> int:
        """Begin a life; gives its process id."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{fate}\n".encode())
        self.lives += 1
        self.life = int(await self._line())
        return self.life

    async def end(self) -> None:
        """Wait for a life's end: it was a violent one."""
        assert await self._line() == "died"

    async def _line(self) -> str:
        assert self.process.stdout is not None
        return (await self.process.stdout.readline()).decode().strip()


@contextlib.asynccontextmanager
async def mortal(database: str, handed: Path) -> AsyncIterator[Mortal]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.server.killable",
        database,
        str(handed),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    server = Mortal(process, int(await process.stdout.readline()))
    try:
        yield server
    finally:
        process.kill()
        if server.life:  # 0 would be everybody, this test among them
            with contextlib.suppress(ProcessLookupError):
                os.kill(server.life, signal.SIGKILL)
        await process.wait()


class Player:
    """One of two people: what they were told over all lives of the server."""

    def __init__(self, guest: Guest, seat: int) -> None:
        self.guest, self.seat = guest, seat
        self.seq = 0
        self.events: list[dict[str, Any]] = []
        self.acks: dict[str, int] = {}
        self.to_move: int | None = 0

    def note(self, chair: Chair) -> None:
        """Keep what a chair has heard, also when its connection was lost."""
        for event in chair.events:
            assert event["seq"] == (self.events[-1]["seq"] + 1 if self.events else 2), (
                "each once, none left out"
            )
            self.events.append(event)
        chair.events = []
        self.seq = max(self.seq, chair.seq)
        if chair.state:
            self.to_move = chair.state["to_move"]

    async def submit(self, table: str, turn: dict[str, Any] | None) -> dict[str, Any]:
        """Send a turn until it is acknowledged, over as many connections as it takes; gives the turn."""
        rng = random.Random(self.seq)
        while True:
            chair = None
            try:
                async with self.guest.sit(table, since=self.seq) as chair:
                    await chair.until_type("view")
                    if turn is None:
                        await chair.until_type("options")
                        turn = chair.turn(rng)
                    answer = await chair.ask(turn)
                    assert answer["type"] == "ack", answer
                    known = self.acks.setdefault(turn["id"], answer["seq"])
                    assert known == answer["seq"], "a resent command gets its first answer"
                    await chair.until_seq(answer["seq"])
                    return turn
            except LOST:
                await asyncio.sleep(0.005)
            finally:
                if chair is not None:
                    self.note(chair)

    async def catch_up(self, table: str, seq: int) -> None:
        while self.seq < seq:
            chair = None
            try:
                async with self.guest.sit(table, since=self.seq) as chair:
                    await chair.until_seq(seq)
            except LOST:
                await asyncio.sleep(0.005)
            finally:
                if chair is not None:
                    self.note(chair)


async def persist(make: Callable[[], Awaitable[Any]]) -> Any:
    """Try until the server lives long enough to answer."""
    while True:
        try:
            return await make()
        except httpx.TransportError:
            await asyncio.sleep(0.005)


async def new_game(base: str, number: int) -> tuple[str, list[Player]]:
    ana = await persist(lambda: Guest.named(base, "Ana"))
    bo = await persist(lambda: Guest.named(base, "Bo"))
    table = (await persist(lambda: ana.make("person", "open", begins=0, target=240, id=f"game-{number}")))[
        "id"
    ]
    seat = {"nonce": nonce(), "seat": 1}
    await persist(lambda: bo.post(f"/api/tables/{table}/join", seat))
    return table, [Player(ana, 0), Player(bo, 1)]


async def reap(server: Mortal, rounds: int) -> None:
    """Many short lives, ended at each step of a turn in turn, or at any moment; then one that lasts."""
    rng = random.Random(20030615)
    fates = itertools.cycle((*STEPS, "live", "live"))
    began = time.monotonic()
    for number, fate in zip(range(1, rounds + 1), fates, strict=False):
        if fate == "live":
            life = await server.begin(fate)
            await asyncio.sleep(rng.uniform(0.0, 0.2))
            os.kill(life, signal.SIGKILL)
        else:
            await server.begin(f"{fate} {rng.randint(1, 4)}")
        await server.end()
        if number % 100 == 0:
            rate = number / (time.monotonic() - began)
            print(f"\r{number} of {rounds} lives, {rate:.1f} a second", end="", file=sys.stderr, flush=True)
    await server.begin("live")


async def play_one_game(base: str, number: int, goes_on: Callable[[], bool]) -> int:
    """Two people play while the server dies again and again; then everything is compared."""
    table, players = await new_game(base, number)
    played: list[dict[str, Any]] = []
    while goes_on() and (seat := players[0].to_move) is not None:
        player, other = players[seat], players[1 - seat]
        played.append(await player.submit(table, None))
        await other.catch_up(table, player.seq)
    last = max(player.seq for player in players)
    for player in players:
        await player.catch_up(table, last)
    assert players[0].events == players[1].events
    turns = [event for event in players[0].events if event["type"] == "turn" and event["by"] == "player"]
    # Every acknowledged turn is there, at the seq it was acknowledged with, and no other turn is.
    acks = players[0].acks | players[1].acks
    assert [turn["seq"] for turn in turns] == [acks[turn["id"]] for turn in played]
    assert [[laid["place"] for laid in turn["laid"]] for turn in turns] == [t["placements"] for t in played]
    for player in players:
        await player.guest.close()
    return len(played)


async def test_nothing_acknowledged_is_lost_and_nothing_happens_twice(database: str, tmp_path: Path) -> None:
    rounds = ROUNDS[database.partition(":")[0]]
    # Long enough on any machine; without an end, a server that stays dead would be waited for.
    async with asyncio.timeout(60 + 4 * rounds), mortal(database, tmp_path / "handed") as server:
        reaping = asyncio.create_task(reap(server, rounds))
        number = turns = 0
        while not reaping.done():
            number += 1
            turns += await play_one_game(server.base, number, lambda: not reaping.done())
        await reaping
        assert server.lives == rounds + 1
    print(f"\n{turns} acknowledged turns survived {rounds} kills: none lost, none doubled")
    assert turns >= rounds // 4


# ── Finished games ───────────────────────────────────────────────────────────────────────────────


async def play_against_bots(base: str, goes_on: Callable[[], bool]) -> list[str]:
    """Games against bots, each to its end, a few at a time."""
    ana = await persist(lambda: Guest.named(base, "Ana"))
    made: list[str] = []
    while goes_on():
        for number in range(len(made), len(made) + 3):
            wish = {"id": f"bots-{number}", "target": 60}
            made.append((await persist(lambda: ana.make("person", "greedy", **wish)))["id"])  # noqa: B023
        await asyncio.gather(*(play_on(ana, table) for table in made[-3:]))
    await ana.close()
    return made


async def play_on(guest: Guest, table: str) -> None:
    """Play to the end, over as many connections as it takes."""
    while True:
        try:
            async with guest.sit(table) as chair:
                return await chair.play_to_the_end(random.Random(table))
        except LOST:
            await asyncio.sleep(0.01)


class Watcher:
    """Sees in the database what is kept of finished games, as soon as it is there."""

    def __init__(self, database: str) -> None:
        self.database = open_database(database)
        self.seen: dict[str, bytes] = {}

    async def look(self) -> None:
        query = sa.select(finishes.c.table_id, finishes.c.facts).where(finishes.c.facts.is_not(None))
        for table, facts in await self.database.read(query):
            assert self.seen.setdefault(table, facts) == facts, "what is kept of a game never changes"

    async def unfinished(self) -> int:
        """How many games play, or have ended and are not settled."""
        playing = sa.select(sa.func.count()).where(tables.c.phase == "playing")
        unsettled = sa.select(sa.func.count()).where(finishes.c.facts.is_(None))
        return sum([int((await self.database.read(query))[0][0]) for query in (playing, unsettled)])


async def test_every_finished_game_is_settled_once(database: str, tmp_path: Path) -> None:
    """Whatever the server dies of on the way from the last turn to what is kept of the game."""
    handed, rounds = tmp_path / "handed", max(12, ROUNDS[database.partition(":")[0]] // 12)
    rng = random.Random(20061123)
    async with asyncio.timeout(120 + 8 * rounds), mortal(database, handed) as server:
        watcher = Watcher(database)
        done = asyncio.Event()
        playing = asyncio.create_task(play_against_bots(server.base, lambda: not done.is_set()))
        deaths: list[str] = []
        for fate in itertools.islice(itertools.cycle((*LAST_STEPS, "written", "committed", "live")), rounds):
            life = await server.begin(f"{fate} {rng.randint(20, 60)}" if fate in STEPS else f"{fate} 1")
            ending = asyncio.create_task(server.end())
            patience = rng.uniform(0.2, 1.0) if fate == "live" else 6.0
            until = time.monotonic() + patience
            while not ending.done() and time.monotonic() < until:
                await watcher.look()
                await asyncio.sleep(0.01)
            if ending.done():
                deaths.append(fate)
            else:
                os.kill(life, signal.SIGKILL)
            await ending
        await server.begin("live")
        done.set()
        made = await playing
        while await watcher.unfinished():
            await asyncio.sleep(0.1)
        await watcher.look()
        await watcher.database.close()
    assert set(watcher.seen) == set(made)
    notes = handed.read_text().split("\n")[:-1]
    assert all(facts.decode() in notes for facts in watcher.seen.values())
    # The test can tell: the hook ran again for a game whose first run came to nothing.
    assert {"reckoned", "settle"} & set(deaths)
    assert len(notes) > len(made)
