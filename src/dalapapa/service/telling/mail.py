"""What waits for one reader: as asyncio's queue, in a tenth of its room, for thousands have one."""

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class Mail(Generic[T]):
    """Messages in their order, for one who waits for them."""

    __slots__ = ("_arrival", "held")

    def __init__(self) -> None:
        self.held: list[T] = []
        self._arrival: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self.held)

    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self.held

    def put_nowait(self, message: T) -> None:
        """One more."""
        self.held.append(message)
        if self._arrival is not None and not self._arrival.done():
            self._arrival.set_result(None)

    async def get(self) -> T:
        """The next one, as soon as there is one."""
        while not self.held:
            self._arrival = asyncio.get_running_loop().create_future()
            try:
                await self._arrival
            finally:
                self._arrival = None
        return self.held.pop(0)
