"""What a spectator is sent does not depend on a single tile that the spectator cannot see."""

import contextlib
import itertools
import logging
import random
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from dalapapa.bots import BOTS, Budget
from dalapapa.rules import Game, Turn, classic, shuffled_bag, view
from dalapapa.server.stores.database import sqlite_url
from dalapapa.service.tables import fairness, layout

from .client import Guest
from .serving import Running, quick, serving

pytestmark = pytest.mark.anyio

MOVES = 24


def a_game() -> tuple[tuple[int, ...], list[Turn]]:
    """An order of the bag and the first moves of a game with it, in which nobody has to pass."""
    rng = random.Random(8)
    order = shuffled_bag(classic(), rng)
    game = Game.start(order, 2, 240)
    turns: list[Turn] = []
    while len(turns) < MOVES:
        turns.append(BOTS["greedy"].choose(view(game, game.to_move), rng, Budget()))
        game = game.play(turns[-1])
    return order, turns


def with_other_hidden_tiles(order: tuple[int, ...], turns: list[Turn]) -> tuple[int, ...]:
    """The same bag with every tile that was never laid at another place."""
    laid = {placement.tile for turn in turns for placement in turn.placements}
    places = [i for i, tile in enumerate(order) if tile not in laid]
    other = list(order)
    for here, there in zip(places, places[1:] + places[:1], strict=True):
        other[here] = order[there]
    return tuple(other)


@contextlib.asynccontextmanager
async def a_server(
    folder: Path, order: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Running]:
    """A server whose chance is taken away: the same ids, the same secret, the same time, this bag."""
    folder.mkdir()
    ids = itertools.count()
    with monkeypatch.context() as patch:
        patch.setattr(fairness, "new_secret", lambda: bytes(32))
        patch.setattr(fairness, "draw", lambda *_, **__: (order, 0))
        patch.setattr(layout, "new_table_id", lambda: f"id{next(ids)}")
        async with serving(quick(sqlite_url(folder / "db.sqlite3"))) as server:
            # Time stands still: how often the server looks at its clock must not show either.
            server.house.tables.now = lambda: 1_700_000_000.0
            yield server


async def watch(server: Running, turns: list[Turn]) -> tuple[list[str], list[str], list[str]]:
    """The streams of a spectator and of both players while these moves are played."""
    ana, bo = await Guest.named(server.base, "Ana"), await Guest.named(server.base, "Bo")
    stranger = Guest(server.base)
    body: dict[str, Any] = {"seats": [{"kind": "person"}, {"kind": "open"}], "nonce": "0" * 32, "target": 240}
    table = (await ana.post("/api/tables", body, 201))["id"]
    async with stranger.sit(table) as watcher:
        await watcher.until_type("view")
        await bo.post(f"/api/tables/{table}/join", {"nonce": "1" * 32})
        async with ana.sit(table, query="&help=no") as first, bo.sit(table, query="&help=no") as second:
            await first.until_type("view")
            await second.until_type("view")
            for version, turn in enumerate(turns):
                chair = (first, second)[version % 2]
                places = [
                    {"tile": p.tile, "face": p.face, "rotation": p.rotation, "x": p.x, "y": p.y}
                    for p in turn.placements
                ]
                move = {"type": "turn", "version": version, "seat": version % 2, "placements": places}
                answer = await chair.ask(move | {"id": f"c{version}"})
                assert answer["type"] == "ack", answer
                for each in (first, second, watcher):
                    await each.until_seq(answer["seq"])
            extra = [
                (await stranger.http.get(path)).text
                for path in (
                    f"/api/tables/{table}",
                    f"/api/tables/{table}/fair",
                    f"/api/tables/{table}/record",
                )
            ]
    for guest in (ana, bo, stranger):
        await guest.close()
    return [*watcher.raw, *extra], first.raw, second.raw


async def test_a_spectators_bytes_do_not_depend_on_hidden_tiles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    order, turns = a_game()
    other = with_other_hidden_tiles(order, turns)
    assert order != other
    streams = []
    logs = []
    for name, bag in (("one", order), ("two", other)):
        caplog.clear()
        async with a_server(tmp_path / name, bag, monkeypatch) as server:
            streams.append(await watch(server, turns))
        lines = [record.getMessage() for record in caplog.records if record.name.startswith("dalapapa")]
        logs.append([re.sub(r"127\.0\.0\.1:\d+", "", line) for line in lines])  # ports tell nothing
    assert len(streams[0][0]) >= MOVES
    assert streams[0][0] == streams[1][0]
    assert logs[0] == logs[1]
    # The test can tell: those who hold the tiles are sent other bytes.
    assert streams[0][1] != streams[1][1]
    assert streams[0][2] != streams[1][2]
