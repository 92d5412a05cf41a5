"""How a database of any age becomes one of today, with games in progress."""

from functools import partial

import sqlalchemy as sa

from dalapapa.server.stores.database import Database

# The newest of `versions/`: a database that is there already need not be looked at further.
HEAD = "0008"


class VersionError(Exception):
    """A database that this version cannot use, in words."""


async def migrate(database: Database, target: str = HEAD) -> None:
    """Bring a database up to date, in one transaction."""
    await database.transact(partial(_migrate, target=target))


def _migrate(connection: sa.Connection, target: str) -> None:
    if connection.dialect.name == "postgresql":
        # However long it takes, on however busy a machine: nobody is served meanwhile.
        connection.execute(sa.text("SET LOCAL lock_timeout = 0"))
        connection.execute(sa.text("SET LOCAL idle_in_transaction_session_timeout = 0"))
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(3741)"))  # one process at a time
    if sa.inspect(connection).has_table("alembic_version"):
        version = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
        if version == target:
            return
        if version is not None and not version.isdigit():
            raise VersionError("these are somebody else's tables, not a database of Dalapapa")
        if version is not None and version > HEAD:
            raise VersionError("a newer version of Dalapapa has written this: please update")
    # Imported here: a database that is up to date starts without it.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "dalapapa.server.stores:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, target)
