"""A machine's clock that is set back and forward while people play: nobody waits, nothing is forgotten."""

import asyncio
import os
import random
import time
from functools import partial
from typing import Any

import pytest

from dalapapa.server import caretaker
from dalapapa.service import house
from dalapapa.service.clock import Clock
from tests.server.client import Guest
from tests.server.serving import quick, serving

pytestmark = pytest.mark.anyio

ROUNDS = int(os.environ.get("DALAPAPA_CLOCKS", "40"))
HOUR, DAY = 3600.0, 86_400.0
JUMPS = (2 * HOUR, -2 * HOUR, DAY, -DAY, 400 * DAY, -400 * DAY, -30.0, 30.0)


async def test_clocks_set_back_and_forward(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ahead = 0.0
    monkeypatch.setattr(house, "Clock", partial(Clock, day=lambda: time.time() + ahead))
    monkeypatch.setattr(caretaker, "LOOK_EVERY", 0.2)
    async with serving(quick(database)) as server:
        ana = await Guest.named(server.base, "Ana")
        rng = random.Random(1582)
        tables = []
        for number in range(ROUNDS):
            wish: dict[str, Any] = {"begins": 0, "target": 240, "clock": rng.choice((None, 45))}
            table = (await ana.make("person", "greedy", **wish))["id"]
            tables.append(table)
            async with ana.sit(table) as chair:
                await chair.until_type("options")
                for version in (0, 2, 4):
                    await chair.until_options(version)
                    ahead += JUMPS[(number + version) % len(JUMPS)]
                    assert (await chair.ask(chair.turn(rng)))["type"] == "ack"
                    await chair.until_options(version + 2)  # the bot has moved too
                    left = chair.state["clock_ms"]
                    assert left is None or left <= 46_500
            await ana.http.post(f"/api/tables/{table}/resign")
            await asyncio.sleep(0.3)
        assert len(await server.premises.store.heads(tables)) == ROUNDS
        assert await ana.get("/api/session") == {"name": "Ana"}
        await ana.close()
