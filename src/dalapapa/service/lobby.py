"""What one asks of the house beside the game: tables made, found, joined and left, records, rematches."""

import random
import re
from collections import Counter

from dalapapa.rules import DalapapaError, ErrorCode, TileSet, classic
from dalapapa.rules.records.record import Json
from dalapapa.service.people.register import Person
from dalapapa.service.tables import commands, layout, summary
from dalapapa.service.tables.authority import Decide, Tables, no_such_table
from dalapapa.service.tables.table import Table
from dalapapa.service.tables.tile_sets import wished
from dalapapa.service.telling import requests, views, words

MOST_LISTED = 100
MOST_UNFINISHED = 50
# At so many public tables somebody may wait for others: more would only keep seats from those who play.
MOST_PUBLIC = 5
# The list shows so many tables of one host, and is chosen from so many.
_OF_ONE_HOST = 3
_LOOKED_AT = 300

_SHA256 = re.compile(r"[0-9a-f]{64}")
_ORDER = ("playing", "waiting", "finished", "closed")


class Lobby:
    """The tables as those see them who come and go. `person` is who asks, if they have said who they are."""

    def __init__(self, tables: Tables, tile_set: TileSet | None = None) -> None:
        self.tables = tables
        self.tile_set = tile_set or classic()  # what is played with unless something else is wished for

    async def make(self, guest: Person, wish: requests.NewTable) -> requests.Card:
        """Lay out a new table; the same one again when it is asked for again."""
        tile_set = self.tile_set if wish.tile_set is None else wished(wish.tile_set)
        new_id = layout.table_id_for(guest.id, wish.id) if wish.id else layout.new_table_id()
        async with self.tables.lock(f"tables of {guest.id}"):  # or many at once would all find room
            if wish.id and (there := await self.tables.find(new_id)):
                return views.card(there, guest.id)
            if await self.tables.store.unfinished(guest.id) >= MOST_UNFINISHED:
                raise DalapapaError(
                    ErrorCode.TOO_MANY_TABLES,
                    f"{MOST_UNFINISHED} unfinished tables are enough: finish or leave one first",
                    {"most": MOST_UNFINISHED},
                )
            if wish.public:
                await self._check_public(guest)
            table = await self.tables.make(
                new_id,
                f"make:{guest.id}",
                lambda empty: commands.make_table(empty, guest.id, guest.name, wish),
                tile_set,
                taken_over=wish.kept is not None,
            )
        return views.card(table, guest.id)

    async def tiles(self, fingerprint: str) -> words.Tiles:
        """The tiles that some table is played with."""
        found = await self.tables.tile_sets.find(fingerprint) if _SHA256.fullmatch(fingerprint) else None
        if found is None:
            raise DalapapaError(ErrorCode.NOT_FOUND, "no table here is played with such a set")
        return views.tiles(found)

    async def public(self, person: Person | None) -> list[requests.Card]:
        """Public tables: those that wait for players, then those that play."""
        found = map(summary.decode, await self.tables.store.public_tables(_LOOKED_AT))
        # A game that nobody may watch is of no use to others.
        shown = [one for one in found if one.phase == "waiting" or one.agreed.spectators]
        return [views.card(one, _id(person)) for one in _chosen(shown)]

    async def mine(self, guest: Person) -> list[requests.Card]:
        """A guest's tables: those where it is their turn come first."""
        found = map(summary.decode, await self.tables.store.tables_of(guest.id, MOST_LISTED))
        cards = [views.card(one, guest.id) for one in found]
        return sorted(cards, key=lambda card: (not card.your_turn, _ORDER.index(card.phase)))

    async def card(self, table_id: str, person: Person | None) -> requests.Card:
        """One table."""
        table = await self.tables.in_short(table_id)
        views.check_may_see(table, _id(person))
        return views.card(table, _id(person))

    async def join(self, table_id: str, guest: Person, wish: requests.JoinRequest) -> requests.Card:
        """Take an open seat."""
        table = await self._visible(table_id, guest)
        if table.agreed.public and table.phase == "waiting" and not table.seats_of(guest.id):
            async with self.tables.lock(f"tables of {guest.id}"):
                await self._check_public(guest)
                return await self._join(table_id, guest, wish)
        return await self._join(table_id, guest, wish)

    async def _check_public(self, guest: Person) -> None:
        """Nobody waits at more public tables than somebody who wants to play."""
        mine = map(summary.decode, await self.tables.store.tables_of(guest.id, MOST_LISTED))
        if sum(one.phase == "waiting" and one.agreed.public for one in mine) >= MOST_PUBLIC:
            raise DalapapaError(
                ErrorCode.TOO_MANY_TABLES,
                f"you wait at {MOST_PUBLIC} public tables: leave one first",
                {"most": MOST_PUBLIC},
            )

    async def _join(self, table_id: str, guest: Person, wish: requests.JoinRequest) -> requests.Card:
        return await self._do(table_id, guest, lambda table: commands.join(table, guest.id, guest.name, wish))

    async def give_chair(self, table_id: str, guest: Person, wish: requests.ChairRequest) -> requests.Card:
        """Give an open seat to a bot, or free a seat, before the game."""
        return await self._do(table_id, guest, lambda table: commands.give_chair(table, guest.id, wish))

    async def leave(self, table_id: str, guest: Person) -> requests.Card:
        """Leave the table."""
        return await self._do(table_id, guest, lambda table: commands.leave(table, guest.id))

    async def resign(self, table_id: str, guest: Person, seat: int | None = None) -> requests.Card:
        """Give the game up, with one seat or with all."""
        return await self._do(table_id, guest, lambda table: commands.resign(table, guest.id, seat))

    async def rematch(self, table_id: str, guest: Person) -> requests.Card:
        """Play again, everybody one seat further."""
        await self._visible(table_id, guest)
        old = await self.tables.run(table_id, "rematch", lambda table: commands.next_table(table, guest.id))
        assert old.rematch is not None
        # Made after the old table says so: whoever asks next makes it if this process dies in between.
        new = await self.tables.make(
            old.rematch, f"rematch:{old.id}", lambda _: commands.make_rematch(old), old.tile_set
        )
        return views.card(new, guest.id)

    async def record(self, table_id: str, person: Person | None) -> Json:
        """The record of a finished game: for those who sat there, of a public table for everyone."""
        table = await self.tables.get(table_id)
        if not table.agreed.public and not table.seats_of(_id(person)):
            raise no_such_table()
        return views.record(table)

    async def fair(self, table_id: str, person: Person | None) -> requests.Fair:
        """What is needed to check the bag."""
        return views.fair(await self._visible(table_id, person))

    async def _visible(self, table_id: str, person: Person | None) -> Table:
        table = await self.tables.get(table_id)
        views.check_may_see(table, _id(person))
        return table

    async def _do(self, table_id: str, guest: Person, decide: Decide) -> requests.Card:
        """Carry out a command that needs no id: doing it twice changes nothing."""
        await self._visible(table_id, guest)
        table = await self.tables.run(table_id, layout.new_table_id(), decide)
        return views.card(table, guest.id)


def _chosen(tables: list[summary.Summary]) -> list[summary.Summary]:
    """Which tables a list shows: few of each host, half of them the newest, the others by lot.

    Else whoever makes a hundred tables would push all others off the list.
    """
    hosts: Counter[str | None] = Counter()
    fair = []
    for one in tables:
        host = next((seat.person for seat in one.seats if seat.person), None)
        hosts[host] += 1
        if hosts[host] <= _OF_ONE_HOST:
            fair.append(one)
    if len(fair) <= MOST_LISTED:
        return fair
    newest = MOST_LISTED // 2
    drawn = random.sample(range(newest, len(fair)), MOST_LISTED - newest)
    return fair[:newest] + [fair[i] for i in sorted(drawn)]


def _id(person: Person | None) -> str | None:
    return person.id if person else None
