"""Several people at one table: on one device, on two browsers, with a lost line, with somebody watching."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from .anyone import fingers, mouse
from .conftest import PHONE, TABLET, Arrive
from .drawn import pictures
from .line import Line
from .people import Keen, Keys, Person, frames_of
from .seen import nothing_hidden

TWO = [{"kind": "person"}, {"kind": "open"}]


@pytest.fixture
def line(port: int) -> Iterator[Line]:
    """A line to the server that can be cut."""
    line = Line(port)
    yield line
    line.close()


def join(person: Person, table: str, name: str) -> None:
    """Open the link and sit down."""
    person.open(table)
    person.page.get_by_role("textbox").fill(name)
    person.page.get_by_role("button", name="Sit down and play").click()
    person.expect_playing()


def wait_until_somebodys_turn(*people: Person) -> Person:
    """Who is to move."""
    for _ in range(800):
        for person in people:
            if person.to_move:
                return person
        people[0].page.wait_for_timeout(25)
    raise AssertionError("nobody's turn came")


def test_three_people_pass_one_device_around_to_the_end(arrive: Arrive) -> None:
    tablet = arrive(TABLET, touch=True)
    names = ["Ana", "Bo", "Cleo"]
    people = [{"kind": "person", "name": name} for name in names]
    touch, keen, page = fingers(tablet), Keen(tablet), tablet.page
    table = tablet.sit("Ana", people, nonce="5" * 32, begins=1)
    number = 0
    while True:
        expect(page.get_by_role("dialog").or_(tablet.final_scores)).to_be_visible()
        if tablet.final_scores.count():
            break
        tablet.expect_version(number)
        assert tablet.hand.count() == 0, "a hand is shown while the device changes hands"
        name = names[(1 + number) % 3]
        expect(page.get_by_role("dialog")).to_contain_text(f"Hand the device to {name}")
        page.get_by_role("button", name=f"I’m {name}").tap()
        assert tablet.wait_for_turn()
        # One tile each in set-up, two from then on, each with both faces.
        expect(tablet.hand).to_have_count(2 if number < 3 else 4)
        # Everybody shows once that fingers can do it; a keyboard at the tablet is quicker.
        (touch if 3 <= number < 6 else keen).take_turn(number)
        tablet.expect_news(number)
        number += 1
    assert number > 6
    assert number % 3 == 0, "the round was not finished"
    tablet.check_finished(table)
    winner = re.compile("^(Ana|Bo|Cleo) wins!$| share the win$")
    expect(page.get_by_role("heading", name=winner)).to_be_visible()


def test_esc_does_not_open_the_curtain(arrive: Arrive) -> None:
    ana = arrive()
    people = [{"kind": "person", "name": name} for name in ("Ana", "Bo")]
    ana.sit("Ana", people, nonce="d" * 32, begins=1)
    curtain = ana.page.get_by_role("dialog")
    for _ in range(4):
        expect(curtain).to_contain_text("Hand the device to Bo")
        ana.page.keyboard.press("Escape")
    curtain.get_by_role("button", name="I’m Bo").click()
    expect(ana.page.get_by_role("application", name="The board")).to_be_focused()
    assert ana.wait_for_turn()
    assert ana.faults == []


def test_a_turn_on_its_way_cannot_be_changed(arrive: Arrive, line: Line) -> None:
    ana = arrive(at=line.port)
    ana.sit("Ana", [{"kind": "person"}, {"kind": "bot", "bot": "random"}], nonce="e" * 32)
    keys, page = Keys(ana), ana.page
    keys.take_turns(1)
    frames = frames_of(page)
    line.cut()
    expect(page.get_by_text("The connection is lost.")).to_be_visible()
    keys.press("n", "Enter", "e")
    meant = keys.heard[-3]
    laid = pictures(ana.drawn.laid)
    assert len(laid) == 1
    expect(page.get_by_role("button", name="Sending…")).to_be_visible()
    expect(page.get_by_role("button", name="Take back")).to_be_disabled()
    expect(ana.faces).to_have_count(0)
    keys.press("Control+z", "1", "n", "n", "Enter")
    assert pictures(ana.drawn.laid) == laid, "not as it was sent"
    before = ana.version
    line.mend()
    ana.expect_news(before)
    played = [event for frame in frames for event in frame.get("events", []) if event["type"] == "turn"]
    place = played[0]["laid"][0]["place"]
    assert meant.startswith(f"Tile {place['tile']}, ")
    assert f"column {place['x']}, row {place['y']}:".replace("-", "−") in meant
    assert ana.faults == []


def test_two_browsers_a_lost_line_and_a_refresh_in_mid_placement(arrive: Arrive, line: Line) -> None:
    ana, bo = arrive(), arrive(at=line.port)
    table = ana.sit("Ana", TWO)
    expect(ana.page.get_by_text("free seat")).to_be_visible()
    join(bo, table, "Bo")
    # Set-up and a round each.
    for number in range(4):
        mover = wait_until_somebodys_turn(ana, bo)
        before = mover.version
        (mouse(mover, number) if mover is ana else Keys(mover)).take_turn(number)
        for person in (ana, bo):
            person.expect_version(before + 1)
    while wait_until_somebodys_turn(ana, bo) is ana:
        before = ana.version
        mouse(ana).take_turn(0)
        bo.expect_version(before + 1)

    # A refresh in the middle of a placement: the first tile laid and the second ghost are still there.
    bo.page.keyboard.press("n")
    bo.page.keyboard.press("Enter")
    expect(bo.faces).to_have_count(2)
    bo.faces.first.click()
    # The server says where it fits now; hardly ever it fits nowhere.
    expect(bo.drawn.places.or_(bo.page.get_by_text("fits nowhere", exact=True)).first).to_be_visible()
    if bo.drawn.places.count():
        for _ in range(3):
            bo.page.keyboard.press("n")
        expect(bo.drawn.pinned).to_be_visible()
    tried = pictures(bo.drawn.tried)
    assert tried
    bo.page.reload()
    expect(bo.drawn.laid).to_be_visible()
    assert pictures(bo.drawn.tried) == tried

    # The line breaks, the turn is ended meanwhile, the line comes back: it is played, once.
    line.cut()
    expect(bo.page.get_by_text("The connection is lost.")).to_be_visible()
    bo.page.keyboard.press("Escape")
    bo.page.keyboard.press("e")
    expect(bo.page.get_by_text("Sending…")).to_be_visible()
    before = ana.version
    line.mend()
    ana.expect_version(before + 1)
    bo.expect_version(before + 1)
    expect(bo.page.get_by_text("The connection is lost.")).to_be_hidden()

    # Cut off while the other moves: what was missed comes with the reconnection.
    line.cut()
    mouse(ana).take_turn(0)
    ana.expect_version(before + 2)
    line.mend()
    bo.expect_version(before + 2)
    assert [person.turns.count() for person in (ana, bo)] == [before + 2] * 2
    assert ana.faults == bo.faults == []


def test_two_tabs_of_one_seat_agree(arrive: Arrive) -> None:
    ana = arrive()
    table = ana.sit("Ana", [{"kind": "person"}, {"kind": "bot", "bot": "random"}], nonce="6" * 32)
    tab = ana.tab()
    tab.open(table)
    for number in range(3):
        mover = (ana, tab)[number % 2]
        mover.wait_for_turn()
        # A tile that is tried in the other tab meanwhile is put away when the turn is over.
        other = (tab, ana)[number % 2]
        other.wait_for_turn()
        other.page.keyboard.press("n")
        other.page.keyboard.press("Enter")
        expect(other.drawn.laid).to_be_visible()
        before = mover.version
        Keys(mover).take_turn(number)
        for person in (ana, tab):
            person.expect_news(before)
            expect(person.drawn.laid).to_have_count(0)
    ana.wait_for_turn()
    tab.wait_for_turn()
    assert ana.version == tab.version
    assert _labels(ana) == _labels(tab) != set()


def test_somebody_watching_never_receives_a_hand(arrive: Arrive) -> None:
    ana, bo, watcher = arrive(), arrive(PHONE, touch=True), arrive()
    table = ana.sit("Ana", TWO)
    join(bo, table, "Bo")
    frames = frames_of(watcher.page)
    watcher.open(table)
    watcher.expect_playing()
    for number in range(6):
        mover = wait_until_somebodys_turn(ana, bo)
        before = mover.version
        hand = mouse(ana, number) if mover is ana else fingers(bo, number)
        (hand if 2 <= number < 4 else Keys(mover)).take_turn(number)
        watcher.expect_version(before + 1)
    expect(watcher.page.get_by_text("You’re watching")).to_be_attached()
    # The tile laid last is marked, or both of a turn, and no other.
    assert 1 <= watcher.drawn.marks.count() <= 2
    assert watcher.hand.count() == 0
    assert {frame["type"] for frame in frames} <= {"view", "update", "pong"}
    states = [frame["state"] for frame in frames]
    assert len(states) >= 7
    assert all(seat["hand"] is None for state in states for seat in state["seats"])
    # Nor is a hand hidden elsewhere in the log: no tile is named before it lies on the board.
    held = {int(re.findall(r"\d+", text)[0]) for text in _labels(ana) | _labels(bo)}
    assert held
    named = {
        laid["place"]["tile"]
        for frame in frames
        for event in frame["events"]
        for laid in event.get("laid", [])
    }
    assert not held & named


def _labels(person: Person) -> set[str]:
    return {face.get_attribute("aria-label") or "" for face in person.hand.all()}


def test_off_turn_tiles_can_be_tried_and_it_is_plainly_marked(arrive: Arrive) -> None:
    ana, bo = arrive(), arrive()
    table = ana.sit("Ana", TWO)
    join(bo, table, "Bo")
    for number in range(2):
        mover = wait_until_somebodys_turn(ana, bo)
        before = mover.version
        mouse(mover, number).take_turn(number)
        ana.expect_version(before + 1)
        expect(ana.said).to_contain_text("has laid a first tile.")
    mover = wait_until_somebodys_turn(ana, bo)
    other = bo if mover is ana else ana
    other.faces.first.click()
    expect(other.drawn.places).not_to_have_count(0)
    other.page.keyboard.press("n")
    expect(other.page.get_by_text("Just trying: it isn’t your turn, so nothing counts.")).to_be_visible()
    other.page.keyboard.press("Enter")
    expect(other.drawn.laid).to_be_visible()
    assert other.page.get_by_role("button", name=re.compile("^End turn")).count() == 0
    before = mover.version
    Keys(mover).take_turn(0)
    other.expect_version(before + 1)
    expect(other.drawn.laid).to_have_count(0)


def test_a_purist_table_shows_no_outlines_and_no_receipts_before_the_turn_ends(arrive: Arrive) -> None:
    ana = arrive()
    ana.sit(
        "Ana", [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}], nonce="7" * 32, purist=True, begins=0
    )
    page = ana.page
    expect(page.get_by_text("First round: lay your tile.").first).to_be_visible()
    page.keyboard.press("1")
    page.keyboard.press("ArrowRight")
    expect(ana.drawn.pinned).to_be_visible()
    assert ana.drawn.places.count() == 0
    page.keyboard.press("Enter")
    page.keyboard.press("e")
    # The bot lays beside it; then a tile in the middle of nowhere is refused in the game's words.
    ana.expect_version(2)
    expect(page.get_by_text("Your turn: lay a tile").first).to_be_visible()
    page.keyboard.press("1")
    for _ in range(9):
        page.keyboard.press("ArrowUp")
    assert ana.points.count() == 0
    page.keyboard.press("Enter")
    page.keyboard.press("e")
    expect(page.get_by_role("alert").filter(has_text=re.compile(r"\w"))).to_be_visible()
    expect(ana.drawn.laid).to_be_visible()
    page.keyboard.press("Control+z")
    expect(ana.drawn.laid).to_have_count(0)


def test_with_open_hands_the_tiles_of_the_others_are_shown(arrive: Arrive) -> None:
    ana = arrive()
    seats = [{"kind": "person"}, {"kind": "bot", "bot": "random"}]
    ana.sit("Ana", seats, nonce="b" * 32, open_hands=True)
    for number in range(2):
        ana.wait_for_turn()
        before = ana.version
        Keys(ana).take_turn(number)
        ana.expect_news(before)
    ana.wait_for_turn()
    shown = ana.page.get_by_role("complementary").get_by_role("img", name=re.compile("Tile .*, (front|back)"))
    expect(shown).to_have_count(4)
    names = {picture.get_attribute("aria-label") or "" for picture in shown.all()}
    assert len(names) == 4
    assert not names & _labels(ana)


def test_on_a_phone_open_hands_say_whose_they_are(arrive: Arrive) -> None:
    ana = arrive((844, 390), touch=True, locale="nl")
    bots = [{"kind": "bot", "bot": bot} for bot in ("fox", "raven", "hedgehog")]
    ana.sit("Ana", [{"kind": "person"}, *bots], nonce="b" * 32, open_hands=True, begins=0)
    assert ana.wait_for_turn()
    for size in ((844, 390), (390, 844), (360, 640)):
        ana.page.set_viewport_size({"width": size[0], "height": size[1]})
        for name in ("Vos", "Raaf", "Egel"):
            hand = ana.page.get_by_role("region", name=f"Tegels van {name}")
            whose = hand.get_by_text(name, exact=True)
            expect(whose).to_be_visible()
            # All of it: no name ends in dots.
            assert whose.evaluate("one => one.getBoundingClientRect().right") <= hand.evaluate(
                "one => one.getBoundingClientRect().right"
            )
            # A child can tell its discs apart.
            picture = hand.get_by_role("img").first.bounding_box()
            assert picture
            assert picture["width"] >= 32
        assert nothing_hidden(ana.page) == []
