"""Games that are over, to be settled once."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the list; games that are over already are on it too."""
    op.create_table(
        "finishes",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("facts", sa.LargeBinary),
    )
    unsettled = sa.text("facts IS NULL")
    op.create_index(
        "finishes_unsettled", "finishes", ["at"], sqlite_where=unsettled, postgresql_where=unsettled
    )
    op.execute("INSERT INTO finishes (table_id, at) SELECT id, updated FROM tables WHERE phase = 'finished'")
