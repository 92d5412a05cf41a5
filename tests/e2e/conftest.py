"""Real browsers against a real server; the client must have been built (`make setup`)."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from dalapapa.server.http import COOKIE

from .people import Person

# No sandbox as root, no graphics card, and nothing that calls home.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
PHONE, TABLET, DESKTOP = (390, 844), (820, 1180), (1440, 900)
# The screens that everything is looked at on: width, height, whether it is touched, and turned in the hand.
SIZES = {
    "360x640": (360, 640, True, True),
    "390x844": (390, 844, True, True),
    "844x390": (844, 390, True, True),
    "820x1180": (820, 1180, True, False),
    "1366x768": (1366, 768, False, False),
    "1920x1080": (1920, 1080, False, False),
}

Arrive = Callable[..., Person]


@contextmanager
def serving(folder: Path) -> Iterator[int]:
    """A server of our own on this folder; gives its port."""
    assert (files("dalapapa.server") / "static" / "index.html").is_file(), (
        "build the client first: make setup"
    )
    command = [sys.executable, str(Path(__file__).with_name("serving.py")), str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield int(server.stdout.readline())
        finally:
            server.terminate()
            server.wait(10)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium, headless."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert program, "no Chromium found: on Debian or Ubuntu, apt install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


def welcome(
    browser: Browser,
    port: int,
    size: tuple[int, int] = DESKTOP,
    touch: bool = False,
    locale: str = "en-GB",
    session: str | None = None,
) -> Person:
    """Somebody with a window of this size in front of them."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        has_touch=touch,
        is_mobile=touch,
        locale=locale,
        reduced_motion="reduce",
    )
    base = f"http://127.0.0.1:{port}"
    if session is not None:
        context.add_cookies([{"name": COOKIE, "value": session, "url": base}])
    return Person(context, context.new_page(), base, locale[:2])


@pytest.fixture(scope="session")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The server that the tests share."""
    with serving(tmp_path_factory.mktemp("data")) as number:
        yield number


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser that the tests share."""
    with chromium() as one:
        yield one


@pytest.fixture
def arrive(browser: Browser, port: int) -> Iterator[Arrive]:
    """Somebody with a browser of their own: `arrive(size=PHONE, touch=True)`."""
    people: list[Person] = []

    def _arrive(size: tuple[int, int] = DESKTOP, at: int = port, **has: Any) -> Person:
        people.append(welcome(browser, at, size, **has))
        return people[-1]

    yield _arrive
    for person in people:
        person.context.close()
