"""What makes a table go on by itself: bots think, clocks run out, absent people are played for.

The process that stored the last event drives the table on. When it dies, any other that runs (or the next
that starts) finds the table overdue in the store. Two driving the same table is harmless: one append wins.
"""

import asyncio
import logging
import math
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from dalapapa.rules import DalapapaError, view
from dalapapa.service.stores.protocol import Outage, StoreError
from dalapapa.service.tables import commands
from dalapapa.service.tables.authority import Tables
from dalapapa.service.tables.table import DAY, Table
from dalapapa.service.tables.thinking import STAND_IN, Choose
from dalapapa.service.tables.turnstile import Turnstile
from dalapapa.service.telling.attendance import Attendance

# How long another process is given before its overdue tables are driven on here.
GRACE = 3.0
# A note that a server runs, this often; no note for this long was an outage.
BEAT_EVERY = 5.0
GAP = 15.0
# What is due later than this is left to the store to remember.
SOON = 60.0
# So many tables that nobody watches are driven on at a time; the others wait in the store.
MOST_UNWATCHED = 100

log = logging.getLogger("dalapapa.driver")


class Driver:
    """Drives every table on that needs it.

    `choose` is how bots come to their turns. `tick` is to be called every few seconds; no call for as long as
    `gap` was an outage, of which `on_outage` hears.
    """

    def __init__(self, tables: Tables, choose: Choose, attendance: Attendance, *, gap: float = GAP) -> None:
        self.tables = tables
        self.on_outage: list[Callable[[], None]] = []
        self._choose = choose
        self._attendance = attendance
        self._turnstile = Turnstile(attendance.origin)
        self._gap = gap
        self._grace = 0.0
        self._driving: dict[str, asyncio.Task[None]] = {}
        self._asleep: set[asyncio.Task[Any]] = set()
        self._unwatched: set[asyncio.Task[Any]] = set()
        self._outages: list[Outage] = []
        self._beaten = tables.now()
        self._beating = asyncio.Lock()
        tables.on_append.append(self.heard)
        tables.watched = attendance.watched

    async def start(self) -> None:
        """Note the outage before this start."""
        # Another process may have been running all the time: then its last note is fresh.
        with suppress(StoreError):  # a disk that is full can be read; the next look notes it
            await self._beat(BEAT_EVERY + 1 if self.tables.store.shared else 0.0)

    async def tick(self) -> None:
        """Note that a server runs, and drive on what is overdue."""
        now = self.tables.now()
        if not 0 <= now - self._beaten < BEAT_EVERY:  # less than 0: somebody has set the clock back
            await self._beat(self._gap)
        # First what people look at: it must not wait behind whatever else the store has.
        for table_id in list(self._attendance.watched):
            if (table := self.tables.kept(table_id)) is not None:
                self.look_at(table)
        for table_id in await self.tables.store.due(now - self._grace, 500):
            self._drive(table_id)
        self._grace = GRACE if self.tables.store.shared else 0.0

    async def stop(self) -> None:
        """Stop driving; what is stored will be driven on after the next start."""
        tasks = list(self._driving.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(StoreError):
            await self.tables.store.beat(self.tables.now(), self._gap)

    def heard(self, table: Table) -> None:
        """A table has taken an event in this process."""
        waiting = self._driving.pop(table.id, None)
        if waiting is not None and waiting is not asyncio.current_task():
            waiting.cancel()  # it waited for something that has been overtaken
        due = table.due(self.tables.pace)
        by_itself = table.to_move is not None and table.seats[table.to_move].by_itself
        if by_itself or (due is not None and due < self.tables.now() + SOON):
            self._drive(table.id)

    def look_at(self, table: Table) -> None:
        """Somebody looks at a table: drive it on if it is overdue, whatever the store says."""
        now = self.tables.now()
        if table.due(self.tables.pace) is None or self._deadline(table) > now - self._grace:
            return
        if now >= table.given_up or not self.stands_still(table):
            self._drive(table.id)

    def stands_still(self, table: Table) -> bool:
        """Whether a person is to move, nobody attends, and so nobody plays for them."""
        if table.to_move is None or table.seats[table.to_move].bot or self._is_attended(table):
            return False
        return table.seats[table.to_move].by_itself or self._deadline(table) <= self.tables.now()

    def _is_attended(self, table: Table) -> bool:
        """Whether there is somebody for whom to play on: connected, or in a slow game not away for long."""
        here = [seat.person for seat in table.seats if seat.person and seat.presence == "here"]
        if here and table.span >= DAY and self.tables.now() < table.attended + 2 * table.span:
            return True
        return any(self._attendance.is_here(table.id, person) for person in here)

    def clock_ms(self, table: Table) -> int | None:
        """What is left of the turn's clock, in milliseconds; None without one."""
        if table.agreed.clock is None or table.to_move is None or table.seats[table.to_move].by_itself:
            return None
        return max(0, round((self._deadline(table) - self.tables.now()) * 1000))

    def _deadline(self, table: Table) -> float:
        """When the table is due, with outages left out."""
        due = table.due(self.tables.pace)
        assert due is not None
        began = table.turn_began if table.to_move is not None else table.updated
        for outage in self._outages:
            if outage.end > began and outage.start < due:
                due += outage.end - max(outage.start, began)
        return due

    def _drive(self, table_id: str) -> None:
        driving = self._driving.get(table_id)
        if driving is not None and driving in self._asleep:
            # It waits for a clock's end, and the table is due: another process may have gone on meanwhile.
            driving.cancel()
            del self._driving[table_id]
        if table_id in self._driving:
            return
        watched = table_id in self._attendance.watched
        if not watched and len(self._unwatched) >= MOST_UNWATCHED:
            return  # it stays due: a later look will find it
        task = self._driving[table_id] = asyncio.create_task(self._drive_on(table_id))
        if not watched:
            self._unwatched.add(task)
        task.add_done_callback(lambda _: self._driven(table_id, task))

    def _driven(self, table_id: str, task: asyncio.Task[None]) -> None:
        self._unwatched.discard(task)
        if self._driving.get(table_id) is task:
            del self._driving[table_id]

    async def _drive_on(self, table_id: str) -> None:
        try:
            await self._step(await self.tables.get(table_id))
        except (DalapapaError, StoreError) as error:
            # Somebody was quicker, or the store is in trouble: the next look will find it if it is still due.
            log.warning("a table was not driven on", extra={"error": type(error).__name__})
        except Exception:
            log.exception("a table could not be driven on")

    async def _step(self, table: Table) -> None:
        """One thing the table must do by itself, when it is due."""
        if table.due(self.tables.pace) is None:
            return
        if table.to_move is None:
            if await self._wait_until_due(table):
                await self.tables.run(table.id, "close", commands.close)
            return
        seat = table.seats[table.to_move]
        expired = not seat.by_itself
        if expired and not await self._wait_until_due(table):
            return
        if seat.bot is None and not self._is_attended(table):
            await self._let_wait(table)
            return
        assert table.game is not None
        version = table.game.version
        async with self._turnstile.through(table.id, table.host or ""):
            turn = await self._choose(seat.bot or STAND_IN, view(table.game, table.game.to_move))
        await self._wait_for_pace(self._deadline(table) if expired else table.turn_began)
        # The version makes the id: however many processes try, one turn is stored.
        await self.tables.run(
            table.id, f"drive:{version}", lambda now: commands.play_by_itself(now, version, turn, expired)
        )

    async def _let_wait(self, table: Table) -> None:
        """Nobody attends: the table waits for somebody to come, and after its longest wait it is over."""
        if self.tables.now() >= table.given_up:
            await self.tables.run(table.id, "close", commands.close)
        else:
            await self.tables.store.postpone(table.id, table.given_up, table.updated)

    async def _wait_until_due(self, table: Table) -> bool:
        """Wait for a clock's end if it is soon; whether it has come and the table still stands there."""
        await self.notice_outage()
        while (left := self._deadline(table) - self.tables.now()) > 0:
            if left > SOON:
                await self.tables.store.postpone(table.id, self._deadline(table), table.updated)
                return False
            await self._sleep(left)
            await self.notice_outage()  # the whole process may have been asleep
        return (await self.tables.get(table.id)).seq == table.seq

    async def _sleep(self, seconds: float) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._asleep.add(task)
        self._unwatched.discard(task)
        try:
            await asyncio.sleep(seconds)
        finally:
            self._asleep.discard(task)

    async def _wait_for_pace(self, since: float) -> None:
        """Bots answer at a steady pace, so that the time they take tells nothing about what they hold."""
        if pace := self.tables.pace:
            waited = max(0.0, self.tables.now() - since)
            await asyncio.sleep(until_next_beat(waited, pace))

    async def notice_outage(self) -> None:
        """Note a gap now rather than at the next look, which may come after a clock's end."""
        async with self._beating:
            if self.tables.now() - self._beaten > self._gap:
                await self._beat(self._gap)

    async def _beat(self, gap: float) -> None:
        now = self.tables.now()
        await self.tables.store.beat(now, gap)
        known = len(self._outages)
        self._outages = await self.tables.store.outages(now - 8 * DAY)
        self._beaten = now
        if len(self._outages) > known:
            for hear in self.on_outage:
                hear()


def until_next_beat(waited: float, pace: float) -> float:
    """How long to wait still so that the whole wait is a multiple of the pace, and one at least."""
    return max(1, math.ceil(waited / pace)) * pace - waited
