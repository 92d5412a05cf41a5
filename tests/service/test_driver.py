"""Tables go on by themselves: bots, clocks, absent players, outages, and a pace that tells nothing."""

import asyncio
import math
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from dalapapa.bots import BOTS, Budget
from dalapapa.rules import DalapapaError, Turn, View
from dalapapa.service import commands, driver, messages, views
from dalapapa.service.audience import Listener
from dalapapa.service.store import StoreError
from dalapapa.service.table import DAY, Table
from dalapapa.service.telling import placement

from .rooms import ANA, BO, CY, Room, room

pytestmark = pytest.mark.anyio


async def eventually(at: Room, table: Table, wanted: Callable[[Table], bool]) -> Table:
    async with asyncio.timeout(20):
        while not wanted(now := await at.tables.get(table.id)):
            await asyncio.sleep(0.005)
    return now


def turns(table: Table) -> list[messages.TurnPlayed]:
    return [h for h in table.happenings if isinstance(h, messages.TurnPlayed)]


async def test_a_bot_plays_its_turn(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        table = await at.make("person", "greedy", begins=1)
        table = await eventually(at, table, lambda now: now.to_move == 0)
        assert [turn.by for turn in turns(table)] == ["bot"]


async def test_everybody_resigns_and_the_table_comes_to_its_end(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        table = await at.make("person", "open", "random")
        table = await at.join(table, BO)
        for person in (ANA, BO):
            table = await at.tables.run(table.id, person, partial(commands.resign, person=person))
        table = await eventually(at, table, lambda now: now.phase == "finished")
        assert {seat.presence for seat in table.seats[:2]} == {"resigned"}
        assert {turn.by for turn in turns(table)} <= {"bot", "stand_in", "forced"}


async def test_a_player_who_left_is_played_for_until_they_are_back(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
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


async def run_out(at: Room, table: Table, seconds: float) -> None:
    """Let time pass while the server runs, and the driver look at the table."""
    at.time += seconds
    await at.driver._beat(math.inf)
    at.driver._driving.pop(table.id, asyncio.create_task(asyncio.sleep(0))).cancel()
    at.driver._drive(table.id)


async def test_a_clock_that_runs_out_twice_gives_the_seat_to_a_bot(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        table = await at.make("person", "greedy", clock=45, begins=0)
        assert at.driver.clock_ms(table) == 45_000
        await run_out(at, table, 46)
        table = await eventually(at, table, lambda now: now.to_move == 0 and len(turns(now)) == 2)
        assert [turn.by for turn in turns(table)] == ["stand_in", "bot"]
        assert table.seats[0].presence == "here"
        await run_out(at, table, 46)
        table = await eventually(at, table, lambda now: now.seats[0].presence == "held")
        # Held: the bot now plays at once, until Ana is back.
        table = await eventually(at, table, lambda now: len(turns(now)) >= 8)
        table = await at.tables.run(table.id, "b", lambda now: commands.come_back(now, ANA))
        assert table.seats[0].presence == "here"
        table = await eventually(at, table, lambda now: now.to_move in (0, None))
        seen = table.seq
        await asyncio.sleep(0.05)
        assert (await at.tables.get(table.id)).seq == seen


async def test_a_turn_in_between_forgives_the_missed_one(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        table = await at.make("person", "greedy", clock=45, begins=0)
        await run_out(at, table, 46)
        table = await eventually(at, table, lambda now: now.to_move == 0 and len(turns(now)) == 2)
        options = views.options(table, ANA, 0, [], None)
        move = messages.TakeTurn("x", options.version, 0, [options.options[0].place])
        turn = Turn((placement(move.placements[0]),))
        table = await at.tables.run(table.id, "t", lambda now: commands.take_turn(now, ANA, move, turn))
        table = await eventually(at, table, lambda now: now.to_move == 0)
        await run_out(at, table, 46)
        table = await eventually(at, table, lambda now: now.to_move == 0 and len(turns(now)) == 6)
        assert table.seats[0].presence == "here"


async def test_without_a_clock_a_table_still_comes_to_its_end(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        table = await at.make("person", "person", begins=0)
        assert at.driver.clock_ms(table) is None
        await run_out(at, table, 6 * DAY)
        await asyncio.sleep(0.05)
        assert (await at.tables.get(table.id)).seq == table.seq
        await run_out(at, table, 2 * DAY)
        await eventually(at, table, lambda now: len(turns(now)) == 1)


async def test_a_table_that_nobody_fills_is_closed(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        table = await at.make("person", "open")
        await run_out(at, table, 8 * DAY)
        await eventually(at, table, lambda now: now.phase == "closed")


async def test_downtime_is_charged_to_nobody(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.driver.start()
        table = await at.make("person", "greedy", clock=90, begins=0)
        for _ in range(3):
            at.time += 10
            await at.driver._beat(driver.GAP)
        assert at.driver.clock_ms(table) == 60_000
        await at.driver.stop()
    async with room(tmp_path, now=at.time + 3600) as later:
        await later.driver.start()
        read = await later.tables.get(table.id)
        assert later.driver.clock_ms(read) == 60_000
        await asyncio.sleep(0.05)
        assert (await later.tables.get(table.id)).seq == table.seq


async def test_sleep_of_the_whole_machine_is_an_outage_too(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.driver.start()
        table = await at.make("person", "greedy", clock=45, begins=0)
        at.time += 3600  # the lid was closed
        await at.driver._beat(driver.GAP)
        assert at.driver.clock_ms(table) == 45_000


async def test_a_clock_does_not_run_out_in_the_sleep_of_the_machine(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.driver.start()
        table = await at.make("person", "greedy", clock=45, begins=0)
        await run_out(at, table, 44.95)
        await asyncio.sleep(0)
        at.time += 3600  # the lid is closed while the driver waits for the last moment
        async with asyncio.timeout(20):
            while not at.driver._outages:
                assert (await at.tables.get(table.id)).seq == table.seq
                await asyncio.sleep(0.005)
        assert at.driver.clock_ms(table) == 50
        at.time += 1
        await eventually(at, table, lambda now: len(turns(now)) == 2)


async def test_who_comes_while_nothing_can_be_written_still_sees_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with room(tmp_path) as at:
        table = await at.make("person", "person", clock=45)

        async def full(now: float, gap: float) -> None:
            raise StoreError("the disk is full")

        with monkeypatch.context() as broken:
            broken.setattr(at.store, "beat", full)
            at.time += 60
            listener = Listener(table.id, ANA, helped=False)
            await at.audience.enter(listener, 0)
            assert len(listener.waiting) == 1


async def test_leaving_and_coming_back_wins_no_time(tmp_path: Path) -> None:
    async with room(tmp_path, pace=1e6) as at:
        table = await at.make("person", "open", clock=45, begins=0)
        wish = messages.JoinRequest()
        for number in range(commands.LEAVES):  # others who came and went are not counted
            await at.tables.run(table.id, f"j{number}", lambda now: commands.join(now, CY, "Cy", wish))
            table = await at.tables.run(table.id, f"w{number}", lambda now: commands.leave(now, CY))
        table = await at.join(table, BO)
        assert commands.leave(table, BO)
        for number in range(commands.LEAVES):
            at.time += 0.5
            table = await at.tables.run(table.id, f"l{number}", lambda now: commands.leave(now, ANA))
            table = await at.tables.run(table.id, f"b{number}", lambda now: commands.come_back(now, ANA))
        assert at.driver.clock_ms(table) == 45_000 - 500 * commands.LEAVES
        with pytest.raises(DalapapaError, match="too often"):
            commands.leave(table, ANA)


async def test_what_another_process_has_played_is_driven_on(tmp_path: Path) -> None:
    """The driver here sleeps for a clock that the other process has stopped; then that one dies."""
    async with room(tmp_path) as at, room(tmp_path) as other:
        at.store.shared = other.store.shared = True
        other.tables.on_append.clear()
        table = await at.make("person", "greedy", clock=45, begins=0)
        await eventually(at, table, lambda _: bool(at.driver._asleep))
        options = views.options(table, ANA, 0, [], None)
        move = messages.TakeTurn("x", options.version, 0, [options.options[0].place])
        turn = Turn((placement(move.placements[0]),))
        await other.tables.run(table.id, "t", lambda now: commands.take_turn(now, ANA, move, turn))
        at.driver._drive(table.id)  # the look for overdue tables has found it
        await eventually(at, table, lambda now: len(turns(now)) == 2)


async def test_a_clock_set_back_keeps_nobody_waiting(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.driver.start()
        table = await at.make("person", "open", begins=0, clock=45)
        table = await at.join(table, BO)
        at.time -= 3600
        table = await at.tables.run(table.id, "l", lambda now: commands.leave(now, ANA))
        await eventually(at, table, lambda now: now.to_move == 1)
        await at.driver._beat(driver.GAP)
        at.time += 600
        await at.driver.notice_outage()
        assert [outage.end - outage.start for outage in at.driver._outages] == [600]


async def test_a_table_that_has_gone_on_is_not_put_off(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        at.tables.on_append.clear()
        table = await at.make("person", "greedy", begins=1)
        await at.store.postpone(table.id, at.time + DAY, table.updated - 1)
        assert await at.store.due(at.time, 10) == [table.id]
        await at.store.postpone(table.id, at.time + DAY, table.updated)
        assert await at.store.due(at.time, 10) == []


async def test_a_started_server_drives_on_what_another_left(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        at.tables.on_append.clear()  # this process dies before its bot has thought
        table = await at.make("person", "greedy", begins=1)
    async with room(tmp_path, now=at.time + 5) as later:
        await later.driver.start()
        await eventually(later, table, lambda now: now.to_move == 0)


async def test_two_drivers_play_one_turn(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        at.tables.on_append.clear()
        table = await at.make("person", "greedy", begins=1)
        await asyncio.gather(*(at.driver._step(table) for _ in range(4)))
        assert len(turns(await at.tables.get(table.id))) == 1


class BrokenBot:
    name = "broken"

    def choose(self, view: View, rng: object, budget: Budget) -> Turn:
        raise RuntimeError("a bot that fails")


async def test_a_bot_that_fails_does_not_hold_the_table_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(BOTS, "broken", BrokenBot())
    async with room(tmp_path) as at:
        table = await at.make("person", "broken", begins=1)
        await eventually(at, table, lambda now: now.to_move == 0)
    assert "a bot failed to choose" in caplog.text


@pytest.mark.parametrize(
    ("thought", "answered"), [(0.0, 2.0), (0.3, 2.0), (1.9, 2.0), (2.1, 4.0), (5.0, 6.0)]
)
def test_bots_answer_at_a_steady_pace(thought: float, answered: float) -> None:
    """However long a bot thinks, its turn comes at a multiple of the pace after the turn before it."""
    assert thought + driver.until_next_beat(thought, 2.0) == pytest.approx(answered)


async def test_a_bot_waits_for_its_pace(tmp_path: Path) -> None:
    async with room(tmp_path, pace=0.2) as at:
        began = asyncio.get_running_loop().time()
        table = await at.make("person", "greedy", begins=1)
        await eventually(at, table, lambda now: now.to_move == 0)
        assert asyncio.get_running_loop().time() - began >= 0.2
