"""What a server holds: memory of idle sockets and of live tables, and how soon it is back after a crash.

Part of bench/server.py.
"""

import asyncio
import json
import random
import resource
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import websockets
from attacks import placements
from serving import Figures, Process, command, free_port, megabytes, on_sqlite, running


async def make_tables(base: str, count: int) -> list[tuple[str, str]]:
    """Tables with their owner's cookie; each guest has twenty."""
    made: list[tuple[str, str]] = []
    async with httpx.AsyncClient(base_url=base, timeout=60) as http:
        while len(made) < count:
            http.cookies.clear()
            await http.post("/api/session", json={"name": "Ana"})
            cookie = f"dalapapa_session={http.cookies['dalapapa_session']}"
            for _ in range(min(20, count - len(made))):
                wish: dict[str, Any] = {"seats": [{"kind": "person"}, {"kind": "person"}], "begins": 0}
                answer = await http.post("/api/tables", json=wish | {"nonce": "0" * 32, "target": 240})
                made.append((answer.json()["id"], cookie))
    return made


async def open_sockets(
    base: str, tables: Sequence[tuple[str, str]], count: int, query: str = ""
) -> list[Any]:
    """Sockets as browsers open them, some at each table."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, count + 1000)), hard))
    sockets: list[Any] = []
    for start in range(0, count, 100):
        chosen = [tables[i % len(tables)] for i in range(start, min(start + 100, count))]
        opening = [
            websockets.connect(
                f"{base.replace('http', 'ws', 1)}/ws/tables/{table}{query}",
                additional_headers={"Cookie": cookie},
                ping_interval=None,
                compression=None,
                open_timeout=60,
            )
            for table, cookie in chosen
        ]
        sockets += await asyncio.gather(*opening)
    await asyncio.sleep(1)
    return sockets


async def hold_idle(base: str, process: Process, idle: int) -> Figures:
    """Open sockets that only listen, and weigh the server; of its memory most is the compiled kernel."""
    tables = await make_tables(base, min(idle // 2, 500))
    before = megabytes(process)
    sockets = await open_sockets(base, tables, idle)
    after = megabytes(process)
    print(f"{idle} idle sockets: {after:.0f} MB resident ({before:.0f} MB before)", flush=True)
    for one in sockets:
        one.transport.abort()
    return {"before_mb": before, "after_mb": after}


async def hold_live(base: str, process: Process, live: int, script: list[Any]) -> Figures:
    """Play at many tables until sixty tiles lie there, two browsers open at each, and weigh the server."""
    before = megabytes(process)
    tables = await make_tables(base, live)
    sockets = await open_sockets(base, tables, live, "?help=no")
    awake = asyncio.create_task(stay_awake(sockets))
    for start in range(0, live, 50):
        await asyncio.gather(*(lay(line, script) for line in sockets[start : start + 50]))
    sockets += await open_sockets(base, tables, live)
    after = megabytes(process)
    awake.cancel()
    tiles = len(script)
    print(
        f"{live} live tables of {tiles} tiles: {after:.0f} MB resident ({before:.0f} MB before)", flush=True
    )
    for one in sockets:
        one.transport.abort()
    return {"before_mb": before, "after_mb": after}


async def stay_awake(sockets: Sequence[Any]) -> None:
    """Say something now and then, as browsers do: the server ends a silent conversation."""
    while True:
        await asyncio.sleep(25)
        for line in list(sockets):
            await line.send('{"type":"ping"}')


async def lay(line: Any, script: list[Any]) -> None:
    """Play all moves of a script, for both seats."""
    for number, places in enumerate(script):
        turn = {
            "type": "turn",
            "id": f"c{number}",
            "version": number,
            "seat": number % 2,
            "placements": places,
        }
        await line.send(json.dumps(turn))
        while '"type":"ack"' not in (await line.recv())[:20]:
            pass


async def first_turn(base: str, table: str, cookie: str) -> None:
    """Connect and have a turn accepted."""
    address = f"{base.replace('http', 'ws', 1)}/ws/tables/{table}"
    while True:
        try:
            async with websockets.connect(address, additional_headers={"Cookie": cookie}) as player:
                while (message := json.loads(await player.recv()))["type"] != "options":
                    pass
                await player.send(json.dumps(placements(message, random.Random(1))))
                while json.loads(await player.recv())["type"] != "ack":
                    pass
                return
        except (OSError, websockets.WebSocketException):
            await asyncio.sleep(0.01)


def restart(folder: Path, live: int) -> float:
    """From nothing to the first accepted turn, with many tables being played."""
    port, database = free_port(), on_sqlite(folder / "live")
    with running(command(port, database), folder) as process:
        tables = asyncio.run(make_tables(f"http://127.0.0.1:{port}", live))
        process.kill()
    began = time.perf_counter()
    again = subprocess.Popen(command(port, database), cwd=folder, stdout=subprocess.DEVNULL)
    asyncio.run(first_turn(f"http://127.0.0.1:{port}", *tables[0]))
    seconds = time.perf_counter() - began
    print(f"restart with {live} live tables: {seconds:.2f} s to the first accepted turn", flush=True)
    again.terminate()
    again.wait(30)
    return seconds
