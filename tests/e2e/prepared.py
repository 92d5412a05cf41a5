"""Tables that have come a long way before a browser opens them: written through the server's own store."""

import asyncio
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from dalapapa.rules import Game, Turn, classic, legal_placements
from dalapapa.server.settings import sqlite_settings
from dalapapa.server.stores.database import open_database
from dalapapa.server.stores.migrations import migrate
from dalapapa.server.stores.register import SqlRegister
from dalapapa.server.stores.sql import SqlStore
from dalapapa.service.people.guests import People
from dalapapa.service.tables import commands, events, fairness, layout
from dalapapa.service.tables.authority import Tables
from dalapapa.service.telling.words import PlayedBy

NONCE = "0" * 32


@dataclass(frozen=True)
class Past:
    """How a table should stand."""

    game: Game
    clock: int | None = None
    ago: float = 0.0  # seconds since the last turn was played
    missed: frozenset[int] = frozenset()  # versions at which a bot played for somebody absent


@dataclass(frozen=True)
class Prepared:
    """The people's session tokens, by seat, and the ids of the tables."""

    sessions: list[str]
    tables: list[str]


def prepare(folder: Path, names: Sequence[str], *pasts: Past) -> Prepared:
    """Write these tables, all of the same people, into a folder that no server uses yet."""
    # In a thread of its own, since Playwright has an event loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, _prepare(folder, names, pasts)).result()


async def _prepare(folder: Path, names: Sequence[str], pasts: Sequence[Past]) -> Prepared:
    database = open_database(sqlite_settings(folder).database)
    await migrate(database)
    store = SqlStore(database)
    guests = [await People(SqlRegister(store)).welcome(name) for name in names]
    plans = [events.Plan(person.id, person.name) for person, _ in guests]
    made = [await _write(store, past, plans) for past in pasts]
    await store.close()
    return Prepared([token for _, token in guests], made)


async def _write(store: SqlStore, past: Past, plans: list[events.Plan]) -> str:
    async def reached(table: str, seq: int) -> None:
        """Nobody is there yet."""

    tables = Tables(store, reached, pace=1.0, now=lambda: time.time() - past.ago)
    table = await tables.make(
        layout.new_table_id(), "prepared", lambda _: commands.Decision(_log(past, plans))
    )
    return table.id


def _log(past: Past, plans: list[events.Plan]) -> list[events.AnyEvent]:
    game = past.game
    agreed = events.Agreed(
        target=game.target,
        begins=0,
        public=False,
        open_hands=False,
        purist=False,
        clock=past.clock,
        spectators=False,
    )
    laid = [(seat, Turn((placement,))) for seat, placement in game.setup]
    played = [(turn.player, Turn(turn.placements)) for turn in game.turns]

    def by(version: int) -> PlayedBy:
        return "stand_in" if version in past.missed else "player"

    return [
        events.TableMade(agreed, plans, fairness.new_secret().hex()),
        *(events.GaveNonce(plan.person or "", NONCE) for plan in plans),
        events.Began(0, list(game.order)),
        *(events.Played(seat, str(turn), by(i)) for i, (seat, turn) in enumerate([*laid, *played])),
    ]


def after_moves(count: int) -> Game:
    """So many moves into a game of two in which everybody lays the first tile where it fits first."""
    game = Game.start(range(len(classic())), 2, 240)
    for _ in range(count):
        tile = game.hands[game.to_move][0]
        game = game.play(Turn((legal_placements(game.board, tile)[0],)))
    return game
