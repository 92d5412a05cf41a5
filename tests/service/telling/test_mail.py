"""What waits for one reader."""

import asyncio
from contextlib import suppress

import pytest

from dalapapa.service.telling.mail import Mail

pytestmark = pytest.mark.anyio


async def test_messages_come_in_their_order_also_to_who_waited() -> None:
    mail: Mail[int] = Mail()
    waiting = asyncio.create_task(mail.get())
    await asyncio.sleep(0)
    for message in range(3):
        mail.put_nowait(message)
    assert [await waiting, await mail.get(), await mail.get()] == [0, 1, 2]
    assert mail.empty()
    assert len(mail) == 0


async def test_who_gives_up_waiting_loses_nothing() -> None:
    mail: Mail[int] = Mail()
    waiting = asyncio.create_task(mail.get())
    await asyncio.sleep(0)
    mail.put_nowait(1)
    waiting.cancel()  # the message has woken them, and they have not taken it
    with suppress(asyncio.CancelledError):
        await waiting
    assert await mail.get() == 1
