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


async def test_a_card_needs_no_log() -> None:
    async with room() as at:
        table = (await at.house.lobby.make(ANA, wish("random", target=60))).id
        played = await at.finish(table)
        kept = await at.house.lobby.card(table, BO)
        async with room(at.store) as later:
            assert await later.house.lobby.card(table, BO) == kept
            assert later.tables.kept(table) is None
        assert kept.phase == "finished"
        assert [seat.score for seat in kept.seats] == played.scores


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


async def test_nobody_waits_at_many_public_tables() -> None:
    async with room() as at:
        desk = at.house.lobby
        hosts = [Person(f"host{n}", "Host") for n in range(lobby.MOST_PUBLIC + 2)]
        tables = [(await desk.make(host, wish(public=True))).id for host in hosts]
        joining = [desk.join(table, BO, requests.JoinRequest()) for table in tables]
        joined = await asyncio.gather(*joining, return_exceptions=True)
        assert sum(isinstance(card, requests.Card) for card in joined) == lobby.MOST_PUBLIC
        with refused(ErrorCode.TOO_MANY_TABLES):
            await desk.make(BO, wish(public=True))
        await desk.make(BO, wish())
        await desk.join(tables[0], BO, requests.JoinRequest())  # there already
        await desk.leave(tables[0], BO)
        await desk.join(tables[-1], BO, requests.JoinRequest())


async def test_new_tables_do_not_push_all_others_off_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "MOST_LISTED", 10)
    monkeypatch.setattr(lobby, "MOST_PUBLIC", 1000)
    async with room() as at:
        desk = at.house.lobby
        old = {(await desk.make(Person(f"p{n}", "Host"), wish(public=True))).id for n in range(5)}
        for n in range(20):
            at.time += 1
            await desk.make(ANA, wish(public=True, id=f"a{n}"))
        assert {card.id for card in await desk.public(None)} >= old
        for n in range(30):
            at.time += 1
            await desk.make(Person(f"eve{n}", "Eve"), wish(public=True))
        seen: set[str] = set()
        for _ in range(200):
            listed = [card.id for card in await desk.public(None)]
            assert len(listed) == 10
            seen.update(listed)
        assert seen >= old
