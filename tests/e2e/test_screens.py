"""Every screen: nothing for axe to find, nothing hidden at any size, in six languages.

With DALAPAPA_PICTURES=folder they leave pictures to look at.
"""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .conftest import DESKTOP, PHONE, TABLET, Arrive
from .people import LANGUAGES, Keys, Person, words
from .seen import nothing_hidden

ROOT = Path(__file__).parents[2]
PICTURES = os.environ.get("DALAPAPA_PICTURES")
AXE = (ROOT / "web/node_modules/axe-core/axe.min.js").read_text()
SIZES = {"phone": PHONE, "tablet": TABLET, "desktop": DESKTOP}
AGAINST_A_BOT = [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}]


def picture(page: Page, name: str) -> None:
    """Leave a picture to look at, where that is wished for."""
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png")


def home(person: Person) -> None:
    person.go_home()


def _choosing(door: str) -> Callable[[Person], None]:
    """The choices behind a door, the folded ones too, with a bot among them."""

    def choose(person: Person) -> None:
        person.go_home()
        person.page.get_by_role("button", name=door).click()
        dialog = person.page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        if door != "Choose an opponent":
            dialog.get_by_role("button", name="One more player").click()
            dialog.get_by_label("Who is player 2?").select_option("Fox")
        dialog.get_by_text("More options").click()

    return choose


def settings(person: Person) -> None:
    person.page.goto(f"{person.base}/settings")
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()


def rules(person: Person) -> None:
    person.page.goto(f"{person.base}/help")
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()


def waiting(person: Person) -> None:
    person.sit("Ana", [{"kind": "person"}, {"kind": "open"}, {"kind": "bot", "bot": "greedy"}])
    expect(person.page.get_by_role("img", name="The link as a QR code")).to_be_visible()


def invited(person: Person) -> None:
    table = person.sit("Ana", [{"kind": "person"}, {"kind": "open"}])
    person.context.clear_cookies()
    person.open(table)
    expect(person.page.get_by_role("textbox")).to_be_visible()


def curtain(person: Person) -> None:
    person.sit("Ana", [{"kind": "person", "name": name} for name in ("Ana", "Bo")], nonce="8" * 32)
    expect(person.page.get_by_role("dialog")).to_be_visible()


def playing(person: Person) -> None:
    person.sit("Ana", AGAINST_A_BOT, nonce="9" * 32)
    Keys(person).take_turns(5)


def lost(person: Person) -> None:
    person.page.goto(f"{person.base}/nowhere")
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()


SCREENS: dict[str, Callable[[Person], None]] = {
    "home": home,
    "against": _choosing("Choose an opponent"),
    "device": _choosing("On this device"),
    "friends": _choosing("With friends"),
    "settings": settings,
    "help": rules,
    "waiting": waiting,
    "invited": invited,
    "curtain": curtain,
    "lost": lost,
}


def look_over(person: Person, screen: str) -> None:
    """Let axe see the screen, in colours of every theme, and look at it at every size."""
    person.page.evaluate(AXE)
    for theme, rules in (("wood", _ALL_RULES), ("light", _COLOURS), ("dark", _COLOURS)):
        person.page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        found = person.page.evaluate("runOnly => axe.run({runOnly, resultTypes: ['violations']})", rules)
        problems = [
            (screen, theme, fault["id"], [node["html"][:160] for node in fault["nodes"]])
            for fault in found["violations"]
        ]
        assert problems == []
    person.page.evaluate("document.documentElement.dataset.theme = 'wood'")
    before = person.page.viewport_size
    assert before
    for size, (width, height) in SIZES.items():
        person.page.set_viewport_size({"width": width, "height": height})
        assert nothing_hidden(person.page) == [], f"{screen} on a {size}"
        picture(person.page, f"{screen}-{size}")
        wide = person.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{screen} is wider than a {size}"
    person.page.set_viewport_size(before)
    assert person.faults == []


_ALL_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
_COLOURS = ["color-contrast"]


@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing(arrive: Arrive, screen: str) -> None:
    person = arrive(TABLET)
    SCREENS[screen](person)
    look_over(person, screen)


def test_axe_finds_nothing_while_a_tile_is_placed(arrive: Arrive) -> None:
    person = arrive(DESKTOP)
    playing(person)
    look_over(person, "playing")
    places = person.places()
    person.page.mouse.click(*places[len(places) // 2])
    expect(person.button("act.play")).to_be_visible()
    look_over(person, "placing")
    person.page.keyboard.press("?")
    expect(person.page.get_by_role("dialog")).to_be_visible()
    look_over(person, "keys")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_browser_chooses_the_language_and_a_turn_is_told_in_it(arrive: Arrive, language: str) -> None:
    person = arrive(PHONE, touch=True, locale=language)
    said = words(language)
    person.page.goto(person.base)
    expect(person.page.locator("html")).to_have_attribute("lang", language)
    expect(person.page.get_by_text(said["home.friends"], exact=True)).to_be_visible()
    person.page.get_by_text(said["home.computer"], exact=True).tap()
    assert person.wait_for_turn()
    person.page.keyboard.press("n")
    heard = person.said
    expect(heard).to_contain_text(said["say.enter"])
    expect(person.page.get_by_role("button", name=said["act.play"], exact=True)).to_be_visible()
    # No hole left open, no key shown in place of a text.
    for text in (heard.inner_text(), person.page.get_by_role("main").inner_text()):
        assert not re.search(r"\{\w+\}|\b[a-z]+\.[a-z]+[A-Z.]\w*", text), text
    assert person.faults == []


def test_a_turn_fits_a_laptop_in_every_language(arrive: Arrive) -> None:
    person = arrive((1366, 768))
    table = person.sit("Maximiliana-Wilhelmine W", AGAINST_A_BOT, nonce="9" * 32, begins=0)
    Keys(person).take_turns(2)
    for language in LANGUAGES:
        settings(person)
        person.page.get_by_role("combobox").first.select_option(language)
        person.open(table)
        assert person.wait_for_turn()
        # How to lay a tile; the ghost and its receipt; what can be done once it is laid.
        for key in ("0", "n", "Enter"):
            person.page.keyboard.press(key)
            assert nothing_hidden(person.page, whole=True) == [], (language, key)
        person.page.keyboard.press("Control+z")


def test_the_language_can_be_changed_and_is_kept(arrive: Arrive) -> None:
    person = arrive(DESKTOP)
    settings(person)
    person.page.get_by_label("Language").first.select_option("fr")
    expect(person.page.locator("html")).to_have_attribute("lang", "fr")
    person.page.reload()
    expect(person.page.locator("html")).to_have_attribute("lang", "fr")
