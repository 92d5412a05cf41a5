"""The carrier of the worker answers for sets of one's own as the server does."""

import json
from typing import Any

import pytest

from dalapapa.browser.carrier import Carrier
from dalapapa.rules import TileSet, classic
from dalapapa.rules.tile_file import tile_set_toml
from dalapapa.service.house import House
from dalapapa.service.stores.memory import MemoryStore
from dalapapa.service.tables.thinking import choose_here

pytestmark = pytest.mark.anyio

BOX = TileSet("Ours", classic().tiles[:24])


async def test_a_set_of_ones_own_is_checked_played_and_fetched() -> None:
    store = MemoryStore()
    house = House(store, store, choose_here, pace=1e6)
    carrier = Carrier(house, store, lambda *_: None)

    async def ask(method: str, path: str, **body: Any) -> tuple[bool, Any]:
        ok, text = await carrier.ask(method, path, json.dumps(body))
        return ok, json.loads(text)

    await ask("POST", "/api/session", name="Ana")
    ok, seen = await ask("POST", "/api/tiles", tile_set=tile_set_toml(BOX))
    assert (ok, [one["fact"] for one in seen["broken"]], seen["refusal"]) == (True, ["count"], None)
    seats = [{"kind": "person", "name": "Ana"}, {"kind": "bot", "bot": "greedy"}]
    ok, card = await ask("POST", "/api/tables", seats=seats, tile_set=tile_set_toml(BOX))
    assert (ok, card["tile_set"]) == (True, "Ours")
    ok, tiles = await ask("GET", f"/api/tiles/{card['tile_set_sha256']}")
    assert (ok, len(tiles["tiles"]), tiles["sha256"]) == (True, 24, BOX.fingerprint)
    tile = {"tile": 23, "face": 1, "rotation": 0, "x": 0, "y": 0}
    game = {"players": 2, "target": 60, "moves": [[tile]], "names": ["Ana", "Bo"]}
    ok, kept = await ask("POST", "/api/keeping", **game, tile_set=tile_set_toml(BOX))
    assert (ok, kept["fault"], kept["record"]["tile_set_sha256"]) == (True, None, BOX.fingerprint)
    for asked in (
        ask("POST", "/api/keeping", **game, tile_set="name ="),
        ask("GET", "/api/tiles/nonsense"),
        ask("POST", "/api/tiles", tile_set="name ="),
        ask("POST", "/api/tiles", tile_set=7),
        ask("POST", "/api/tables", seats=seats, tile_set="name ="),
    ):
        ok, fault = await asked
        assert not ok
        assert fault["code"] in ("not_found", "bad_tile_set", "bad_message")
    await house.close()
