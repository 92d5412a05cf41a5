"""Turning tiles where nobody helps, and turns whose places come late."""

import json
import re

from playwright.sync_api import WebSocketRoute, expect

from .conftest import Arrive
from .drawn import pictures
from .people import WITHOUT_KERNEL, Keys, Person

AGAINST_A_BOT = [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}]
NONCE = "0" * 32


def lies_flat(person: Person) -> bool:
    """Whether the pinned tile is wider than high."""
    box = person.drawn.pinned.locator("rect").last.bounding_box()
    assert box
    return box["width"] > box["height"]


def test_at_a_purist_table_a_turn_turns(arrive: Arrive) -> None:
    ana = arrive((390, 844), touch=True)
    ana.sit("Ana", AGAINST_A_BOT, nonce=NONCE, purist=True, begins=0)
    expect(ana.faces.first).to_be_visible()
    ana.faces.first.tap()
    field = ana.page.get_by_role("application").bounding_box()
    assert field
    ana.page.touchscreen.tap(field["width"] / 2, 0.4 * field["height"])
    expect(ana.drawn.pinned).to_have_count(1)
    for name, back in (("act.turnRight", "act.turnLeft"), ("act.turnLeft", "act.turnRight")):
        seen = [pictures(ana.drawn.pinned)]
        for _ in range(4):
            flat = lies_flat(ana)
            ana.button(name).tap()
            assert lies_flat(ana) != flat, "the tile has only been moved"
            seen.append(pictures(ana.drawn.pinned))
        assert seen[4] == seen[0], "four quarter turns do not lead back"
        assert len({str(one) for one in seen}) == 4
        ana.button(back).tap()
        assert pictures(ana.drawn.pinned) == seen[3]
    # What fits where is told to nobody here.
    keys = Keys(ana)
    keys.press("n")
    assert keys.heard == ["At this table you play without help."]


def test_nothing_moves_under_a_finger_when_the_places_of_the_second_tile_come(arrive: Arrive) -> None:
    ana = arrive((360, 640), touch=True)
    ana.context.add_init_script(WITHOUT_KERNEL)
    late: list[tuple[WebSocketRoute, str | bytes]] = []

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def to_page(text: str | bytes) -> None:
            if json.loads(text).get("after"):
                late.append((route, text))
            else:
                route.send(text)

        server.on_message(to_page)

    ana.page.route_web_socket(re.compile("/ws/"), between)
    ana.sit("Ana", AGAINST_A_BOT, nonce=NONCE, begins=0)
    keys = Keys(ana)
    keys.take_turns(1)
    keys.press("n", "Enter")
    end, second = ana.button("act.end"), ana.page.get_by_role("button", name=re.compile("^Second tile"))
    expect(second).to_be_disabled()
    before = end.bounding_box()
    # Whoever is quick is told to wait, and not that nothing fits.
    keys.press("1", "n", "b", "Escape")
    assert keys.heard[-3:-1] == ["Just a moment: checking where it fits."] * 2
    for route, text in late:
        route.send(text)
    expect(second).to_be_enabled()
    assert end.bounding_box() == before
