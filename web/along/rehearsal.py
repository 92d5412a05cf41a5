"""Plays against the computer without a browser: `scripts/pack.js` keeps what of the library that needed."""

import asyncio
import base64
import dataclasses
import json
import logging.handlers  # noqa: F401 (what tells of a mistake belongs to the luggage too)
import random
import traceback
from typing import Any

from dalapapa import kernel
from dalapapa.bots import BOTS, LEVELS, Budget
from dalapapa.browser import start  # noqa: F401 (what a worker begins with)
from dalapapa.browser.carrier import Carrier
from dalapapa.rules import TileSet, classic, view
from dalapapa.rules.tile_file import tile_set_toml
from dalapapa.service.house import House
from dalapapa.service.stores.memory import MemoryStore
from dalapapa.service.tables.thinking import choose_here

# A box of somebody's own.
BOX = tile_set_toml(TileSet("box", classic().tiles[:36]))


async def play(level: str, **agreed: Any) -> int:
    """A whole game against a level and a rematch given up; how many turns it took."""
    store = MemoryStore()
    house = House(store, store, choose_here, pace=0.0)
    heard: asyncio.Queue[Any] = asyncio.Queue()
    carrier = Carrier(house, store, lambda _, text, why: heard.put_nowait(json.loads(text) if text else why))
    await house.open()

    async def ask(method: str, path: str, **body: Any) -> Any:
        ok, text = await carrier.ask(method, path, json.dumps(body))
        assert ok, text
        return json.loads(text)

    await ask("POST", "/api/session", name="Ana")
    assert (await ask("POST", "/api/tiles", tile_set=BOX))["broken"]
    assert not (await carrier.ask("POST", "/api/tiles", json.dumps({"tile_set": "name ="})))[0]
    seats = [{"kind": "person", "name": "Ana"}, {"kind": "bot", "bot": level}]
    card = await ask("POST", "/api/tables", seats=seats, nonce="0" * 32, **agreed)
    table = card["id"]
    assert (await ask("GET", f"/api/tiles/{card['tile_set_sha256']}"))["tiles"]
    await carrier.open(1, table, 0)
    turns = advised = 0
    while True:
        said = await asyncio.wait_for(heard.get(), 60)
        advised += said["type"] in ("advice", "groups")
        if said.get("state") and said["state"]["phase"] == "finished":
            break
        if said["type"] == "options" and said["id"] is None:
            turns += 1
            for what in (
                {"type": "hint", "id": f"h{turns}", "step": 3},
                {"type": "groups", "id": f"g{turns}"},
            ):
                if turns == 3:
                    await carrier.hear(1, json.dumps({**what, "seat": said["seat"]}))
            game = (await house.tables.get(table)).game
            assert game is not None
            chosen = BOTS["greedy"].choose(view(game, game.to_move), random.Random(turns), Budget())
            places = [dataclasses.asdict(placement) for placement in chosen.placements]
            turn = {"type": "turn", "id": f"t{turns}", "seat": said["seat"], "version": said["version"]}
            await carrier.hear(1, json.dumps({**turn, "placements": places}))
    assert advised == 2, advised
    record = await ask("GET", f"/api/tables/{table}/record")
    assert record["result"]
    assert await ask("GET", f"/api/tables/{table}/replay") is not None
    # A file with tiles of one's own proves nothing, and is only walked through.
    files = [] if "tiles" in record else [("replays", {"record": record})]
    for path, body in ((f"tables/{table}", {}), *files):
        method = "POST" if body else "GET"
        while not (await ask(method, f"/api/{path}/analysis", **body))["analysis"]:
            pass
        assert (await ask("POST", f"/api/{path}/otherwise", turn=0, placements=[], **body))["options"]
    assert base64.b64decode(await ask("GET", "/api/paper/rules?language=fr")).startswith(b"%PDF")
    assert (await ask("POST", "/api/paper/own/look?layout=duplex", tile_set=BOX))["pages"] == 4
    rematch = await ask("POST", f"/api/tables/{table}/rematch")
    await carrier.open(2, rematch["id"], 0)
    await carrier.hear(2, json.dumps({"type": "ready", "id": "n", "nonce": "1" * 32}))
    await ask("POST", f"/api/tables/{rematch['id']}/resign")
    await carrier.hear(1, "nonsense")
    assert len(await ask("GET", "/api/tables/mine")) == 2
    for line in (1, 2):
        carrier.close(line)
    await house.close()
    return turns


async def rehearse() -> str:
    """Who sees a little, who thinks ahead, and an open table."""
    kernel.warm()
    turns = {level.id: await play(level.id) for level in (LEVELS[0], LEVELS[-1])}
    turns["open"] = await play("greedy2", open_hands=True, clock=86_400, tile_set=BOX)
    try:
        raise ValueError("a mistake")
    except ValueError:
        traceback.format_exc()
    return json.dumps(turns)
