"""Tables made, found and left; who may see what of them."""

import asyncio

import pytest

from dalapapa.rules import DalapapaError, ErrorCode
from dalapapa.service import lobby
from dalapapa.service.people.register import Person
from dalapapa.service.telling import requests

from .rooms import NONCE, room

pytestmark = pytest.mark.anyio

ANA, BO = Person("ana", "Ana"), Person("bo", "Bo")


def wish(other: str = "open", **wishes: object) -> requests.NewTable:
    seat = requests.NewSeat("open") if other == "open" else requests.NewSeat("bot", bot=other)
    return requests.NewTable([requests.NewSeat("person"), seat], nonce=NONCE, **wishes)  # type: ignore[arg-type]


def refused(code: ErrorCode) -> "pytest.RaisesExc[DalapapaError]":
    return pytest.raises(DalapapaError, check=lambda error: error.code is code)


async def test_unfinished_tables_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "MOST_UNFINISHED", 3)
    async with room() as at:
        wishes = [at.house.lobby.make(ANA, wish(id=f"w{n}")) for n in range(5)]
        made = await asyncio.gather(*wishes, return_exceptions=True)
        cards = [card for card in made if isinstance(card, requests.Card)]
        assert len(cards) == 3
        again = await at.house.lobby.make(ANA, wish(id="w0"))
        assert again.id == cards[0].id  # what is there already is given again
        with refused(ErrorCode.TOO_MANY_TABLES):
            await at.house.lobby.make(ANA, wish())
        await at.house.lobby.make(BO, wish())
        await at.house.lobby.leave(cards[0].id, ANA)
        await at.house.lobby.make(ANA, wish())


async def test_lists() -> None:
    async with room(pace=1e6) as at:
        desk = at.house.lobby
        waiting = await desk.make(ANA, wish(public=True))
        hidden = await desk.make(ANA, wish())
        running = await desk.make(ANA, wish("greedy", begins=0, public=True))
        unseen = await desk.make(ANA, wish("greedy", begins=1, public=True, spectators=False))
        assert [card.id for card in await desk.public(None)] == [waiting.id, running.id]
        mine = [card.id for card in await desk.mine(ANA)]
        assert mine[:2] == [running.id, unseen.id]  # my turn, then what plays
        assert set(mine[2:]) == {waiting.id, hidden.id}
        assert await desk.mine(BO) == []


async def test_a_table_that_is_not_to_be_seen_is_like_none() -> None:
    async with room(pace=1e6) as at:
        desk = at.house.lobby
        table = (await desk.make(ANA, wish("greedy", spectators=False))).id
        for ask in (desk.card, desk.fair, desk.record):
            for person in (BO, None):
                with refused(ErrorCode.NO_SUCH_TABLE):
                    await ask(table, person)
        for do in (desk.leave, desk.resign, desk.rematch):
            with refused(ErrorCode.NO_SUCH_TABLE):
                await do(table, BO)
        assert (await desk.card(table, ANA)).id == table


@pytest.mark.parametrize("public", [False, True])
async def test_records_are_for_those_who_sat_there_or_public(public: bool) -> None:
    async with room() as at:
        table = (await at.house.lobby.make(ANA, wish("random", public=public))).id
        with refused(ErrorCode.NOT_FINISHED):
            await at.house.lobby.record(table, ANA)
        await at.finish(table)
        assert (await at.house.lobby.record(table, ANA))["fair"]["table"] == table
        if public:
            assert await at.house.lobby.record(table, None) == await at.house.lobby.record(table, BO)
        else:
            with refused(ErrorCode.NO_SUCH_TABLE):
                await at.house.lobby.record(table, BO)


async def test_a_rematch_is_one_table_whoever_asks() -> None:
    async with room() as at:
        table = (await at.house.lobby.make(ANA, wish(begins=0))).id
        await at.house.lobby.join(table, BO, requests.JoinRequest(nonce=NONCE))
        with refused(ErrorCode.NOT_FINISHED):
            await at.house.lobby.rematch(table, ANA)
        await at.house.lobby.resign(table, BO)
        await at.finish(table)
        asked = await asyncio.gather(*(at.house.lobby.rematch(table, guest) for guest in (ANA, BO, ANA)))
        assert len({card.id for card in asked}) == 1
        assert [seat.name for seat in asked[0].seats] == ["Bo", "Ana"]
        assert asked[0].phase == "waiting"
