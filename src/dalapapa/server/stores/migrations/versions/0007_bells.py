"""Browsers that want to hear when it is somebody's turn, and the key that push services know a server by."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add both."""
    op.create_table(
        "bells",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("session", sa.String(64), nullable=False, index=True),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "keys",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
