"""A house on a store in memory, with a clock that the test moves."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any

from dalapapa.rules import ErrorCode, TileSet, Turn, view
from dalapapa.service.house import House
from dalapapa.service.stores.memory import MemoryStore
from dalapapa.service.tables import commands, layout
from dalapapa.service.tables.driver import GAP
from dalapapa.service.tables.finishing import Finished
from dalapapa.service.tables.table import Table
from dalapapa.service.tables.thinking import Choose, choose_here
from dalapapa.service.telling import messages, requests
from dalapapa.service.telling.audience import Listener
from dalapapa.service.telling.conversation import Conversation
from dalapapa.service.telling.happenings import place

ANA, BO, CY = "ana", "bo", "cy"
NONCE = "0123456789abcdef" * 2


class Room:
    """A house, and the time there."""

    def __init__(
        self,
        store: MemoryStore,
        now: float,
        pace: float,
        gap: float,
        choose: Choose,
        finished: Finished | None,
    ) -> None:
        self.time = now
        self.store = store
        self.house = House(store, store, choose, pace=pace, gap=gap, finished=finished, now=lambda: self.time)
        self.tables = self.house.tables
        self.driver = self.house.driver
        self.audience = self.house.audience

    async def make(
        self, *seats: str, ready: bool = True, tile_set: TileSet | None = None, **wishes: object
    ) -> Table:
        """Ana's table with seats `person`, `open`, or the name of a bot."""
        kinds = [
            requests.NewSeat(seat) if seat in ("person", "open") else requests.NewSeat("bot", bot=seat)  # type: ignore[arg-type]
            for seat in seats
        ]
        wish = requests.NewTable(kinds, nonce=NONCE if ready else None, **wishes)  # type: ignore[arg-type]
        return await self.tables.make(
            layout.new_table_id(),
            "make",
            lambda empty: commands.make_table(empty, ANA, "Ana", wish),
            tile_set,
        )

    async def join(self, table: Table, person: str, seat: int | None = None) -> Table:
        wish = requests.JoinRequest(seat, nonce=NONCE)
        return await self.tables.run(
            table.id, layout.new_table_id(), lambda now: commands.join(now, person, person.title(), wish)
        )

    async def finish(self, table_id: str) -> Table:
        """Play for everybody, to the end."""
        async with asyncio.timeout(60):
            while (table := await self.tables.get(table_id)).phase != "finished":
                seat, game = table.to_move, table.game
                if seat is None or game is None or table.seats[seat].by_itself:
                    await asyncio.sleep(0.002)
                    continue
                turn = await choose_here("random", view(game, game.to_move))
                move = messages.TakeTurn("", game.version, seat, list(map(place, turn.placements)))
                person = table.seats[seat].person or ""
                await self.tables.run(table.id, f"f{game.version}", partial(_take, person, move, turn))
        return table

    @contextlib.asynccontextmanager
    async def attending(self, table: Table, person: str) -> AsyncIterator[Listener]:
        """A browser of this person is at the table."""
        listener = Listener(table.id, person, helped=False)
        await self.audience.enter(listener, 0)
        try:
            yield listener
        finally:
            self.audience.leave(listener)


def _take(person: str, move: messages.TakeTurn, turn: Turn, now: Table) -> commands.Decision:
    return commands.take_turn(now, person, move, turn)


@contextlib.asynccontextmanager
async def room(
    store: MemoryStore | None = None,
    *,
    now: float = 1_000_000.0,
    pace: float = 0.0,
    gap: float = GAP,
    choose: Choose = choose_here,
    finished: Finished | None = None,
) -> AsyncIterator[Room]:
    opened = Room(store or MemoryStore(), now, pace, gap, choose, finished)
    try:
        yield opened
    finally:
        await opened.house.close()


class Carrier:
    """Carries a conversation by hand."""

    def __init__(self, at: Room, table: Table, person: str | None, **options: Any) -> None:
        self.hung_up = 0
        self.talk = Conversation(at.house, table.id, person, self._hang_up, **options)

    def _hang_up(self) -> None:
        self.hung_up += 1

    async def say(self, **message: Any) -> ErrorCode | None:
        return (await self.talk.hear(json.dumps(message))).refusal

    async def told(self, kind: str) -> dict[str, Any]:
        """The next message of a kind; those before it are read and dropped."""
        async with asyncio.timeout(20):
            while (message := json.loads(await self.talk.next()))["type"] != kind:
                pass
        return message  # type: ignore[no-any-return]


@contextlib.asynccontextmanager
async def talking(
    at: Room, table: Table, person: str | None, since: int = 0, **options: Any
) -> AsyncIterator[Carrier]:
    carrier = Carrier(at, table, person, **options)
    await carrier.talk.open(since)
    try:
        yield carrier
    finally:
        carrier.talk.close()


async def eventually(at: Room, table: Table, wanted: Callable[[Table], bool]) -> Table:
    """The table, as soon as it is as wanted."""
    async with asyncio.timeout(20):
        while not wanted(now := await at.tables.get(table.id)):
            await asyncio.sleep(0.005)
    return now


def turns(table: Table) -> list[messages.TurnPlayed]:
    """The turns that were played."""
    return [h for h in table.happenings if isinstance(h, messages.TurnPlayed)]


async def run_out(at: Room, seconds: float) -> None:
    """Let time pass, of which none is an outage, and the driver look."""
    at.time += seconds
    await at.driver.tick()
