"""Finished games are walked through and looked back at; running ones by nobody, in no way."""

import asyncio
import random
from typing import Any

import pytest

from dalapapa.analysis import METHOD
from dalapapa.analysis.account import analyse
from dalapapa.analysis.writing import analysis_json
from dalapapa.rules import legal_placements
from dalapapa.rules.records.referee import replay
from dalapapa.server import workshop
from dalapapa.service import analyses

from .client import Guest, Json
from .serving import Running, on_sqlite, quick, serving

pytestmark = pytest.mark.anyio


async def finished(guest: Guest, **wishes: Any) -> str:
    """A table whose game is over: the guest plays by lot against the Lynx."""
    table: str = (await guest.make("person", "greedy2", **wishes))["id"]
    async with guest.sit(table) as chair:
        await chair.play_to_the_end(random.Random(4))
    return table


async def looked(guest: Guest, table: str, query: str = "") -> Json:
    """The analysis, however long it takes."""
    async with asyncio.timeout(120):
        while True:
            answer: Json = await guest.get(f"/api/tables/{table}/analysis{query}")
            assert answer["done"] <= answer["total"]
            if answer["analysis"]:
                return answer["analysis"]  # type: ignore[no-any-return]


async def test_a_finished_game_is_walked_through_and_looked_back_at(
    server: Running, ana: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await finished(ana)
    record = await ana.get(f"/api/tables/{table}/record")
    states = list(replay(record))

    walked = await ana.get(f"/api/tables/{table}/replay")
    assert len(walked["moves"]) == len(states) - 1
    for move, before in zip(walked["moves"], states, strict=False):
        assert [tuple(hand) for hand in move["hands"]] == list(before.hands)
        assert (move["player"], move["setup"]) == (before.to_move, before.in_setup)
    assert walked["scores"] == record["result"]["scores"]

    asked = await asyncio.gather(*(looked(ana, table) for _ in range(10)))
    expected = analysis_json(analyse(record))
    for found in asked:
        assert found == {key: expected[key] for key in found}
    assert await server.premises.store.analysis(table, METHOD) is not None

    # Many askers, one computation: what is stored is not made again.
    async def refuse(*_: object) -> bytes:
        raise AssertionError("made again")

    monkeypatch.setattr(workshop.Workshop, "analyse", refuse)
    assert await looked(ana, table) == asked[0]
    await server.premises.store.keep_analysis(table, METHOD, b"later")
    assert await looked(ana, table) == asked[0]


@on_sqlite
async def test_many_askers_cost_one_computation(server: Running, ana: Guest, bo: Guest) -> None:
    table = await finished(ana)
    made = 0
    work = server.premises.replays._workshop.analyse

    async def count(record: Json, progress: analyses.Progress) -> bytes:
        nonlocal made
        made += 1
        return await work(record, progress)

    server.premises.replays._workshop.analyse = count  # type: ignore[method-assign]
    found = await asyncio.gather(*(looked(guest, table) for guest in (ana, bo) for _ in range(5)))
    assert all(one == found[0] for one in found)
    assert made == 1


@on_sqlite
async def test_a_turn_is_played_otherwise(server: Running, ana: Guest) -> None:
    table = await finished(ana)
    record = await ana.get(f"/api/tables/{table}/record")
    game = [state for state in replay(record) if not state.in_setup][3]
    path = f"/api/tables/{table}/otherwise"
    answer = await ana.post(path, {"turn": 3, "placements": []})
    hand = game.hands[game.to_move]
    assert len(answer["options"]) == sum(len(legal_placements(game.board, tile)) for tile in hand)
    assert answer["loss"] is None
    analysis = await looked(ana, table)
    best = analysis["turns"][3]["better"][0]
    places = [{key: one[key] for key in ("tile", "face", "rotation", "x", "y")} for one in best["placements"]]
    tried = await ana.post(path, {"turn": 3, "placements": places})
    assert (tried["points"], tried["loss"]) == (best["points"], 0)
    option = min(answer["options"], key=lambda one: one["receipt"]["points"])
    worse = await ana.post(path, {"turn": 3, "placements": [option["place"]]})
    assert worse["loss"] > 0
    assert worse["points"] == option["receipt"]["points"]

    nowhere = {**option["place"], "x": 900}
    assert (await ana.post(path, {"turn": 3, "placements": [nowhere]}, 409))["code"] == "no_disc"
    foreign = {**option["place"], "tile": next(t for t in range(120) if t not in hand)}
    assert (await ana.post(path, {"turn": 3, "placements": [foreign]}, 409))["code"] == "not_your_tile"
    assert (await ana.post(path, {"turn": 999, "placements": []}, 400))["code"] == "bad_message"


@on_sqlite
@pytest.mark.parametrize("wishes", [{}, {"public": True}, {"spectators": False}, {"purist": True}])
async def test_nobody_gets_anything_of_a_running_game(
    server: Running, ana: Guest, bo: Guest, wishes: dict[str, Any]
) -> None:
    table = (await ana.make("person", "open", **wishes))["id"]
    third = await Guest.named(server.base, "Cy")
    stranger = Guest(server.base)
    await bo.post(f"/api/tables/{table}/join", {"nonce": "1" * 32})
    async with ana.sit(table) as chair, bo.sit(table) as other:
        for version in range(0 if wishes.get("purist") else 6):
            while {chair.state.get("version"), other.state.get("version")} != {version}:
                late = chair if chair.state.get("version") != version else other
                await late.hear()
            player = chair if chair.state["to_move"] in chair.mine else other
            await player.until_options(version)
            assert (await player.ask(player.turn(random.Random(1))))["type"] == "ack"
        while not chair.state or chair.state["phase"] != "playing":
            await chair.hear()
        assert chair.state["phase"] == "playing"
        running = await server.house.tables.get(table)
        key = analyses.key_of(running)
        for guest in (ana, bo, third, stranger):
            for tail in ("", f"?key={key}", "?key=" + "0" * 32):
                for path in (f"/api/tables/{table}/replay{tail}", f"/api/tables/{table}/analysis{tail}"):
                    answer = await guest.http.get(path)
                    assert (answer.status_code, answer.json()["code"]) in (
                        (409, "not_finished"),
                        (404, "no_such_table"),
                    )
                answer = await guest.http.post(
                    f"/api/tables/{table}/otherwise{tail}", json={"turn": 0, "placements": []}
                )
                assert answer.json()["code"] in ("not_finished", "no_such_table")
        # Over the socket there is no such message.
        for kind in ("analysis", "analyse", "replay", "otherwise"):
            await chair.tell({"type": kind, "id": "x", "turn": 0, "placements": []})
            refused = await chair.until_type("refused", "error")
            assert refused["code"] == "bad_message"
    await third.close()
    await stranger.close()


@on_sqlite
async def test_a_made_up_record_is_no_way_to_ask_about_a_running_game(server: Running, ana: Guest) -> None:
    """Whoever could make up a bag would put their own hand into it: only a proven one is looked back at."""
    table = await finished(ana)
    record = await ana.get(f"/api/tables/{table}/record")
    assert (await ana.post("/api/replays", {"record": record}))["owl"]
    analysis = None
    while analysis is None:
        analysis = (await ana.post("/api/replays/analysis", {"record": record}))["analysis"]
    assert analysis == await looked(ana, table)
    assert (await ana.post("/api/replays/otherwise", {"record": record, "turn": 0, "placements": []}))[
        "options"
    ]

    without = {key: value for key, value in record.items() if key != "fair"}
    assert not (await ana.post("/api/replays", {"record": without}))["owl"]
    invented = {**record, "fair": {**record["fair"], "secret": "0" * 64}}
    going_on = {key: value for key, value in record.items() if key not in ("bag", "result")}
    endless = {**record, "bag": list(range(20_000))}
    own_tiles = {**record, "tile_set": "mine"}
    for made_up, code in (
        (without, "unfair"),
        (invented, "unfair"),
        (endless, "unfair"),
        (own_tiles, "unfair"),
        (going_on, "bad_record"),
    ):
        for path in ("/api/replays/analysis", "/api/replays/otherwise"):
            body = {"record": made_up} | ({"turn": 0, "placements": []} if "other" in path else {})
            assert (await ana.post(path, body, 409))["code"] == code
    assert (await ana.post("/api/replays", {"record": going_on}, 409))["code"] == "bad_record"
    placed = record["turns"][2]["placements"][0]
    for turned in ({"points": record["turns"][2]["points"] + 1}, {"placements": [{**placed, "x": 400}]}):
        turns = [*record["turns"][:2], {**record["turns"][2], **turned}, *record["turns"][3:]]
        fault = await ana.post("/api/replays", {"record": {**record, "turns": turns}}, 409)
        assert (fault["code"], "turn 3" in fault["words"]) == ("bad_record", True)


@on_sqlite
async def test_guessed_ids_lead_nowhere(server: Running, ana: Guest) -> None:
    for table in ("a" * 22, "x", "..", "%00"):
        for path in ("replay", "analysis"):
            assert (await ana.http.get(f"/api/tables/{table}/{path}")).status_code == 404


@on_sqlite
async def test_a_closed_game_opens_for_others_with_the_link_of_somebody_who_sat_there(
    server: Running, ana: Guest, bo: Guest
) -> None:
    table = await finished(ana, spectators=False)
    key = (await ana.get(f"/api/tables/{table}/replay"))["key"]
    await bo.get(f"/api/tables/{table}/replay", 404)
    for wrong in ("0" * 32, "%C3%A9"):
        await bo.get(f"/api/tables/{table}/analysis?key={wrong}", 404)
    assert (await bo.get(f"/api/tables/{table}/replay?key={key}"))["table"] == table
    assert await looked(bo, table, f"?key={key}")


async def test_nobody_has_games_looked_back_at_without_end(sqlite: str) -> None:
    async with serving(quick(sqlite, analysis_rate=0.0001, analysis_burst=2)) as server:
        ana = await Guest.named(server.base, "Ana")
        tables = [await finished(ana) for _ in range(3)]
        for table in tables[:2]:
            await looked(ana, table)
        assert (await ana.get(f"/api/tables/{tables[2]}/analysis", 429))["code"] == "too_fast"
        await looked(ana, tables[0])  # what is there already costs nothing
        await ana.close()
