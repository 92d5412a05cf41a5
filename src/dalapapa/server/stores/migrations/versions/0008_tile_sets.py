"""Tables that are played with a set of one's own."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the sets, each once, and which a table plays with; older tables play with the classic one."""
    op.create_table(
        "tile_sets",
        sa.Column("sha256", sa.String(64), primary_key=True),
        sa.Column("tiles", sa.LargeBinary, nullable=False),
    )
    # Both databases understand this; Alembic would have SQLite copy the whole table.
    op.execute("ALTER TABLE tables ADD COLUMN tile_set VARCHAR(64) REFERENCES tile_sets (sha256)")
    op.create_index("ix_tables_tile_set", "tables", ["tile_set"])
