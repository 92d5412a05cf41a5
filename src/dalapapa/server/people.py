"""Guests: a name, sessions stored only as hashes, and links that carry a session to another device."""

import hashlib
import secrets
import time
from dataclasses import dataclass

import sqlalchemy as sa

from dalapapa.rules import DalapapaError, ErrorCode
from dalapapa.server.database import links, people, sessions
from dalapapa.server.store import SqlStore
from dalapapa.service.names import clean_name

LINK_SECONDS = 900


@dataclass(frozen=True, slots=True)
class Person:
    """A guest; the id never leaves the server."""

    id: str
    name: str


def _hash(token: str) -> str:
    # Tokens are 256 random bits: nothing slower than SHA-256 is needed.
    return hashlib.sha256(token.encode()).hexdigest()


class People:
    """Everybody who has given a name."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store

    async def find(self, token: str | None) -> Person | None:
        """Whose session this is; None for one that the server did not give out."""
        if not token or len(token) > 100 or not token.isascii():
            return None
        mine = sa.select(people.c.id, people.c.name).join(sessions).where(sessions.c.hash == _hash(token))
        rows = await self._store.read(mine)
        return Person(*rows[0]) if rows else None

    async def welcome(self, name: str) -> tuple[Person, str]:
        """A new guest and the token of their session."""
        person = Person(secrets.token_hex(16), clean_name(name))

        def write(connection: sa.Connection) -> str:
            new = sa.insert(people).values(id=person.id, name=person.name, created=time.time())
            connection.execute(new)
            return _new_session(connection, person.id)

        return person, await self._store.writer.write(write)

    async def rename(self, person: Person, name: str) -> Person:
        """Change a guest's name for tables to come."""
        renamed = Person(person.id, clean_name(name))

        def write(connection: sa.Connection) -> None:
            mine = sa.update(people).where(people.c.id == person.id)
            connection.execute(mine.values(name=renamed.name))

        await self._store.writer.write(write)
        return renamed

    async def forget(self, token: str) -> None:
        """End a session."""

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.delete(sessions).where(sessions.c.hash == _hash(token)))

        await self._store.writer.write(write)

    async def link(self, person: Person) -> str:
        """A token that opens this guest's session on another device, once and soon."""
        token, now = secrets.token_urlsafe(32), time.time()

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.delete(links).where(links.c.expires < now))
            new = sa.insert(links).values(hash=_hash(token), person=person.id, expires=now + LINK_SECONDS)
            connection.execute(new)

        await self._store.writer.write(write)
        return token

    async def claim(self, token: str) -> tuple[Person, str]:
        """Use a link up: its guest, and the token of a new session."""
        refusal = DalapapaError(ErrorCode.BAD_LINK, "this link was used already, is too old, or never was")

        def write(connection: sa.Connection) -> tuple[Person, str] | None:
            mine = sa.delete(links).where(links.c.hash == _hash(token), links.c.expires >= time.time())
            person = connection.scalar(mine.returning(links.c.person))
            if person is None:
                return None
            name = connection.scalar(sa.select(people.c.name).where(people.c.id == person))
            return Person(person, name or ""), _new_session(connection, person)

        claimed = await self._store.writer.write(write)
        if claimed is None:
            raise refusal
        return claimed


def _new_session(connection: sa.Connection, person: str) -> str:
    token = secrets.token_urlsafe(32)
    new = sa.insert(sessions).values(hash=_hash(token), person=person, created=time.time())
    connection.execute(new)
    return token
