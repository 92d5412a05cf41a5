"""Who listens at which table in this process, and what each is told: views of what it has not seen yet."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import msgspec

from dalapapa.rules import DalapapaError
from dalapapa.service.stores.protocol import StoreError
from dalapapa.service.tables.authority import Tables
from dalapapa.service.tables.driver import Driver
from dalapapa.service.tables.table import Table
from dalapapa.service.telling import messages, views
from dalapapa.service.telling.attendance import Attendance
from dalapapa.service.telling.mail import Mail
from dalapapa.service.telling.options import options
from dalapapa.service.telling.words import Reaction

# A reader that is so many messages behind is cut off.
MOST_WAITING = 64

_encode = msgspec.json.Encoder().encode


class Listener:
    """One browser at one table: what waits to be sent to it, and the seq it has been told of."""

    __slots__ = (
        "cut_off",
        "helped",
        "may_try",
        "on_cut_off",
        "on_log_out",
        "optioned",
        "origin",
        "person",
        "seq",
        "session",
        "table",
        "waiting",
    )

    def __init__(
        self,
        table: str,
        person: str | None,
        helped: bool,
        on_cut_off: Callable[[], object] = lambda: None,
        session: str | None = None,
        on_log_out: Callable[[], object] = lambda: None,
        origin: str = "",
        may_try: Callable[[], bool] = lambda: True,
    ) -> None:
        self.table = table
        self.person = person
        self.helped = helped
        self.seq = -1
        self.optioned = -1  # the version whose options were sent
        self.waiting: Mail[bytes] = Mail()
        self.cut_off = False
        self.on_cut_off = on_cut_off
        self.session = session
        self.on_log_out = on_log_out
        self.origin = origin
        self.may_try = may_try

    @property
    def behind(self) -> bool:
        """Whether so much waits that nothing should be added that can be left out."""
        return len(self.waiting) > MOST_WAITING // 4

    def put(self, message: messages.ServerMessage) -> None:
        """Have a message sent."""
        self.put_bytes(_encode(message))

    def put_bytes(self, message: bytes) -> None:
        """Have an encoded message sent; too many waiting cut the listener off."""
        if len(self.waiting) < MOST_WAITING:
            self.waiting.put_nowait(message)
        elif not self.cut_off:
            self.cut_off = True
            self.on_cut_off()


class Audience:
    """Every listener of this process, by table."""

    def __init__(self, tables: Tables, driver: Driver, attendance: Attendance) -> None:
        self.tables = tables
        self.driver = driver
        self.attendance = attendance
        attendance.tell = self.presence
        driver.on_outage.append(self.wake)
        self._rooms: dict[str, set[Listener]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._rooms.values()))

    def at(self, table_id: str) -> frozenset[Listener]:
        """Who listens at a table."""
        return frozenset(self._rooms.get(table_id, ()))

    async def enter(self, listener: Listener, since: int) -> None:
        """Send the view, and from now on everything that happens."""
        self._rooms.setdefault(listener.table, set()).add(listener)
        self.attendance.watch(listener.table, listener.origin)
        if listener.person is not None:
            self.attendance.came(listener.table, listener.person)
        with suppress(StoreError):  # a store that cannot be written may still be read
            await self.driver.notice_outage()  # the clock shown first should be right
        table = await self.tables.get(listener.table)
        self.driver.look_at(table)
        self._send_view(
            table, listener, since if since <= table.seq else 0
        )  # more: the store is an older one
        self._offer_options(listener)

    def _offer_options(self, listener: Listener) -> None:
        """Who connects on their own turn is sent its options, as soon as they may ask for some."""
        table = self.tables.kept(listener.table)
        if table is None or listener not in self._rooms.get(listener.table, ()):
            return
        if self._wants_options(table, listener):
            if listener.may_try():
                self._send_options(table, listener)
            else:
                asyncio.get_running_loop().call_later(1.0, self._offer_options, listener)

    def leave(self, listener: Listener) -> None:
        """Stop listening."""
        room = self._rooms.get(listener.table, set())
        if listener not in room:
            return
        room.remove(listener)
        if not room:
            del self._rooms[listener.table]
        self.attendance.turn_away(listener.table, listener.origin)
        if listener.person is not None:
            self.attendance.went(listener.table, listener.person)

    async def reached(self, table_id: str, seq: int) -> None:
        """A table has reached a seq: send each listener what it has not seen."""
        room = self._rooms.get(table_id)
        if not room or all(listener.seq >= seq for listener in room):
            return
        table = await self.tables.get(table_id, at_least=seq)
        told: dict[tuple[str | None, int], bytes] = {}
        behind = [listener for listener in room if 0 <= listener.seq < table.seq]
        for listener in behind:
            # All who only watch, and have seen as much, are sent the same bytes.
            key = (listener.person if table.seats_of(listener.person) else None, listener.seq)
            if key not in told:
                told[key] = _encode(self._update(table, *key))
            listener.seq = table.seq
            listener.put_bytes(told[key])
        helped = [listener for listener in behind if listener.helped]
        if helped:
            await asyncio.sleep(0)  # the news goes out before the options are worked out
        for listener in helped:
            if listener.seq == table.seq:
                self._send_options(table, listener)

    def reacted(self, table_id: str, seat: int, reaction: Reaction) -> None:
        """Show a reaction to everybody at a table who keeps up: nobody is cut off for one."""
        for listener in self._rooms.get(table_id, ()):
            if not listener.behind:
                listener.put(messages.Reacted(seat, reaction))

    def presence(self, table_id: str) -> None:
        """Show everybody at a table who is here now: again nobody is cut off for it."""
        table = self.tables.kept(table_id)
        if table is None or table_id not in self._rooms:
            return
        message = _encode(messages.Away(self._away_ms(table)))
        for listener in self._rooms[table_id]:
            if listener.seq >= 0 and not listener.behind:
                listener.put_bytes(message)

    def wake(self) -> None:
        """After an outage: what the browsers think is left of a clock is wrong."""
        for table_id, room in self._rooms.items():
            table = self.tables.kept(table_id)
            if table is None or self.driver.clock_ms(table) is None:
                continue
            for listener in room:
                if listener.seq == table.seq and not listener.behind:
                    self._send_view(table, listener, table.seq)

    def logged_out(self, person: str, session: str | None) -> None:
        """A session of somebody has ended, or all: who listens with it shall not play on."""
        for room in list(self._rooms.values()):
            for listener in list(room):
                if listener.person == person and session in (None, listener.session):
                    listener.on_log_out()

    async def catch_up(self) -> None:
        """Ask the store what the channel may have failed to tell."""
        for table_id, seq in (await self.tables.store.heads(list(self._rooms))).items():
            try:
                await self.reached(table_id, seq)
            except DalapapaError:
                continue  # the store is in trouble; the next round will tell

    def _send_view(self, table: Table, listener: Listener, since: int) -> None:
        listener.seq = table.seq
        card, state = views.card(table, listener.person), self._state(table, listener.person)
        listener.put(messages.TableView(table.seq, card, state, views.happenings(table, since)))

    def _update(self, table: Table, person: str | None, since: int) -> messages.Update:
        return messages.Update(table.seq, views.happenings(table, since), self._state(table, person))

    def _state(self, table: Table, person: str | None) -> messages.State:
        return views.state(table, person, self.driver.clock_ms(table), self._away_ms(table))

    def _away_ms(self, table: Table) -> list[int | None]:
        """How long the person of each seat has been away."""
        away = [self.attendance.away(table.id, seat.person) if seat.person else None for seat in table.seats]
        return [None if seconds is None else round(seconds * 1000) for seconds in away]

    def _wants_options(self, table: Table, listener: Listener) -> bool:
        """Whether a turn of this browser has begun whose options it has not been sent."""
        if not listener.helped or table.agreed.purist or table.to_move is None or listener.person is None:
            return False
        seat = table.seats[table.to_move]
        mine = seat.person == listener.person and seat.presence != "resigned"
        return mine and listener.optioned != table.version

    def _send_options(self, table: Table, listener: Listener) -> None:
        """When a turn of this browser has begun: its legal placements, once."""
        if self._wants_options(table, listener) and table.to_move is not None:
            listener.optioned = table.version
            listener.put(options(table, listener.person, table.to_move, [], None))
