"""Bells in the database, and the key that push services know this server by."""

import hashlib
from contextlib import suppress
from typing import Any

import msgspec
import sqlalchemy as sa

from dalapapa.server.stores.sql import SqlStore
from dalapapa.server.stores.tables import bells, keys, sessions
from dalapapa.service.people.bells import MOST_BELLS, Bell
from dalapapa.service.stores.protocol import ConflictError

_encode = msgspec.json.encode
_decode = msgspec.json.Decoder(Bell).decode


def _hash(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()


class SqlBells:
    """`Bells` of the service in the database of a store."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store

    async def hang(self, person: str, session: str, bell: Bell, now: float) -> None:
        """Keep a browser's bell, in the place of any it had."""
        row = {"hash": _hash(bell.endpoint), "person": person, "session": session, "created": now}

        def write(connection: sa.Connection) -> None:
            # Who has logged out meanwhile wants to hear nothing.
            if connection.scalar(sa.select(sessions.c.hash).where(sessions.c.hash == session)) is None:
                return
            old = sa.or_(bells.c.session == session, bells.c.hash == row["hash"])
            connection.execute(sa.delete(bells).where(old))
            connection.execute(sa.insert(bells).values(body=_encode(bell), **row))
            mine = sa.select(bells.c.hash).where(bells.c.person == person).order_by(bells.c.created.desc())
            too_many = list(connection.scalars(mine.offset(MOST_BELLS)))
            connection.execute(sa.delete(bells).where(bells.c.hash.in_(too_many)))

        await self._store.writer.write(write)

    async def take_down(self, session: str) -> None:
        """Forget the bell of a session."""
        await self._delete(bells.c.session == session)

    async def of(self, person: str) -> list[Bell]:
        """All bells of a person."""
        query = sa.select(bells.c.body).where(bells.c.person == person).order_by(bells.c.created)
        return [_decode(row[0]) for row in await self._store.read(query)]

    async def is_hung(self, session: str) -> bool:
        """Whether a session has one."""
        return bool(await self._store.read(sa.select(bells.c.hash).where(bells.c.session == session)))

    async def remove(self, endpoint: str) -> None:
        """Forget a bell that nobody hears any more."""
        await self._delete(bells.c.hash == _hash(endpoint))

    async def _delete(self, which: sa.ColumnElement[bool]) -> None:
        statement = sa.delete(bells).where(which)
        await self._store.writer.write(lambda connection: connection.execute(statement))


async def key_of(store: SqlStore, name: str, new: bytes) -> bytes:
    """The key of this name, the same for every process; `new` becomes it when there is none yet."""
    query: sa.Select[Any] = sa.select(keys.c.body).where(keys.c.name == name)
    if not (rows := await store.read(query)):
        row = sa.insert(keys).values(name=name, body=new)
        with suppress(ConflictError):  # another process has made one just now
            await store.write_alone(lambda connection: connection.execute(row))
        rows = await store.read(query)
    found: bytes = rows[0][0]
    return found
