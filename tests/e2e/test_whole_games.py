"""A whole game against a bot, by mouse, by touch, and with the keyboard alone."""

import re

from playwright.sync_api import expect

from .conftest import DESKTOP, PHONE, Arrive
from .people import Fingers, Keys, Mouse

AGAINST_A_BOT = [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}]
NONCE = "0123456789abcdef0123456789abcdef"


def test_one_click_starts_a_game_and_the_mouse_plays_it(arrive: Arrive) -> None:
    ana = arrive(DESKTOP)
    ana.page.goto(ana.base)
    ana.page.get_by_role("button", name="Play now").click()
    expect(ana.page).to_have_url(re.compile("/table/"))
    turns = ana.play_to_the_end(Mouse(ana).take_turn)
    assert turns >= 3
    ana.check_finished(ana.page.url.rsplit("/", 1)[-1])


def test_fingers_play_a_whole_game(arrive: Arrive) -> None:
    ana = arrive(PHONE, touch=True)
    table = ana.sit("Ana", AGAINST_A_BOT, nonce=NONCE)
    assert ana.play_to_the_end(Fingers(ana).take_turn) >= 3
    ana.check_finished(table)


def test_the_keyboard_alone_plays_a_whole_game_and_everything_is_said(arrive: Arrive) -> None:
    ana = arrive(DESKTOP)
    table = ana.sit("Ana", AGAINST_A_BOT, nonce=NONCE)
    keys = Keys(ana)
    assert ana.play_to_the_end(keys.take_turn) >= 3
    ana.check_finished(table)
    said = " ".join(keys.heard)
    for pattern in (
        r"Tile \d+ picked up\. Front: \w+ in the middle, above \w+ and \w+, right \w+, .+\. Back: .+\.",
        r"Tile \d+, (front|back), .+, column −?\d+, row −?\d+: \w+ in the middle, new disc.+, \d+ points?\.",
        r"closes a (red|green|blue|yellow) group of \d+",
        r"Tile \d+ laid\. \d+ points?\. Press E to end the turn",
        r"Tile \d+ is back in your hand\.",
    ):
        assert re.search(pattern, said), pattern
