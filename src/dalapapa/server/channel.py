"""How processes tell each other that a table has moved on: by Redis, or not at all when there is one only.

Nothing depends on a note arriving: it says which seq a table has reached, and whoever misses it finds the
same in the store a little later.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Protocol

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError

from dalapapa.service.messages import Reaction

TOPIC = "dalapapa"
MOST_WAITING = 10_000

log = logging.getLogger("dalapapa.channel")


class Reached(msgspec.Struct, tag="reached", frozen=True):
    """A table has reached a seq."""

    table: str
    seq: int


class Reacted(msgspec.Struct, tag="reacted", frozen=True):
    """Somebody at a table has reacted."""

    table: str
    seat: int
    reaction: Reaction


Note = Reached | Reacted
Hear = Callable[[Note], Awaitable[None]]


class Channel(Protocol):
    """Sends notes to the other processes."""

    def send(self, note: Note) -> None:
        """Send a note, some time soon, perhaps."""
        ...

    async def close(self) -> None:
        """Stop."""
        ...


class NoChannel:
    """There is one process only: nobody else to tell."""

    def send(self, note: Note) -> None:
        """Nobody hears it."""

    async def close(self) -> None:
        """Nothing to stop."""


class RedisChannel:
    """Notes through Redis; comes back by itself when Redis does."""

    def __init__(self, url: str, hear: Hear) -> None:
        self._redis = Redis.from_url(url, socket_connect_timeout=2, socket_timeout=5)
        self._hear = hear
        self._me = secrets.token_hex(8)  # one's own notes come back too
        self._waiting: asyncio.Queue[Note] = asyncio.Queue(MOST_WAITING)
        self._tasks = [asyncio.create_task(self._publish()), asyncio.create_task(self._listen())]

    def send(self, note: Note) -> None:
        """Queue a note; when too many wait the receivers will have to look into the store."""
        with contextlib.suppress(asyncio.QueueFull):
            self._waiting.put_nowait(note)

    async def close(self) -> None:
        """Stop publishing and listening."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    async def _publish(self) -> None:
        while True:
            note = msgspec.json.encode((self._me, await self._waiting.get()))
            while not await self._published(note):
                await asyncio.sleep(0.5)

    async def _published(self, note: bytes) -> bool:
        try:
            await self._redis.publish(TOPIC, note)
        except (RedisError, OSError):
            log.warning("Redis does not answer")
            return False
        return True

    async def _listen(self) -> None:
        decode = msgspec.json.Decoder(tuple[str, Note]).decode
        while True:
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as pubsub:
                    await pubsub.subscribe(TOPIC)
                    while True:
                        message = await pubsub.get_message(timeout=2.0)
                        if message is not None:
                            sender, note = decode(message["data"])
                            if sender != self._me:
                                await self._hear(note)
            except (RedisError, OSError, msgspec.MsgspecError):
                log.warning("no notes from Redis")
                await asyncio.sleep(0.5)
            except Exception:
                log.exception("a note could not be heard")
                await asyncio.sleep(0.5)
