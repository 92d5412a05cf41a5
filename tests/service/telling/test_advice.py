"""Hints and the pressure on open groups: for whom, how much, counted; and never for anybody else."""

import random
from typing import Any

import msgspec
import pytest

from dalapapa.analysis.pressure import Pressure, coming
from dalapapa.bots import Budget
from dalapapa.bots.strong import MasterBot
from dalapapa.kernel.questions import Position
from dalapapa.rules import DalapapaError, ErrorCode, view
from dalapapa.service.stores.memory import MemoryStore
from dalapapa.service.tables import commands
from dalapapa.service.tables.table import Table
from dalapapa.service.telling import messages, views
from dalapapa.service.telling.advice import Adviser
from dalapapa.service.telling.happenings import place

from ..rooms import ANA, BO, CY, Carrier, Room, room, talking
from .test_views import play

pytestmark = pytest.mark.anyio

HINT = {"type": "hint", "id": "h", "seat": 0, "step": 1}
GROUPS = {"type": "groups", "id": "g", "seat": 0}


async def against_a_bot(at: Room, **wishes: Any) -> Table:
    """Ana's turn, some way into a game."""
    return await play(at, await at.make("person", "greedy", begins=0, target=240, **wishes), 8)


async def among_people(at: Room, **wishes: Any) -> Table:
    return await play(at, await at.join(await at.make("person", "open", begins=0, **wishes), BO), 8)


async def hinted(carrier: Carrier, **more: Any) -> dict[str, Any]:
    assert await carrier.say(**HINT | more) is None
    return await carrier.told("advice")


async def test_a_hint_comes_in_thirds_and_is_the_owls_turn() -> None:
    async with room() as at:
        table = await against_a_bot(at)
        assert table.game
        seen = view(table.game, table.game.to_move)
        owl = MasterBot().choose(seen, random.Random(0), Budget()).placements
        async with talking(at, table, ANA) as ana:
            where, which, whole = [await hinted(ana, step=step) for step in (1, 2, 3)]
            region = where["region"]
            for x, y in owl[0].cells:
                assert region["x"] <= x < region["x"] + region["width"]
                assert region["y"] <= y < region["y"] + region["height"]
            assert [where[key] for key in ("tile", "face", "laid", "why")] == [None, None, None, []]
            assert [which[key] for key in ("tile", "face")] == [owl[0].tile, owl[0].face]
            assert [which[key] for key in ("laid", "why")] == [None, []]
            assert whole["laid"]["place"] == msgspec.to_builtins(place(owl[0]))
            assert whole["laid"]["receipt"]["points"] >= 0
            assert whole["why"]
            then = await hinted(ana, step=3, placements=[whole["laid"]["place"]])
            assert then["after"] == [whole["laid"]["place"]]
            if len(owl) == 2:
                assert then["laid"]["place"] == msgspec.to_builtins(place(owl[1]))
            else:
                assert (then["region"], then["laid"]) == (None, None)
                assert then["why"]


async def test_hints_are_counted_once_a_turn_and_for_good() -> None:
    store = MemoryStore()
    async with room(store) as at:
        table = await against_a_bot(at)
        async with talking(at, table, ANA, since=table.seq) as ana:
            for step in (1, 2, 3, 1):
                await hinted(ana, step=step)
        now = await at.tables.get(table.id)
        assert [seat.hints for seat in now.seats] == [1, 0]
        table = await play(at, now, 2)
        async with talking(at, table, ANA) as ana:
            assert [seat["hints"] for seat in (await ana.told("view"))["state"]["seats"]] == [1, 0]
            await hinted(ana)
    async with room(store) as again:  # the log has it
        table = await again.tables.get(table.id)
        assert [seat.hints for seat in table.seats] == [2, 0]
        assert [one.seat for one in table.happenings if isinstance(one, messages.Hinted)] == [0, 0]


async def test_the_record_says_how_often() -> None:
    async with room() as at:
        table = await play(at, await at.make("person", "greedy", begins=1), 7)
        async with talking(at, table, ANA) as ana:
            await hinted(ana)
        record = views.record(await at.finish(table.id))
        assert record["hints"] == [0, 1]  # by player: the bot began
        assert "hints" not in views.record(await at.finish((await at.make("person", "greedy")).id))


@pytest.mark.parametrize("asked", [HINT, GROUPS])
async def test_who_is_refused(asked: dict[str, Any]) -> None:
    async with room() as at:

        async def refusal(table: Table, person: str | None, **more: Any) -> ErrorCode | None:
            async with talking(at, table, person) as carrier:
                before = (await at.tables.get(table.id)).seq
                refused = await carrier.say(**asked | more)
                assert (await at.tables.get(table.id)).seq == before  # nothing is counted
                return refused

        assert await refusal(await against_a_bot(at, purist=True), ANA) is ErrorCode.PURIST
        people = await among_people(at)
        assert await refusal(people, ANA) is ErrorCode.NO_HINTS
        assert await refusal(people, BO, seat=1) is ErrorCode.NO_HINTS
        agreed = await among_people(at, hints=True)
        assert await refusal(agreed, ANA, seat=1) is ErrorCode.NOT_AT_TABLE
        assert await refusal(agreed, CY) is ErrorCode.NOT_AT_TABLE
        assert await refusal(agreed, None) is ErrorCode.NOT_AT_TABLE
        waiting = await at.make("person", "open", hints=True)
        assert await refusal(waiting, ANA) is ErrorCode.NOT_STARTED
        over = await at.finish((await at.make("person", "person")).id)
        assert await refusal(over, ANA) in (ErrorCode.GAME_OVER, ErrorCode.NOT_AT_TABLE)
        given_up = await at.tables.run(agreed.id, "r", lambda now: commands.resign(now, ANA))
        assert await refusal(given_up, ANA) is ErrorCode.NOT_AT_TABLE
        mine = await against_a_bot(at)
        assert mine.game
        there = mine.game.board.placements[0]
        overlap = {"tile": mine.game.hands[0][0], "face": 0, "rotation": 0, "x": there.x, "y": there.y}
        assert await refusal(mine, ANA, placements=[overlap]) is ErrorCode.OVERLAP
        assert await refusal(mine, ANA, placements=[overlap | {"tile": 999}]) is ErrorCode.NOT_YOUR_TILE


async def test_hints_are_for_ones_own_turn_and_not_for_set_up() -> None:
    async with room() as at:
        agreed = await among_people(at, hints=True)
        async with talking(at, agreed, BO) as bo:
            assert await bo.say(**HINT | {"seat": 1}) is ErrorCode.NOT_YOUR_TURN
            assert await bo.say(**GROUPS | {"seat": 1}) is None  # looking is free
        table = await at.make("person", "person", begins=0)
        async with talking(at, table, ANA) as ana:
            assert await ana.say(**HINT) is ErrorCode.NO_HINTS


@pytest.mark.parametrize(
    ("seats", "wishes", "agreed"),
    [
        (("person", "greedy"), {}, True),
        (("person", "person"), {}, True),
        (("person", "person", "greedy"), {"hints": False}, False),
        (("person", "open"), {}, False),
        (("person", "open", "greedy"), {}, False),
        (("person", "open"), {"hints": True}, True),
        (("person", "greedy"), {"purist": True}, False),
    ],
)
async def test_among_people_hints_must_be_wished_for(
    seats: tuple[str, ...], wishes: dict[str, Any], agreed: bool
) -> None:
    async with room() as at:
        table = await at.make(*seats, **wishes)
        assert table.agreed.hints is views.card(table, BO).hints is agreed


async def test_no_help_and_hints_are_no_wish() -> None:
    async with room() as at:
        with pytest.raises(DalapapaError) as refusal:
            await at.make("person", "greedy", purist=True, hints=True)
        assert refusal.value.code is ErrorCode.PURIST


async def test_the_pressure_is_that_of_ones_own_view() -> None:
    async with room() as at:
        table = await among_people(at, hints=True)
        slow: list[Pressure] = []
        while not slow:  # on some boards nothing can be closed by the next tile
            table = await play(at, table, 2)
            assert table.game
            board, seen = table.game.board, view(table.game, table.player_at(1))
            slow = list(coming(Position(board), board, seen.unseen).groups)
        async with talking(at, table, BO) as bo:
            assert await bo.say(**GROUPS | {"seat": 1}) is None
            told = await bo.told("groups")
        found = {
            tuple(map(tuple, one["discs"])): (one["closing"], one["chance"])
            for one in told["groups"]
            if one["closing"]
        }
        assert found == {one.group.discs: (one.closing, one.chance) for one in slow}


async def test_a_flood_is_refused_and_worked_out_once() -> None:
    done = []

    async def aside(work: Any, *given: Any) -> Any:
        done.append(work.__name__)
        return work(*given)

    async with room() as at:
        at.house.adviser = Adviser(aside)
        table = await against_a_bot(at)
        allowed = iter([True] * 4)
        async with talking(at, table, ANA, admits=lambda _: next(allowed, False)) as ana:
            refusals = [await ana.say(**HINT | {"id": f"h{i}", "step": 1 + i % 3}) for i in range(8)]
        assert refusals.count(ErrorCode.TOO_FAST) >= 4
        assert done == ["hint"]
