"""The house inside a browser's worker: opened once, when the worker starts."""

import asyncio
from collections.abc import Callable

import msgspec

from dalapapa import kernel
from dalapapa.browser.carrier import Carrier, Send
from dalapapa.browser.store import BrowserStore, Disk
from dalapapa.service.house import House
from dalapapa.service.tables.thinking import choose_here
from dalapapa.service.telling.channel import Note

_encode = msgspec.json.encode
_note_in = msgspec.json.Decoder(Note).decode


class Tabs:
    """A `Channel` to the workers of this browser's other tabs."""

    def __init__(self, post: Callable[[str], object]) -> None:
        self._post = post

    def send(self, note: Note) -> None:
        """Tell them."""
        self._post(_encode(note).decode())

    async def close(self) -> None:
        """Nothing to stop: the channel ends with its worker."""


class Worker:
    """All that JavaScript calls."""

    def __init__(self, house: House, carrier: Carrier) -> None:
        self.house, self.carrier = house, carrier
        self._hearing: set[asyncio.Task[None]] = set()

    def note(self, text: str) -> None:
        """A note from another tab."""
        task = asyncio.get_running_loop().create_task(self.house.hear(_note_in(text)))
        self._hearing.add(task)
        task.add_done_callback(self._hearing.discard)


async def start(disk: Disk, send: Send, post: Callable[[str], object], pace: float) -> Worker:
    """Open the house over a disk; `send` tells pages, `post` the other tabs, `pace` is how bots play."""
    kernel.warm()
    store = BrowserStore(disk)
    house = House(store, store, choose_here, pace=pace)
    house.channel = Tabs(post)
    await house.open()
    return Worker(house, Carrier(house, store, send))
