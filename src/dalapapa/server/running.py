"""Running a server: a free port, one server a data folder, a stop that finishes what is committed."""

import asyncio
import gc
import socket
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import uvicorn
from filelock import FileLock, Timeout

from dalapapa.rules import DalapapaError, ErrorCode
from dalapapa.server.gate import Gate
from dalapapa.server.stores.opening import open_up_to_date
from dalapapa.service.telling.conversation import LONGEST_MESSAGE

# So many open files are enough for every browser that one process can serve.
_FILES = 65_536

# So many ports are tried when the one asked for is taken.
_PORTS = 20

# When the collector looks for circles of objects. Hardly any of ours form one, and all that tables keep is
# looked at in vain while everybody waits: so it looks at little at once, and at everything only after
# millions of new objects, where Python's own numbers would make it sweep everything again and again.
_COLLECT = (10_000, 20, 100)

# How long the loop may hold the interpreter while the writing thread waits for it, in seconds. A commit asks
# for it several times; with Python's 5 ms a busy loop made every turn wait many times longer than the disk.
_SWITCH = 0.0005


def listen(host: str, port: int) -> socket.socket:
    """A socket at this port, or at the next one that is free (0: any)."""
    last = min(port + _PORTS, 65_536) - 1
    for candidate in range(port, last + 1) if port else (0,):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # Named, as asyncio sends at once only what it knows to be TCP: else an answer's end waits 40 ms.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, candidate))
            # Bound is not yet alone: only listening finds out whether somebody else listens here.
            listening.listen(2048)
        except OSError:
            listening.close()
            continue
        listening.setblocking(False)
        return listening
    raise DalapapaError(
        ErrorCode.TRY_AGAIN,
        f"no free port from {port} to {last} at {host}: give another with --port",
    )


def lock_folder(folder: Path) -> AbstractContextManager[object]:
    """Make sure that no other server uses this folder, for as long as the lock is entered."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = FileLock(folder / "lock")
    try:
        return lock.acquire(blocking=False)
    except Timeout:
        raise DalapapaError(
            ErrorCode.TRY_AGAIN,
            f"another server uses {folder} already: stop it, or give another folder with --data",
        ) from None


def look_at(database: str) -> None:
    """Bring a database up to date before anybody is served from it, or say what is wrong with it."""

    async def look() -> None:
        await (await open_up_to_date(database)).close()

    asyncio.run(look())


class Server(uvicorn.Server):
    """Uvicorn, which says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        if self.started:
            # What is there now stays: the collector need not look at it again.
            gc.collect()
            gc.freeze()
            gc.set_threshold(*_COLLECT)
            sys.setswitchinterval(_SWITCH)
            self._ready()


def config(app: Gate, proxies: str = "") -> uvicorn.Config:
    """How Uvicorn runs the application; `proxies` are addresses whose word on the client is believed."""
    app.lines.trusted = frozenset(address.strip() for address in proxies.split(",") if address.strip())
    return uvicorn.Config(
        app,
        access_log=False,
        date_header=False,
        forwarded_allow_ips=proxies or "127.0.0.1",
        lifespan="on",
        log_config=None,
        proxy_headers=bool(proxies),
        server_header=False,
        timeout_graceful_shutdown=5,
        # Measured with thousands of sockets: this implementation, and the browser's own heartbeat.
        **app.lines.protocols,
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
    )


def raise_file_limit() -> None:
    """Take as many open files as this user may have: each browser needs one, and often 1,024 are given."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    limit, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if most == resource.RLIM_INFINITY else min(most, _FILES)
    if limit != resource.RLIM_INFINITY and limit < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def run(app: Gate, listening: socket.socket, ready: Callable[[], None], proxies: str = "") -> None:
    """Serve until told to stop, on uvloop where it is installed."""
    raise_file_limit()
    chosen = config(app, proxies)
    with asyncio.Runner(loop_factory=chosen.get_loop_factory()) as runner:
        runner.run(Server(chosen, ready).serve([listening]))
