"""How placing feels: dragging, panning, zooming, the buttons in the tray, the arrow at the edge, the log."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from .anyone import FingerHand, MouseHand
from .conftest import DESKTOP, Arrive, serving
from .drawn import pictures
from .people import PLACES, Keys, Person
from .prepared import Past, after_moves, prepare
from .seen import nothing_hidden

SMALL_PHONE = (360, 640)
# The windows of a laptop and of a large screen at 200 %.
TWICE_AS_LARGE, LARGE_TWICE_AS_LARGE = (683, 384), (960, 540)


def some_turns(person: Person, count: int) -> str:
    """A table against a bot, some turns later, and this person's turn again; gives the table's id."""
    table = person.sit("Ana", [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}], nonce="a" * 32)
    Keys(person).take_turns(count)
    return table


def lies_on(box: Any, x: float, y: float) -> bool:
    """Whether a box holds a point."""
    return bool(box["x"] <= x <= box["x"] + box["width"] and box["y"] <= y <= box["y"] + box["height"])


def box_of(thing: Locator) -> Any:
    """Where something is on the screen."""
    return thing.first.bounding_box()


def well_inside(person: Person, x: float, y: float) -> tuple[float, float]:
    """The legal cell nearest to a point in the middle: at the edges a drag would pan the board."""
    return min(person.places(), key=lambda cell: abs(cell[0] - x) + abs(cell[1] - y))


def test_a_tile_is_dragged_from_the_hand_and_dropped_where_it_fits(arrive: Arrive) -> None:
    ana = arrive(DESKTOP)
    some_turns(ana, 3)
    face = box_of(ana.taken)
    x, y = well_inside(ana, 640, 400)
    mouse = ana.page.mouse
    mouse.move(face["x"] + 30, face["y"] + 20)
    mouse.down()
    mouse.move(face["x"] + 60, face["y"] - 60)
    expect(ana.drawn.carried).to_be_visible()
    mouse.move(x, y, steps=4)
    expect(ana.drawn.floating).to_be_visible()
    mouse.up()
    expect(ana.drawn.pinned).to_be_visible()
    assert ana.drawn.laid.count() == 0, "dropping pins, it does not play"


def test_an_edge_pans_the_board_but_not_when_a_tile_leaves_the_hand(arrive: Arrive) -> None:
    ana = arrive(DESKTOP)
    some_turns(ana, 2)
    face = box_of(ana.taken)
    mouse = ana.page.mouse
    mouse.move(face["x"] + 30, face["y"] + 20)
    mouse.down()
    edge = box_of(ana.drawn.tray)["y"] - 30
    before = box_of(ana.drawn.places)
    mouse.move(face["x"] + 30, edge)
    ana.page.wait_for_timeout(200)
    assert box_of(ana.drawn.places) == before
    mouse.move(640, 400)
    mouse.move(640, edge)
    ana.wait_until(lambda: box_of(ana.drawn.places)["y"] < before["y"] - 50)
    mouse.up()


def test_a_finger_carries_the_ghost_above_itself_and_a_short_tap_is_no_drag(arrive: Arrive) -> None:
    ana = arrive(SMALL_PHONE, touch=True)
    some_turns(ana, 2)
    face = box_of(ana.taken)
    x, y = well_inside(ana, 180, 260)
    fingers = ana.context.new_cdp_session(ana.page)

    def touch(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", face["x"] + 30, face["y"] + 20)
    touch("touchMove", face["x"] + 30, face["y"] - 40)
    lift = 72
    touch("touchMove", x, y + lift)
    # The ghost comes to lie on that cell: above the finger, not under it.
    expect(ana.drawn.floating).to_be_visible()
    ana.wait_until(lambda: lies_on(box_of(ana.drawn.floating), x, y))
    touch("touchEnd")
    expect(ana.drawn.pinned).to_be_visible()


def test_dragging_the_ground_pans_and_places_nothing(arrive: Arrive) -> None:
    ana = arrive(DESKTOP)
    some_turns(ana, 2)
    x, y = ana.places()[0]
    before = box_of(ana.drawn.places)
    ana.page.mouse.move(x, y)
    ana.page.mouse.down()
    ana.page.mouse.move(x + 60, y + 40, steps=5)
    ana.page.mouse.up()

    def moved() -> tuple[int, int]:
        after = box_of(ana.drawn.places)
        return round(after["x"] - before["x"]), round(after["y"] - before["y"])

    ana.wait_until(lambda: moved() == (60, 40))
    assert (ana.drawn.pinned.count(), ana.drawn.laid.count()) == (0, 0)


def test_the_wheel_zooms_about_the_pointer(arrive: Arrive) -> None:
    ana = arrive(DESKTOP)
    some_turns(ana, 2)
    cell = ana.drawn.places.first
    before = cell.bounding_box()
    assert before
    x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    ana.page.mouse.move(x, y)
    ana.page.mouse.wheel(0, -200)
    ana.wait_until(lambda: box_of(cell)["width"] > 1.2 * before["width"])
    after = cell.bounding_box()
    assert after
    assert abs(after["x"] + after["width"] / 2 - x) < 2
    assert abs(after["y"] + after["height"] / 2 - y) < 2


def test_whatever_is_pinned_all_of_it_is_seen_and_can_be_pressed(arrive: Arrive) -> None:
    ana = arrive(SMALL_PHONE, touch=True)
    some_turns(ana, 4)
    sizes = (SMALL_PHONE, SMALL_PHONE[::-1], TWICE_AS_LARGE, LARGE_TWICE_AS_LARGE)
    for number, (width, height) in enumerate(sizes):
        ana.page.set_viewport_size({"width": width, "height": height})
        assert nothing_hidden(ana.page, whole=True) == []
        for face in (number % 2, 2 + number % 2):
            ana.faces.nth(face).tap()
            if ana.drawn.places.count() == 0:  # a tile that fits nowhere
                ana.faces.nth((face + 2) % 4).tap()
            cells = ana.places()
            # The cells farthest out in each direction.
            for cell in {min(cells), max(cells), min(cells, key=_height), max(cells, key=_height)}:
                ana.page.touchscreen.tap(*cell)
                expect(ana.drawn.pinned).to_be_visible()
                assert nothing_hidden(ana.page) == []
                ana.button("act.drop").tap()
                expect(ana.drawn.pinned).to_have_count(0)
        ana.page.touchscreen.tap(*ana.places()[0])
        for key in ("act.turnLeft", "act.turnRight", "act.flip", "act.drop", "act.play"):
            box = box_of(ana.button(key))
            assert min(box["width"], box["height"]) >= 44, key
        ana.button("act.drop").tap()


def _height(cell: tuple[float, float]) -> float:
    return cell[1]


@pytest.mark.parametrize("touch", [False, True])
def test_a_double_press_lays_the_tile_and_does_not_end_the_turn(arrive: Arrive, touch: bool) -> None:
    ana = arrive(SMALL_PHONE if touch else DESKTOP, touch=touch)
    some_turns(ana, 2)
    hand = FingerHand(ana.page) if touch else MouseHand(ana.page)
    before = ana.version
    hand.press(*ana.places()[0])
    box = box_of(ana.button("act.play"))
    hand.twice(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ana.page.wait_for_timeout(700)
    assert (ana.version, ana.drawn.laid.count()) == (before, 1)
    ana.button("act.end").click()
    ana.expect_news(before)


def test_a_first_turn_by_touch_is_explained_once(arrive: Arrive) -> None:
    ana = arrive(SMALL_PHONE, touch=True)
    bot = {"kind": "bot", "bot": "greedy"}
    ana.sit("Ana", [{"kind": "person"}, bot], nonce="a" * 32, begins=0)
    assert ana.wait_for_turn()
    how = ana.page.get_by_text("Tap a square, then the tick.", exact=True).and_(ana.page.locator(":visible"))
    expect(how).to_have_count(1)
    expect(ana.page.get_by_text(re.compile("[Cc]lick"))).to_have_count(0)
    ana.page.touchscreen.tap(*ana.places()[0])
    ana.button("act.play").tap()
    seen = ana.page.locator("main > :not([aria-live])")
    expect(seen.get_by_text("First round: lay your tile.")).to_have_count(0)
    ana.button("act.end").tap()
    assert ana.wait_for_turn()
    expect(how).to_have_count(0)


def test_a_turn_of_somebody_else_is_shown_and_can_be_read_afterwards(arrive: Arrive) -> None:
    ana = arrive(SMALL_PHONE, touch=True)
    some_turns(ana, 2)
    ana.page.emulate_media(reduced_motion="no-preference")
    wait_for_show = ana.drawn.watch_for_show()
    Keys(ana).take_turn(0)
    wait_for_show()
    expect(ana.drawn.gain).to_have_count(0)
    expect(ana.drawn.lit).to_have_count(0)
    # What it scored stands where the sums are, without the log.
    assert ana.wait_for_turn()
    scored = ana.page.get_by_role("listitem").filter(has_text=re.compile(r"^\s*\d discs?"))
    expect(scored).to_be_visible()
    # And a tap skips the show.
    wait_for_show = ana.drawn.watch_for_show()
    Keys(ana).take_turn(0)
    wait_for_show()
    ana.page.touchscreen.tap(180, 300)
    assert ana.drawn.gain.count() == 0


def test_a_finger_turns_a_small_tile_from_nearer_and_the_board_comes_back(
    arrive: Arrive, tmp_path: Path
) -> None:
    # A board too large for its tiles to be turned by finger on this screen.
    there = prepare(tmp_path, ("Ana", "Bo"), Past(after_moves(40)))
    with serving(tmp_path) as port:
        ana = arrive(SMALL_PHONE, touch=True, at=port, session=there.sessions[0])
        ana.open(there.tables[0])
        assert ana.wait_for_turn()

        def cell() -> float:
            return float(box_of(ana.drawn.places)["width"])

        def tap_a_cell() -> None:
            in_sight = [(x, y) for x, y, _, free in ana.drawn.places.evaluate_all(PLACES) if free]
            ana.page.touchscreen.tap(*in_sight[0])
            expect(ana.drawn.pinned).to_be_visible()
            assert nothing_hidden(ana.page) == []

        before = cell()
        assert before < 30
        tap_a_cell()
        assert cell() > 36
        ana.button("act.drop").tap()
        assert abs(cell() - before) < 0.5
        # Whoever has moved the board keeps it as it is.
        ana.page.keyboard.press("+")
        before = cell()
        tap_a_cell()
        assert abs(cell() - before) < 0.5
        assert ana.faults == []


def test_going_home_and_back_loses_nothing(arrive: Arrive) -> None:
    ana = arrive(DESKTOP)
    some_turns(ana, 2)
    for key in "nnr":
        ana.page.keyboard.press(key)
    ghost = pictures(ana.drawn.pinned)
    ana.page.get_by_role("link", name="Home").first.click()
    expect(ana.page.get_by_role("button", name="Play now")).to_be_visible()
    ana.page.go_back()
    expect(ana.drawn.pinned).to_be_visible()
    assert pictures(ana.drawn.pinned) == ghost
    ana.page.keyboard.press("Enter")
    ana.page.keyboard.press("e")
    expect(ana.drawn.tried).to_have_count(0)


def test_the_board_takes_the_focus_from_a_button_that_goes_away(arrive: Arrive) -> None:
    ana = arrive(DESKTOP)
    some_turns(ana, 1)
    expect(ana.said).to_contain_text("Your turn: lay a tile")
    board = ana.page.get_by_role("application", name="The board")

    def press(name: str) -> None:
        ana.page.get_by_role("button", name=re.compile(f"^{name}")).press("Enter")
        expect(board).to_be_focused()

    ana.page.keyboard.press("n")
    press("Put back")
    ana.page.keyboard.press("n")
    press("Lay it")
    press("Take back")
    ana.page.keyboard.press("n")
    ana.page.keyboard.press("Enter")
    press("End turn")
    # And from one that was clicked.
    assert ana.wait_for_turn()
    for name in ("Put back", "Lay it"):
        ana.page.mouse.click(*ana.places()[0])
        ana.page.get_by_role("button", name=name).click()
        expect(board).to_be_focused()
    # And from any button when a key plays on: Enter lays the tile and opens no menu.
    ana.page.keyboard.press("Control+z")
    menu = ana.page.get_by_role("button", name="Menu", exact=True)
    menu.click()
    ana.page.keyboard.press("n")
    expect(menu).to_have_attribute("aria-expanded", "false")
    expect(board).to_be_focused()
    ana.page.keyboard.press("Enter")
    expect(ana.drawn.laid).to_have_count(1)
    assert ana.faults == []


def test_an_arrow_points_to_a_new_tile_out_of_sight(arrive: Arrive) -> None:
    ana = arrive(DESKTOP)
    some_turns(ana, 2)
    arrow = ana.page.get_by_role("button", name="Show the last tile laid")
    expect(arrow).to_have_count(0)
    for _ in range(20):
        ana.page.keyboard.press("d")
    expect(arrow).to_be_visible()
    arrow.click()
    expect(arrow).to_have_count(0)


def test_the_log_lights_up_what_a_turn_scored(arrive: Arrive) -> None:
    ana = arrive(DESKTOP)
    some_turns(ana, 3)
    scored = ana.turns.filter(has_text="disc").first
    count = int(scored.get_by_role("listitem").first.inner_text().split()[0])
    rings = ana.drawn.lit
    expect(rings).to_have_count(0)
    scored.hover()
    expect(rings).to_have_count(count)
    ana.page.mouse.move(120, 30)
    expect(rings).to_have_count(0)


def test_on_a_phone_the_log_gives_way_to_the_turn_it_shows(arrive: Arrive) -> None:
    ana = arrive(SMALL_PHONE, touch=True)
    some_turns(ana, 3)
    ana.page.get_by_role("button", name="Turns").tap()
    ana.turns.filter(has_text="disc").first.tap()
    expect(ana.turns).to_have_count(0)
    expect(ana.drawn.lit).not_to_have_count(0)
    ana.page.keyboard.press("0")
    ana.page.touchscreen.tap(*ana.places()[0])
    ana.button("act.drop").tap()
    expect(ana.drawn.lit).to_have_count(0)


def test_a_tile_brought_back_to_the_hand_is_put_back(arrive: Arrive) -> None:
    ana = arrive(DESKTOP)
    some_turns(ana, 3)
    # So near that there are places behind the hand, too.
    for _ in range(6):
        ana.page.keyboard.press("+")
    face = box_of(ana.taken)
    mouse = ana.page.mouse
    for dx in (-120, 0, 120):
        mouse.move(face["x"] + 30, face["y"] + 20)
        mouse.down()
        mouse.move(640, 400, steps=3)
        mouse.move(face["x"] + 30 + dx, face["y"] + 30, steps=3)
        mouse.up()
        expect(ana.drawn.tried).to_have_count(0)


def test_helpers_and_signs_can_be_switched_off(arrive: Arrive) -> None:
    ana = arrive(DESKTOP)
    table = some_turns(ana, 1)
    ana.page.keyboard.press("n")
    for shown in (ana.drawn.signs.first, ana.drawn.places.first, ana.points, ana.page.get_by_text("Total")):
        expect(shown).to_be_visible()
    ana.page.goto(f"{ana.base}/settings")
    for name in ("Show where tiles fit", "Symbols on the discs"):
        ana.page.get_by_role("switch", name=name).click()
    ana.open(table)
    # A tile is taken up as soon as it is known where it fits.
    expect(ana.taken).to_be_visible()
    ana.page.keyboard.press("n")
    expect(ana.drawn.pinned).to_be_visible()
    expect(ana.drawn.places).to_have_count(0)
    expect(ana.points).to_have_count(0)
    expect(ana.page.get_by_text("Total")).to_have_count(0)
    expect(ana.drawn.signs.first).to_be_hidden()
