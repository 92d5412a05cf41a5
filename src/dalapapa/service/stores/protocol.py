"""What the service asks of a store: an append-only log for each table, and a row for lists beside it.

Every store keeps the same promises, and tests/service/promises.py holds each to them.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec

from dalapapa.service.stores.keeping import Keeping, Leftovers
from dalapapa.service.telling.words import Phase

# A table in one of these phases has no turns to come.
OVER: tuple[Phase, ...] = ("finished", "closed")


class ConflictError(Exception):
    """Somebody else appended that seq, or that command, first."""


class StoreError(Exception):
    """The store did not answer, or could not write: whether anything was stored is unknown."""


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One line of a table's log."""

    seq: int
    command: str
    at: float
    body: bytes


class Append(msgspec.Struct, frozen=True, gc=False):
    """New lines for a table's log, and its row as it then is; stored together or not at all."""

    table: str
    entries: Sequence[Entry]
    public: bool
    phase: Phase
    due: float | None
    summary: bytes
    people: Sequence[str] | None  # who sits here, when that has changed
    finishes: bool = False  # whether the game is over with these lines
    tile_set: str | None = None  # the fingerprint of a set of one's own
    tiles: bytes | None = None  # that set, with a table's first lines: each is kept once


class Outage(msgspec.Struct, frozen=True, gc=False):
    """A time in which no server ran: it is charged to nobody's clock."""

    start: float
    end: float


class Store(Protocol):
    """A durable log. What `append` has returned from is there after any crash."""

    shared: bool  # whether other processes write to it too

    async def append(self, append: Append) -> None:
        """Store for good; raises ConflictError or StoreError."""
        ...

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The log of a table after a seq, in order."""
        ...

    async def heads(self, tables: Iterable[str]) -> dict[str, int]:
        """The last seq of each of these tables."""
        ...

    async def summary(self, table: str) -> bytes | None:
        """The summary of a table; None when there is no such table."""
        ...

    async def tile_set(self, fingerprint: str) -> bytes | None:
        """A set of one's own; it is forgotten with the last table that is played with it."""
        ...

    async def due(self, before: float, limit: int) -> list[str]:
        """Tables that should have gone on by themselves before this time, longest overdue first."""
        ...

    async def postpone(self, table: str, until: float, updated: float) -> None:
        """Set when a table is due, unless it has gone on since `updated`: an outage stopped its clock."""
        ...

    async def public_tables(self, limit: int) -> list[bytes]:
        """Summaries of public tables: those that wait, then those that play, newest first."""
        ...

    async def tables_of(self, person: str, limit: int) -> list[bytes]:
        """Summaries of a person's tables: the unfinished, latest first, then the others, last over first."""
        ...

    async def unfinished(self, person: str) -> int:
        """How many tables of a person wait or play."""
        ...

    async def beat(self, now: float, gap: float) -> None:
        """Note that a server runs; when the last note is older than `gap`, the time between is an outage."""
        ...

    async def outages(self, since: float) -> list[Outage]:
        """The outages that ended after this time."""
        ...

    async def unsettled(self, before: float, limit: int) -> list[str]:
        """Tables whose game was over before this time and that nobody has settled, oldest first."""
        ...

    async def settle(self, table: str, facts: bytes) -> bool:
        """Keep what came of a finished game, for good and once; False when somebody has done so already."""
        ...

    async def facts(self, table: str) -> bytes | None:
        """What came of a finished game; None until it is settled."""
        ...

    async def keep_analysis(self, table: str, method: int, body: bytes) -> bool:
        """Keep what a method found of a finished game; False when somebody has done so already."""
        ...

    async def analysis(self, table: str, method: int) -> bytes | None:
        """What a method found of a finished game, if it is kept."""
        ...

    async def leftovers(self, keeping: Keeping, now: float, limit: int) -> Leftovers:
        """What has been kept for long enough, at most so many of each kind."""
        ...

    async def clear(self, keeping: Keeping, now: float, limit: int) -> Leftovers:
        """Forget what has been kept for long enough, at most so many of each kind; gives what it was."""
        ...

    async def close(self) -> None:
        """Finish what waits to be stored; later appends raise StoreError."""
        ...
