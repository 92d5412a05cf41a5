"""A running server forgets by itself what nobody comes back for, and takes no more in than it can."""

import asyncio

import pytest

from dalapapa.server import caretaker
from dalapapa.service.stores.keeping import Keeping

from .client import Guest
from .serving import on_sqlite, quick, serving

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


@on_sqlite
async def test_new_guests_of_an_address_come_at_a_human_pace(database: str) -> None:
    async with serving(quick(database, guest_rate=0.001, guest_burst=3)) as server:
        known = [await Guest.named(server.base, f"Guest {number}") for number in range(3)]
        stranger = Guest(server.base)
        refused = await stranger.post("/api/session", {"name": "One more"}, 429)
        assert refused["code"] == "too_fast"
        assert (await known[0].post("/api/session", {"name": "Ana"}, 201)) == {"name": "Ana"}  # no new one
        for guest in (*known, stranger):
            await guest.close()
