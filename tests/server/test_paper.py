"""Documents for the page “On paper”."""

import asyncio
import time

import httpx
import pytest

from dalapapa.print.choices import Sheet
from dalapapa.print.wishes import Wish
from dalapapa.rules import DalapapaError, ErrorCode, TileSet
from dalapapa.server import printer
from dalapapa.server.printer import Printer
from tests.print.reader import count

from .serving import Running, on_sqlite, quick, serving
from .test_tile_sets import TOML

pytestmark = pytest.mark.anyio


@on_sqlite
@pytest.mark.parametrize(
    ("asked", "pages"),
    [
        ("scores?players=3&language=it", 1),
        ("bag?paper=Letter&grey=true", 1),
        ("calibration?paper=A4&grey=true&players=2", 2),
    ],
)
async def test_a_document_opens_in_a_reader(server: Running, asked: str, pages: int) -> None:
    async with httpx.AsyncClient(base_url=server.base, timeout=60) as browser:
        answer = await browser.get(f"/api/paper/{asked}")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf")
        assert count(answer.content) == pages
        assert (await browser.get(f"/api/paper/{asked}")).content == answer.content
        # What it looks like is drawn by the same hand.
        look = (await browser.get(f"/api/paper/{asked.replace('?', '/look?')}")).json()
        assert (look["pages"], len(look["pictures"])) == (pages, pages)
        assert all(picture.startswith("<svg ") for picture in look["pictures"])


@on_sqlite
@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ("money", 400),
        ("tiles?paper=A0", 400),
        ("tiles?layout=--help", 400),
        ("scores?players=9", 400),
        ("scores?players=two", 400),
        ("rules?language=xx", 400),
        ("tiles?shift=1", 400),
        ("tiles?shift=--help,0", 400),
    ],
)
async def test_what_cannot_be_printed(server: Running, asked: str, status: int) -> None:
    sheet, _, chosen = asked.partition("?")
    async with httpx.AsyncClient(base_url=server.base) as browser:
        for address in (f"{sheet}?{chosen}", f"{sheet}/look?{chosen}"):
            answer = await browser.get(f"/api/paper/{address}")
            assert answer.status_code == status
            assert answer.json()["code"]


@on_sqlite
async def test_the_tiles_of_ones_own_box(server: Running) -> None:
    async with httpx.AsyncClient(base_url=server.base, timeout=60) as browser:
        document = await browser.post("/api/paper/own?layout=fold", json={"tile_set": TOML})
        look = (await browser.post("/api/paper/own/look?layout=fold", json={"tile_set": TOML})).json()
        assert count(document.content) == look["pages"]
        assert len(look["pictures"]) == 1  # the first sheet
        broken = await browser.post("/api/paper/own/look", json={"tile_set": "name ="})
        assert (broken.status_code, broken.json()["code"]) == (400, "bad_tile_set")


async def test_nobody_has_sheets_printed_without_end(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printer, "_print", lambda wish, own=None: str(wish).encode())
    async with (
        serving(quick(sqlite, analysis_rate=0.0001, analysis_burst=2)) as server,
        httpx.AsyncClient(base_url=server.base) as browser,
    ):
        first, *others = [f"/api/paper/tiles?shift=0.{number},0" for number in range(3)]
        # Whoever asks for the same at the same time waits for one printing, and pays for one.
        same = await asyncio.gather(*(browser.get(first) for _ in range(4)))
        assert [answer.status_code for answer in same] == [200] * 4
        assert [(await browser.get(one)).status_code for one in others] == [200, 429]
        assert (await browser.get(others[1])).json()["code"] == "too_fast"
        own = await browser.post("/api/paper/own", json={"tile_set": TOML})
        assert own.json()["code"] == "too_fast"
        assert (await browser.get(first)).status_code == 200  # what is there already costs nothing


async def test_one_document_is_printed_once_however_many_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = []

    def slowly(wish: Wish, own: TileSet | None = None) -> bytes:
        printed.append(wish)
        time.sleep(0.01)
        return str(wish).encode()

    monkeypatch.setattr(printer, "_print", slowly)
    press, bag = Printer(), Wish(Sheet.BAG)
    moved = [Wish(Sheet.TILES, shift=(number / 10, 0)) for number in range(40)]
    assert await asyncio.gather(*(press.document(bag) for _ in range(8))) == [str(bag).encode()] * 8
    assert printed == [bag]
    # A queue has an end, and so has what is kept.
    asked = await asyncio.gather(*(press.document(wish) for wish in moved[:12]), return_exceptions=True)
    refused = [answer for answer in asked if isinstance(answer, DalapapaError)]
    assert [refusal.code for refusal in refused] == [ErrorCode.TRY_AGAIN] * 4
    for wish in moved[: printer.KEPT]:
        await press.document(wish)
    printed.clear()
    await press.document(bag)
    await press.document(moved[printer.KEPT - 1])
    assert printed == [bag]
