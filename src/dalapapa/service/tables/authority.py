"""The authority over all tables: a command is decided, stored for good, acknowledged, and then told."""

import asyncio
import re
import time
import weakref
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection

from dalapapa.rules import DalapapaError, ErrorCode, TileSet, classic
from dalapapa.service.stores.protocol import Append, ConflictError, Entry, Store, StoreError
from dalapapa.service.tables import events, summary
from dalapapa.service.tables.commands import Decision
from dalapapa.service.tables.table import Table
from dalapapa.service.tables.thinking import Aside, here
from dalapapa.service.tables.tile_sets import TileSets, stored

Decide = Callable[[Table], Decision]
Acknowledge = Callable[[int], None]
Reached = Callable[[str, int], Awaitable[None]]
Step = Callable[[str], None]

# Tables kept in memory; any other is read from its log when it is asked for.
KEPT = 2_000
# What commands.py makes; any other name is no table's, and some a database would choke on.
_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")
# A conflict means that another process was first; each try then sees a longer log.
TRIES = 8


class Tables:
    """Every table of a store.

    `reached` tells everybody that a table has reached a seq; `step` hears where a command has got to;
    `aside` is where a game from a real table is refereed, so that no other table waits for it.
    """

    def __init__(
        self,
        store: Store,
        reached: Reached,
        *,
        pace: float,
        now: Callable[[], float] = time.time,
        step: Step = lambda _: None,
        aside: Aside = here,
    ) -> None:
        self.store = store
        self.pace = pace
        self.now = now
        self.step = step
        self._aside = aside
        self.tile_sets = TileSets(store)
        self.watched: Collection[str] = ()
        self.on_append: list[Callable[[Table], None]] = []
        self.on_finish: list[Callable[[Table], None]] = []
        self._reached = reached
        self._kept: OrderedDict[str, Table] = OrderedDict()
        self._locks: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()

    async def get(self, table_id: str, *, at_least: int | None = None) -> Table:
        """The table as it is now, or at this seq or later; raises when there is none."""
        kept = self._kept.get(table_id)
        if kept is not None and (not self.store.shared if at_least is None else kept.seq >= at_least):
            return kept
        async with self.lock(table_id):
            # Other processes write too: what is kept here may be old.
            kept = self._kept.get(table_id)
            newer = kept.seq + 1 if kept and self.store.shared else 0
            return await self._load(table_id, newer if at_least is None else at_least)

    async def in_short(self, table_id: str) -> summary.Summary:
        """The table in short, as it is now; its log is not read for that. Raises when there is none."""
        kept = self._kept.get(table_id)
        if kept is not None and not self.store.shared:
            return summary.summary(kept)
        try:
            stored = await self.store.summary(table_id) if _ID.fullmatch(table_id) else None
        except StoreError:
            raise try_again() from None
        if stored is None:
            raise no_such_table()
        return summary.decode(stored)

    def kept(self, table_id: str) -> Table | None:
        """The table as it was last seen here, if that is still in memory."""
        return self._kept.get(table_id)

    async def find(self, table_id: str) -> Table | None:
        """The table, perhaps an older state of it; None when there is none."""
        async with self.lock(table_id):
            return await self._find(table_id)

    async def make(
        self,
        table_id: str,
        command: str,
        decide: Decide,
        tile_set: TileSet | None = None,
        *,
        taken_over: bool = False,
    ) -> Table:
        """Lay out a new table, also for a game from a real one; what is there already stays as it is."""
        async with self.lock(table_id):
            if table := await self._find(table_id):
                return table
            empty = Table(table_id, tile_set=self.tile_sets.one(tile_set or classic()))
            try:
                decision = await self._aside(decide, empty) if taken_over else decide(empty)
                return await self._append(empty, command, decision)
            except ConflictError:
                return await self._load(table_id)

    async def run(
        self, table_id: str, command: str, decide: Decide, acknowledge: Acknowledge = lambda _: None
    ) -> Table:
        """Carry a command out, once however often it comes; `acknowledge` gets the seq it is stored at."""
        self.step("received")
        async with self.lock(table_id):
            table, seq = await self._decide(await self._load(table_id), command, decide)
        self.step("acknowledge")
        acknowledge(seq)
        self.step("tell")
        await self._reached(table_id, table.seq)
        self.step("told")
        return table

    async def _decide(self, table: Table, command: str, decide: Decide) -> tuple[Table, int]:
        """The table after a command, and the seq of the command's first event."""
        for _ in range(TRIES):
            if (seq := table.commands.get(command)) is not None:
                return table, seq
            refusal, decision = None, None
            try:
                begins = table.kept is not None and table.phase == "waiting"
                decision = await self._aside(decide, table) if begins else decide(table)
            except DalapapaError as error:
                refusal = error
            if decision is None or not decision.events:
                # Another process may have gone on: on what is there now the answer may be another.
                newer = await self._load(table.id, table.seq + 1) if self.store.shared else table
                if newer.seq > table.seq:
                    table = newer
                    continue
                if refusal is not None:
                    raise refusal
                return table, table.seq
            try:
                return await self._append(table, command, decision), table.seq + 1
            except ConflictError:
                table = await self._load(table.id, table.seq + 1)
        raise try_again()

    async def _append(self, table: Table, command: str, decision: Decision) -> Table:
        """Store events for good; gives the table that has taken them."""
        self.step("decided")
        at = self.now()
        games = iter(decision.games)
        after = table.copy()
        entries = []
        for i, event in enumerate(decision.events):
            # Each event has a command id of its own; the first has the sender's.
            name = f"{command}+{i}" if i else command
            after.apply(event, name, at, next(games, None) if isinstance(event, events.Played) else None)
            entries.append(Entry(after.seq, name, at, events.encode(event)))
        moved = [seat.person for seat in after.seats] != [seat.person for seat in table.seats]
        # What was played without us is nobody's business here: no statistics, no ratings.
        ours = after.brought is None and after.kept is None
        finishes = after.phase == "finished" and table.phase != "finished" and ours
        append = Append(
            table=table.id,
            entries=entries,
            public=after.agreed.public,
            phase=after.phase,
            due=after.due(self.pace),
            summary=summary.encode(summary.summary(after)),
            people=after.people if moved else None,
            finishes=finishes,
            **stored(after.tile_set, first=table.seq == 0),
        )
        try:
            await self.store.append(append)
        except (StoreError, asyncio.CancelledError) as error:
            self._kept.pop(table.id, None)  # it may have been stored: the log will tell
            if isinstance(error, StoreError):
                raise try_again() from None
            raise
        self.step("committed")
        self._keep(after)
        for hear in (*self.on_append, *(self.on_finish if finishes else ())):
            hear(after)
        return after

    async def _load(self, table_id: str, at_least: int = 0) -> Table:
        """The table as the log has it; raises when there is none."""
        table = await self._find(table_id, at_least)
        if table is None:
            raise no_such_table()
        return table

    async def _find(self, table_id: str, at_least: int = 0) -> Table | None:
        kept = self._kept.get(table_id)
        if kept is not None and kept.seq >= at_least:
            self._kept.move_to_end(table_id)
            return kept
        if not _ID.fullmatch(table_id):
            return None
        table = kept.copy() if kept else Table(table_id)
        try:
            entries = await self.store.entries(table_id, table.seq)
            happened = [events.decode(entry.body) for entry in entries]
            if happened and isinstance(made := happened[0], events.TableMade):
                table.tile_set = await self.tile_sets.agreed(made.agreed)
        except StoreError:
            raise try_again() from None
        if not entries:
            return kept
        now = self.now()
        for entry, event in zip(entries, happened, strict=True):
            # Later than now: the machine's clock was set back since.
            table.apply(event, entry.command, min(entry.at, now))
        self._keep(table)
        return table

    def _keep(self, table: Table) -> None:
        self._kept[table.id] = table
        self._kept.move_to_end(table.id)
        # Who is watched stays, or a flood of other tables would have it read from its log again and again.
        for _ in range(len(self._kept) - KEPT):
            oldest = next(iter(self._kept))
            if oldest in self.watched:
                self._kept.move_to_end(oldest)
            else:
                del self._kept[oldest]

    def lock(self, name: str) -> asyncio.Lock:
        """Of those who hold the lock of a table, or of anything else with a name, one goes on at a time."""
        if (lock := self._locks.get(name)) is None:
            lock = self._locks[name] = asyncio.Lock()
        return lock


def try_again() -> DalapapaError:
    """The store is in trouble; nothing that was acknowledged is lost."""
    return DalapapaError(ErrorCode.TRY_AGAIN, "the table could not be written just now: please try again")


def no_such_table() -> DalapapaError:
    """The one answer for tables that are absent or not to be seen."""
    return DalapapaError(ErrorCode.NO_SUCH_TABLE, "there is no such table")
