"""A real Chromium with its IndexedDB, for a store that runs beside it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, Route, async_playwright

from tests.e2e.conftest import FLAGS, program

ADDRESS = "http://127.0.0.1/"
DISK = Path(__file__).parents[2] / "web" / "along" / "disk.js"


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One loop for all tests of a file, as they share a browser."""
    return "asyncio"


@pytest.fixture(scope="module")
async def browser() -> AsyncIterator[Browser]:
    """The browser that the tests of a file share."""
    async with async_playwright() as playwright:
        one = await playwright.chromium.launch(executable_path=program(), args=FLAGS)
        yield one
        await one.close()


async def _answer(route: Route) -> None:
    if route.request.url.endswith(".js"):
        await route.fulfill(content_type="text/javascript", body=DISK.read_text())
    else:
        await route.fulfill(content_type="text/html", body="<!doctype html>")


class Disk:
    """The disk of a page: what a worker calls directly goes through the page here."""

    def __init__(self, page: Page) -> None:
        self._page = page

    async def _do(self, name: str, *given: object) -> str:
        script = "async ([name, given]) => (await disk)[name](...given)"
        text: str = await self._page.evaluate(script, [name, list(given)])
        return text

    async def rows(self) -> str:
        """Every row."""
        return await self._do("rows")

    async def row(self, table: str) -> str:
        """One row."""
        return await self._do("row", table)

    async def kept(self) -> str:
        """What is kept beside the tables."""
        return await self._do("kept")

    async def tiles(self, fingerprint: str) -> str:
        """A set of one's own."""
        return await self._do("tiles", fingerprint)

    async def log(self, table: str, after: int) -> str:
        """Lines of a log."""
        return await self._do("log", table, after)

    async def write(self, change: str) -> str:
        """Write a change."""
        return await self._do("write", change)


async def open_disk(page: Page) -> Disk:
    """The disk, as another page of the same browser would open it."""
    await page.route("**/*", _answer)
    await page.goto(ADDRESS)
    await page.evaluate("globalThis.disk = import('/disk.js').then(({ openDisk }) => openDisk())")
    return Disk(page)


@pytest.fixture
async def page(browser: Browser) -> AsyncIterator[Page]:
    """A page of a browser that has kept nothing yet."""
    context = await browser.new_context()
    yield await context.new_page()
    await context.close()
