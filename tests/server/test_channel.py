"""Notes between processes, by a real Redis."""

import asyncio
import contextlib

import pytest

from dalapapa.server.channel import RedisChannel
from dalapapa.service.telling.channel import Note, Reached

from .programs import Program

pytestmark = pytest.mark.anyio


async def test_a_channel_closes_although_the_first_word_of_it_is_lost(redis: Program) -> None:
    url = f"redis://127.0.0.1:{redis.port}"
    heard = asyncio.Event()

    async def hear(note: Note) -> None:
        heard.set()
        with contextlib.suppress(asyncio.CancelledError):  # as a client can that is just being answered
            await asyncio.sleep(60)

    async def nothing(note: Note) -> None:
        pass

    here, there = RedisChannel(url, hear), RedisChannel(url, nothing)
    async with asyncio.timeout(30):
        while not heard.is_set():  # until it listens
            there.send(Reached("a", 1))
            await asyncio.sleep(0.02)
        await here.close()
        await there.close()
