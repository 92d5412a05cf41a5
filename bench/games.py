"""Games as a store keeps them: played once by the service itself, then written as often as a bench wants."""

import asyncio
import random
import secrets
import time
from collections.abc import Callable, Iterable, Sequence

import msgspec
from server_under_load import order

from dalapapa.bots import BOTS, Budget
from dalapapa.rules import Game, Turn, view
from dalapapa.service.stores.memory import MemoryStore
from dalapapa.service.stores.protocol import Append, Store
from dalapapa.service.tables import commands, layout
from dalapapa.service.tables.authority import Tables
from dalapapa.service.tables.table import Table
from dalapapa.service.telling import messages, requests

ANA, BO = "a" * 32, "b" * 32
NONCE = "0123456789abcdef" * 2
_OPEN = requests.NewSeat("open")
# So many are handed to the writer at once.
_TOGETHER = 200


class _Notes(MemoryStore):
    """A store that remembers what it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.appends: list[Append] = []

    async def append(self, append: Append) -> None:
        await super().append(append)
        self.appends.append(append)


async def _told(table: str, seq: int) -> None:
    """Nobody listens."""


async def played(
    bot: str, target: int, seed: int, *, begun: bool = True, public: bool = False
) -> list[Append]:
    """Everything that the game of two people was stored with; `begun` or waiting for the second."""
    notes, rng = _Notes(), random.Random(seed)
    tables = Tables(notes, _told, pace=1.5)
    wish = requests.NewTable([requests.NewSeat("person"), _OPEN], target, public=public, nonce=NONCE)
    made = await tables.make(
        layout.new_table_id(), f"make:{ANA}", lambda empty: commands.make_table(empty, ANA, "Ana", wish)
    )
    if begun:
        joining = requests.JoinRequest(nonce=NONCE)
        join: Callable[[Table], commands.Decision] = lambda now: commands.join(now, BO, "Bo", joining)  # noqa: E731
        table = await tables.run(made.id, layout.new_table_id(), join)
        while table.game is not None and table.to_move is not None:
            seat = table.to_move
            turn = BOTS[bot].choose(view(table.game, table.game.to_move), rng, Budget(candidates=4))
            table = await _take(tables, table, seat, turn)
    return notes.appends


async def _take(tables: Tables, table: Table, seat: int, turn: Turn) -> Table:
    person, name = table.seats[seat].person or "", secrets.token_hex(16)
    move = messages.TakeTurn(name, table.version, seat, [])
    return await tables.run(
        table.id, f"{person}:{name}", lambda now: commands.take_turn(now, person, move, turn)
    )


def copied(appends: Sequence[Append], *people: str) -> list[Append]:
    """The same game at another table, by other people, just now."""
    new = {appends[0].table: layout.new_table_id()} | dict(zip((ANA, BO), people, strict=False))

    def renamed(text: str) -> str:
        for old, name in new.items():
            text = text.replace(old, name)
        return text

    late = time.time() - 60 - appends[-1].entries[0].at
    return [
        msgspec.structs.replace(
            append,
            table=renamed(append.table),
            entries=[
                msgspec.structs.replace(
                    entry,
                    at=entry.at + late,
                    command=renamed(entry.command),
                    body=renamed(entry.body.decode()).encode(),
                )
                for entry in append.entries
            ],
            due=None if append.due is None else append.due + late,
            summary=renamed(append.summary.decode()).encode(),
            people=None if append.people is None else list(map(renamed, append.people)),
        )
        for append in appends
    ]


def at_once(appends: Sequence[Append]) -> Append:
    """All of a game in one append: for games that are there already when a bench begins."""
    last = appends[-1]
    seated = next(append.people for append in reversed(appends) if append.people is not None)
    entries = [msgspec.structs.replace(entry, at=last.entries[0].at) for a in appends for entry in a.entries]
    return msgspec.structs.replace(last, entries=entries, people=seated)


async def store_all(store: Store, appends: Iterable[Append]) -> list[str]:
    """Store many appends; gives their tables."""
    done, some = [], []
    for append in appends:
        some.append(append)
        if len(some) == _TOGETHER:
            await asyncio.gather(*map(store.append, some))
            done += [one.table for one in some]
            some = []
    await asyncio.gather(*map(store.append, some))
    return done + [one.table for one in some]


def script(bot: str, target: int, seed: int) -> list[Turn]:
    """A whole game with the one order of the bag that `server_under_load.py` has."""
    rng, turns = random.Random(seed), []
    game = Game.start(order(), 2, target)
    while game.result is None:
        turns.append(BOTS[bot].choose(view(game, game.to_move), rng, Budget(candidates=4)))
        game = game.play(turns[-1])
    return turns
