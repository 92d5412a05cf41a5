"""Games against a bot on every screen, by mouse, by touch, and with the keyboard alone."""

import re

import pytest
from playwright.sync_api import expect

from .anyone import fingers, mouse
from .conftest import DESKTOP, SIZES, Arrive
from .people import Keys
from .seen import nothing_hidden

AGAINST_A_BOT = [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}]
NONCE = "0123456789abcdef0123456789abcdef"
WHOLE = ("360x640", "844x390")


def test_one_click_starts_a_game_and_the_mouse_plays_it(arrive: Arrive) -> None:
    ana = arrive(SIZES["1366x768"][:2])
    ana.page.goto(ana.base)
    # Somebody quick: whoever takes any place that fits plays long against the Duckling.
    ana.page.evaluate("localStorage['dalapapa.choices'] = JSON.stringify({ level: 'fox' })")
    ana.go_home()
    ana.page.get_by_role("button", name="Play now").click()
    expect(ana.page).to_have_url(re.compile("/table/"))
    turns = ana.play_to_the_end(mouse(ana, seed=1).take_turn)
    assert turns >= 3
    ana.check_finished(ana.page.url.rsplit("/", 1)[-1])


# Whole games on the smallest phone and on a phone on its side (on a laptop above), some turns on the others.
# `python -m tests.e2e.look` plays them all.
@pytest.mark.parametrize(
    ("size", "turns"), [(size, 99 if size in WHOLE else 3) for size in SIZES if size != "1366x768"]
)
def test_anyone_plays_on_any_screen_and_nothing_is_ever_hidden(arrive: Arrive, size: str, turns: int) -> None:
    width, height, touch, turned = SIZES[size]
    ana = arrive((width, height), touch=touch)
    table = ana.sit("Maximiliana-Wilhelmine W", AGAINST_A_BOT, nonce=NONCE, target=60)
    anyone = fingers(ana, seed=2, turns_the_screen=turned) if touch else mouse(ana, seed=2)
    played = 0
    while played < turns and ana.wait_for_turn():
        before = ana.version
        anyone.take_turn(played)
        ana.page.set_viewport_size({"width": width, "height": height})
        ana.expect_news(before)
        played += 1
    assert played >= 3
    if turns > 3:
        ana.check_finished(table)
        ana.button("table.review").click()
        ana.page.keyboard.press("0")
        assert nothing_hidden(ana.page, whole=True) == []
    assert ana.faults == []


def test_the_keyboard_alone_plays_a_whole_game_and_everything_is_said(arrive: Arrive) -> None:
    ana = arrive(DESKTOP)
    table = ana.sit("Ana", AGAINST_A_BOT, nonce=NONCE)
    keys, told = Keys(ana), []

    def take_turn(number: int) -> None:
        keys.take_turn(number)
        # What a tile makes and what a second could bring are told at once: two lines for one key.
        told.extend(ana.page.locator("main [data-said] > *").all_inner_texts())

    assert ana.play_to_the_end(take_turn) >= 3
    ana.check_finished(table)
    said = " ".join(keys.heard + told)
    for pattern in (
        r"Tile \d+ picked up\. Front: \w+ in the middle, above \w+ and \w+, right \w+, .+\. Back: .+\.",
        r"Tile \d+, (front|back), .+, column −?\d+, row −?\d+: \w+ in the middle, new disc.+, \d+ points?\.",
        r"closes a (red|green|blue|yellow) group of \d+",
        r"Tile \d+ laid\. \d+ points?\. Press E to end the turn",
        r"Tile \d+ is back in your hand\.",
    ):
        assert re.search(pattern, said), pattern
