"""Guests, their sessions and links in the database."""

from contextlib import suppress

import sqlalchemy as sa

from dalapapa.server.stores.sql import SqlStore
from dalapapa.server.stores.tables import bells, links, people, sessions
from dalapapa.service.people.register import Person
from dalapapa.service.stores.keeping import DAY
from dalapapa.service.stores.protocol import StoreError


class SqlRegister:
    """A `Register` of the service in the database of a store."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store

    async def add_person(self, person: Person, session: str, now: float) -> None:
        """Keep a new guest with a first session."""

        def write(connection: sa.Connection) -> None:
            new = sa.insert(people).values(id=person.id, name=person.name, created=now, seen=now)
            connection.execute(new)
            _add_session(connection, session, person.id, now)

        await self._store.writer.write(write)

    async def person_of(self, session: str, now: float | None = None) -> Person | None:
        """Whose session this is; with `now` it is noted, once a day, that they were here."""
        columns = (people.c.id, people.c.name, people.c.seen)
        rows = await self._store.read(sa.select(*columns).join(sessions).where(sessions.c.hash == session))
        if not rows:
            return None
        person, name, seen = rows[0]
        if now is not None and abs(now - seen) > DAY:
            here = sa.update(people).where(people.c.id == person).values(seen=now)
            with suppress(StoreError):  # a store that cannot be written may still be read
                await self._store.writer.write(lambda connection: connection.execute(here))
        return Person(person, name)

    async def rename(self, person: str, name: str) -> None:
        """Change a guest's name."""
        renamed = sa.update(people).where(people.c.id == person).values(name=name)
        await self._store.writer.write(lambda connection: connection.execute(renamed))

    async def end_session(self, session: str) -> None:
        """Forget a session, and every link to its guest."""
        mine = sa.select(sessions.c.person).where(sessions.c.hash == session).scalar_subquery()

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.delete(links).where(links.c.person == mine))
            connection.execute(sa.delete(bells).where(bells.c.session == session))
            connection.execute(sa.delete(sessions).where(sessions.c.hash == session))

        await self._store.writer.write(write)

    async def end_sessions(self, person: str) -> None:
        """Forget every session of a guest, and every link to them."""

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.delete(links).where(links.c.person == person))
            connection.execute(sa.delete(bells).where(bells.c.person == person))
            connection.execute(sa.delete(sessions).where(sessions.c.person == person))

        await self._store.writer.write(write)

    async def add_link(self, link: str, person: str, now: float, expires: float) -> None:
        """Keep a link to a guest, and forget those that are too old by now."""

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.delete(links).where(links.c.expires < now))
            connection.execute(sa.insert(links).values(hash=link, person=person, expires=expires))

        await self._store.writer.write(write)

    async def claim_link(self, link: str, session: str, now: float) -> Person | None:
        """Exchange a link for a new session, once; None when there is no such link, or it is too old."""

        def write(connection: sa.Connection) -> Person | None:
            mine = sa.delete(links).where(links.c.hash == link, links.c.expires >= now)
            person = connection.scalar(mine.returning(links.c.person))
            if person is None:
                return None
            _add_session(connection, session, person, now)
            name = connection.execute(sa.select(people.c.name).where(people.c.id == person)).scalar_one()
            return Person(person, name)

        return await self._store.writer.write(write)


def _add_session(connection: sa.Connection, session: str, person: str, now: float) -> None:
    connection.execute(sa.insert(sessions).values(hash=session, person=person, created=now))
