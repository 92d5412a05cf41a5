"""Sets of one's own over HTTP: played with by everybody at a table, and refused in the game's words."""

import asyncio
import random

import httpx
import pypdfium2 as pdfium
import pytest

from dalapapa.rules import TileSet, classic
from dalapapa.rules.records.referee import referee
from dalapapa.rules.tile_file import tile_set_toml
from dalapapa.rules.tiles import without
from dalapapa.service.tables import fairness

from .client import Guest, nonce
from .serving import Running, on_sqlite, quick, serving

pytestmark = pytest.mark.anyio

BOX = without(classic(), {"angle", "zigzag", "pyramid"}, "Anna's box")
TOML = tile_set_toml(BOX)


async def test_two_people_play_with_it_and_a_third_watches(server: Running, ana: Guest, bo: Guest) -> None:
    table = (await ana.make("person", "open", tile_set=TOML))["id"]
    card = await bo.post(f"/api/tables/{table}/join", {"nonce": nonce()})
    assert (card["tile_set"], card["tile_set_sha256"]) == (BOX.name, BOX.fingerprint)
    stranger = Guest(server.base)
    async with ana.sit(table) as first, bo.sit(table) as second, stranger.sit(table) as watcher:
        await asyncio.gather(
            first.play_to_the_end(random.Random(1)),
            second.play_to_the_end(random.Random(2)),
            watcher.play_to_the_end(random.Random(3)),
        )
    tiles = await stranger.get(f"/api/tiles/{watcher.table['tile_set_sha256']}")
    assert [tile["faces"] for tile in tiles["tiles"]] == [
        [[colour.word for colour in face] for face in tile.faces] for tile in BOX.tiles
    ]
    await stranger.close()
    record = await bo.get(f"/api/tables/{table}/record")
    assert referee(record).board.tile_set.fingerprint == BOX.fingerprint
    fairness.check(record)
    replay = await ana.get(f"/api/tables/{table}/replay")
    assert replay["tile_set"]["name"] == BOX.name
    opened = await ana.post("/api/replays", {"record": record})
    assert opened["tile_set"] == replay["tile_set"]
    looked = await ana.get(f"/api/tables/{table}/analysis")
    while looked["analysis"] is None:
        looked = await ana.get(f"/api/tables/{table}/analysis")
    assert len(looked["analysis"]["turns"]) == len(record["turns"])


async def test_it_is_played_on_after_a_restart(database: str) -> None:
    async with serving(quick(database, pace=1e6)) as server:
        ana = await Guest.named(server.base, "Ana")
        table = (await ana.make("person", "greedy", tile_set=TOML))["id"]
    async with serving(quick(database)) as server:
        again = Guest(server.base)
        again.http.cookies = ana.http.cookies
        async with again.sit(table) as chair:
            await chair.play_to_the_end(random.Random(4))
        referee(await again.get(f"/api/tables/{table}/record"))
        await again.close()
    await ana.close()


@on_sqlite
async def test_a_set_is_kept_by_browsers_for_ever(server: Running, ana: Guest) -> None:
    await ana.make("person", "greedy", tile_set=TOML)
    answer = await ana.http.get(f"/api/tiles/{BOX.fingerprint}")
    assert "immutable" in answer.headers["cache-control"]
    unknown = await ana.http.get(f"/api/tiles/{'0' * 64}")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "not_found")
    assert unknown.headers["cache-control"] == "no-store"


async def test_the_default_can_be_another_set(sqlite: str) -> None:
    async with serving(quick(sqlite, tile_set=BOX)) as server:
        ana = await Guest.named(server.base, "Ana")
        assert (await ana.get("/api/tiles"))["name"] == BOX.name
        assert (await ana.make("person", "greedy"))["tile_set"] == BOX.name
        assert (await ana.make("person", "greedy", tile_set="classic"))["tile_set"] == "classic"
        await ana.close()


ODD = [
    ("", 400, "bad_tile_set"),
    ("x" * 40_000, 413, "too_big"),
    ("# " + "é" * 20_000, 413, "too_big"),
    ("a." * 8_000 + "a = 1", 400, "bad_tile_set"),
    ("[" * 20_000, 400, "bad_tile_set"),
    ("x = " + "[" * 10_000, 400, "bad_tile_set"),
    ('name = "\\uD800"', 400, "bad_tile_set"),
    ('name = "\U0001f9e9\u200f"\n' + TOML.partition("\n")[2], 400, "bad_tile_set"),
    (tile_set_toml(TileSet("one", BOX.tiles[:1])), 400, "bad_tile_set"),
    (f'name = "x"\ntile = [{"{}," * 1_000}]', 400, "bad_tile_set"),
    (TOML.replace("bridge", "b" * 41), 400, "bad_tile_set"),
    (TOML.replace("[[tile]]", "[[tile]]\nid = 3"), 400, "bad_tile_set"),
    (TOML.replace('front = "', 'front = "x', 1), 400, "bad_tile_set"),
    (TOML + "\x00", 400, "bad_tile_set"),
]


@on_sqlite
async def test_odd_sets_are_refused_in_the_games_words(server: Running, ana: Guest) -> None:
    seats = [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}]
    for text, status, code in ODD:
        for path, body in (
            ("/api/tables", {"seats": seats, "tile_set": text}),
            ("/api/paper/own", {"tile_set": text}),
        ):
            answer = await ana.http.post(path, json=body)
            assert (answer.status_code, answer.json()["code"]) == (status, code), (path, text[:60])
            assert answer.json()["words"]
        looked = await ana.http.post("/api/tiles", json={"tile_set": text})
        if looked.status_code == 200:
            assert looked.json()["refusal"]["code"] == "bad_tile_set", text[:60]
        else:
            assert (looked.status_code, looked.json()["code"]) == (status, code), text[:60]
    for wrong in (7, ["x"], {"name": "x"}, True):
        answer = await ana.http.post("/api/tables", json={"seats": seats, "tile_set": wrong})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")
    assert await ana.get("/api/tables/mine") == []
    assert (await ana.get("/health"))["status"] == "ok"


@on_sqlite
async def test_ones_own_tiles_are_printed(server: Running) -> None:
    async with httpx.AsyncClient(base_url=server.base, timeout=120) as browser:
        answer = await browser.post("/api/paper/own?paper=Letter&layout=separate", json={"tile_set": TOML})
        assert answer.headers["content-type"] == "application/pdf", answer.text
        document = pdfium.PdfDocument(answer.content)
        assert len(document) == 4  # 48 tiles: two sheets of fronts, two of backs
        text = " ".join(page.get_textpage().get_text_range() for page in document).split()
        assert [text.count(str(tile)) for tile in (0, 24, 47, 48)] == [2, 2, 2, 0]
