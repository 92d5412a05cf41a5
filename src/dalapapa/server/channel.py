"""How the processes of a house tell each other by Redis that a table has moved on."""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError

from dalapapa.service.telling.channel import Note

TOPIC = "dalapapa"
MOST_WAITING = 10_000

log = logging.getLogger("dalapapa.channel")


class RedisChannel:
    """A `Channel` of the service through Redis; comes back by itself when Redis does."""

    def __init__(self, url: str, hear: Callable[[Note], Awaitable[None]]) -> None:
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
        pending = set(self._tasks)
        while pending:
            for task in pending:
                task.cancel()
            # Told just as Redis answers, the client can lose the word, and the task goes on: told again.
            _, pending = await asyncio.wait(pending, timeout=1)
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
