"""Where Alembic starts: it is given a connection with a transaction that the caller commits."""

from alembic import context

from dalapapa.server.stores.tables import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True
)
context.run_migrations()
