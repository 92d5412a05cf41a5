"""Time, as the driver sees it: outages, sleep, clocks set back, and waiting without end."""

import asyncio
import math

import msgspec
import pytest

from dalapapa.rules import DalapapaError
from dalapapa.service.stores.memory import MemoryStore
from dalapapa.service.stores.protocol import StoreError
from dalapapa.service.tables import commands
from dalapapa.service.tables.table import DAY
from dalapapa.service.telling import requests
from dalapapa.service.telling.audience import Listener

from ..rooms import ANA, BO, CY, eventually, room, run_out, turns

pytestmark = pytest.mark.anyio


async def test_who_watches_is_told_of_an_outage() -> None:
    async with room() as at:
        await at.driver.start()
        table = await at.make("person", "greedy", clock=45, begins=0)
        async with at.attending(table, ANA) as listener:
            listener.waiting.held.clear()
            await run_out(at, 3600)  # the lid was closed: until told, the browser shows that time is up
            [view] = map(msgspec.json.decode, listener.waiting.held)
            assert (view["type"], view["seq"], view["events"]) == ("view", table.seq, [])
            assert view["state"]["clock_ms"] == 45_000


async def test_a_restart_after_the_clock_was_set_back() -> None:
    store = MemoryStore()
    async with room(store) as at:
        at.tables.on_append.clear()  # this process dies before its bot has thought
        timed = await at.make("person", "greedy", begins=0, clock=45)
        table = await at.make("person", "greedy", begins=1)
    async with room(store, now=at.time - DAY) as later:
        await later.house.driver.start()
        await later.driver.tick()
        async with later.attending(table, ANA), later.attending(timed, ANA):
            await eventually(later, table, lambda now: now.to_move == 0)
            later.time += 5
            assert later.driver.clock_ms(await later.tables.get(timed.id)) == 40_000


async def test_without_a_clock_a_table_still_comes_to_its_end() -> None:
    async with room(gap=math.inf) as at:
        table = await at.make("person", "person", begins=0)
        assert at.driver.clock_ms(table) is None
        await run_out(at, 6 * DAY)
        await asyncio.sleep(0.05)
        assert (await at.tables.get(table.id)).seq == table.seq
        await run_out(at, 2 * DAY)
        await eventually(at, table, lambda now: len(turns(now)) == 1)


async def test_downtime_is_charged_to_nobody() -> None:
    store = MemoryStore()
    async with room(store) as at:
        await at.driver.start()
        table = await at.make("person", "greedy", clock=90, begins=0)
        for _ in range(3):
            await run_out(at, 10)
        assert at.driver.clock_ms(table) == 60_000
    async with room(store, now=at.time + 3600) as later:
        await later.driver.start()
        read = await later.tables.get(table.id)
        assert later.driver.clock_ms(read) == 60_000
        await later.driver.tick()
        await asyncio.sleep(0.05)
        assert (await later.tables.get(table.id)).seq == table.seq


async def test_sleep_of_the_whole_machine_is_an_outage_too() -> None:
    async with room() as at:
        await at.driver.start()
        table = await at.make("person", "greedy", clock=45, begins=0)
        await run_out(at, 3600)  # the lid was closed
        assert at.driver.clock_ms(table) == 45_000


async def test_a_clock_does_not_run_out_in_the_sleep_of_the_machine() -> None:
    async with room() as at:
        await at.driver.start()
        table = await at.join(await at.make("person", "open", clock=45, begins=0), BO)
        async with at.attending(table, ANA):
            for _ in range(8):
                await run_out(at, 5.61)
            # Something happens that is nobody's turn: now the driver waits for the last moment, 120 ms off.
            table = await at.tables.run(table.id, "l", lambda now: commands.leave(now, BO))
            await asyncio.sleep(0.01)
            at.time += 3600  # the lid is closed meanwhile
            async with asyncio.timeout(20):
                while not await at.store.outages(0):
                    await asyncio.sleep(0.005)
            assert (await at.tables.get(table.id)).seq == table.seq
            assert at.driver.clock_ms(table) == 120
            at.time += 1
            await eventually(at, table, lambda now: len(turns(now)) == 2)


async def test_who_comes_while_nothing_can_be_written_still_sees_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with room() as at:
        table = await at.make("person", "person", clock=45)

        async def full(now: float, gap: float) -> None:
            raise StoreError("the disk is full")

        with monkeypatch.context() as broken:
            broken.setattr(at.store, "beat", full)
            at.time += 60
            listener = Listener(table.id, ANA, helped=False)
            await at.audience.enter(listener, 0)
            assert len(listener.waiting) == 1


async def test_leaving_and_coming_back_wins_no_time() -> None:
    async with room(pace=1e6) as at:
        table = await at.make("person", "open", clock=45, begins=0)
        wish = requests.JoinRequest()
        for number in range(commands.LEAVES):  # others who came and went are not counted
            other = f"{CY}{number}"
            await at.tables.run(table.id, f"j{number}", lambda now: commands.join(now, other, "Cy", wish))  # noqa: B023
            table = await at.tables.run(table.id, f"w{number}", lambda now: commands.leave(now, other))  # noqa: B023
        table = await at.join(table, BO)
        assert commands.leave(table, BO)
        for number in range(commands.LEAVES):
            at.time += 0.5
            table = await at.tables.run(table.id, f"l{number}", lambda now: commands.leave(now, ANA))
            table = await at.tables.run(table.id, f"b{number}", lambda now: commands.come_back(now, ANA))
        assert at.driver.clock_ms(table) == 45_000 - 500 * commands.LEAVES
        with pytest.raises(DalapapaError, match="too often"):
            commands.leave(table, ANA)


async def test_a_clock_set_back_keeps_nobody_waiting() -> None:
    async with room() as at:
        await at.driver.start()
        table = await at.make("person", "open", begins=0, clock=45)
        table = await at.join(table, BO)
        async with at.attending(table, BO):
            at.time -= 3600
            table = await at.tables.run(table.id, "l", lambda now: commands.leave(now, ANA))
            await eventually(at, table, lambda now: now.to_move == 1)
            await at.driver.tick()
            at.time += 600
            await at.driver.notice_outage()
            assert [outage.end - outage.start for outage in await at.store.outages(0)] == [600]
