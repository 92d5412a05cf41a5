"""The stores of the service on SQLAlchemy, for SQLite and PostgreSQL alike."""
