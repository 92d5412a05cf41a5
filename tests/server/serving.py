"""A real server in the test's own event loop, at a real port."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
import uvicorn
from litestar import Litestar

from dalapapa.server import running
from dalapapa.server.app import create_app
from dalapapa.server.premises import Premises
from dalapapa.server.settings import Settings
from dalapapa.service.house import House
from dalapapa.service.tables.authority import Step

# Nothing here waits for a human: bots answer at once, and limits do not get in a test's way.
QUICK: dict[str, Any] = {"pace": 0.0, "think": 0.02}
for limited in ("address", "table", "guest_table", "socket", "try", "reaction", "analysis"):
    QUICK |= {f"{limited}_rate": 1e6, f"{limited}_burst": 10**6}
QUICK |= {"guest_rate": 1e6, "guest_burst": 10**6}

# For tests of what never reaches the store: one kind of store is enough.
on_sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


def quick(database: str, **changes: Any) -> Settings:
    return replace(Settings(database=database), **(QUICK | changes))


class Running:
    """A server that runs, and what is inside it."""

    def __init__(self, base: str, app: Litestar) -> None:
        self.base, self.app = base, app
        self.premises: Premises = app.state.premises

    @property
    def house(self) -> House:
        return self.premises.house


@contextlib.asynccontextmanager
async def serving(
    settings: Settings, step: Step = lambda _: None, send_buffer: int | None = None, proxies: str = ""
) -> AsyncIterator[Running]:
    app = create_app(settings, step)
    with running.listen("127.0.0.1", 0) as listening:
        if send_buffer is not None:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
        server = uvicorn.Server(running.config(app, proxies))
        task = asyncio.create_task(server.serve([listening]))
        try:
            while not server.started:
                assert not task.done(), "the server did not start"
                await asyncio.sleep(0.005)
            port = listening.getsockname()[1]
            yield Running(f"http://127.0.0.1:{port}", app.app)
        finally:
            server.should_exit = True
            await task
