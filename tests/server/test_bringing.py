"""A game played without the server is brought to it: refereed again, kept once, marked, not handed on."""

import copy
import math
import random
from typing import Any

import pytest

from dalapapa.rules import TileSet, classic
from dalapapa.rules.tiles import small
from dalapapa.service.tables import commands
from dalapapa.service.telling import requests, views
from tests.service.rooms import room

from .client import Guest, Json
from .serving import Running, on_sqlite, quick, serving

pytestmark = pytest.mark.anyio


async def played_alone(*seats: str, **wishes: Any) -> Json:
    """The record of a game on a device."""
    async with room() as at:
        table = await at.make(*seats, **wishes)
        return views.record(await at.finish(table.id))


@pytest.mark.parametrize("seats", [("person", "greedy"), ("person", "person", "random", "person")])
async def test_it_is_kept_among_my_games_and_marked(
    server: Running, ana: Guest, bo: Guest, seats: tuple[str, ...]
) -> None:
    record = await played_alone(*seats, open_hands=True)
    card = await ana.post("/api/tables/brought", {"record": record}, 201)
    assert (card["phase"], card["brought"], card["public"]) == ("finished", True, False)
    assert [seat["mine"] for seat in card["seats"]] == [seat == "person" for seat in seats]
    assert sorted(seat["score"] for seat in card["seats"]) == sorted(record["result"]["scores"])
    path = f"/api/tables/{card['id']}"
    assert await ana.get(f"{path}/record") == record
    assert [mine["id"] for mine in await ana.get("/api/tables/mine")] == [card["id"]]
    walked = await ana.get(f"{path}/replay")
    assert walked["scores"] == record["result"]["scores"]
    # Others need the link with its key, as of any game.
    assert (await bo.get(path, 404))["code"] == "no_such_table"
    await bo.get(f"{path}/replay?key={walked['key']}")
    # Neither statistics nor ratings hear of it.
    assert await server.premises.store.unsettled(math.inf, 10) == []
    async with ana.sit(card["id"]) as chair:
        view = await chair.until_type("view")
        assert (view["table"]["brought"], view["state"]["phase"]) == (True, "finished")
    # The next game is one of the server.
    again = await ana.post(f"{path}/rematch")
    assert not again["brought"]


@on_sqlite
async def test_brought_again_it_is_the_same_table(ana: Guest, bo: Guest) -> None:
    record = await played_alone("person", "greedy")
    first = await ana.post("/api/tables/brought", {"record": record}, 201)
    assert await ana.post("/api/tables/brought", {"record": record}, 201) == first
    assert len(await ana.get("/api/tables/mine")) == 1
    # Somebody else who was given the record has a table of their own, and Ana keeps hers.
    other = await bo.post("/api/tables/brought", {"record": record}, 201)
    assert other["id"] != first["id"]
    assert [mine["id"] for mine in await ana.get("/api/tables/mine")] == [first["id"]]


BOX = TileSet("my box", tuple(random.Random(1).sample(classic().tiles, 120)))


@pytest.mark.parametrize("tile_set", [BOX, small()])
async def test_with_other_tiles_it_is_still_there_after_a_restart(sqlite: str, tile_set: TileSet) -> None:
    record = await played_alone("person", "greedy", tile_set=tile_set)
    async with serving(quick(sqlite)) as server:
        ana = await Guest.named(server.base, "Ana")
        card = await ana.post("/api/tables/brought", {"record": record}, 201)
        assert card["tile_set"] == tile_set.name
    async with serving(quick(sqlite)) as server:
        again = Guest(server.base)
        again.http.cookies = ana.http.cookies
        path = f"/api/tables/{card['id']}"
        assert await again.get(f"{path}/record") == record
        # Tiles of one's own can be numbered so that any bag is the promised one: that proves nothing.
        owl = tile_set is not BOX
        assert (await again.get(f"{path}/replay"))["owl"] == owl
        await again.get(f"{path}/analysis", 200 if owl else 409)
        await again.close()
    await ana.close()


def spoilt(record: Json, change: str) -> Json:
    bad = copy.deepcopy(record)
    match change:
        case "points":
            bad["turns"][3]["points"] += 1
        case "bag":
            bad["bag"][-1], bad["bag"][-2] = bad["bag"][-2], bad["bag"][-1]
        case "unfinished":
            del bad["result"]
        case "no secret":
            del bad["fair"]
        case "two devices":
            bad["fair"]["nonces"] = []
        case "table":
            bad["fair"]["table"] = "x" * 33
        case "level":
            bad["players"][1 - bad["fair"]["first"]]["bot"] = "nobody"
        case "name":
            bad["players"][bad["fair"]["first"]]["name"] = "x" * 99
    return bad


@on_sqlite
@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ("points", 409, "bad_record"),
        ("bag", 409, "unfair"),
        ("unfinished", 409, "bad_record"),
        ("no secret", 409, "unfair"),
        ("two devices", 409, "unfair"),
        ("table", 409, "unfair"),
        ("level", 400, "no_such_bot"),
        ("name", 400, "bad_name"),
    ],
)
async def test_what_cannot_be_so_is_refused(ana: Guest, change: str, status: int, code: str) -> None:
    record = await played_alone("person", "greedy", begins=0)
    refused = await ana.post("/api/tables/brought", {"record": spoilt(record, change)}, status)
    assert refused["code"] == code
    assert await ana.get("/api/tables/mine") == []


@on_sqlite
async def test_a_game_of_two_devices_is_not_one_persons(ana: Guest) -> None:
    async with room() as at:
        table = await at.make("person", "open")
        wish = requests.JoinRequest(nonce="f" * 32)
        await at.tables.run(table.id, "join", lambda now: commands.join(now, "bo", "Bo", wish))
        record = views.record(await at.finish(table.id))
    refused = await ana.post("/api/tables/brought", {"record": record}, 409)
    assert "one device" in refused["words"]


async def test_who_brings_many_waits(sqlite: str) -> None:
    record = await played_alone("person", "greedy")
    async with serving(quick(sqlite, brought_rate=1e-6, brought_burst=1)) as server:
        stranger = Guest(server.base)
        assert (await stranger.post("/api/tables/brought", {"record": record}, 401))["code"] == "no_session"
        await stranger.close()
        answers = []
        for name in ("Ana", "Ana again", "Bo", "Cy", "Di", "Ed", "Flo"):
            if name != "Ana again":
                guest = await Guest.named(server.base, name)
            answers.append(
                (await guest.http.post("/api/tables/brought", json={"record": record})).status_code
            )
            if name != "Ana":
                await guest.close()
        # One each, and five from one address.
        assert answers == [201, 429, 201, 201, 201, 201, 429]
