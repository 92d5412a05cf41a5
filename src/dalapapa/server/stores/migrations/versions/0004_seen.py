"""When somebody was last here, what finds those who do not come back, and where room is looked for."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add when guests were seen; those who are known already count as seen just now."""
    op.add_column("people", sa.Column("seen", sa.Double, nullable=False, server_default="0"))
    op.execute(sa.text("UPDATE people SET seen = :now").bindparams(now=time.time()))
    op.create_index("ix_people_seen", "people", ["seen"])
    op.create_index("ix_sessions_person", "sessions", ["person"])
    op.create_index("ix_links_person", "links", ["person"])
    op.create_table(
        "probes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_index("tables_kept", "tables", ["phase", "updated"])
