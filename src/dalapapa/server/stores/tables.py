"""The tables of the database."""

import sqlalchemy as sa

metadata = sa.MetaData()

people = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(48), nullable=False),
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("seen", sa.Double, nullable=False, server_default="0", index=True),  # within a day
)

# Only hashes of what browsers hold: who reads the database cannot play as anybody.
sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("created", sa.Double, nullable=False),
)

links = sa.Table(
    "links",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("expires", sa.Double, nullable=False),
)

# Browsers that want to hear when it is their person's turn; each ends with its session.
bells = sa.Table(
    "bells",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("session", sa.String(64), nullable=False, index=True),
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)

# What this server alone may know, the same for all its processes.
keys = sa.Table(
    "keys",
    metadata,
    sa.Column("name", sa.String(16), primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
)

# Sets of one's own that tables are played with, by their fingerprint.
tile_sets = sa.Table(
    "tile_sets",
    metadata,
    sa.Column("sha256", sa.String(64), primary_key=True),
    sa.Column("tiles", sa.LargeBinary, nullable=False),
)

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("phase", sa.String(8), nullable=False),
    sa.Column("due", sa.Double, index=True),
    sa.Column("updated", sa.Double, nullable=False),
    sa.Column("summary", sa.LargeBinary, nullable=False),
    sa.Column("tile_set", sa.ForeignKey("tile_sets.sha256"), index=True),
    sa.Index("tables_listed", "public", "phase", "updated"),
    sa.Index("tables_kept", "phase", "updated"),
)

events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("command", sa.String(120), nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.UniqueConstraint("table_id", "command", name="events_command"),
    sqlite_with_rowid=False,
)

members = sa.Table(
    "members",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True, index=True),
    sa.Column("over", sa.Double),  # when the table finished or was closed; null until then
    sa.Index("members_over", "person", "over"),
)

beats = sa.Table(
    "beats",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Double, nullable=False),
)

outages = sa.Table(
    "outages",
    metadata,
    sa.Column("start", sa.Double, primary_key=True),
    sa.Column("end", sa.Double, nullable=False, index=True),
)

# Written and removed at once, to know whether there is room.
probes = sa.Table(
    "probes",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
)

# A game that is over, noted in the commit that ended it; `facts` is null until it is settled.
finishes = sa.Table(
    "finishes",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("facts", sa.LargeBinary),
)
sa.Index(
    "finishes_unsettled",
    finishes.c.at,
    sqlite_where=finishes.c.facts.is_(None),
    postgresql_where=finishes.c.facts.is_(None),
)

# A game that was looked back at, with a version of the method.
analyses = sa.Table(
    "analyses",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("method", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
