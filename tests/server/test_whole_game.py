"""Two people and a bot play a whole game, knowing only the protocol."""

import asyncio
import random

import pytest

from dalapapa.rules.records.referee import referee
from dalapapa.service.tables import fairness

from .client import Guest, nonce
from .serving import Running

pytestmark = pytest.mark.anyio


async def test_two_people_and_a_bot_play_to_the_end(server: Running, ana: Guest, bo: Guest) -> None:
    table = (await ana.make("person", "open", "greedy"))["id"]
    assert (await bo.get(f"/api/tables/{table}"))["phase"] == "waiting"
    card = await bo.post(f"/api/tables/{table}/join", {"nonce": nonce()})
    assert card["phase"] == "playing"
    stranger = Guest(server.base)
    async with ana.sit(table) as first, bo.sit(table) as second, stranger.sit(table) as watcher:
        await asyncio.gather(
            first.play_to_the_end(random.Random(1)),
            second.play_to_the_end(random.Random(2)),
            watcher.play_to_the_end(random.Random(3)),
        )
    await stranger.close()
    assert first.events == second.events == watcher.events
    assert [event["seq"] for event in first.events] == list(range(2, first.seq + 1))
    result = first.state["result"]
    record = await bo.get(f"/api/tables/{table}/record")
    referee(record)
    fairness.check(record)
    turned = [record["result"]["scores"][(seat - record["fair"]["first"]) % 3] for seat in range(3)]
    assert turned == result["scores"]
    assert [player["name"] for player in record["players"]].count("Greedy") == 1
    mine = await ana.get("/api/tables/mine")
    assert [(card["id"], card["phase"]) for card in mine] == [(table, "finished")]
