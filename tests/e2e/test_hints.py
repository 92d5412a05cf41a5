"""Hints in three presses, what a second tile would bring, and how likely open groups are closed."""

import re
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import expect

from dalapapa.analysis.pressure import coming
from dalapapa.kernel.questions import Position
from dalapapa.rules import Board, Placement, classic

from .conftest import DESKTOP, Arrive
from .people import Keys, Person, frames_of, words
from .seen import nothing_hidden

# The first who asks may have to wait until the server's kernel is compiled.
SOON = 60_000
AGAINST_A_BOT = [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}]


def some_turns(person: Person, count: int = 3, **wish: Any) -> None:
    """Ana's turn against a bot, some turns into a game."""
    person.sit("Ana", AGAINST_A_BOT, nonce="a" * 32, begins=0, target=240, **wish)
    Keys(person).take_turns(count)


def button_of(person: Person) -> Any:
    return person.button("act.hint").and_(person.page.locator(":visible"))


def total_shown(person: Person) -> int:
    """The sum on the button that ends the turn."""
    text = person.page.locator("button.end").inner_text()
    return int(re.search(r"(−?\d+)", text)[1].replace("−", "-"))  # type: ignore[index]


@pytest.mark.parametrize(("size", "language"), [((360, 640), "de"), ((844, 390), "fr")])
def test_three_taps_then_the_tile_lies(size: tuple[int, int], language: str, arrive: Arrive) -> None:
    ana = arrive(size, touch=True, locale=language)
    some_turns(ana)
    hint, page = button_of(ana), ana.page
    taken = ana.taken.get_attribute("aria-label")
    hint.tap()
    expect(page.locator("[data-region]")).to_be_visible(timeout=SOON)
    expect(page.get_by_text(words(language)["hint.where"])).to_be_visible()
    assert ana.taken.get_attribute("aria-label") == taken  # which tile is not said yet
    assert nothing_hidden(page) == []
    hint.tap()
    expect(page.locator("button.hinted")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-region]")).to_be_visible()
    hint.tap()
    expect(ana.points).to_be_visible()
    expect(page.locator("[data-region]")).to_have_count(0)
    expect(page.locator(".advice")).to_be_visible()
    assert nothing_hidden(page) == []
    points = int(ana.points.inner_text().replace("−", "-"))
    ana.button("act.play").tap()
    expect(page.locator("button.end")).to_be_visible()
    assert total_shown(ana) == points
    assert nothing_hidden(page) == []
    before = ana.version
    page.locator("button.end").tap()
    ana.expect_news(before)
    assert ana.faults == []


def test_hints_by_keys_are_told_and_counted(arrive: Arrive) -> None:
    ana = arrive(DESKTOP)
    some_turns(ana)
    keys, page = Keys(ana), ana.page

    def ask(step: int, told: str) -> None:
        page.keyboard.press("h")
        expect(page.locator(f'button.owl[data-step="{step}"]:visible')).to_have_count(1, timeout=SOON)
        expect(ana.said).to_have_text(re.compile(told))

    where, which = r"^Look between columns −?\d+ and −?\d+, rows −?\d+ to −?\d+\.", r"^Take this one: "
    ask(1, where)
    ask(2, rf"{which}Tile \d+, (front|back)\.")
    ask(3, r"^This move .+\. Tile \d+, (front|back), .*\d+ points?\b")
    keys.press("Enter")
    expect(ana.said).to_have_text(re.compile("Second tile|may|end", re.IGNORECASE))
    before = ana.version
    keys.press("e")
    ana.expect_news(before)
    ana.wait_for_turn()
    for step, told in ((1, where), (2, which)):  # twice in a turn is once
        ask(step, told)
    frames = frames_of(page)
    page.reload()
    ana.wait_for_turn()
    (seats,) = [frame["state"]["seats"] for frame in frames if frame["type"] == "view"]
    assert [seat["hints"] for seat in seats] == [2, 0]
    assert ana.faults == []


def test_the_second_tile_brings_what_was_said(arrive: Arrive) -> None:
    ana = arrive(DESKTOP)
    some_turns(ana, 5)
    page, keys = ana.page, Keys(ana)
    seen = 0
    for walk in range(1, 30, 3):
        keys.press("1", *"n" * walk, "Enter")
        second = page.locator("button.second")
        expect(second).to_be_visible()
        expect(second).to_be_enabled()
        expect(second).to_have_text(re.compile("=|worth"))
        first, label = total_shown(ana), second.inner_text()
        net = int(label.replace("\xa0", " ").split("=" if "=" in label else ":")[-1].replace("−", "-"))
        # Asked for its best places, the second tile makes exactly so much.
        keys.press("1", "b")
        while not keys.heard[-1].startswith("The best places"):  # they come round
            keys.press("b")
        keys.press("b", "Enter")
        expect(second).to_have_count(0)
        expect(page.locator("button.end")).to_be_visible()
        assert total_shown(ana) == first + net
        seen += 1
        keys.press("Control+z", "Escape", "Escape", "Control+z", "Escape", "Escape")
        expect(page.locator("button.end")).to_have_count(0)
    assert seen == 10


def test_the_pressure_shown_is_the_one_counted(arrive: Arrive) -> None:
    ana = arrive((390, 844), touch=True)
    frames = frames_of(ana.page)
    some_turns(ana, 4)
    ana.button("menu.title").tap()
    ana.button("menu.pressure").tap()
    labels = ana.page.locator("g.pressure")
    expect(labels.first).to_be_visible(timeout=SOON)
    board, tiles = Board(classic()), classic()
    events = {event["seq"]: event for frame in frames for event in frame.get("events", ())}
    for event in (events[seq] for seq in sorted(events)):
        for laid in event.get("laid", ()):
            board = board.place(Placement(**laid["place"]))
    state = [frame["state"] for frame in frames if "state" in frame][-1]
    hidden = {placement.tile for placement in board.placements} | set(state["seats"][0]["hand"])
    unseen = [tile for tile in range(len(tiles)) if tile not in hidden]
    counted = coming(Position(board), board, unseen).groups
    shown = labels.evaluate_all("all => all.map((one) => [+one.dataset.ends, +one.dataset.chance])")
    likely = sorted((ends, chance) for ends, chance in shown if chance)
    assert likely == sorted((len(one.group.halves), one.chance) for one in counted)
    # Each can be read, and none lies on another.
    boxes = [label.bounding_box() for label in labels.locator("rect").all()]
    for one, other in combinations([box for box in boxes if box], 2):
        apart = (
            one["x"] + one["width"] <= other["x"] + 1
            or other["x"] + other["width"] <= one["x"] + 1
            or one["y"] + one["height"] <= other["y"] + 1
            or other["y"] + other["height"] <= one["y"] + 1
        )
        assert apart
    texts = labels.locator("text").evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
    assert min(texts) >= 11
    assert ana.faults == []


@pytest.mark.parametrize("wish", [{"purist": True}, {"hints": False}])
def test_where_there_are_none_nothing_offers_them(wish: dict[str, Any], arrive: Arrive) -> None:
    ana = arrive(DESKTOP)
    ana.sit("Ana", AGAINST_A_BOT, nonce="a" * 32, begins=0, **wish)
    ana.expect_playing()
    expect(ana.hand.first).to_be_visible()
    expect(ana.page.locator("button.owl")).to_have_count(0)
    ana.page.keyboard.press("h")
    refusal = "error.purist" if "purist" in wish else "error.no_hints"
    expect(ana.said).to_have_text(words("en")[refusal])
