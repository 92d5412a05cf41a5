"""Real browsers against a real server; the client must have been built (`make setup`)."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from dalapapa.cli.site import write
from dalapapa.server.http import COOKIE

from .hosting import hosted
from .luggage import Luggage
from .people import DRAWN, Person

# What Playwright leaves out (a second list replaces its own), two pages of the browser's own that suggest
# addresses in a bar that nobody sees: every window would load them, and take twice as long to open; and a
# process that every window keeps ready for a page that nobody goes to.
_LEFT_OUT = (
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "SpareRendererForSitePerProcess",
    "TcpPortRandomizationWin",
    "ThirdPartyStoragePartitioning",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
)

# No sandbox as root, no graphics card, and nothing that calls home.
FLAGS = (
    f"--disable-features={','.join(_LEFT_OUT)}",
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

# Whole games, and whatever starts Python in a browser.
LONG = (
    "test_whole_games.py",
    "test_site.py",
    "test_along.py",
    "test_turning_points.py",
    "test_fresh_along.py",
    "test_refusing.py",
    "test_together.py",
    "test_keeping.py",
    "test_keeping_tiles.py",
    "test_blind.py",
)

# Milliseconds until somebody believes that it does not come: a busy machine is slow, not broken.
expect.set_options(timeout=20_000)

Arrive = Callable[..., Person]
Device = Callable[..., AbstractContextManager[Person]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The long ones come first: else one core waits at the end until the other is done."""
    items.sort(key=lambda item: LONG.index(item.path.name) if item.path.name in LONG else len(LONG))


@dataclass
class Server:
    """A server of our own."""

    port: int
    process: subprocess.Popen[str]

    def draw(self, lot: str) -> None:
        """From now on its bags, ids and bots hang on this lot."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(lot + "\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline() == lot + "\n"


@contextmanager
def started(folder: Path, port: int = 0, *push_services: str) -> Iterator[Server]:
    """A server of our own on this folder, at this port or a free one."""
    assert (files("dalapapa.server") / "static" / "index.html").is_file(), (
        "build the client first: make setup"
    )
    command = [sys.executable, str(Path(__file__).with_name("serving.py"))]
    command += [str(folder), str(port), *push_services]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout is not None
        try:
            yield Server(int(process.stdout.readline()), process)
        finally:
            process.terminate()
            process.wait(60)


@contextmanager
def serving(folder: Path, port: int = 0, *push_services: str, lot: str = "always the same") -> Iterator[int]:
    """A server whose chance hangs on this lot; gives its port."""
    with started(folder, port, *push_services) as server:
        server.draw(lot)
        yield server.port


def program() -> str:
    """Where the system's Chromium is."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert found, "no Chromium found: on Debian or Ubuntu, apt install chromium"
    return found


@contextmanager
def chromium(playwright: Playwright | None = None) -> Iterator[Browser]:
    """The system's Chromium, headless."""
    with nullcontext(playwright) if playwright else sync_playwright() as running:
        browser = running.chromium.launch(executable_path=program(), args=FLAGS)
        yield browser
        browser.close()


def welcome(
    browser: Browser,
    port: int,
    size: tuple[int, int] = DESKTOP,
    touch: bool = False,
    locale: str = "en-GB",
    session: str | None = None,
    lot: str = "always the same",
) -> Person:
    """Somebody with a window of this size in front of them."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        has_touch=touch,
        is_mobile=touch,
        locale=locale,
        reduced_motion="reduce",
    )
    context.add_init_script(DRAWN % Random(lot).getrandbits(32))
    base = f"http://127.0.0.1:{port}"
    if session is not None:
        context.add_cookies([{"name": COOKIE, "value": session, "url": base}])
    return Person(context, context.new_page(), base, locale[:2])


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server that the tests share."""
    with started(tmp_path_factory.mktemp("data")) as server:
        yield server


@pytest.fixture
def port(server: Server, lot: str) -> int:
    """Where the server is; all its chance hangs on the test's lot."""
    server.draw(lot)
    return server.port


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What starts browsers: there can be only one of it in a process."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The browser that the tests share."""
    with chromium(playwright) as one:
        yield one


@pytest.fixture(scope="session")
def device(playwright: Playwright) -> Device:
    """A browser that keeps what it has from one start to the next, with or without a network."""

    @contextmanager
    def start(profile: Path, port: int, offline: bool = True) -> Iterator[Person]:
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=program(),
            args=FLAGS,
            viewport={"width": DESKTOP[0], "height": DESKTOP[1]},
            locale="en-GB",
            reduced_motion="reduce",
        )
        try:
            context.set_offline(offline)
            yield Person(context, context.pages[0], f"http://127.0.0.1:{port}")
        finally:
            context.close()  # or nobody else could use the profile

    return start


@pytest.fixture(scope="session")
def taken_along(tmp_path_factory: pytest.TempPathFactory, device: Device) -> Callable[[str], Luggage]:
    """As a new user would: open the page of a server or of a site, take it along, and leave. Once of each."""

    @cache
    def pack(kind: str) -> Luggage:
        profile, folder = tmp_path_factory.mktemp("profile"), tmp_path_factory.mktemp("data")
        is_site = kind == "site"
        path = "/some/games/" if is_site else "/"
        if is_site:
            write(folder / "some" / "games")
        with (
            hosted(folder) if is_site else serving(folder) as port,
            device(profile, port, offline=False) as ana,
        ):
            ana.page.goto(ana.base + path)
            ana.button("along.take").click()
            expect(ana.page.get_by_text(ana.called("along.kept"))).to_be_visible(timeout=60_000)
            assert ana.faults == []
        return Luggage(profile, port, path, is_site)

    return pack


@pytest.fixture(params=["server", "site"])
def packed(request: pytest.FixtureRequest, taken_along: Callable[[str], Luggage], tmp_path: Path) -> Luggage:
    """A browser that has taken the game along and has played nothing yet, whoever was here before."""
    luggage = taken_along(request.param)
    profile = shutil.copytree(luggage.profile, tmp_path / "profile", symlinks=True)
    return luggage._replace(profile=profile)


@pytest.fixture
def arrive(browser: Browser, port: int, lot: str) -> Iterator[Arrive]:
    """Somebody with a browser of their own: `arrive(size=PHONE, touch=True)`."""
    people: list[Person] = []

    def _arrive(size: tuple[int, int] = DESKTOP, at: int = port, **has: Any) -> Person:
        people.append(welcome(browser, at, size, lot=f"{lot} {len(people)}", **has))
        return people[-1]

    yield _arrive
    for person in people:
        person.context.close()
