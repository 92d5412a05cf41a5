"""When each table of a person was over: a list is as quick for who has played thousands of games."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add when tables were over; of older ones the last that happened there is near enough."""
    op.add_column("members", sa.Column("over", sa.Double))
    op.execute(
        """UPDATE members SET "over" = (SELECT updated FROM tables WHERE id = table_id)
        WHERE table_id IN (SELECT id FROM tables WHERE phase IN ('finished', 'closed'))"""
    )
    op.create_index("members_over", "members", ["person", "over"])
