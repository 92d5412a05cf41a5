"""People, sessions, tables and their logs."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(48), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("phase", sa.String(8), nullable=False),
        sa.Column("due", sa.Double),
        sa.Column("updated", sa.Double, nullable=False),
        sa.Column("summary", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_tables_due", "tables", ["due"])
    op.create_index("tables_listed", "tables", ["public", "phase", "updated"])
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("command", sa.String(120), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("table_id", "command", name="events_command"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "members",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    )
    op.create_index("ix_members_table_id", "members", ["table_id"])
