"""Games that were played without the server are brought to it: refereed again, and marked for what they are.

The bag must follow from the secret in the record, as that of a table on a device does. So nobody can make a
game up to ask about one that is going on, nor choose a bag; with a set of one's own, whose tiles can be
numbered at will, the game is kept and not looked back at. That the device knew the secret cannot be mended:
such a game is never handed on to statistics and ratings.
"""

import hashlib
import re
from itertools import pairwise
from typing import Any

import msgspec

from dalapapa.bots import bot_named
from dalapapa.rules import Game, Turn
from dalapapa.rules.records.reading import bag_of, players_of, refuse
from dalapapa.rules.records.record import Json
from dalapapa.rules.records.referee import replay
from dalapapa.rules.tiles import TileSet
from dalapapa.service.analyses import Workshop
from dalapapa.service.people.names import clean_name
from dalapapa.service.people.register import Person
from dalapapa.service.tables import commands, events, fairness, layout
from dalapapa.service.tables.authority import Tables
from dalapapa.service.tables.events import AnyEvent
from dalapapa.service.telling import replays, requests, views
from dalapapa.service.telling.retelling import read_finished
from dalapapa.service.telling.words import PlayedBy

_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")


class Bringing:
    """Takes games from devices."""

    def __init__(self, tables: Tables, workshop: Workshop) -> None:
        self.tables = tables
        self._workshop = workshop

    async def bring(self, guest: Person, wish: replays.RecordRequest) -> requests.Card:
        """Keep a game among a guest's own; the same table again when it is brought again."""
        record = read_finished(wish.record)
        decision, tile_set = await self._workshop.small(lambda: _refereed(record, guest.id))
        digest = hashlib.sha256(msgspec.json.encode([decision.events[0], *decision.events[2:]])).hexdigest()
        new_id = layout.table_id_for(guest.id, f"brought {digest}")
        table = await self.tables.make(new_id, f"bring:{guest.id}", lambda _: decision, tile_set)
        return views.card(table, guest.id)


def _refereed(record: Json, person: str) -> tuple[commands.Decision, TileSet]:
    """The log that the game would have here, and its set; refuses what rules or bag do not bear out."""
    fairness.check(record)
    fair = record["fair"]
    players, first = players_of(record), fair["first"]
    if not _ID.fullmatch(fair["table"]):
        refuse("'fair' needs the table's id")
    plans: list[events.Plan] = []
    for seat in range(len(players)):
        player = players[(seat - first) % len(players)]
        name = clean_name(player.name)
        if player.kind == "bot":
            bot_named(player.bot or "")
            plans.append(events.Plan(name=name, bot=player.bot))
        else:
            plans.append(events.Plan(person, name))
    states = list(replay(record))
    tile_set = states[0].tile_set
    agreed = events.Agreed(
        target=states[0].target,
        begins=fair["begins"],
        public=False,
        open_hands=states[0].open_hands,
        purist=False,
        clock=None,
        spectators=False,
        tile_set=tile_set.name,
        tile_set_sha256=tile_set.fingerprint,
    )
    made: list[AnyEvent] = [
        events.TableMade(agreed, plans, fair["secret"], brought=fair["table"]),
        events.GaveNonce(person, _nonce(fair["nonces"], plans)),
        events.Began(first, list(bag_of(record, tile_set))),
    ]
    for before, after in pairwise(states):
        made.append(_played(before, after, plans, first))
    return commands.Decision(made, states[1:]), tile_set


def _nonce(nonces: list[Any], plans: list[events.Plan]) -> str:
    """The nonce of the one device at which everybody sat."""
    seats = sorted(entry["seat"] for entry in nonces)
    given = {entry["nonce"] for entry in nonces}
    if len(given) != 1 or seats != [seat for seat, plan in enumerate(plans) if plan.person]:
        refuse("this game was not played on one device")
    return str(given.pop())


def _played(before: Game, after: Game, plans: list[events.Plan], first: int) -> events.Played:
    """A move, as the table would have noted it."""
    seat = (before.to_move + first) % len(plans)
    if before.in_setup:
        laid = tuple(placement for _, placement in after.setup[len(before.setup) :])
    else:
        laid = after.turns[-1].placements
    by: PlayedBy = "forced" if before.must_pass() else "player" if plans[seat].person else "bot"
    return events.Played(seat, str(Turn(laid)), by)
