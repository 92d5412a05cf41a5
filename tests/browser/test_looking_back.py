"""Games of this device are looked back at on it: the same requests, the same answers as a server's."""

import asyncio
import json
from typing import Any

import pytest

from dalapapa.analysis.account import analyse
from dalapapa.analysis.writing import analysis_json
from dalapapa.browser.carrier import Carrier
from tests.service.rooms import Room, room

pytestmark = pytest.mark.anyio


class Page:
    """A page of this browser."""

    def __init__(self, at: Room) -> None:
        self._carrier = Carrier(at.house, at.store, lambda *_: None)

    async def ask(self, method: str, path: str, *, ok: bool = True, **body: Any) -> Any:
        found, text = await self._carrier.ask(method, f"/api/{path}", json.dumps(body) if body else "")
        assert found is ok, text
        return json.loads(text)

    async def begin(self) -> str:
        await self.ask("POST", "session", name="Ana")
        seats = [{"kind": "person", "name": "Ana"}, {"kind": "bot", "bot": "greedy"}]
        table: str = (await self.ask("POST", "tables", seats=seats, nonce="0" * 32))["id"]
        return table

    async def looked(self, method: str, path: str, **body: Any) -> Any:
        told = []
        while not (answer := await self.ask(method, path, **body))["analysis"]:
            told.append(answer["done"])
        assert told == sorted(told)
        return answer["analysis"]


async def test_a_finished_game_of_this_device() -> None:
    async with room() as at:
        page = Page(at)
        table = await page.begin()
        for path in ("replay", "analysis"):
            assert (await page.ask("GET", f"tables/{table}/{path}", ok=False))["code"] == "not_finished"
        wish: dict[str, Any] = {"turn": 0, "placements": []}
        refused = await page.ask("POST", f"tables/{table}/otherwise", ok=False, **wish)
        assert refused["code"] == "not_finished"

        await at.finish(table)
        record = await page.ask("GET", f"tables/{table}/record")
        walked = await page.ask("GET", f"tables/{table}/replay")
        assert (walked["scores"], walked["owl"]) == (record["result"]["scores"], True)
        expected = analysis_json(analyse(record))
        found = await page.looked("GET", f"tables/{table}/analysis")
        assert found == {key: expected[key] for key in found}
        assert (await page.ask("POST", f"tables/{table}/otherwise", **wish))["options"]

        # A file says the same; one that was made up is walked through, and no more.
        assert (await page.ask("POST", "replays", record=record))["moves"] == walked["moves"]
        assert await page.looked("POST", "replays/analysis", record=record) == found
        assert (await page.ask("POST", "replays/otherwise", record=record, **wish))["options"]
        del record["fair"]
        assert not (await page.ask("POST", "replays", record=record))["owl"]
        assert (await page.ask("POST", "replays/analysis", ok=False, record=record))["code"] == "unfair"
        assert (await page.ask("POST", "replays", ok=False, record={}))["code"] == "bad_record"


async def test_others_have_their_say_while_the_owl_looks_back() -> None:
    async with room() as at:
        page = Page(at)
        table = await page.begin()
        await at.finish(table)
        looking = asyncio.create_task(page.looked("GET", f"tables/{table}/analysis"))
        answers = 0
        while not looking.done():
            assert len(await page.ask("GET", "tables/mine")) == 1
            answers += 1
            await asyncio.sleep(0)
        assert answers > len((await looking)["turns"]) / 2
