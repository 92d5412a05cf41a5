"""The store on IndexedDB keeps its promises, in a real browser, and to several tabs at once."""

import asyncio

import pytest
from playwright.async_api import Page

from dalapapa.browser.store import BrowserStore
from dalapapa.service.people.register import Person
from dalapapa.service.stores.protocol import ConflictError, StoreError
from tests.service.promises import RegisterPromises, StorePromises, lines

from .conftest import open_disk

pytestmark = pytest.mark.anyio


class TestStore(StorePromises):
    @pytest.fixture
    async def store(self, page: Page) -> BrowserStore:
        return BrowserStore(await open_disk(page))


class TestRegister(RegisterPromises):
    @pytest.fixture
    async def store(self, page: Page) -> BrowserStore:
        return BrowserStore(await open_disk(page))

    @pytest.fixture
    def register(self, store: BrowserStore) -> BrowserStore:
        return store


async def tabs(page: Page) -> list[BrowserStore]:
    return [BrowserStore(await open_disk(one)) for one in (page, await page.context.new_page())]


async def test_of_two_tabs_one_appends(page: Page) -> None:
    one, other = await tabs(page)
    await one.append(lines("t", 1, "a"))
    tries = [store.append(lines("t", 2, f"{n}")) for n, store in enumerate((one, other) * 5)]
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert [type(result) for result in results].count(ConflictError) == 9
    assert await one.entries("t") == await other.entries("t")
    assert await other.heads(["t"]) == {"t": 2}


async def test_what_two_tabs_keep_at_once_is_all_kept(page: Page) -> None:
    one, other = await tabs(page)
    people = [Person(f"p{n}", f"P{n}") for n in range(10)]
    await asyncio.gather(
        *(
            store.add_person(person, person.id, 1.0)
            for person, store in zip(people, (one, other) * 5, strict=True)
        )
    )
    assert [await one.person_of(person.id) for person in people] == people


async def test_it_is_there_after_the_page_was_closed(page: Page) -> None:
    await BrowserStore(await open_disk(page)).append(lines("t", 1, "a", people=["ana"]))
    later = await page.context.new_page()
    await page.close()
    store = BrowserStore(await open_disk(later))
    assert [entry.command for entry in await store.entries("t")] == ["a"]
    assert await store.tables_of("ana", 5) == [b"t 1"]


async def test_a_disk_that_fails_is_said(page: Page) -> None:
    store = BrowserStore(await open_disk(page))
    await store.append(lines("t", 1, "a"))
    await page.evaluate(
        "disk.then(() => new Promise((r) => (indexedDB.deleteDatabase('dalapapa').onsuccess = r)))"
    )
    with pytest.raises(StoreError):
        await store.append(lines("t", 2, "b"))
