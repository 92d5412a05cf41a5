"""Links to other devices, and the times in which no server ran."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add what the first tables had not."""
    op.create_table(
        "links",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("expires", sa.Double, nullable=False),
    )
    op.create_table(
        "beats",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_table(
        "outages",
        sa.Column("start", sa.Double, primary_key=True),
        sa.Column("end", sa.Double, nullable=False),
    )
    op.create_index("ix_outages_end", "outages", ["end"])
    # The last sign of life: what came after it was an outage, charged to nobody.
    op.execute("INSERT INTO beats (id, at) SELECT 1, at FROM events ORDER BY at DESC LIMIT 1")
