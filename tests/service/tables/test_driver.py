"""Tables go on by themselves: bots, clocks, absent players, and a pace that tells nothing."""

import asyncio
import math
from contextlib import AsyncExitStack
from functools import partial

import msgspec
import pytest

from dalapapa.rules import DalapapaError, Turn, View
from dalapapa.service.stores.memory import MemoryStore
from dalapapa.service.tables import commands, driver
from dalapapa.service.tables.table import DAY, LONGEST_WAIT
from dalapapa.service.tables.thinking import choose_here
from dalapapa.service.telling import messages, words
from dalapapa.service.telling.happenings import placement
from dalapapa.service.telling.options import options
from tests.offered import offered

from ..rooms import ANA, BO, eventually, room, run_out, talking, turns

pytestmark = pytest.mark.anyio


def first_place(offer: messages.Options) -> words.Place:
    return words.Place(**offered(msgspec.to_builtins(offer))[0]["place"])


async def test_a_bot_plays_its_turn() -> None:
    async with room() as at:
        table = await at.make("person", "greedy", begins=1)
        table = await eventually(at, table, lambda now: now.to_move == 0)
        assert [turn.by for turn in turns(table)] == ["bot"]


async def test_when_everybody_has_resigned_the_game_is_over() -> None:
    async with room() as at:
        table = await at.make("person", "open", "random", begins=0)
        table = await at.join(table, BO)
        table = await at.tables.run(table.id, ANA, partial(commands.resign, person=ANA))
        table = await eventually(at, table, lambda now: now.to_move == 1)  # for Bo it goes on
        assert [turn.by for turn in turns(table)] == ["stand_in"]
        table = await at.tables.run(table.id, BO, partial(commands.resign, person=BO))
        assert (table.phase, table.to_move) == ("closed", None)
        assert {seat.presence for seat in table.seats[:2]} == {"resigned"}
        assert await at.store.due(at.time + 100 * DAY, 10) == []
        assert commands.next_table(table, ANA).events  # another one?
        with pytest.raises(DalapapaError, match="over"):
            commands.stand_in(table, ANA, 1, 1000.0)


async def test_a_player_who_left_is_played_for_until_they_are_back() -> None:
    async with room() as at:
        table = await at.make("person", "open", begins=0)
        table = await at.join(table, BO)
        table = await at.tables.run(table.id, "l", lambda now: commands.leave(now, ANA))
        table = await eventually(at, table, lambda now: now.to_move == 1)
        assert [turn.by for turn in turns(table)] == ["stand_in"]
        assert table.seats[0].presence == "left"
        table = await at.tables.run(table.id, "b", lambda now: commands.come_back(now, ANA))
        assert table.seats[0].presence == "here"
        await at.tables.run(table.id, "l2", lambda now: commands.leave(now, BO))
        table = await eventually(at, table, lambda now: now.to_move == 0)
        await asyncio.sleep(0.05)
        assert (await at.tables.get(table.id)).to_move == 0  # Ana is here: nobody plays for her


async def test_a_clock_that_runs_out_twice_gives_the_seat_to_a_bot() -> None:
    async with room(gap=math.inf) as at:
        table = await at.make("person", "greedy", clock=45, begins=0)
        async with at.attending(table, ANA):
            assert at.driver.clock_ms(table) == 45_000
            await run_out(at, 46)
            table = await eventually(at, table, lambda now: now.to_move == 0 and len(turns(now)) == 2)
            assert [turn.by for turn in turns(table)] == ["stand_in", "bot"]
            assert table.seats[0].presence == "here"
            await run_out(at, 46)
            table = await eventually(at, table, lambda now: now.seats[0].presence == "held")
            # Held: but there is nobody else for whom a bot should play on.
            table = await eventually(at, table, lambda now: now.to_move == 0 and len(turns(now)) == 4)
            await at.driver.tick()
            await asyncio.sleep(0.05)
            assert len(turns(await at.tables.get(table.id))) == 4
            table = await at.tables.run(table.id, "b", lambda now: commands.come_back(now, ANA))
            assert table.seats[0].presence == "here"
            table = await eventually(at, table, lambda now: now.to_move in (0, None))
            seen = table.seq
            await asyncio.sleep(0.05)
            assert (await at.tables.get(table.id)).seq == seen


async def test_a_turn_in_between_forgives_the_missed_one() -> None:
    async with room(gap=math.inf) as at:
        table = await at.make("person", "greedy", clock=45, begins=0)
        async with at.attending(table, ANA):
            await run_out(at, 46)
            table = await eventually(at, table, lambda now: now.to_move == 0 and len(turns(now)) == 2)
            offer = options(table, ANA, 0, [], None)
            move = messages.TakeTurn("x", offer.version, 0, [first_place(offer)])
            turn = Turn((placement(move.placements[0]),))
            table = await at.tables.run(table.id, "t", lambda now: commands.take_turn(now, ANA, move, turn))
            table = await eventually(at, table, lambda now: now.to_move == 0)
            await run_out(at, 46)
            table = await eventually(at, table, lambda now: now.to_move == 0 and len(turns(now)) == 6)
            assert table.seats[0].presence == "here"


async def test_a_table_that_nobody_attends_waits() -> None:
    """It neither counts missed turns nor has bots race to the end of the game."""
    async with room(gap=math.inf) as at:
        table = await at.make("person", "open", "greedy", clock=45, begins=0)
        table = await at.join(table, BO)
        for _ in range(5):
            await run_out(at, 60)
            await asyncio.sleep(0.02)
        assert (await at.tables.get(table.id)).seq == table.seq
        assert at.driver.stands_still(table)
        async with talking(at, table, ANA):
            back = await at.tables.get(table.id)
            assert back.happenings[-1] == messages.Back(table.seq + 1, [0])
            assert at.driver.clock_ms(back) == 45_000  # a whole one: nobody saw the other run out
            await run_out(at, 46)
            # For Ana, who is there, the table plays on: first her own turn, then the absent one's.
            table = await eventually(at, table, lambda now: len(turns(now)) == 1)
            await run_out(at, 46)
            table = await eventually(at, table, lambda now: len(turns(now)) == 3)
            assert [turn.by for turn in turns(table)] == ["stand_in", "stand_in", "bot"]
            assert [seat.presence for seat in table.seats] == ["here"] * 3
        await run_out(at, LONGEST_WAIT - 100)
        await asyncio.sleep(0.02)
        assert (await at.tables.get(table.id)).phase == "playing"
        await run_out(at, 400)
        table = await eventually(at, table, lambda now: now.phase == "closed")
        assert len(turns(table)) == 3


async def test_who_is_first_back_costs_the_one_to_move_nothing() -> None:
    async with room(gap=math.inf) as at:
        table = await at.join(await at.make("person", "open", clock=45, begins=0), BO)
        await run_out(at, 600)
        async with talking(at, table, BO):
            assert at.driver.clock_ms(await at.tables.get(table.id)) == 45_000
            await at.driver.tick()
            await asyncio.sleep(0.02)
            assert turns(await at.tables.get(table.id)) == []
            # Who comes next finds the clock running, and loading the page anew does not wind it up.
            await run_out(at, 20)
            async with talking(at, table, ANA):
                assert at.driver.clock_ms(await at.tables.get(table.id)) == 25_000


async def test_when_everybody_has_left_bots_do_not_play_on() -> None:
    async with room(gap=math.inf) as at:
        table = await at.make("person", "greedy", begins=0)
        table = await at.tables.run(table.id, "l", lambda now: commands.leave(now, ANA))
        await run_out(at, DAY)
        await asyncio.sleep(0.02)
        assert (await at.tables.get(table.id)).seq == table.seq
        async with talking(at, table, ANA):
            assert (await at.tables.get(table.id)).seats[0].presence == "here"
        await at.tables.run(table.id, "m", lambda now: commands.leave(now, ANA))
        await run_out(at, 15 * DAY)
        await eventually(at, table, lambda now: now.phase == "closed")


async def test_a_slow_game_goes_on_for_who_has_played_lately() -> None:
    async with room(gap=math.inf) as at:
        table = await at.join(await at.make("person", "open", clock=86_400, begins=0), BO)
        await run_out(at, DAY + 1)  # nobody is connected, but Bo may be waiting for his turn
        table = await eventually(at, table, lambda now: now.to_move == 1)
        await run_out(at, DAY + 1)
        await asyncio.sleep(0.02)
        assert len(turns(await at.tables.get(table.id))) == 1  # he was not


async def test_what_somebody_watches_is_driven_on_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "MOST_UNWATCHED", 3)
    let_go, chosen = asyncio.Event(), []

    async def slowly(level: str, seen: View) -> Turn:
        chosen.append(level)
        await let_go.wait()
        return await choose_here(level, seen)

    async with room(choose=slowly) as at:
        flood = [await at.make("person", "random", begins=1) for _ in range(10)]
        await asyncio.sleep(0.01)
        assert chosen == ["random"]  # one at a time, two more wait, and the others are left to the store
        table = await at.make("person", "greedy", begins=1)
        async with at.attending(table, ANA):
            await asyncio.sleep(0.01)
            let_go.set()
            await eventually(at, table, lambda now: now.to_move == 0)
            assert chosen[1] == "greedy"
        async with asyncio.timeout(20):
            while flood:
                await at.driver.tick()
                await asyncio.sleep(0.005)
                flood = [other for other in flood if (await at.tables.get(other.id)).to_move != 0]


async def test_a_table_that_nobody_fills_is_closed() -> None:
    async with room(gap=math.inf) as at:
        table = await at.make("person", "open")
        await run_out(at, 8 * DAY)
        await eventually(at, table, lambda now: now.phase == "closed")


async def test_what_another_process_has_played_is_driven_on() -> None:
    """The driver here sleeps for a clock that the other process has stopped; then that one dies."""
    store = MemoryStore(shared=True)
    async with room(store) as at, room(store) as other:
        other.tables.on_append.clear()
        table = await at.make("person", "greedy", clock=45, begins=0)
        await at.driver.tick()
        await asyncio.sleep(0.01)  # it has fallen asleep
        offer = options(table, ANA, 0, [], None)
        move = messages.TakeTurn("x", offer.version, 0, [first_place(offer)])
        turn = Turn((placement(move.placements[0]),))
        await other.tables.run(table.id, "t", lambda now: commands.take_turn(now, ANA, move, turn))
        await run_out(at, driver.GRACE)
        await eventually(at, table, lambda now: len(turns(now)) == 2)


async def test_a_table_that_has_gone_on_is_not_put_off() -> None:
    async with room() as at:
        at.tables.on_append.clear()
        table = await at.make("person", "greedy", begins=1)
        await at.store.postpone(table.id, at.time + DAY, table.updated - 1)
        assert await at.store.due(at.time, 10) == [table.id]
        await at.store.postpone(table.id, at.time + DAY, table.updated)
        assert await at.store.due(at.time, 10) == []


async def test_a_started_server_drives_on_what_another_left() -> None:
    store = MemoryStore()
    async with room(store) as at:
        at.tables.on_append.clear()  # this process dies before its bot has thought
        table = await at.make("person", "greedy", begins=1)
    async with room(store, now=at.time + 5) as later:
        await later.house.open()
        await eventually(later, table, lambda now: now.to_move == 0)


async def test_several_drivers_play_one_turn() -> None:
    store = MemoryStore(shared=True)
    thinking = asyncio.Barrier(4)

    async def together(level: str, seen: View) -> Turn:
        turn = await choose_here(level, seen)
        await thinking.wait()
        return turn

    async with AsyncExitStack() as rooms:
        houses = [await rooms.enter_async_context(room(store, choose=together)) for _ in range(4)]
        for house in houses:
            house.tables.on_append.clear()
        table = await houses[0].make("person", "greedy", begins=1)
        await asyncio.gather(*(house.driver.tick() for house in houses))
        await eventually(houses[0], table, lambda now: now.to_move == 0)
        await asyncio.gather(*(house.driver.stop() for house in houses))
        assert len(turns(await houses[0].tables.get(table.id))) == 1


@pytest.mark.parametrize(
    ("thought", "answered"), [(0.0, 2.0), (0.3, 2.0), (1.9, 2.0), (2.1, 4.0), (5.0, 6.0)]
)
def test_bots_answer_at_a_steady_pace(thought: float, answered: float) -> None:
    """However long a bot thinks, its turn comes at a multiple of the pace after the turn before it."""
    assert thought + driver.until_next_beat(thought, 2.0) == pytest.approx(answered)


async def test_a_bot_waits_for_its_pace() -> None:
    async with room(pace=0.2) as at:
        began = asyncio.get_running_loop().time()
        table = await at.make("person", "greedy", begins=1)
        await eventually(at, table, lambda now: now.to_move == 0)
        assert asyncio.get_running_loop().time() - began >= 0.2
