"""Bots think one after the other, and nobody's tables keep everybody else's waiting."""

import asyncio

import pytest

from dalapapa.service.tables.turnstile import Turnstile

pytestmark = pytest.mark.anyio


class Hall:
    """A turnstile, the time there, and who went through."""

    def __init__(self, watched: dict[str, str]) -> None:
        self.time = 0.0
        self.through: list[str] = []
        self.turnstile = Turnstile(watched.get, lambda: self.time)

    async def think(self, table: str, host: str = "", seconds: float = 1.0) -> None:
        async with self.turnstile.through(table, host):
            self.through.append(table)
            await asyncio.sleep(0)
            self.time += seconds


async def test_those_who_are_watched_go_first_and_addresses_take_turns() -> None:
    hall = Hall({"a1": "eve", "a2": "eve", "a3": "eve", "b1": "bo"})
    await asyncio.gather(*(hall.think(table) for table in ("x", "y", "a1", "a2", "a3", "b1")))
    assert hall.through == ["x", "a1", "b1", "a2", "a3", "y"]


async def test_hosts_of_unwatched_tables_take_turns_too() -> None:
    hall = Hall({})
    flood = [hall.think(f"e{n}", "eve") for n in range(5)]
    await asyncio.gather(*flood, hall.think("b", "bo"))
    assert hall.through.index("b") == 1


async def test_what_was_had_long_ago_does_not_count() -> None:
    hall = Hall({"e": "eve", "b": "bo"})
    await hall.think("e", seconds=8)
    hall.time += 100
    await hall.think("b", seconds=1)
    await asyncio.gather(*map(hall.think, ("first", "b", "e")))
    assert hall.through[-3:] == ["first", "e", "b"]


async def test_who_goes_while_waiting_keeps_nobody_waiting() -> None:
    hall = Hall({})
    first = asyncio.create_task(hall.think("first"))
    await asyncio.sleep(0)
    waiting = [asyncio.create_task(hall.think(name)) for name in ("gone", "let in and gone", "last")]
    await asyncio.sleep(0)
    waiting[0].cancel()
    await first
    waiting[1].cancel()
    await asyncio.wait_for(waiting[2], 10)
    assert hall.through[-1] == "last"
