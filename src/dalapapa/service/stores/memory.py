"""A store in memory: it keeps every promise of a store but one, what it holds ends with its process."""

from collections.abc import Iterable

from dalapapa.service.people.register import Person
from dalapapa.service.stores.keeping import DAY, Keeping, Leftovers, kept_since
from dalapapa.service.stores.protocol import Append, ConflictError, Entry, Outage, StoreError

_UNFINISHED = ("waiting", "playing")


class _Row:
    """A table: its log, and what it came to last."""

    def __init__(self, first: Append) -> None:
        self.log: list[Entry] = []
        self.commands: set[str] = set()
        self.people: set[str] = set()
        self.finished: float | None = None
        self.facts: bytes | None = None
        self.take(first)

    def take(self, append: Append) -> None:
        self.log += append.entries
        self.commands.update(entry.command for entry in append.entries)
        self.public, self.phase, self.summary = append.public, append.phase, append.summary
        self.due, self.updated = append.due, append.entries[0].at
        if append.people is not None:
            self.people = set(append.people)
        if append.finishes:
            self.finished = self.updated


class MemoryStore:
    """A `Store` and a `Register`; `shared` when several houses are opened over it."""

    def __init__(self, shared: bool = False) -> None:
        self.shared = shared
        self._tables: dict[str, _Row] = {}
        self._beat: float | None = None
        self._outages: list[Outage] = []
        self._people: dict[str, Person] = {}
        self._seen: dict[str, float] = {}
        self._sessions: dict[str, str] = {}
        self._links: dict[str, tuple[str, float]] = {}
        self._closed = False

    async def close(self) -> None:
        """Take nothing more."""
        self._closed = True

    # ── Tables ───────────────────────────────────────────────────────────────────────────────

    async def append(self, append: Append) -> None:
        """Store; raises ConflictError or StoreError."""
        self._check_open()
        row = self._tables.get(append.table)
        head, taken = (len(row.log), row.commands) if row else (0, set[str]())
        commands = {entry.command for entry in append.entries}
        if append.entries[0].seq != head + 1 or taken & commands or len(commands) < len(append.entries):
            raise ConflictError(append.table)
        if row is None:
            self._tables[append.table] = _Row(append)
        else:
            row.take(append)

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The log of a table after a seq, in order."""
        return self._tables[table].log[after:] if table in self._tables else []

    async def heads(self, tables: Iterable[str]) -> dict[str, int]:
        """The last seq of each of these tables."""
        return {table: len(self._tables[table].log) for table in tables if table in self._tables}

    async def due(self, before: float, limit: int) -> list[str]:
        """Tables that should have gone on by themselves before this time, longest overdue first."""
        late = [(row.due, table) for table, row in self._tables.items() if row.due is not None]
        return [table for due, table in sorted(late) if due <= before][:limit]

    async def postpone(self, table: str, until: float, updated: float) -> None:
        """Set when a table is due, unless it has gone on since `updated`: an outage stopped its clock."""
        self._check_open()
        if (row := self._tables.get(table)) is not None and row.updated == updated:
            row.due = until

    async def public_tables(self, limit: int) -> list[bytes]:
        """Summaries of public tables: those that wait, then those that play, newest first."""
        found = [row for row in self._tables.values() if row.public and row.phase in _UNFINISHED]
        found.sort(key=lambda row: (row.phase == "playing", -row.updated))
        return [row.summary for row in found[:limit]]

    async def tables_of(self, person: str, limit: int) -> list[bytes]:
        """Summaries of a person's tables, unfinished and latest first."""
        found = [row for row in self._tables.values() if person in row.people]
        found.sort(key=lambda row: (row.phase not in _UNFINISHED, -row.updated))
        return [row.summary for row in found[:limit]]

    async def unfinished(self, person: str) -> int:
        """How many tables of a person wait or play."""
        return sum(person in row.people and row.phase in _UNFINISHED for row in self._tables.values())

    async def unsettled(self, before: float, limit: int) -> list[str]:
        """Tables whose game was over before this time and that nobody has settled, oldest first."""
        over = [
            (row.finished, table)
            for table, row in self._tables.items()
            if row.finished is not None and row.facts is None
        ]
        return [table for finished, table in sorted(over) if finished <= before][:limit]

    async def settle(self, table: str, facts: bytes) -> bool:
        """Keep what came of a finished game, once; False when somebody has done so already."""
        self._check_open()
        row = self._tables.get(table)
        if row is None or row.finished is None or row.facts is not None:
            return False
        row.facts = facts
        return True

    async def facts(self, table: str) -> bytes | None:
        """What came of a finished game; None until it is settled."""
        return self._tables[table].facts if table in self._tables else None

    # ── Outages ──────────────────────────────────────────────────────────────────────────────

    async def beat(self, now: float, gap: float) -> None:
        """Note that a server runs; when the last note is older than `gap`, the time between is an outage."""
        self._check_open()
        if self._beat is not None and now - self._beat > gap:
            self._outages.append(Outage(self._beat, now))
        self._beat = now

    async def outages(self, since: float) -> list[Outage]:
        """The outages that ended after this time."""
        return [outage for outage in self._outages if outage.end > since]

    # ── What nobody comes back for ───────────────────────────────────────────────────────────

    async def leftovers(self, keeping: Keeping, now: float, limit: int) -> Leftovers:
        """What has been kept for long enough, at most so many of each kind."""
        guests, unbegun, games = (
            kept_since(seconds, now, self._beat, self._outages)
            for seconds in (keeping.guests, keeping.unbegun, keeping.games)
        )
        seated = {person for row in self._tables.values() for person in row.people}
        old_guests = [
            (seen, person) for person, seen in self._seen.items() if seen < guests and person not in seated
        ]
        old_tables = [
            (row.updated, table)
            for table, row in self._tables.items()
            if row.phase in ("waiting", "closed") and row.updated < unbegun
        ]
        old_games = [
            (row.updated, table)
            for table, row in self._tables.items()
            if row.phase == "finished"
            and row.updated < games
            and not any(self._seen.get(person, games - 1) >= games for person in row.people)
        ]
        return Leftovers(
            *([one for _, one in sorted(some)[:limit]] for some in (old_guests, old_tables, old_games))
        )

    async def clear(self, keeping: Keeping, now: float, limit: int) -> Leftovers:
        """Forget what has been kept for long enough, at most so many of each kind; gives what it was."""
        self._check_open()
        found = await self.leftovers(keeping, now, limit)
        for table in (*found.unbegun, *found.games):
            del self._tables[table]
        for person in found.guests:
            del self._people[person], self._seen[person]
        self._sessions = {key: person for key, person in self._sessions.items() if person in self._people}
        self._links = {key: kept for key, kept in self._links.items() if kept[0] in self._people}
        return found

    # ── Guests ───────────────────────────────────────────────────────────────────────────────

    async def add_person(self, person: Person, session: str, now: float) -> None:
        """Keep a new guest with a first session."""
        self._check_open()
        self._people[person.id] = person
        self._seen[person.id] = now
        self._sessions[session] = person.id

    async def person_of(self, session: str, now: float | None = None) -> Person | None:
        """Whose session this is; with `now` it is noted, once a day, that they were here."""
        if (person := self._sessions.get(session)) is None:
            return None
        if now is not None and abs(now - self._seen[person]) > DAY:
            self._seen[person] = now
        return self._people[person]

    async def rename(self, person: str, name: str) -> None:
        """Change a guest's name."""
        self._check_open()
        self._people[person] = Person(person, name)

    async def end_session(self, session: str) -> None:
        """Forget a session, and every link to its guest."""
        self._check_open()
        if (person := self._sessions.pop(session, None)) is not None:
            self._forget_links(person)

    async def end_sessions(self, person: str) -> None:
        """Forget every session of a guest, and every link to them."""
        self._check_open()
        self._sessions = {session: whose for session, whose in self._sessions.items() if whose != person}
        self._forget_links(person)

    def _forget_links(self, person: str) -> None:
        self._links = {known: kept for known, kept in self._links.items() if kept[0] != person}

    async def add_link(self, link: str, person: str, now: float, expires: float) -> None:
        """Keep a link to a guest, and forget those that are too old by now."""
        self._check_open()
        self._links = {known: kept for known, kept in self._links.items() if kept[1] >= now}
        self._links[link] = (person, expires)

    async def claim_link(self, link: str, session: str, now: float) -> Person | None:
        """Exchange a link for a new session, once; None when there is no such link, or it is too old."""
        self._check_open()
        person, expires = self._links.get(link, ("", 0.0))
        if link not in self._links or expires < now:
            return None
        del self._links[link]
        self._sessions[session] = person
        return self._people[person]

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError("the store is closed")
