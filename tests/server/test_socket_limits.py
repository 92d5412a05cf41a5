"""The limits of a websocket: how large, how often, how long, and who does not read."""

import asyncio
import json
import random
import socket as plain

import pytest
import websockets

from dalapapa.service.tables import commands
from dalapapa.service.telling.audience import Listener

from .client import Guest, closed_with, two_player_table
from .serving import Running, on_sqlite, quick, serving

pytestmark = pytest.mark.anyio


@on_sqlite
async def test_frames_over_4_kib_close_the_socket(server: Running, ana: Guest) -> None:
    table = (await ana.make("person", "greedy"))["id"]
    async with ana.sit(table) as chair:
        await chair.until_type("view")
        await chair.socket.send(json.dumps({"type": "ping", "x": "y" * 5000}))
        assert await closed_with(chair) == 1009


@on_sqlite
async def test_broken_utf8_closes_the_socket(server: Running, ana: Guest) -> None:
    table = (await ana.make("person", "greedy"))["id"]
    async with ana.sit(table) as chair:
        await chair.until_type("view")
        await chair.socket.send(b"\xff\xfe{", text=True)
        assert await closed_with(chair) == 1007


# ── Too fast, too slow, too silent ───────────────────────────────────────────────────────────────


async def test_too_many_messages_close_the_socket(sqlite: str) -> None:
    async with serving(quick(sqlite, socket_rate=0.001, socket_burst=10)) as server:
        ana = await Guest.named(server.base, "Ana")
        table = (await ana.make("person", "greedy"))["id"]
        async with ana.sit(table) as chair:
            for _ in range(12):
                await chair.tell({"type": "ping"})
            assert await closed_with(chair) == 4429
            assert sum('"pong"' in text for text in chair.raw) == 10
        await ana.close()


async def test_a_silent_socket_is_closed(sqlite: str) -> None:
    async with serving(quick(sqlite, silence=0.1)) as server:
        ana = await Guest.named(server.base, "Ana")
        table = (await ana.make("person", "greedy"))["id"]
        async with ana.sit(table) as chair:
            assert await closed_with(chair) == 4410
        await ana.close()


async def test_tries_of_an_address_come_at_a_human_pace(sqlite: str) -> None:
    """However many sockets they come from; the table goes on."""
    async with serving(quick(sqlite, try_rate=0.001, try_burst=5)) as server:
        ana = await Guest.named(server.base, "Ana")
        table = (await ana.make("person", "person", begins=0))["id"]
        async with ana.sit(table) as one, ana.sit(table) as two:
            await one.until_type("options")
            answers = [await chair.ask({"type": "try", "seat": 0}) for chair in (one, two) * 4]
            # What each was sent when it came, on its own turn, counts too.
            assert [answer["type"] for answer in answers] == ["options"] * 3 + ["error"] * 5
            assert {answer["code"] for answer in answers[5:]} == {"too_fast"}
            assert (await one.ask(one.turn(random.Random(1))))["type"] == "ack"
        await ana.close()


async def test_reactions_of_a_person_come_at_a_human_pace(sqlite: str) -> None:
    async with serving(quick(sqlite, reaction_rate=0.001, reaction_burst=3)) as server:
        ana, bo = await Guest.named(server.base, "Ana"), await Guest.named(server.base, "Bo")
        table = await two_player_table(ana, bo)
        async with ana.sit(table) as one, ana.sit(table) as two, bo.sit(table) as other:
            await other.until_type("view")
            for chair in (one, two) * 2:
                await chair.tell({"type": "react", "reaction": "wow"})
                await chair.tell({"type": "ping"})
                await chair.until_type("pong")
            assert sum('"too_fast"' in text for text in (*one.raw, *two.raw)) == 1
            await one.ask(one.turn(random.Random(1)))
            await other.until_type("update")
            assert sum('"reaction"' in text for text in other.raw) == 3
        await ana.close()
        await bo.close()


async def test_nobody_is_cut_off_for_a_flood_of_reactions(sqlite: str) -> None:
    async with serving(quick(sqlite)) as server:
        ana, bo = await Guest.named(server.base, "Ana"), await Guest.named(server.base, "Bo")
        table = await two_player_table(ana, bo)
        async with ana.sit(table) as one, bo.sit(table) as other:
            await one.until_type("options")
            await other.until_type("view")
            for _ in range(100):  # in one breath: nobody's writer has a chance in between
                server.house.react(table, 0, "wow")
            assert (await one.ask(one.turn(random.Random(1))))["type"] == "ack"
            await other.until(lambda message: message["type"] == "update")
            assert 0 < sum('"reaction"' in text for text in other.raw) < 64
        await ana.close()
        await bo.close()


async def test_who_is_cut_off_while_a_turn_is_stored_holds_nobody_up(sqlite: str) -> None:
    cut: list[Listener] = []

    def step(name: str) -> None:
        if name == "decided" and cut:
            cut[0].cut_off = True
            cut.pop().on_cut_off()

    async with serving(quick(sqlite), step) as server:
        ana, bo = await Guest.named(server.base, "Ana"), await Guest.named(server.base, "Bo")
        table = await two_player_table(ana, bo)
        person = (await server.house.tables.get(table)).seats[0].person
        async with ana.sit(table) as one, bo.sit(table) as other:
            await one.until_type("options")
            await other.until_type("view")
            cut += [found for found in server.house.audience.at(table) if found.person == person]
            await one.tell(one.turn(random.Random(1)))
            assert await closed_with(one) == 4408
            await other.until_options(1)
            assert (await other.ask(other.turn(random.Random(1))))["type"] == "ack"
        await ana.close()
        await bo.close()


async def test_a_reader_that_stops_reading_is_cut_off(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not hold the others up, and what waits for it stays small."""
    monkeypatch.setattr(commands, "LEAVES", 10**6)
    async with serving(quick(sqlite, pace=3600.0), send_buffer=4096) as server:
        ana = await Guest.named(server.base, "Ana")
        table = (await ana.make("person", "person", target=240))["id"]
        host, port = server.base.removeprefix("http://").split(":")
        small = plain.socket()
        small.setsockopt(plain.SOL_SOCKET, plain.SO_RCVBUF, 2048)
        small.setblocking(False)
        await asyncio.get_running_loop().sock_connect(small, (host, int(port)))
        address = f"ws://{host}:{port}/ws/tables/{table}"
        async with (
            ana.sit(table) as chair,
            websockets.connect(address, sock=small, ping_interval=None, compression=None) as watcher,
        ):
            await chair.until_type("options")
            await watcher.recv()
            watcher.transport.pause_reading()
            async with asyncio.timeout(60):
                while len(room := server.house.audience.at(table)) == 2:
                    await ana.post(f"/api/tables/{table}/leave")
                    assert (await chair.ask({"type": "here"}))["type"] == "ack"
                    assert all(len(listener.waiting) <= 64 for listener in room)
            await chair.tell({"type": "ping"})
            await chair.until_type("pong")
            watcher.transport.abort()
        await ana.close()


async def test_a_socket_outlives_the_time_of_a_request(sqlite: str) -> None:
    async with serving(quick(sqlite, request_seconds=0.3)) as server:
        ana = await Guest.named(server.base, "Ana")
        table = (await ana.make("person", "open"))["id"]
        async with ana.sit(table) as chair:
            await chair.until_type("view")
            await asyncio.sleep(1)
            await chair.tell({"type": "ping"})
            await chair.until_type("pong")
        await ana.close()
