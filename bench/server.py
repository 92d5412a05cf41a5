"""The server's figures, beside a boardgame.io server under the same load on the same machine.

Needs Node.js and npm; installs boardgame.io into a temporary folder.
"""

import asyncio
import contextlib
import json
import os
import random
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import websockets

HERE = Path(__file__).parent
PACKAGES = {
    "private": True,
    "dependencies": {"boardgame.io": "0.50.2", "node-persist": "3", "socket.io-client": "4", "ws": "8"},
    # With 4.2.0 boardgame.io's REST routes answer 404.
    "overrides": {"koa-compose": "4.1.0"},
}
TABLES = int(os.environ.get("DALAPAPA_BENCH_TABLES", "500"))
IDLE = int(os.environ.get("DALAPAPA_BENCH_IDLE", "5000"))
LIVE = int(os.environ.get("DALAPAPA_BENCH_LIVE", "1000"))
MOVES = 20


def free_port() -> int:
    """A port nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def running(command: list[str], folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A server that has said that it is ready."""
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        while (line := process.stdout.readline()).strip() != "ready":
            if not line:
                sys.exit(f"{command[0]} did not start")
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def ours(port: int, data: Path) -> list[str]:
    """Our server's command."""
    data.mkdir(exist_ok=True)
    return [sys.executable, str(HERE / "server_under_load.py"), str(port), str(data)]


def load(folder: Path, kind: str, port: int, *, pace: int = 0, moves: int = MOVES) -> dict[str, float]:
    """Play at all tables; gives moves a second and latencies in milliseconds."""
    config = {
        "kind": kind,
        "base": f"http://127.0.0.1:{port}",
        "tables": TABLES,
        "moves": moves,
        "pace": pace,
        "script": str(folder / "script.json"),
    }
    (folder / "config.json").write_text(json.dumps(config))
    shutil.copy(HERE / "server_load.cjs", folder)
    done = subprocess.run(
        ["node", "server_load.cjs", "config.json"], cwd=folder, check=True, capture_output=True, text=True
    )
    result: dict[str, float] = json.loads(done.stdout)
    return result


def write_script(folder: Path) -> None:
    """The moves that every table plays."""
    command = [sys.executable, str(HERE / "server_under_load.py"), "script"]
    (folder / "script.json").write_bytes(subprocess.run(command, check=True, capture_output=True).stdout)


def say(name: str, result: dict[str, float]) -> None:
    """One line a measurement."""
    rate = result["moves"] / result["seconds"]
    print(
        f"  {name:<28} {rate:8.0f} moves/s   p50 {result['p50']:7.1f} ms   p99 {result['p99']:7.1f} ms",
        flush=True,
    )


def side_by_side(folder: Path) -> None:
    """As fast as both go, then one move a second a table."""
    print(f"{TABLES} two-player tables, every move awaited at both players, stored on disk", flush=True)
    shutil.copy(HERE / "boardgameio_server.cjs", folder)
    port = free_port()
    with running(["node", "boardgameio_server.cjs", str(port), str(folder / "flat")], folder):
        theirs = load(folder, "boardgame.io", port)
    say("boardgame.io, FlatFile", theirs)
    port = free_port()
    with running(ours(port, folder / "fast"), folder):
        mine = load(folder, "dalapapa", port)
    say("Dalapapa, SQLite", mine)
    rates = [result["moves"] / result["seconds"] for result in (mine, theirs)]
    print(
        f"  {rates[0] / rates[1]:.1f} times the moves, p99 {mine['p99'] / theirs['p99']:.2f} times",
        flush=True,
    )
    port = free_port()
    with running(ours(port, folder / "paced"), folder):
        say("at one move a second a table", load(folder, "dalapapa", port, pace=1000, moves=15))


def resident(process: subprocess.Popen[str]) -> float:
    """Megabytes of memory of a process."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


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


async def hold_idle(port: int, process: subprocess.Popen[str]) -> None:
    """Open idle sockets, two at a table, and weigh the server."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, IDLE + 1000)), hard))
    tables = await make_tables(f"http://127.0.0.1:{port}", min(IDLE // 2, 500))
    before = resident(process)
    sockets = []
    for start in range(0, IDLE, 100):
        chosen = [tables[i % len(tables)] for i in range(start, min(start + 100, IDLE))]
        opening = [
            websockets.connect(
                f"ws://127.0.0.1:{port}/ws/tables/{table}?help=no",
                additional_headers={"Cookie": cookie},
                ping_interval=None,
                compression=None,
                open_timeout=60,
            )
            for table, cookie in chosen
        ]
        sockets += await asyncio.gather(*opening)
    await asyncio.sleep(1)
    print(f"{IDLE} idle sockets: {resident(process):.0f} MB resident ({before:.0f} MB before)", flush=True)
    for one in sockets:
        one.transport.abort()


async def first_turn(port: int, table: str, cookie: str) -> None:
    """Connect and have a turn accepted."""
    address = f"ws://127.0.0.1:{port}/ws/tables/{table}"
    while True:
        try:
            async with websockets.connect(address, additional_headers={"Cookie": cookie}) as player:
                while (message := json.loads(await player.recv()))["type"] != "options":
                    pass
                place = random.choice(message["options"])["place"]
                turn = {"type": "turn", "id": "x", "version": message["version"], "seat": message["seat"]}
                await player.send(json.dumps(turn | {"placements": [place]}))
                while json.loads(await player.recv())["type"] != "ack":
                    pass
                return
        except (OSError, websockets.WebSocketException):
            await asyncio.sleep(0.01)


def restart(folder: Path) -> None:
    """From nothing to the first accepted turn, with many tables being played."""
    port = free_port()
    with running(ours(port, folder / "live"), folder) as process:
        tables = asyncio.run(make_tables(f"http://127.0.0.1:{port}", LIVE))
        process.kill()
    began = time.perf_counter()
    again = subprocess.Popen(ours(port, folder / "live"), cwd=folder, stdout=subprocess.DEVNULL)
    asyncio.run(first_turn(port, *tables[0]))
    print(f"restart with {LIVE} live tables: {time.perf_counter() - began:.2f} s to the first accepted turn")
    again.terminate()
    again.wait(30)


def main() -> None:
    """Measure everything."""
    if shutil.which("npm") is None:
        sys.exit("bench/server.py needs Node.js with npm")
    with tempfile.TemporaryDirectory(prefix="dalapapa-bench-") as name:
        folder = Path(name)
        (folder / "package.json").write_text(json.dumps(PACKAGES))
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=folder, check=True)
        write_script(folder)
        side_by_side(folder)
        port = free_port()
        with running(ours(port, folder / "idle"), folder) as process:
            asyncio.run(hold_idle(port, process))
        restart(folder)


if __name__ == "__main__":
    main()
