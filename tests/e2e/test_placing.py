"""How placing feels: dragging, panning, zooming, the ring of buttons, the arrow at the edge, the log."""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from .conftest import DESKTOP, Arrive, serving
from .people import Keys, Person
from .prepared import Past, after_moves, prepare

SMALL_PHONE = (360, 640)


def some_turns(person: Person, count: int) -> None:
    """A table against a bot, some turns later, and this person's turn again."""
    person.sit("Ana", [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}], nonce="a" * 32)
    Keys(person).take_turns(count)


def box_of(page: Page, selector: str) -> Any:
    """Where something is on the screen."""
    return page.locator(selector).first.bounding_box()


def well_inside(person: Person, x: float, y: float) -> tuple[float, float]:
    """The legal cell nearest to a point in the middle: at the edges a drag would pan the board."""
    return min(person.clear_cells(), key=lambda cell: abs(cell[0] - x) + abs(cell[1] - y))


def test_a_tile_is_dragged_from_the_hand_and_dropped_where_it_fits(arrive: Arrive) -> None:
    ana = arrive(DESKTOP)
    some_turns(ana, 3)
    face = box_of(ana.page, ".hand button[aria-pressed=true]")
    x, y = well_inside(ana, 640, 400)
    mouse = ana.page.mouse
    mouse.move(face["x"] + 30, face["y"] + 20)
    mouse.down()
    mouse.move(face["x"] + 60, face["y"] - 60)
    expect(ana.page.locator(".dragged, g.floating").first).to_be_visible()
    mouse.move(x, y, steps=4)
    expect(ana.page.locator("g.floating")).to_be_visible()
    mouse.up()
    expect(ana.page.locator("g.pinned")).to_be_visible()
    assert ana.page.locator("g.laid").count() == 0, "dropping pins, it does not play"


def test_an_edge_pans_the_board_but_not_when_a_tile_leaves_the_hand(arrive: Arrive) -> None:
    ana = arrive(DESKTOP)
    some_turns(ana, 2)
    face = box_of(ana.page, ".hand button[aria-pressed=true]")
    mouse = ana.page.mouse
    mouse.move(face["x"] + 30, face["y"] + 20)
    mouse.down()
    edge = box_of(ana.page, ".dock")["y"] - 70  # above the dock is room for the sums
    before = box_of(ana.page, ".legal rect")
    mouse.move(face["x"] + 30, edge)
    ana.page.wait_for_timeout(200)
    assert box_of(ana.page, ".legal rect") == before
    mouse.move(640, 400)
    mouse.move(640, edge)
    ana.page.wait_for_function(
        "top => document.querySelector('.legal rect').getBoundingClientRect().y < top - 50", arg=before["y"]
    )
    mouse.up()


def test_a_finger_carries_the_ghost_above_itself_and_a_short_tap_is_no_drag(arrive: Arrive) -> None:
    ana = arrive(SMALL_PHONE, touch=True)
    some_turns(ana, 2)
    face = box_of(ana.page, ".hand button[aria-pressed=true]")
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
    ana.page.wait_for_function(
        """([x, y]) => {
            const box = document.querySelector('g.floating')?.getBoundingClientRect();
            return box && box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
        }""",
        arg=[x, y],
    )
    touch("touchEnd")
    expect(ana.page.locator("g.pinned")).to_be_visible()


def test_dragging_the_ground_pans_and_places_nothing(arrive: Arrive) -> None:
    ana = arrive(DESKTOP)
    some_turns(ana, 2)
    x, y = ana.clear_cells()[0]
    before = box_of(ana.page, ".legal rect")
    ana.page.mouse.move(x, y)
    ana.page.mouse.down()
    ana.page.mouse.move(x + 60, y + 40, steps=5)
    ana.page.mouse.up()
    after = box_of(ana.page, ".legal rect")
    assert (round(after["x"] - before["x"]), round(after["y"] - before["y"])) == (60, 40)
    assert ana.page.locator("g.pinned, g.laid").count() == 0


def test_the_wheel_zooms_about_the_pointer(arrive: Arrive) -> None:
    ana = arrive(DESKTOP)
    some_turns(ana, 2)
    cell = ana.page.locator(".legal rect").first
    before = cell.bounding_box()
    assert before
    x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    ana.page.mouse.move(x, y)
    ana.page.mouse.wheel(0, -200)
    ana.page.wait_for_function(
        "width => document.querySelector('.legal rect').getBoundingClientRect().width > 1.2 * width",
        arg=before["width"],
    )
    after = cell.bounding_box()
    assert after
    assert abs(after["x"] + after["width"] / 2 - x) < 2
    assert abs(after["y"] + after["height"] / 2 - y) < 2


def test_every_button_of_the_ring_is_large_enough_and_on_the_screen(arrive: Arrive) -> None:
    ana = arrive(SMALL_PHONE, touch=True)
    some_turns(ana, 4)
    cells = ana.clear_cells()
    # The cells farthest out in each direction.
    for cell in {min(cells), max(cells), min(cells, key=lambda c: c[1]), max(cells, key=lambda c: c[1])}:
        ana.page.touchscreen.tap(*cell)
        expect(ana.page.locator("g.pinned")).to_be_visible()
        for name in ("turnLeft", "turnRight", "flip", "drop", "play"):
            box = box_of(ana.page, f"button.{name}")
            assert min(box["width"], box["height"]) >= 44
            assert 0 <= box["x"] <= SMALL_PHONE[0] - box["width"], name
            assert 0 <= box["y"] <= SMALL_PHONE[1] - box["height"], name
        ana.page.locator("button.drop").tap()
        expect(ana.page.locator("g.pinned")).to_have_count(0)
        ana.page.keyboard.press("0")


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
            return float(box_of(ana.page, ".legal rect")["width"])

        def tap_a_cell() -> None:
            ana.page.touchscreen.tap(*ana.clear_cells()[0])
            expect(ana.page.locator("g.pinned")).to_be_visible()

        before = cell()
        assert before < 30
        tap_a_cell()
        assert cell() > 36
        ana.page.locator("button.drop").tap()
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
    ghost = ana.page.locator("g.pinned").inner_html()
    ana.page.get_by_role("link", name="Home").first.click()
    expect(ana.page.get_by_role("button", name="Play now")).to_be_visible()
    ana.page.go_back()
    expect(ana.page.locator("g.pinned")).to_be_visible()
    assert ana.page.locator("g.pinned").inner_html() == ghost
    ana.page.keyboard.press("Enter")
    ana.page.keyboard.press("e")
    expect(ana.page.locator("g.pinned, g.laid")).to_have_count(0)


def test_the_board_takes_the_focus_from_a_button_that_goes_away(arrive: Arrive) -> None:
    ana = arrive(DESKTOP)
    some_turns(ana, 1)
    expect(ana.page.locator("[data-said]")).to_contain_text("Your turn: lay a tile")
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
    # And from the ring around a ghost.
    assert ana.wait_for_turn()
    for name in ("drop", "play"):
        ana.page.mouse.click(*ana.clear_cells()[0])
        ana.page.locator(f"button.{name}").click()
        expect(board).to_be_focused()
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
    scored = ana.page.locator(".log > li button", has_text="disc").first
    count = int((scored.locator("li").first.inner_text()).split()[0])
    rings = ana.page.locator("circle.halo:visible")
    expect(rings).to_have_count(0)
    scored.hover()
    expect(rings).to_have_count(count)
    ana.page.mouse.move(120, 30)
    expect(rings).to_have_count(0)


def test_on_a_phone_the_log_gives_way_to_the_turn_it_shows(arrive: Arrive) -> None:
    ana = arrive(SMALL_PHONE, touch=True)
    some_turns(ana, 3)
    ana.page.get_by_role("button", name="Turns").tap()
    ana.page.locator(".log > li button", has_text="disc").first.tap()
    expect(ana.page.locator(".log")).to_be_hidden()
    expect(ana.page.locator("circle.halo:visible")).not_to_have_count(0)
    ana.page.touchscreen.tap(*ana.clear_cells()[0])
    ana.page.locator("button.drop").tap()
    expect(ana.page.locator("circle.halo:visible")).to_have_count(0)


def test_a_tile_brought_back_to_the_hand_is_put_back(arrive: Arrive) -> None:
    ana = arrive(DESKTOP)
    some_turns(ana, 3)
    # So near that there are places behind the hand, too.
    for _ in range(6):
        ana.page.keyboard.press("+")
    face = box_of(ana.page, ".hand button[aria-pressed=true]")
    mouse = ana.page.mouse
    for dx in (-120, 0, 120):
        mouse.move(face["x"] + 30, face["y"] + 20)
        mouse.down()
        mouse.move(640, 400, steps=3)
        mouse.move(face["x"] + 30 + dx, face["y"] + 30, steps=3)
        mouse.up()
        expect(ana.page.locator("g.pinned, g.floating")).to_have_count(0)


def test_helpers_and_signs_can_be_switched_off(arrive: Arrive) -> None:
    ana = arrive(DESKTOP)
    some_turns(ana, 1)
    expect(ana.page.locator(".stage .sign").first).to_be_visible()
    ana.page.evaluate(
        "localStorage.setItem('dalapapa.settings', JSON.stringify({ helpers: false, signs: false }))"
    )
    ana.page.reload()
    # A tile is taken up as soon as it is known where it fits.
    expect(ana.page.locator('.hand [aria-pressed="true"]')).to_be_visible()
    ana.page.keyboard.press("n")
    expect(ana.page.locator("g.pinned")).to_be_visible()
    assert ana.page.locator(".legal rect, output.points, .sums").count() == 0
    expect(ana.page.locator(".stage .sign").first).to_be_hidden()
