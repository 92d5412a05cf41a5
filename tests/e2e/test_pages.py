"""From page to page: those that cannot be fetched, where the focus goes, and screens that are narrow."""

import gzip
import re
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import expect

from .conftest import Arrive
from .people import LANGUAGES, words
from .seen import nothing_hidden


def test_a_page_that_cannot_be_fetched_says_so_and_is_fetched_again(arrive: Arrive) -> None:
    ana = arrive()
    page = ana.page
    ana.go_home()
    ana.context.set_offline(True)
    page.get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", name="The connection is lost.")).to_be_visible()
    ana.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="How to play")).to_be_visible()


def test_a_language_that_cannot_be_fetched_is_replaced(arrive: Arrive) -> None:
    ana = arrive(locale="fr")
    page = ana.page
    page.route(re.compile(r"/assets/fr-[^/]*\.js"), lambda route: route.abort())
    page.goto(f"{ana.base}/help")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("heading", name="How to play")).to_be_visible()
    page.route(re.compile(r"/assets/en-[^/]*\.js"), lambda route: route.abort())
    page.reload()
    expect(page.get_by_role("heading", name="The connection is lost.")).to_be_visible()
    page.unroute_all()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="Comment jouer")).to_be_visible()


def test_a_new_screen_takes_the_focus_and_back_goes_back(arrive: Arrive) -> None:
    ana = arrive()
    page = ana.page
    ana.go_home()
    page.get_by_role("link", name="Rules").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="How to play")).to_be_visible()
    expect(page.get_by_role("main")).to_be_focused()
    expect(page).to_have_title("How to play · Dalapapa")
    page.go_back()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(page.get_by_role("main")).to_be_focused()


# Whatever lies beyond the sides of the screen, of all that can be read or pressed.
_BEYOND = """inside => [...inside.querySelectorAll('a, button, li, label, p, select, [role=timer]')]
    .filter((one) => {
        const { left, right, width } = one.getBoundingClientRect();
        return width > 1 && (left < 0 || right > innerWidth);
    })
    .map((one) => one.outerHTML.slice(0, 80))"""


def test_nothing_runs_off_a_narrow_page(arrive: Arrive) -> None:
    """320 pixels: a small phone, or a wide screen at 400 %."""
    person = arrive((320, 600))
    page = person.page

    def speak(language: str) -> None:
        person.language = language
        page.get_by_role("combobox").first.select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)

    for path in ("/help", "/settings", "/paper", "/replay", "/box", "/"):
        page.goto(person.base + path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        for language in LANGUAGES:
            speak(language)
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (path, language)
            assert nothing_hidden(page) == [], (path, language)
    for language in LANGUAGES:
        speak(language)
        for door in ("home.computer_choose", "home.device", "home.friends"):
            person.button(door).click()
            dialog = page.get_by_role("dialog")
            dialog.get_by_text(words(language)["setup.more"]).click()
            assert dialog.evaluate(_BEYOND) == [], (door, language)
            page.keyboard.press("Escape")


def test_nothing_runs_off_a_narrow_table_for_those_who_watch(arrive: Arrive) -> None:
    ana, watcher = arrive(), arrive((320, 600), touch=True, locale="de")
    seats = [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}]
    table = ana.sit("Maximiliana-Wilhelmine W", seats, nonce="f" * 32, clock=90, spectators=True)
    watcher.open(table)
    expect(watcher.page.get_by_role("timer")).to_be_visible()
    expect(watcher.seats).to_have_count(2)
    assert watcher.page.get_by_role("main").evaluate(_BEYOND) == []


def test_nothing_runs_off_a_narrow_table_behind_the_curtain(arrive: Arrive) -> None:
    ana = arrive((320, 600), touch=True, locale="de")
    people = [{"kind": "person", "name": name} for name in ("Maximiliana-Wilhelmine W", "Bo")]
    ana.sit("Ana", people, nonce="f" * 32, begins=0)
    expect(ana.page.get_by_role("dialog")).to_be_visible()
    assert ana.page.get_by_role("main").evaluate(_BEYOND) == []


STATIC = Path(str(files("dalapapa.server") / "static"))
# What a phone on a slow line waits for before anything can be played: script and style, packed.
FIRST_LOAD = 120 * 1024


def test_home_and_a_table_come_quickly_on_a_slow_line(arrive: Arrive) -> None:
    ana = arrive()
    loaded: list[str] = []
    ana.page.on("response", lambda answer: loaded.append(answer.url))

    def packed() -> int:
        ana.page.wait_for_load_state("networkidle")
        names = {urlsplit(url).path.removeprefix("/") for url in loaded if url.endswith((".js", ".css"))}
        loaded.clear()
        return sum(len(gzip.compress((STATIC / name).read_bytes())) for name in names)

    ana.page.goto(ana.base)
    assert 0 < packed() <= FIRST_LOAD
    ana.sit("Ana", [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}])
    assert 0 < packed() <= FIRST_LOAD
    ana.sit("Ana", [{"kind": "person"}, {"kind": "open"}])
    assert 0 < packed() <= FIRST_LOAD
