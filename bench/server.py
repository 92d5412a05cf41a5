"""The server's figures, beside a boardgame.io server under the same load on the same machine.

Needs Node.js and npm; installs boardgame.io into a temporary folder.
"""

import argparse
import asyncio
import contextlib
import json
import random
import resource
import shutil
import signal
import socket
import statistics
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

ROUNDS = 3  # other programs on the machine disturb one or the other

Figures = dict[str, float]


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


def load(folder: Path, kind: str, port: int, tables: int, moves: int, pace: int = 0) -> Figures:
    """Play at all tables, each move sent `pace` milliseconds after the one before, or at once."""
    config = {
        "kind": kind,
        "base": f"http://127.0.0.1:{port}",
        "tables": tables,
        "moves": moves,
        "pace": pace,
        "script": str(folder / "script.json"),
    }
    (folder / "config.json").write_text(json.dumps(config))
    shutil.copy(HERE / "server_load.cjs", folder)
    command = ["node", "server_load.cjs", "config.json"]
    done = subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True)
    result: Figures = json.loads(done.stdout)
    return {
        "moves_s": result["moves"] / result["seconds"],
        "p50_ms": result["p50"],
        "p99_ms": result["p99"],
    }


def write_script(folder: Path) -> None:
    """The moves that every table plays."""
    command = [sys.executable, str(HERE / "server_under_load.py"), "script"]
    (folder / "script.json").write_bytes(subprocess.run(command, check=True, capture_output=True).stdout)


def say(name: str, result: Figures) -> Figures:
    """One line a measurement."""
    rate, p50, p99 = result["moves_s"], result["p50_ms"], result["p99_ms"]
    print(f"  {name:<28} {rate:8.0f} moves/s   p50 {p50:7.1f} ms   p99 {p99:7.1f} ms", flush=True)
    return result


def middle(rounds: list[Figures]) -> Figures:
    """The median of each figure."""
    return {name: statistics.median(one[name] for one in rounds) for name in rounds[0]}


def side_by_side(folder: Path, tables: int, moves: int) -> dict[str, Figures]:
    """As fast as both go, in turns, then one move a second a table; of all the middle of several rounds."""
    print(f"{tables} two-player tables, every move awaited at both players, stored on disk", flush=True)
    shutil.copy(HERE / "boardgameio_server.cjs", folder)
    rounds: dict[str, list[Figures]] = {"boardgame.io": [], "dalapapa": []}
    for turn in range(ROUNDS):
        for kind, measured in rounds.items():
            port, data = free_port(), folder / f"{kind}-{turn}"
            command = ["node", "boardgameio_server.cjs", str(port), str(data)]
            with running(command if kind == "boardgame.io" else ours(port, data), folder):
                measured.append(load(folder, kind, port, tables, moves))
    theirs = say("boardgame.io, FlatFile", middle(rounds["boardgame.io"]))
    mine = say("Dalapapa, SQLite", middle(rounds["dalapapa"]))
    times = {name: mine[name] / theirs[name] for name in ("moves_s", "p99_ms")}
    print(f"  {times['moves_s']:.1f} times the moves, p99 {times['p99_ms']:.2f} times", flush=True)
    calm = []
    for turn in range(ROUNDS):
        port = free_port()
        with running(ours(port, folder / f"paced-{turn}"), folder):
            calm.append(load(folder, "dalapapa", port, tables, 15, pace=1000))
    paced = say("at one move a second a table", middle(calm))
    return {"boardgame.io": theirs, "dalapapa": mine, "times": times, "one_move_a_second": paced}


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


async def hold_idle(port: int, process: subprocess.Popen[str], idle: int) -> Figures:
    """Open idle sockets, some at each table, and weigh the server."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, idle + 1000)), hard))
    tables = await make_tables(f"http://127.0.0.1:{port}", min(idle // 2, 500))
    before = resident(process)
    sockets = []
    for start in range(0, idle, 100):
        chosen = [tables[i % len(tables)] for i in range(start, min(start + 100, idle))]
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
    after = resident(process)
    print(f"{idle} idle sockets: {after:.0f} MB resident ({before:.0f} MB before)", flush=True)
    for one in sockets:
        one.transport.abort()
    return {"before_mb": before, "after_mb": after}


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


def restart(folder: Path, live: int) -> float:
    """From nothing to the first accepted turn, with many tables being played."""
    port = free_port()
    with running(ours(port, folder / "live"), folder) as process:
        tables = asyncio.run(make_tables(f"http://127.0.0.1:{port}", live))
        process.kill()
    began = time.perf_counter()
    again = subprocess.Popen(ours(port, folder / "live"), cwd=folder, stdout=subprocess.DEVNULL)
    asyncio.run(first_turn(port, *tables[0]))
    seconds = time.perf_counter() - began
    print(f"restart with {live} live tables: {seconds:.2f} s to the first accepted turn", flush=True)
    again.terminate()
    again.wait(30)
    return seconds


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500, help="two-player tables that play at once")
    parser.add_argument("--moves", type=int, default=20, choices=range(1, 61), metavar="1-60", help="a table")
    parser.add_argument("--idle", type=int, default=5000, help="sockets that only listen")
    parser.add_argument("--live", type=int, default=1000, help="tables in play at the restart")
    parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")
    options = parser.parse_args()
    if shutil.which("npm") is None:
        sys.exit("bench/server.py needs Node.js with npm")
    # With --json, what was found so far goes to standard error: standard output is the object alone.
    aside = contextlib.redirect_stdout(sys.stderr) if options.json else contextlib.nullcontext()
    with aside, tempfile.TemporaryDirectory(prefix="dalapapa-bench-") as name:
        folder = Path(name)
        (folder / "package.json").write_text(json.dumps(PACKAGES))
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=folder, check=True)
        write_script(folder)
        figures: dict[str, Any] = {"play": side_by_side(folder, options.tables, options.moves)}
        port = free_port()
        with running(ours(port, folder / "idle"), folder) as process:
            figures["idle"] = asyncio.run(hold_idle(port, process, options.idle))
        figures["restart_s"] = restart(folder, options.live)
    if options.json:
        print(json.dumps(figures))


if __name__ == "__main__":
    main()
