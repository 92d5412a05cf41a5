"""A store in memory: it keeps every promise of a store but one, what it holds ends with its process."""

from collections.abc import Iterable

import msgspec

from dalapapa.service.people.register import Person
from dalapapa.service.stores.keeping import DAY, Keeping, Leftovers, kept_since
from dalapapa.service.stores.protocol import OVER, Append, ConflictError, Entry, Outage, StoreError
from dalapapa.service.telling.words import Phase


class Row(msgspec.Struct):
    """A table: what its log came to last."""

    public: bool = False
    phase: Phase = "waiting"
    summary: bytes = b""
    due: float | None = None
    updated: float = 0.0
    head: int = 0
    people: set[str] = msgspec.field(default_factory=set)
    finished: float | None = None
    over: float | None = None
    facts: bytes | None = None
    analyses: dict[int, bytes] = msgspec.field(default_factory=dict)
    tile_set: str | None = None

    def take(self, append: Append) -> None:
        """What it comes to with new lines."""
        self.public, self.phase, self.summary = append.public, append.phase, append.summary
        self.due, self.updated, self.head = append.due, append.entries[0].at, append.entries[-1].seq
        self.tile_set = append.tile_set
        if append.people is not None:
            self.people = set(append.people)
        if append.finishes:
            self.finished = self.updated
        if self.phase in OVER and self.over is None:
            self.over = self.updated


class Kept(msgspec.Struct):
    """What is kept beside the tables: guests with their sessions and links, beats and outages."""

    beat: float | None = None
    outages: list[Outage] = msgspec.field(default_factory=list)
    people: dict[str, Person] = msgspec.field(default_factory=dict)
    seen: dict[str, float] = msgspec.field(default_factory=dict)
    sessions: dict[str, str] = msgspec.field(default_factory=dict)
    links: dict[str, tuple[str, float]] = msgspec.field(default_factory=dict)


class MemoryStore:
    """A `Store` and a `Register`; `shared` when several houses are opened over it.

    It may begin with rows and what is kept beside them, as another store has them.
    """

    def __init__(
        self, shared: bool = False, rows: dict[str, Row] | None = None, kept: Kept | None = None
    ) -> None:
        self.shared = shared
        self.rows = rows if rows is not None else {}
        self.kept = kept or Kept()
        self._logs: dict[str, list[Entry]] = {}
        self._tile_sets: dict[str, bytes] = {}
        self._closed = False

    async def close(self) -> None:
        """Take nothing more."""
        self._closed = True

    # ── Tables ───────────────────────────────────────────────────────────────────────────────

    async def append(self, append: Append) -> None:
        """Store; raises ConflictError or StoreError."""
        self._check_open()
        row = self.rows.get(append.table) or Row()
        log = self._logs.get(append.table, [])
        commands = [entry.command for entry in (*log, *append.entries)]
        if append.entries[0].seq != row.head + 1 or len(set(commands)) < len(commands):
            raise ConflictError(append.table)
        row.take(append)
        self.rows[append.table] = row
        self._logs[append.table] = [*log, *append.entries]
        if append.tile_set is not None and append.tiles is not None:
            self._tile_sets.setdefault(append.tile_set, append.tiles)

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The log of a table after a seq, in order."""
        return self._logs.get(table, [])[after:]

    async def heads(self, tables: Iterable[str]) -> dict[str, int]:
        """The last seq of each of these tables."""
        return {table: self.rows[table].head for table in tables if table in self.rows}

    async def summary(self, table: str) -> bytes | None:
        """The summary of a table; None when there is no such table."""
        return self.rows[table].summary if table in self.rows else None

    async def tile_set(self, fingerprint: str) -> bytes | None:
        """A set of one's own; it is forgotten with the last table that is played with it."""
        return self._tile_sets.get(fingerprint)

    async def due(self, before: float, limit: int) -> list[str]:
        """Tables that should have gone on by themselves before this time, longest overdue first."""
        late = [(row.due, table) for table, row in self.rows.items() if row.due is not None]
        return [table for due, table in sorted(late) if due <= before][:limit]

    async def postpone(self, table: str, until: float, updated: float) -> None:
        """Set when a table is due, unless it has gone on since `updated`: an outage stopped its clock."""
        self._check_open()
        if (row := self.rows.get(table)) is not None and row.updated == updated:
            row.due = until

    async def public_tables(self, limit: int) -> list[bytes]:
        """Summaries of public tables: those that wait, then those that play, newest first."""
        found = [row for row in self.rows.values() if row.public and row.over is None]
        found.sort(key=lambda row: (row.phase == "playing", -row.updated))
        return [row.summary for row in found[:limit]]

    async def tables_of(self, person: str, limit: int) -> list[bytes]:
        """Summaries of a person's tables: the unfinished, latest first, then the others, last over first."""
        found = [row for row in self.rows.values() if person in row.people]
        found.sort(key=lambda row: (row.over is not None, -(row.updated if row.over is None else row.over)))
        return [row.summary for row in found[:limit]]

    async def unfinished(self, person: str) -> int:
        """How many tables of a person wait or play."""
        return sum(person in row.people and row.over is None for row in self.rows.values())

    async def unsettled(self, before: float, limit: int) -> list[str]:
        """Tables whose game was over before this time and that nobody has settled, oldest first."""
        over = [
            (row.finished, table)
            for table, row in self.rows.items()
            if row.finished is not None and row.facts is None
        ]
        return [table for finished, table in sorted(over) if finished <= before][:limit]

    async def settle(self, table: str, facts: bytes) -> bool:
        """Keep what came of a finished game, once; False when somebody has done so already."""
        self._check_open()
        row = self.rows.get(table)
        if row is None or row.finished is None or row.facts is not None:
            return False
        row.facts = facts
        return True

    async def facts(self, table: str) -> bytes | None:
        """What came of a finished game; None until it is settled."""
        return self.rows[table].facts if table in self.rows else None

    async def keep_analysis(self, table: str, method: int, body: bytes) -> bool:
        """Keep what a method found of a finished game; False when somebody has done so already."""
        self._check_open()
        row = self.rows.get(table)
        if row is None or method in row.analyses:
            return False
        row.analyses[method] = body
        return True

    async def analysis(self, table: str, method: int) -> bytes | None:
        """What a method found of a finished game, if it is kept."""
        return self.rows[table].analyses.get(method) if table in self.rows else None

    # ── Outages ──────────────────────────────────────────────────────────────────────────────

    async def beat(self, now: float, gap: float) -> None:
        """Note that a server runs; when the last note is older than `gap`, the time between is an outage."""
        self._check_open()
        if self.kept.beat is not None and now - self.kept.beat > gap:
            self.kept.outages.append(Outage(self.kept.beat, now))
        self.kept.beat = now

    async def outages(self, since: float) -> list[Outage]:
        """The outages that ended after this time."""
        return [outage for outage in self.kept.outages if outage.end > since]

    # ── What nobody comes back for ───────────────────────────────────────────────────────────

    async def leftovers(self, keeping: Keeping, now: float, limit: int) -> Leftovers:
        """What has been kept for long enough, at most so many of each kind."""
        guests, unbegun, games = (
            kept_since(seconds, now, self.kept.beat, self.kept.outages)
            for seconds in (keeping.guests, keeping.unbegun, keeping.games)
        )
        seated = {person for row in self.rows.values() for person in row.people}
        old_guests = [
            (seen, person)
            for person, seen in self.kept.seen.items()
            if seen < guests and person not in seated
        ]
        old_tables = [
            (row.updated, table)
            for table, row in self.rows.items()
            if row.phase in ("waiting", "closed") and row.updated < unbegun
        ]
        old_games = [
            (row.updated, table)
            for table, row in self.rows.items()
            if row.phase == "finished"
            and row.updated < games
            and not any(self.kept.seen.get(person, games - 1) >= games for person in row.people)
        ]
        return Leftovers(
            *([one for _, one in sorted(some)[:limit]] for some in (old_guests, old_tables, old_games))
        )

    async def clear(self, keeping: Keeping, now: float, limit: int) -> Leftovers:
        """Forget what has been kept for long enough, at most so many of each kind; gives what it was."""
        self._check_open()
        found = await self.leftovers(keeping, now, limit)
        for table in (*found.unbegun, *found.games):
            del self.rows[table]
            self._logs.pop(table, None)
        used = {row.tile_set for row in self.rows.values()}
        self._tile_sets = {key: tiles for key, tiles in self._tile_sets.items() if key in used}
        for person in found.guests:
            del self.kept.people[person], self.kept.seen[person]
        self.kept.sessions = {
            key: person for key, person in self.kept.sessions.items() if person in self.kept.people
        }
        self.kept.links = {key: kept for key, kept in self.kept.links.items() if kept[0] in self.kept.people}
        return found

    # ── Guests ───────────────────────────────────────────────────────────────────────────────

    async def add_person(self, person: Person, session: str, now: float) -> None:
        """Keep a new guest with a first session."""
        self._check_open()
        self.kept.people[person.id] = person
        self.kept.seen[person.id] = now
        self.kept.sessions[session] = person.id

    async def person_of(self, session: str, now: float | None = None) -> Person | None:
        """Whose session this is; with `now` it is noted, once a day, that they were here."""
        if (person := self.kept.sessions.get(session)) is None:
            return None
        if now is not None and abs(now - self.kept.seen[person]) > DAY:
            self.kept.seen[person] = now
        return self.kept.people[person]

    async def rename(self, person: str, name: str) -> None:
        """Change a guest's name."""
        self._check_open()
        self.kept.people[person] = Person(person, name)

    async def end_session(self, session: str) -> None:
        """Forget a session, and every link to its guest."""
        self._check_open()
        if (person := self.kept.sessions.pop(session, None)) is not None:
            self._forget_links(person)

    async def end_sessions(self, person: str) -> None:
        """Forget every session of a guest, and every link to them."""
        self._check_open()
        self.kept.sessions = {
            session: whose for session, whose in self.kept.sessions.items() if whose != person
        }
        self._forget_links(person)

    def _forget_links(self, person: str) -> None:
        self.kept.links = {known: kept for known, kept in self.kept.links.items() if kept[0] != person}

    async def add_link(self, link: str, person: str, now: float, expires: float) -> None:
        """Keep a link to a guest, and forget those that are too old by now."""
        self._check_open()
        self.kept.links = {known: kept for known, kept in self.kept.links.items() if kept[1] >= now}
        self.kept.links[link] = (person, expires)

    async def claim_link(self, link: str, session: str, now: float) -> Person | None:
        """Exchange a link for a new session, once; None when there is no such link, or it is too old."""
        self._check_open()
        person, expires = self.kept.links.get(link, ("", 0.0))
        if link not in self.kept.links or expires < now:
            return None
        del self.kept.links[link]
        self.kept.sessions[session] = person
        return self.kept.people[person]

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError("the store is closed")
