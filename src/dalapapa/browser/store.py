"""A store on the browser's own disk (IndexedDB): what it has kept is there after a crash of the browser too.

JavaScript reads and writes (web/along/disk.js), because a transaction must not wait for Python; what is
written there says what it was made from, and is made again when another tab was faster.
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Protocol, TypeVar

import msgspec

from dalapapa.service.people.register import Person
from dalapapa.service.stores.keeping import Keeping, Leftovers
from dalapapa.service.stores.memory import Kept, MemoryStore, Row
from dalapapa.service.stores.protocol import Append, ConflictError, Entry, Outage, StoreError

Found = TypeVar("Found")


class Disk(Protocol):
    """What JavaScript does: texts in and out, in transactions of strict durability."""

    def rows(self) -> Awaitable[str]:
        """Every row of a table."""
        ...

    def row(self, table: str) -> Awaitable[str]:
        """One row in a list, or an empty list."""
        ...

    def kept(self) -> Awaitable[str]:
        """What is kept beside the tables, in a list of one or none."""
        ...

    def tiles(self, fingerprint: str) -> Awaitable[str]:
        """A set of one's own in a list, or an empty list."""
        ...

    def log(self, table: str, after: int) -> Awaitable[str]:
        """The lines of a table's log after a seq."""
        ...

    def write(self, change: str) -> Awaitable[str]:
        """Write a `Change`: "kept", "stale" when it was made of what is no more, "taken" for a conflict."""
        ...


class _StoredRow(msgspec.Struct):
    table: str
    version: int
    row: Row


class _StoredKept(msgspec.Struct):
    version: int
    kept: Kept


class _StoredTiles(msgspec.Struct):
    fingerprint: str
    tiles: bytes


class _Line(msgspec.Struct):
    table: str
    entry: Entry


class Change(msgspec.Struct, omit_defaults=True):
    """What is to be written together: rows and the rest only if the version before them is still there."""

    rows: list[_StoredRow] = []
    kept: _StoredKept | None = None
    lines: list[_Line] = []
    forgotten: list[str] = []
    tiles: list[_StoredTiles] = []
    forgotten_tiles: list[str] = []


_encode = msgspec.json.encode
_rows_in = msgspec.json.Decoder(list[_StoredRow]).decode
_kept_in = msgspec.json.Decoder(list[_StoredKept]).decode
_tiles_in = msgspec.json.Decoder(list[_StoredTiles]).decode
_lines_in = msgspec.json.Decoder(list[_Line]).decode


class BrowserStore:
    """A `Store` and a `Register`. Every tab of a browser has one of its own, over the same disk."""

    shared = True

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._closed = False

    async def close(self) -> None:
        """Take nothing more."""
        self._closed = True

    # ── Tables ───────────────────────────────────────────────────────────────────────────────

    async def append(self, append: Append) -> None:
        """Store for good; raises ConflictError or StoreError."""

        def take(row: Row) -> bool:
            if append.entries[0].seq != row.head + 1:
                raise ConflictError(append.table)
            row.take(append)
            return True

        tiles = []
        if append.tile_set is not None and append.tiles is not None:
            tiles.append(_StoredTiles(append.tile_set, append.tiles))
        await self._change_row(append.table, take, append.entries, tiles)

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The log of a table after a seq, in order."""
        return [line.entry for line in _lines_in(await self._answer(self._disk.log(table, after)))]

    async def heads(self, tables: Iterable[str]) -> dict[str, int]:
        """The last seq of each of these tables."""
        return await (await self._memory()).heads(tables)

    async def summary(self, table: str) -> bytes | None:
        """The summary of a table; None when there is no such table."""
        return await (await self._memory()).summary(table)

    async def tile_set(self, fingerprint: str) -> bytes | None:
        """A set of one's own; it is forgotten with the last table that is played with it."""
        found = _tiles_in(await self._answer(self._disk.tiles(fingerprint)))
        return found[0].tiles if found else None

    async def due(self, before: float, limit: int) -> list[str]:
        """Tables that should have gone on by themselves before this time, longest overdue first."""
        return await (await self._memory()).due(before, limit)

    async def postpone(self, table: str, until: float, updated: float) -> None:
        """Set when a table is due, unless it has gone on since `updated`: an outage stopped its clock."""

        def wait(row: Row) -> bool:
            row.due = until
            return row.head > 0 and row.updated == updated

        await self._change_row(table, wait)

    async def public_tables(self, limit: int) -> list[bytes]:
        """Summaries of public tables: those that wait, then those that play, newest first."""
        return await (await self._memory()).public_tables(limit)

    async def tables_of(self, person: str, limit: int) -> list[bytes]:
        """Summaries of a person's tables: the unfinished, latest first, then the others, last over first."""
        return await (await self._memory()).tables_of(person, limit)

    async def unfinished(self, person: str) -> int:
        """How many tables of a person wait or play."""
        return await (await self._memory()).unfinished(person)

    async def unsettled(self, before: float, limit: int) -> list[str]:
        """Tables whose game was over before this time and that nobody has settled, oldest first."""
        return await (await self._memory()).unsettled(before, limit)

    async def settle(self, table: str, facts: bytes) -> bool:
        """Keep what came of a finished game, for good and once; False when somebody has done so already."""

        def keep(row: Row) -> bool:
            first = row.finished is not None and row.facts is None
            row.facts = facts
            return first

        return await self._change_row(table, keep)

    async def facts(self, table: str) -> bytes | None:
        """What came of a finished game; None until it is settled."""
        return await (await self._memory()).facts(table)

    async def keep_analysis(self, table: str, method: int, body: bytes) -> bool:
        """Keep what a method found of a finished game; False when somebody has done so already."""

        def keep(row: Row) -> bool:
            first = row.head > 0 and method not in row.analyses
            row.analyses.setdefault(method, body)
            return first

        return await self._change_row(table, keep)

    async def analysis(self, table: str, method: int) -> bytes | None:
        """What a method found of a finished game, if it is kept."""
        return await (await self._memory()).analysis(table, method)

    # ── Outages, and what nobody comes back for ──────────────────────────────────────────────

    async def beat(self, now: float, gap: float) -> None:
        """Note that a worker runs; when the last note is older than `gap`, the time between is an outage."""
        await self._change_kept(lambda memory: memory.beat(now, gap))

    async def outages(self, since: float) -> list[Outage]:
        """The outages that ended after this time."""
        return await (await self._memory()).outages(since)

    async def leftovers(self, keeping: Keeping, now: float, limit: int) -> Leftovers:
        """What has been kept for long enough, at most so many of each kind."""
        return await (await self._memory()).leftovers(keeping, now, limit)

    async def clear(self, keeping: Keeping, now: float, limit: int) -> Leftovers:
        """Forget what has been kept for long enough, at most so many of each kind; gives what it was."""
        return await self._change_kept(lambda memory: memory.clear(keeping, now, limit))

    # ── Guests ───────────────────────────────────────────────────────────────────────────────

    async def add_person(self, person: Person, session: str, now: float) -> None:
        """Keep a new guest with a first session."""
        await self._change_kept(lambda memory: memory.add_person(person, session, now))

    async def person_of(self, session: str, now: float | None = None) -> Person | None:
        """Whose session this is; with `now` it is noted, once a day, that they were here."""
        return await self._change_kept(lambda memory: memory.person_of(session, now))

    async def rename(self, person: str, name: str) -> None:
        """Change a guest's name."""
        await self._change_kept(lambda memory: memory.rename(person, name))

    async def end_session(self, session: str) -> None:
        """Forget a session, and every link to its guest."""
        await self._change_kept(lambda memory: memory.end_session(session))

    async def end_sessions(self, person: str) -> None:
        """Forget every session of a guest, and every link to them."""
        await self._change_kept(lambda memory: memory.end_sessions(person))

    async def add_link(self, link: str, person: str, now: float, expires: float) -> None:
        """Keep a link to a guest, and forget those that are too old by now."""
        await self._change_kept(lambda memory: memory.add_link(link, person, now, expires))

    async def claim_link(self, link: str, session: str, now: float) -> Person | None:
        """Exchange a link for a new session, once; None when there is no such link, or it is too old."""
        return await self._change_kept(lambda memory: memory.claim_link(link, session, now))

    # ── The disk ─────────────────────────────────────────────────────────────────────────────

    async def _answer(self, asked: Awaitable[str]) -> str:
        try:
            return await asked
        except Exception as error:  # whatever JavaScript throws: no room, no permission, a disk that fails
            raise StoreError(str(error)) from error

    async def _write(self, change: Change) -> bool:
        """Whether it was written; False when it was made of what is no more."""
        if self._closed:
            raise StoreError("the store is closed")
        said = await self._answer(self._disk.write(_encode(change).decode()))
        if said == "taken":
            raise ConflictError
        return said == "kept"

    async def _read_kept(self) -> _StoredKept:
        found = _kept_in(await self._answer(self._disk.kept()))
        return found[0] if found else _StoredKept(0, Kept())

    async def _memory(self) -> MemoryStore:
        """The disk as it is now, without the logs: what is asked of the rows, a store in memory knows."""
        rows = {one.table: one.row for one in _rows_in(await self._answer(self._disk.rows()))}
        return MemoryStore(rows=rows, kept=(await self._read_kept()).kept)

    async def _change_row(
        self,
        table: str,
        change: Callable[[Row], bool],
        lines: Iterable[Entry] = (),
        tiles: Sequence[_StoredTiles] = (),
    ) -> bool:
        """Change a row, unless that says it has nothing to change."""
        new = [_Line(table, entry) for entry in lines]
        while True:
            found = _rows_in(await self._answer(self._disk.row(table)))
            stored = found[0] if found else _StoredRow(table, 0, Row())
            if not change(stored.row):
                return False
            if await self._write(Change(rows=[stored], lines=new, tiles=list(tiles))):
                return True

    async def _change_kept(self, change: Callable[[MemoryStore], Awaitable[Found]]) -> Found:
        """Change what is kept beside the tables, as a store in memory would; tables may be forgotten."""
        while True:
            stored = await self._read_kept()
            rows = {one.table: one.row for one in _rows_in(await self._answer(self._disk.rows()))}
            before, tables = _encode(stored.kept), dict(rows)
            answer = await change(MemoryStore(rows=rows, kept=stored.kept))
            forgotten = sorted(tables.keys() - rows.keys())
            unused = {tables[table].tile_set for table in forgotten} - {row.tile_set for row in rows.values()}
            tiles = sorted(one for one in unused if one is not None)
            if _encode(stored.kept) == before and not forgotten:
                return answer
            if await self._write(Change(kept=stored, forgotten=forgotten, forgotten_tiles=tiles)):
                return answer
