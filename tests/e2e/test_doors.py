"""The home page: its doors, the waiting room behind one of them, and its lists of games."""

import json
import re
from typing import Any

from playwright.sync_api import expect

from .anyone import fingers
from .conftest import PHONE, Arrive
from .people import Keys, Person


def test_friends_meet_by_a_link(arrive: Arrive) -> None:
    ana, bo = arrive(), arrive(PHONE, touch=True)
    page = ana.page
    ana.go_home()
    page.get_by_role("button", name="With friends").click()
    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("button", name="Open the table").click()
    link = page.get_by_label("Link to share")
    expect(link).to_be_visible()
    expect(page.get_by_role("img", name="The link as a QR code")).to_be_visible()
    assert link.input_value() == page.url

    bo.page.goto(link.input_value())
    expect(bo.page.get_by_role("heading", name="Ana invites you to play")).to_be_visible()
    bo.page.get_by_label("Your name").fill("Bo")
    bo.page.get_by_role("button", name="Sit down and play").tap()
    for person in (ana, bo):
        person.expect_playing()
        expect(person.seats.filter(has_text="Bo")).to_be_visible()
        assert person.faults == []


def test_the_computer_takes_the_seats_of_friends_who_do_not_come(arrive: Arrive) -> None:
    ana = arrive()
    page = ana.page
    ana.go_home()
    page.get_by_role("button", name="With friends").click()
    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("button", name="One more player").click()
    page.get_by_role("button", name="Open the table").click()
    room = page.get_by_role("region", name="Waiting for players")
    room.get_by_role("button", name="Let the computer play").first.click()
    seat = room.get_by_role("group", name="Who takes this seat?")
    seat.get_by_role("button", name="Fox").click()
    room.get_by_role("button", name="Free Fox’s seat").click()
    expect(room.get_by_role("listitem").nth(1)).to_contain_text("free seat")
    for animal in ("Hedgehog", "Duckling"):
        room.get_by_role("button", name="Let the computer play").first.click()
        seat.get_by_role("button", name=animal).click()
    ana.expect_playing()
    expect(ana.seats.filter(has_text="Hedgehog")).to_be_visible()
    assert ana.faults == []


def test_the_waiting_room_can_be_left(arrive: Arrive) -> None:
    ana, bo = arrive(), arrive(PHONE, touch=True)
    table = ana.sit("Ana", [{"kind": "person"}, {"kind": "open"}, {"kind": "open"}])
    bo.open(table)
    bo.page.get_by_label("Your name").fill("Bo")
    bo.page.get_by_role("button", name="Sit down and play").tap()
    seats = ana.page.get_by_role("region", name="Waiting for players").get_by_role("listitem")
    expect(seats).to_contain_text(["Ana", "Bo", "free seat"])
    for person, phase in ((bo, "waiting"), (ana, "closed")):
        person.page.get_by_role("button", name="Leave the table").click()
        expect(person.page.get_by_role("button", name="Play now")).to_be_visible()
        card = person.context.request.get(f"{person.base}/api/tables/{table}").json()
        assert card["phase"] == phase
        assert person.faults == []


def card_of(person: Person) -> Any:
    """The card of the table that is on the screen."""
    return person.context.request.get(f"{person.base}/api/tables/{person.page.url.split('/')[-1]}").json()


def test_a_bot_takes_a_seat_at_this_device(arrive: Arrive) -> None:
    ana = arrive(PHONE, touch=True)
    page = ana.page
    ana.go_home()
    page.get_by_role("button", name="On this device").tap()
    page.get_by_role("button", name="One more player").tap()
    page.get_by_label("Name of player 1").fill("Ana")
    page.get_by_label("Name of player 3").fill("Cleo")
    page.get_by_label("Who is player 2?").select_option("Lynx")
    expect(page.get_by_label("Name of player 2")).to_have_count(0)
    expect(page.get_by_text("60 points · about 20 min")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).tap()
    expect(page.get_by_role("dialog")).to_contain_text("Hand the device to")
    seats = card_of(ana)["seats"]
    assert [(seat["kind"], seat["name"], seat["bot"]) for seat in seats] == [
        ("person", "Ana", None),
        ("bot", "Lynx", "lynx"),
        ("person", "Cleo", None),
    ]
    # The device goes from one person to the other; the bot plays in between without it.
    touch, keys = fingers(ana), Keys(ana)
    for number in range(4):
        curtain = page.get_by_role("dialog")
        expect(curtain).to_be_visible()
        held = "Ana" if "Ana" in curtain.inner_text() else "Cleo"
        curtain.get_by_role("button", name=f"I’m {held}").tap()
        assert ana.wait_for_turn()
        # Both have shown that fingers can do it; a keyboard is quicker.
        (touch if number < 2 else keys).take_turn(number)
        other = "Cleo" if held == "Ana" else "Ana"
        expect(curtain).to_contain_text(f"Hand the device to {other}")
    page.get_by_role("dialog").get_by_role("button").tap()
    page.get_by_role("button", name="Turns").tap()
    expect(ana.turns.filter(has_text="Lynx").first).to_be_visible()
    assert ana.faults == []


def test_bots_keep_friends_company(arrive: Arrive) -> None:
    ana, bo = arrive(), arrive()
    page = ana.page
    ana.go_home()
    page.get_by_role("button", name="With friends").click()
    page.get_by_label("Your name").fill("Ana")
    for _ in range(2):
        page.get_by_role("button", name="One more player").click()
    expect(page.get_by_role("button", name="One more player")).to_have_count(0)
    page.get_by_label("Who is player 3?").select_option("Owl")
    page.get_by_label("Who is player 4?").select_option("Duckling")
    page.get_by_role("button", name="Remove Duckling").click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_label("Link to share")).to_be_visible()
    waiting = page.get_by_role("region", name="Waiting for players").get_by_role("listitem")
    expect(waiting).to_have_text([re.compile("Ana"), re.compile("free seat"), re.compile("Owl")])

    bo.page.goto(page.url)
    bo.page.get_by_label("Your name").fill("Bo")
    bo.page.get_by_role("button", name="Sit down and play").click()
    ana.expect_playing()
    assert [seat["bot"] for seat in card_of(ana)["seats"]] == [None, None, "master"]

    # The company is offered again next time.
    ana.go_home()
    page.get_by_role("button", name="With friends").click()
    expect(page.get_by_label("Who is player 3?")).to_have_value("master")
    assert [*ana.faults, *bo.faults] == []


def test_the_keyboard_alone_chooses_everything_and_starts(arrive: Arrive) -> None:
    ana = arrive()
    page = ana.page
    ana.go_home()
    page.get_by_role("button", name="Choose an opponent").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_role("radio", name="2", exact=True).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    expect(page.get_by_role("slider")).to_be_focused()
    page.keyboard.press("End")
    slider = page.get_by_role("slider")
    expect(slider).to_have_attribute("aria-valuetext", "240 points, about 25 min")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_role("switch", name="Open hands").focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Play", exact=True).focus()
    page.keyboard.press("Enter")
    ana.expect_playing()
    card = card_of(ana)
    assert [seat["kind"] for seat in card["seats"]] == ["person", "bot", "bot", "bot"]
    assert (card["target"], card["open_hands"]) == (240, True)
    assert ana.faults == []


def test_escape_leaves_the_choices_and_gives_the_focus_back(arrive: Arrive) -> None:
    ana = arrive()
    page = ana.page
    ana.go_home()
    door = page.get_by_role("button", name="On this device")
    door.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("dialog")).to_have_count(
        0
    )  # gone, not only closed: a moment later, for no hand too soon
    expect(door).to_be_focused()
    door.press("Enter")
    page.get_by_role("button", name="Close").press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(door).to_be_focused()


def test_home_lists_my_games_and_open_tables(arrive: Arrive) -> None:
    ana, bo = arrive(), arrive()
    name = "Ana at the third door"  # one that no other test has at an open table
    page = ana.page
    ana.go_home()
    page.get_by_role("button", name="On this device").click()
    page.get_by_label("Name of player 1").fill(name)
    page.get_by_label("Name of player 2").fill("Mum")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("Hand the device to")
    running = page.url
    ana.go_home()
    page.get_by_role("button", name="With friends").click()
    page.get_by_text("More options").click()
    page.get_by_role("switch", name="Open to everyone").click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_label("Link to share")).to_be_visible()

    ana.go_home()
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile(f"{name}.*Mum.*Your turn"))).to_be_visible()
    expect(page.get_by_role("link", name=re.compile(f"{name}.*1 open seat"))).to_be_visible()
    page.get_by_role("link", name="Continue").click()
    expect(page).to_have_url(running)

    bo.go_home()
    bo.page.get_by_role("link", name=re.compile(f"{name}.*Join in")).click()
    expect(bo.page.get_by_role("heading", name=f"{name} invites you to play")).to_be_visible()
    assert [*ana.faults, *bo.faults] == []


def test_home_asks_again_for_the_bots(arrive: Arrive) -> None:
    ana = arrive()
    page = ana.page
    page.route("**/api/bots", lambda route: route.abort())
    page.goto(ana.base)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("The server isn’t answering.")
    page.unroute_all()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(alert).to_have_count(0)
    expect(page.get_by_text("Duckling is waiting for you.")).to_be_visible()


def test_a_newcomer_meets_the_gentlest_and_later_whoever_is_just_right(arrive: Arrive) -> None:
    ana = arrive()
    page = ana.page
    won: list[dict[str, object]] = []
    # Two games won say more than one; who was beaten so is not offered again.
    for animal in ("Duckling", "Duckling", "Mouse"):
        ana.go_home()
        expect(page.get_by_text(f"{animal} is waiting for you.")).to_be_visible()
        won.append({"table": f"old {len(won)}", "at": len(won), "duels": [["duckling", 1]]})
        page.evaluate("games => localStorage.setItem('dalapapa.partners', games)", json.dumps(won))
    page.get_by_role("button", name="Play now").click()
    ana.expect_playing()
    expect(ana.seats.filter(has_text="Mouse")).to_be_visible()
    # Who chooses for themselves gets whom they chose, also the next time.
    ana.go_home()
    page.get_by_role("button", name="Choose an opponent").click()
    page.get_by_text("Raven", exact=True).click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(ana.seats.filter(has_text="Raven")).to_be_visible()
    ana.go_home()
    expect(page.get_by_text("Raven is waiting for you.")).to_be_visible()
    assert ana.faults == []
