"""A finished game is handed on, once, whoever dies when."""

import asyncio

import pytest

from dalapapa.service.stores.memory import MemoryStore
from dalapapa.service.tables import commands
from dalapapa.service.tables.table import Table

from ..rooms import ANA, Room, room

pytestmark = pytest.mark.anyio


async def a_finished_game(at: Room) -> Table:
    return await at.finish((await at.make("person", "random")).id)


async def settled(at: Room, table: Table) -> bytes:
    async with asyncio.timeout(20):
        while (facts := await at.store.facts(table.id)) is None:
            await asyncio.sleep(0.005)
    return facts


class Hook:
    """Notes which games it is given."""

    def __init__(self, word: bytes = b"fine") -> None:
        self.word = word
        self.given: list[Table] = []

    async def __call__(self, table: Table) -> bytes:
        self.given.append(table)
        return self.word


async def test_a_game_is_handed_on_after_its_last_turn() -> None:
    hook = Hook()
    async with room(finished=hook) as at:
        table = await a_finished_game(at)
        assert await settled(at, table) == b"fine"
        [given] = hook.given
        assert given.id == table.id
        assert given.game is not None
        assert given.game.result is not None
        await at.tables.run(table.id, "rematch", lambda now: commands.next_table(now, ANA))
        for _ in range(3):
            await at.house.tick()
        assert len(hook.given) == 1
        assert await at.store.facts(table.id) == b"fine"


async def test_tables_that_never_begin_are_not_handed_on() -> None:
    async with room(finished=Hook()) as at:
        table = await at.make("person", "open")
        await at.tables.run(table.id, "l", lambda now: commands.leave(now, ANA))
        assert await at.store.unsettled(at.time, 10) == []


async def test_what_finished_without_a_hook_waits_for_one() -> None:
    store = MemoryStore()
    async with room(store) as at:
        table = await a_finished_game(at)
        assert await store.unsettled(at.time, 10) == [table.id]
    hook = Hook()
    async with room(store, finished=hook) as later:
        await later.house.tick()
        assert await settled(later, table) == b"fine"
        assert len(hook.given) == 1


async def test_a_process_that_dies_in_the_hook_leaves_the_game_to_the_next() -> None:
    store = MemoryStore()
    begun = asyncio.Event()

    async def endless(table: Table) -> bytes:
        begun.set()
        await asyncio.sleep(3600)
        return b""

    async with room(store, finished=endless) as at:
        table = await a_finished_game(at)
        await asyncio.wait_for(begun.wait(), 20)
    assert await store.facts(table.id) is None
    async with room(store, finished=Hook()) as later:
        await later.house.tick()
        assert await settled(later, table) == b"fine"


async def test_of_two_processes_one_settles() -> None:
    store = MemoryStore()
    async with room(store) as at:
        table = await a_finished_game(at)
    meeting = asyncio.Barrier(2)

    def hook(word: bytes) -> object:
        async def finished(_: Table) -> bytes:
            await meeting.wait()
            return word

        return finished

    one, two = hook(b"one"), hook(b"two")
    async with room(store, finished=one) as first, room(store, finished=two) as second:  # type: ignore[arg-type]
        await first.house.tick()
        await second.house.tick()
        facts = await settled(first, table)
        await asyncio.sleep(0.02)
        assert facts in (b"one", b"two")
        assert await store.facts(table.id) == facts


async def test_a_hook_that_fails_is_asked_again_after_a_restart(caplog: pytest.LogCaptureFixture) -> None:
    store = MemoryStore()
    asked = []

    async def broken(table: Table) -> bytes:
        asked.append(table.id)
        raise RuntimeError("it has a fault")

    async with room(store, finished=broken) as at:
        table = await a_finished_game(at)
        other = await a_finished_game(at)
        for _ in range(3):
            await at.house.tick()
            await asyncio.sleep(0.01)
        assert asked == [table.id, other.id]
    assert "could not be handed on" in caplog.text
    async with room(store, finished=Hook()) as later:
        await later.house.tick()
        assert await settled(later, table) == await settled(later, other) == b"fine"
