"""Tables on a device agree on what tables of a server do, and are walked through without one."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from dalapapa.browser.carrier import Carrier
from dalapapa.service.house import House
from dalapapa.service.stores.memory import MemoryStore
from dalapapa.service.tables.thinking import choose_here
from tests.offered import offered

pytestmark = pytest.mark.anyio

PERSON, BOT = {"kind": "person"}, {"kind": "bot", "bot": "greedy"}


class Page:
    """A page of the browser: what it asks, says and is told."""

    def __init__(self, house: House, store: MemoryStore) -> None:
        self.told: asyncio.Queue[Any] = asyncio.Queue()
        self.carrier = Carrier(house, store, lambda line, text, why: self._hear(text, why))
        self._lines = 0

    def _hear(self, text: str | None, why: str) -> None:
        self.told.put_nowait(json.loads(text) if text else {"type": "cut", "why": why})

    async def ask(self, method: str, path: str, ok: bool = True, **body: Any) -> Any:
        well, text = await self.carrier.ask(method, path, json.dumps(body))
        assert well is ok, text
        return json.loads(text)

    async def table(self, *seats: dict[str, str], **wishes: Any) -> str:
        """A table that begins at once, and a line to it."""
        card = await self.ask("POST", "/api/tables", seats=seats, nonce="0" * 32, begins=0, **wishes)
        await self.open(card["id"])
        return str(card["id"])

    async def open(self, table: str) -> None:
        self._lines += 1
        await self.carrier.open(self._lines, table, 0)

    async def say(self, **message: Any) -> None:
        await self.carrier.hear(self._lines, json.dumps(message))

    async def until(self, *kinds: str) -> Any:
        async with asyncio.timeout(20):
            while (said := await self.told.get())["type"] not in kinds:
                pass
        return said


@pytest.fixture
async def page() -> AsyncIterator[Page]:
    store = MemoryStore()
    house = House(store, store, choose_here, pace=0.0)
    await house.open()
    page = Page(house, store)
    await page.ask("POST", "/api/session", name="Ana")
    yield page
    for line in range(page._lines):
        page.carrier.close(line + 1)
    await house.close()


async def test_a_purist_table_offers_nothing(page: Page) -> None:
    await page.table(PERSON, BOT, purist=True)
    view = await page.until("view")
    assert view["table"]["purist"]
    await page.say(type="try", id="a", seat=0, placements=[])
    assert (await page.until("error", "options"))["code"] == "purist"


async def test_open_hands_are_open(page: Page) -> None:
    await page.table(PERSON, BOT, open_hands=True)
    state = (await page.until("view"))["state"]
    assert all(len(seat["hand"]) == 2 for seat in state["seats"]) or state["in_setup"]
    assert all(seat["hand"] is not None for seat in state["seats"])


async def test_a_clock_runs(page: Page) -> None:
    await page.table(PERSON, BOT, clock=45)
    assert 0 < (await page.until("view"))["state"]["clock_ms"] <= 45_000


async def test_reactions_are_shown(page: Page) -> None:
    await page.table(PERSON, PERSON)
    await page.until("view")
    await page.say(type="react", reaction="bravo")
    assert await page.until("reaction") == {"type": "reaction", "seat": 0, "reaction": "bravo"}


async def test_a_game_ends_is_walked_through_and_played_again(page: Page) -> None:
    table = await page.table(PERSON, BOT)
    while True:
        said = await page.until("view", "update", "options")
        if said["type"] != "options":
            if said["state"]["phase"] == "finished":
                break
            continue
        place = offered(said)[0]["place"]
        turn = {"id": f"t{said['version']}", "version": said["version"], "seat": 0}
        await page.say(type="turn", placements=[place], **turn)
    record = await page.ask("GET", f"/api/tables/{table}/record")
    walked = await page.ask("POST", "/api/replays", record=record)
    assert walked["scores"] == record["result"]["scores"]
    assert walked["owl"]  # its bag follows from its promise
    record["turns"][0]["points"] += 1
    assert (await page.ask("POST", "/api/replays", ok=False, record=record))["code"] == "bad_record"
    again = await page.ask("POST", f"/api/tables/{table}/rematch")
    assert [seat["kind"] for seat in again["seats"]] == ["bot", "person"]
    mine = await page.ask("GET", "/api/tables/mine")
    assert [card["phase"] for card in mine] == ["waiting", "finished"]
