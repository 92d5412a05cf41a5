"""Everything that a carrier needs, opened and closed together: for a web server as for a browser's worker."""

import asyncio
import logging
from collections.abc import Callable

from dalapapa.rules import DalapapaError, TileSet
from dalapapa.service.clock import Clock
from dalapapa.service.lobby import Lobby
from dalapapa.service.people.guests import People, session_of
from dalapapa.service.people.register import Person, Register
from dalapapa.service.stores.protocol import Store, StoreError
from dalapapa.service.tables.authority import Step, Tables
from dalapapa.service.tables.driver import GAP, Driver
from dalapapa.service.tables.finishing import Finished, Finishing
from dalapapa.service.tables.thinking import Aside, Choose, here
from dalapapa.service.telling.advice import Adviser
from dalapapa.service.telling.attendance import Attendance
from dalapapa.service.telling.audience import Audience
from dalapapa.service.telling.channel import Came, Channel, LoggedOut, NoChannel, Note, Reached, Reacted, Went
from dalapapa.service.telling.words import Reaction

# How often the house looks for what is overdue.
LOOK_EVERY = 2.0

log = logging.getLogger("dalapapa.house")


class House:
    """Tables, the people who sit there, what drives the tables on, and who is told of it.

    `pace` is the seconds between the turns of bots, `choose` how they come to them, `aside` how what
    takes longer is worked out, `finished` what is done with a game that is over, `tile_set` what tables
    play with if they wish for nothing else; `poll` is how often a shared store is asked what the channel
    may have lost.
    """

    def __init__(
        self,
        store: Store,
        register: Register,
        choose: Choose,
        *,
        pace: float,
        aside: Aside = here,
        poll: float = LOOK_EVERY,
        gap: float = GAP,
        finished: Finished | None = None,
        tile_set: TileSet | None = None,
        now: Callable[[], float] | None = None,
        step: Step = lambda _: None,
    ) -> None:
        now = now or Clock()
        self.store = store
        self.poll = poll
        self.channel: Channel = NoChannel()
        self.people = People(register, now)
        self.tables = Tables(store, self.reached, pace=pace, now=now, step=step, aside=aside)
        self.lobby = Lobby(self.tables, tile_set)
        self.attendance = Attendance(lambda: self.tables.now())
        self.attendance.send = lambda note: self.channel.send(note)
        self.driver = Driver(self.tables, choose, self.attendance, gap=gap)
        self.audience = Audience(self.tables, self.driver, self.attendance)
        self.adviser = Adviser(aside)
        self._finishing = Finishing(self.tables, finished) if finished else None
        self._looking: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Begin to look for what is overdue, and to listen to other processes."""
        await self.driver.start()
        self._looking.append(asyncio.create_task(self._look_out()))
        if self.store.shared:
            self._looking.append(asyncio.create_task(self._catch_up()))

    async def tick(self) -> None:
        """One look: say who is here, drive on what is overdue, hand on what has finished."""
        self.attendance.tick()
        await self.driver.tick()
        if self._finishing is not None:
            await self._finishing.tick()

    async def close(self) -> None:
        """Stop; what is stored goes on after the next start. The store stays open."""
        for task in self._looking:
            task.cancel()
        await asyncio.gather(*self._looking, return_exceptions=True)
        self._looking.clear()
        await self.driver.stop()
        if self._finishing is not None:
            await self._finishing.stop()
        await self.channel.close()

    # ── News ─────────────────────────────────────────────────────────────────────────────────

    async def reached(self, table_id: str, seq: int) -> None:
        """Tell everybody that a table has reached a seq."""
        self.channel.send(Reached(table_id, seq))
        await self.audience.reached(table_id, seq)

    def react(self, table_id: str, seat: int, reaction: Reaction) -> None:
        """Show a reaction to everybody at a table."""
        self.channel.send(Reacted(table_id, seat, reaction))
        self.audience.reacted(table_id, seat, reaction)

    async def log_out(self, person: Person, token: str, everywhere: bool) -> None:
        """End a session, or every session of a guest, and what is being played with it."""
        if everywhere:
            await self.people.forget_everywhere(person)
        else:
            await self.people.forget(token)
        session = None if everywhere else session_of(token)
        self.channel.send(LoggedOut(person.id, session))
        self.audience.logged_out(person.id, session)

    async def hear(self, note: Note) -> None:
        """A note from another process."""
        match note:
            case Reached(table, seq):
                try:
                    await self.audience.reached(table, seq)
                except DalapapaError:
                    log.warning("a note could not be followed up")
            case Reacted(table, seat, reaction):
                self.audience.reacted(table, seat, reaction)
            case Came() | Went():
                self.attendance.heard(note)
            case LoggedOut(person, session):
                self.audience.logged_out(person, session)

    # ── For ever ─────────────────────────────────────────────────────────────────────────────

    async def _look_out(self) -> None:
        """Look for what is overdue."""
        while True:
            try:
                await self.tick()
            except (StoreError, DalapapaError):
                log.warning("the store does not answer")
            except Exception:
                log.exception("the look for overdue tables failed")
            await asyncio.sleep(LOOK_EVERY)

    async def _catch_up(self) -> None:
        """Look into the store for what the channel may have lost."""
        while True:
            await asyncio.sleep(self.poll)
            try:
                await self.audience.catch_up()
            except StoreError:
                log.warning("the store does not answer")
            except Exception:
                log.exception("a look into the store failed")
