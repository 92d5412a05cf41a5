"""Servers for the benches: started, weighed, and stopped."""

import contextlib
import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent

Figures = dict[str, float]
Process = subprocess.Popen[str]


def free_port() -> int:
    """A port nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def running(command: Sequence[str], folder: Path, until: str = "ready") -> Iterator[Process]:
    """A server that has said a word."""
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        while (line := process.stdout.readline()).strip() != until:
            if not line:
                sys.exit(f"{command[0]} did not start")
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def command(port: int, database: str, *redis: str) -> list[str]:
    """Our server's command."""
    return [sys.executable, str(HERE / "server_under_load.py"), str(port), database, *redis]


def on_sqlite(folder: Path) -> str:
    """The address of a database in a folder."""
    folder.mkdir(exist_ok=True)
    return f"sqlite:///{folder / 'dalapapa.sqlite3'}"


@contextlib.contextmanager
def ours(database: str, *redis: str, until: str = "warm") -> Iterator[tuple[str, Process]]:
    """Our server: its address, and its process."""
    port = free_port()
    with running(command(port, database, *redis), HERE, until) as process:
        yield f"http://127.0.0.1:{port}", process


@contextlib.contextmanager
def programs(*, redis: bool = False) -> Iterator[tuple[list[str], list[int]]]:
    """The addresses of PostgreSQL (and Redis) of our own, and their processes."""
    sys.path.append(str(HERE.parent))
    from tests.server.programs import private_postgres, private_redis

    with contextlib.ExitStack() as held:
        postgres = held.enter_context(private_postgres(durable=True))
        addresses, started = [f"postgresql://dalapapa@127.0.0.1:{postgres.port}/postgres"], [postgres]
        if redis:
            started.append(held.enter_context(private_redis()))
            addresses.append(f"redis://127.0.0.1:{started[-1].port}/0")
        yield addresses, [program.process.pid for program in started if program.process]


@contextlib.contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder for a while."""
    with tempfile.TemporaryDirectory(prefix="dalapapa-bench-") as name:
        yield Path(name)


def megabytes(process: Process) -> float:
    """What a process has in memory."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


def processor_seconds(*pids: int) -> float:
    """What processes and all that they have started have used of the processor so far."""
    parents, used = {}, {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = entry.read_text().rpartition(") ")[2].split()
            pid = int(entry.parent.name)
            # Of those that are gone their parent knows.
            parents[pid], used[pid] = int(fields[1]), sum(map(int, fields[11:15]))
    chosen = set(pids)
    while more := {pid for pid, parent in parents.items() if parent in chosen} - chosen:
        chosen |= more
    return sum(used.get(pid, 0) for pid in chosen) / os.sysconf("SC_CLK_TCK")


def at(part: float, times: Sequence[float]) -> float:
    """So many of these are not longer than this."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def middle(rounds: Sequence[Figures]) -> Figures:
    """The median of each figure."""
    return {name: statistics.median(one[name] for one in rounds) for name in rounds[0]}


def tell(figures: Any) -> None:
    """Standard output is the object alone; what is found on the way goes to standard error."""
    print(json.dumps(figures), flush=True)
