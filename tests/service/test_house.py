"""The house as a whole: what it needs to be there, and two of it over one store."""

import asyncio
import subprocess
import sys

import pytest

from dalapapa.service.stores.memory import MemoryStore
from dalapapa.service.telling.audience import Listener
from dalapapa.service.telling.channel import Note

from .rooms import ANA, BO, Room, room

ABSENT = ("numpy", "numba", "litestar", "sqlalchemy", "uvicorn", "redis", "prometheus_client", "typer")

IMPORT_ALL = """
import importlib, pkgutil, sys
for name in {absent}:
    sys.modules[name] = None
import dalapapa.service
for module in pkgutil.walk_packages(dalapapa.service.__path__, "dalapapa.service."):
    importlib.import_module(module.name)
from dalapapa.bots import BOTS
print(len(BOTS))
"""


def test_the_service_needs_no_server_and_no_compiler() -> None:
    code = IMPORT_ALL.format(absent=ABSENT)
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.PIPE)


class Wire:
    """A channel to another house."""

    def __init__(self, other: Room) -> None:
        self.other = other
        self.notes: list[Note] = []
        self.cut = False

    def send(self, note: Note) -> None:
        self.notes.append(note)
        if not self.cut:
            self.task = asyncio.create_task(self.other.house.hear(note))

    async def close(self) -> None:
        pass


@pytest.mark.anyio
@pytest.mark.parametrize("cut", [False, True])
async def test_news_of_another_process_comes_by_the_channel_or_from_the_store(cut: bool) -> None:
    store = MemoryStore(shared=True)
    async with room(store) as one, room(store) as two:
        one.house.channel = wire = Wire(two)
        wire.cut = cut
        two.house.poll = 0.01
        table = await one.make("person", "open")
        listener = Listener(table.id, None, helped=False)
        await two.audience.enter(listener, 0)
        if cut:
            await two.house.open()
        table = await one.join(table, BO)
        async with asyncio.timeout(20):
            while listener.seq < table.seq:
                await asyncio.sleep(0.005)
        one.house.react(table.id, 0, "wow")
        await asyncio.sleep(0.01)
        shown = sum(b'"reaction"' in message for message in listener.waiting.held)
        assert shown == (0 if cut else 1)  # nobody keeps a reaction for later
        assert len(wire.notes) >= 2
        assert table.seats_of(ANA) == [0]
