"""A running server forgets by itself what nobody comes back for."""

import asyncio

import pytest

from dalapapa.server import caretaker
from dalapapa.service.stores.keeping import Keeping

from .client import Guest
from .serving import quick, serving

pytestmark = pytest.mark.anyio


async def test_a_server_cleans_up_beside_play(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caretaker, "LOOK_EVERY", 0.02)
    keeping = Keeping(guests=0.5, unbegun=0.5, games=None)
    async with serving(quick(database, keeping=keeping)) as server:
        passer_by, ana = await Guest.named(server.base, "Pat"), await Guest.named(server.base, "Ana")
        playing = (await ana.make("person", "greedy", begins=0))["id"]
        waiting = (await ana.make("person", "open"))["id"]
        async with asyncio.timeout(30):
            figures = ""
            while any(f'{{kind="{kind}"}} 1.0' not in figures for kind in ("guests", "unbegun")):
                figures = (await ana.http.get("/metrics")).text
                await asyncio.sleep(0.05)
        assert (await passer_by.http.get("/api/session")).status_code == 401
        assert await server.premises.store.heads([waiting, playing]) == {playing: 3}
        assert await ana.get("/api/session") == {"name": "Ana"}
        assert [card["id"] for card in await ana.get("/api/tables/mine")] == [playing]
        await ana.close()
        await passer_by.close()
