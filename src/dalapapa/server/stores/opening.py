"""Opening a database; what is wrong with it is said in one sentence."""

import contextlib
import os
import sqlite3
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from dalapapa.rules import DalapapaError, ErrorCode
from dalapapa.server.stores.database import Database, open_database
from dalapapa.server.stores.migrations import VersionError, migrate
from dalapapa.server.stores.writer import TROUBLE

_SQLITE = "sqlite:///"


async def open_up_to_date(url: str) -> Database:
    """A database that this version can use, brought up to date."""
    database = None
    try:
        if url.startswith(_SQLITE) and (path := Path(url.removeprefix(_SQLITE))).is_file():
            _look_into(path)
        database = open_database(url)
        await migrate(database)
    except Exception as error:
        if database is not None:
            await database.close()
        known = isinstance(error, (*TROUBLE, sqlite3.Error, VersionError, ValueError))
        if not known and not hasattr(error, "sqlstate"):  # PostgreSQL refuses whom it does not know with one
            raise
        raise DalapapaError(ErrorCode.TRY_AGAIN, f"{_shown(url)}: {_words(error)}") from error
    return database


def _look_into(path: Path) -> None:
    """Raise for a file that is not ours, before anything in it is changed."""
    with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        names = {
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
        if names and not {"alembic_version", "events", "people"} <= names:
            raise VersionError("these are somebody else's tables, not a database of Dalapapa")


def _shown(url: str) -> str:
    """An address without the password in it."""
    if url.startswith(_SQLITE):
        return url.removeprefix(_SQLITE)
    with contextlib.suppress(sa.exc.ArgumentError, ValueError):
        address = sa.make_url(url)
        return f"PostgreSQL at {address.host or 'this machine'}:{address.port or 5432}"
    return "PostgreSQL"


def _words(error: Exception) -> str:
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    said = str(cause).strip().rpartition(">: ")[2].splitlines()
    match cause:
        case VersionError():
            return str(cause)
        case sqlite3.DatabaseError() if "malformed" in str(cause) or "not a database" in str(cause):
            return "this file is damaged, or no database: put a backup in its place"
        case sa.exc.ArgumentError() | ValueError():
            return "this address cannot be read: it looks like postgresql://user:word@host/name"
        case TimeoutError():
            return "there is no answer"
        case OSError() if cause.errno is not None:
            return f"there is no answer ({os.strerror(cause.errno)})"
    return said[0] if said else type(cause).__name__
