"""Hints over the socket: the server gives them where they were agreed on, and at a human pace."""

import random
from typing import Any

import pytest

from .client import Chair, Guest, nonce
from .serving import Running, on_sqlite, quick, serving

pytestmark = pytest.mark.anyio

HINT = {"type": "hint", "seat": 0, "step": 3}
GROUPS = {"type": "groups", "seat": 0}


async def first_turns(*chairs: Chair) -> None:
    """Everybody lays the set-up tile: then the first turn that scores begins."""
    for version, chair in enumerate(chairs):
        await chair.until_options(version)
        assert (await chair.ask(chair.turn(random.Random(version))))["type"] == "ack"
    await chairs[0].until_options(len(chairs))


async def people(ana: Guest, bo: Guest, **wishes: Any) -> str:
    table: str = (await ana.make("person", "open", begins=0, **wishes))["id"]
    await bo.post(f"/api/tables/{table}/join", {"nonce": nonce()})
    return table


@on_sqlite
async def test_nobody_is_hinted_at_against_people_who_did_not_agree(
    server: Running, ana: Guest, bo: Guest
) -> None:
    table = await people(ana, bo)
    async with ana.sit(table) as first, bo.sit(table) as second:
        await first_turns(first, second)
        for asked in (HINT, GROUPS):
            assert (await first.ask(dict(asked)))["code"] == "no_hints"
            assert (await second.ask(asked | {"seat": 1}))["code"] == "no_hints"
    assert (await bo.get(f"/api/tables/{table}"))["hints"] is False


@on_sqlite
async def test_purist_tables_give_no_hints(server: Running, ana: Guest) -> None:
    table = (await ana.make("person", "person", purist=True, begins=0))["id"]
    async with ana.sit(table) as chair:
        await chair.until_type("view")
        for asked in (HINT, GROUPS):
            assert (await chair.ask(dict(asked)))["code"] == "purist"
    await ana.make("person", "open", purist=True, hints=True, status=409)


@on_sqlite
async def test_who_sits_down_where_hints_are_allowed_has_agreed(
    server: Running, ana: Guest, bo: Guest
) -> None:
    table = await people(ana, bo, hints=True)
    assert (await bo.get(f"/api/tables/{table}"))["hints"] is True
    async with ana.sit(table) as first, bo.sit(table) as second:
        await first_turns(first, second)
        advice = await first.ask(dict(HINT))
        assert (advice["type"], advice["version"]) == ("advice", 2)
        turn = {"type": "turn", "version": 2, "seat": 0, "placements": [advice["laid"]["place"]]}
        assert (await second.ask(HINT | {"seat": 1}))["code"] == "not_your_turn"
        assert [seat["hints"] for seat in second.state["seats"]] == [1, 0]  # everybody is told
        assert (await first.ask(dict(GROUPS)))["type"] == "groups"
        assert (await first.ask(turn))["type"] == "ack"
        await first.until(lambda message: message["type"] == "update" and message["state"]["version"] == 3)
        (laid,) = first.events[-1]["laid"]
        assert laid == advice["laid"]


async def test_a_flood_of_hints_is_refused(sqlite: str) -> None:
    async with serving(quick(sqlite, hint_rate=0.001, hint_burst=3)) as server:
        ana = await Guest.named(server.base, "Ana")
        table = (await ana.make("person", "person", begins=0))["id"]
        async with ana.sit(table) as chair:
            await first_turns(chair, chair)
            answers = [await chair.ask(dict(HINT)) for _ in range(6)]
            assert [one["type"] for one in answers] == ["advice"] * 3 + ["error"] * 3
            assert answers[-1]["code"] == "too_fast"
            assert (await chair.ask({"type": "try", "seat": 0}))[
                "type"
            ] == "options"  # that is another matter
        await ana.close()
