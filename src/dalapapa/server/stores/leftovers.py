"""What has been kept for long enough is found and forgotten, a little at a time."""

from collections.abc import Sequence

import sqlalchemy as sa

from dalapapa.server.stores.tables import (
    analyses,
    bells,
    events,
    finishes,
    links,
    members,
    people,
    sessions,
    tables,
    tile_sets,
)
from dalapapa.service.stores.keeping import Leftovers


class Stale:
    """What was last touched before these times."""

    def __init__(self, guests: float, unbegun: float, games: float) -> None:
        seated = sa.exists().where(members.c.person == people.c.id)
        came_back = (
            sa.exists()
            .where(members.c.table_id == tables.c.id)
            .where(people.c.id == members.c.person)
            .where(people.c.seen >= games)
        )
        self.guests = sa.and_(people.c.seen < guests, ~seated)
        self.unbegun = sa.and_(tables.c.phase.in_(("waiting", "closed")), tables.c.updated < unbegun)
        self.games = sa.and_(tables.c.phase == "finished", tables.c.updated < games, ~came_back)

    def queries(self, limit: int) -> list[sa.Select[tuple[str]]]:
        """Who and what it is: guests, tables that never began, games."""
        return [
            sa.select(people.c.id).where(self.guests).order_by(people.c.seen).limit(limit),
            sa.select(tables.c.id).where(self.unbegun).order_by(tables.c.updated).limit(limit),
            sa.select(tables.c.id).where(self.games).order_by(tables.c.updated).limit(limit),
        ]

    def forget(self, connection: sa.Connection, found: Leftovers) -> Leftovers:
        """Forget of these what is stale still; who is being written just now is left for another time."""

        def still(column: sa.Column[str], ids: Sequence[str], stale: sa.ColumnElement[bool]) -> list[str]:
            query = sa.select(column).where(column.in_(ids), stale)
            return list(connection.scalars(query.with_for_update(skip_locked=True, of=column.table)))

        gone = Leftovers(
            still(people.c.id, found.guests, self.guests),
            still(tables.c.id, found.unbegun, self.unbegun),
            still(tables.c.id, found.games, self.games),
        )
        for child in (events, members, finishes, analyses):
            connection.execute(sa.delete(child).where(child.c.table_id.in_([*gone.unbegun, *gone.games])))
        with_own_set = sa.and_(tables.c.id.in_([*gone.unbegun, *gone.games]), tables.c.tile_set.is_not(None))
        sets = list(connection.scalars(sa.select(tables.c.tile_set).where(with_own_set).distinct()))
        connection.execute(sa.delete(tables).where(tables.c.id.in_([*gone.unbegun, *gone.games])))
        played = sa.exists().where(tables.c.tile_set == tile_sets.c.sha256)
        connection.execute(sa.delete(tile_sets).where(tile_sets.c.sha256.in_(sets), ~played))
        for held in (sessions, links, bells):
            connection.execute(sa.delete(held).where(held.c.person.in_(gone.guests)))
        connection.execute(sa.delete(people).where(people.c.id.in_(gone.guests)))
        return gone
