from tests.server.conftest import anyio_backend, database, postgres, postgres_database, redis

__all__ = ["anyio_backend", "database", "postgres", "postgres_database", "redis"]
