"""Around the table: the doors of the home page, links, settings, and what the end of a game offers."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dalapapa.rules.records.referee import referee
from dalapapa.service.tables import fairness

from .conftest import PHONE, Arrive
from .people import Fingers, Person

LANGUAGES = ("fr", "en", "it", "es", "nl", "de")


def go_home(person: Person) -> Page:
    """The home page, with its levels loaded."""
    person.page.goto(person.base)
    expect(person.page.locator(".door [data-animal]:not([data-animal=disc])")).to_be_visible()
    return person.page


def let_bots_finish(person: Person) -> str:
    """A game in which the person gives up at once, at its end; gives the table's id."""
    page = go_home(person)
    page.get_by_role("button", name="Play now").click()
    expect(page.locator('main[data-phase="playing"]')).to_be_visible()
    table = page.url.split("/")[-1]
    person.post(f"/api/tables/{table}/resign", {})
    expect(page.locator(".end h2")).to_be_visible(timeout=60_000)
    return table


def test_friends_meet_by_a_link(arrive: Arrive) -> None:
    ana, bo = arrive(), arrive(PHONE, touch=True)
    page = go_home(ana)
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
        expect(person.page.locator('main[data-phase="playing"]')).to_be_visible()
        expect(person.page.locator(".scores")).to_contain_text("Bo")
        assert person.faults == []


def test_the_computer_takes_the_seats_of_friends_who_do_not_come(arrive: Arrive) -> None:
    ana = arrive()
    page = go_home(ana)
    page.get_by_role("button", name="With friends").click()
    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("button", name="One more player").click()
    page.get_by_role("button", name="Open the table").click()
    room = page.get_by_role("region", name="Waiting for players")
    room.get_by_role("button", name="Let the computer play").first.click()
    seat = room.get_by_role("group", name="Who takes this seat?")
    seat.get_by_role("button", name="Fox").click()
    room.get_by_role("button", name="Free the seat of Fox").click()
    expect(room.get_by_role("listitem").nth(1)).to_contain_text("free seat")
    for animal in ("Hedgehog", "Duckling"):
        room.get_by_role("button", name="Let the computer play").first.click()
        seat.get_by_role("button", name=animal).click()
    expect(page.locator('main[data-phase="playing"]')).to_be_visible()
    expect(page.locator(".scores")).to_contain_text("Hedgehog")
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
    page = go_home(ana)
    page.get_by_role("button", name="On this device").tap()
    page.get_by_role("button", name="One more player").tap()
    page.get_by_label("Name of player 1").fill("Ana")
    page.get_by_label("Name of player 3").fill("Cleo")
    page.get_by_label("Who is player 2?").select_option("Lynx")
    expect(page.get_by_label("Name of player 2")).to_have_count(0)
    expect(page.get_by_text("60 points · about 20 min")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).tap()
    expect(page.locator('main[data-turn="curtain"]')).to_be_visible()
    seats = card_of(ana)["seats"]
    assert [(seat["kind"], seat["name"], seat["bot"]) for seat in seats] == [
        ("person", "Ana", None),
        ("bot", "Greedy2", "greedy2"),
        ("person", "Cleo", None),
    ]
    # The device goes from one person to the other; the bot plays in between without it.
    fingers = Fingers(ana)
    for number in range(4):
        curtain = page.get_by_role("dialog")
        expect(curtain).to_be_visible()
        held = "Ana" if "Ana" in curtain.inner_text() else "Cleo"
        curtain.get_by_role("button", name=f"I am {held}").tap()
        assert ana.wait_for_turn()
        fingers.take_turn(number)
        other = "Cleo" if held == "Ana" else "Ana"
        expect(curtain).to_contain_text(f"Hand the device to {other}")
    expect(page.locator(".log b", has_text="Lynx")).not_to_have_count(0)
    assert ana.faults == []


def test_bots_keep_friends_company(arrive: Arrive) -> None:
    ana, bo = arrive(), arrive()
    page = go_home(ana)
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
    waiting = page.locator(".sheet li")
    expect(waiting).to_have_text([re.compile("Ana"), re.compile("free seat"), re.compile("Owl")])

    bo.page.goto(page.url)
    bo.page.get_by_label("Your name").fill("Bo")
    bo.page.get_by_role("button", name="Sit down and play").click()
    expect(page.locator('main[data-phase="playing"]')).to_be_visible()
    assert [seat["bot"] for seat in card_of(ana)["seats"]] == [None, None, "master"]

    # The company is offered again next time.
    page = go_home(ana)
    page.get_by_role("button", name="With friends").click()
    expect(page.get_by_label("Who is player 3?")).to_have_value("master")
    assert [*ana.faults, *bo.faults] == []


def test_the_keyboard_alone_chooses_everything_and_starts(arrive: Arrive) -> None:
    ana = arrive()
    page = go_home(ana)
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
    expect(page.locator('main[data-phase="playing"]')).to_be_visible()
    card = card_of(ana)
    assert [seat["kind"] for seat in card["seats"]] == ["person", "bot", "bot", "bot"]
    assert (card["target"], card["open_hands"]) == (240, True)
    assert ana.faults == []


def test_escape_leaves_the_choices_and_gives_the_focus_back(arrive: Arrive) -> None:
    page = go_home(arrive())
    door = page.get_by_role("button", name="On this device")
    door.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(door).to_be_focused()
    door.press("Enter")
    page.get_by_role("button", name="Close").press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(door).to_be_focused()


def test_home_lists_my_games_and_open_tables(arrive: Arrive) -> None:
    ana, bo = arrive(), arrive()
    running = ana.sit("Ana", [{"kind": "person"}, {"kind": "person", "name": "Mum"}], nonce="5" * 32)
    waiting = ana.sit("Ana", [{"kind": "person"}, {"kind": "open"}], public=True)
    ana.page.goto(f"{ana.base}/settings")  # what the page itself would have kept
    ana.page.evaluate("localStorage.setItem('dalapapa.settings', JSON.stringify({known: true}))")
    page = go_home(ana)
    mine = page.locator("section", has=page.get_by_role("heading", name="My games"))
    expect(mine.locator(f'a[href="/table/{running}"]')).to_contain_text("Your turn")
    expect(mine.locator(f'a[href="/table/{waiting}"]')).to_contain_text("1 open seat")
    page.get_by_role("link", name="Continue").click()
    expect(page).to_have_url(f"{ana.base}/table/{running}")

    page = go_home(bo)
    page.locator(f'a[href="/table/{waiting}"]').click()
    expect(page.get_by_role("heading", name="Ana invites you to play")).to_be_visible()
    assert [*ana.faults, *bo.faults] == []


def test_the_end_can_be_checked_saved_looked_at_and_played_again(arrive: Arrive, tmp_path: Path) -> None:
    ana = arrive()
    table = let_bots_finish(ana)
    page = ana.page
    heading = page.locator(".end h2")
    expect(heading).to_be_focused()
    expect(page.locator("[data-said]")).to_contain_text(heading.inner_text())
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the game").click()
    saved.value.save_as(tmp_path / "game.json")
    record = json.loads((tmp_path / "game.json").read_text())
    fairness.check(record)
    assert list(referee(record).scores) == record["result"]["scores"]
    ranked = page.get_by_role("list", name="Final scores").locator("b").all_inner_texts()
    assert ranked == [f"{score} points" for score in sorted(record["result"]["scores"], reverse=True)]
    expect(page.get_by_role("img", name="Scores over the turns")).to_be_visible()

    page.get_by_role("button", name="Was it fair?").click()
    expect(page.locator(".verdict")).to_have_text("Yes, it was fair. Checked by this browser:")
    expect(page.locator(".found li")).to_have_count(5)
    expect(page.locator(".found")).to_contain_text("This browser helped to mix it.")

    page.locator(".best").first.click()
    expect(page.locator(".end")).to_have_count(0)
    page.get_by_role("button", name="Show the result").click()
    page.get_by_role("button", name="Play again").click()
    expect(page).not_to_have_url(f"{ana.base}/table/{table}")
    expect(page.locator('main[data-phase="playing"]')).to_be_visible()
    assert ana.faults == []


def test_a_bag_that_was_tampered_with_is_told(arrive: Arrive) -> None:
    ana = arrive()
    table = let_bots_finish(ana)
    record = ana.context.request.get(f"{ana.base}/api/tables/{table}/record").json()
    record["bag"][-1], record["bag"][-2] = record["bag"][-2], record["bag"][-1]
    ana.page.route("**/record", lambda route: route.fulfill(json=record))
    ana.page.get_by_role("button", name="Was it fair?").click()
    expect(ana.page.locator(".verdict")).to_have_text("No: something does not add up.")
    expect(ana.page.locator("li.bad")).to_contain_text("the tiles come out in another order")


def test_a_personal_link_brings_the_games_along_once(arrive: Arrive) -> None:
    ana, elsewhere, thief = arrive(), arrive(PHONE, touch=True), arrive()
    page = go_home(ana)
    page.get_by_role("button", name="Play now").click()
    expect(page.locator('main[data-phase="playing"]')).to_be_visible()
    table = page.url
    page.goto(f"{ana.base}/settings")
    page.get_by_role("button", name="Make the link").click()
    link = page.get_by_label("Link to share").input_value()

    elsewhere.page.goto(link)
    elsewhere.page.get_by_role("button", name="Bring my games here").tap()
    elsewhere.page.get_by_role("link", name="Continue").tap()
    expect(elsewhere.page).to_have_url(table)

    thief.page.goto(link)
    thief.page.get_by_role("button", name="Bring my games here").click()
    expect(thief.page.get_by_role("alert")).to_contain_text("This link was used already")
    # Another link in the same tab is another try.
    fresh = ana.post("/api/session/link", {})["path"]
    thief.page.goto(ana.base + fresh)
    expect(thief.page.get_by_role("alert")).to_have_count(0)
    thief.page.get_by_role("button", name="Bring my games here").click()
    expect(thief.page.get_by_role("link", name="Continue")).to_be_visible()


def test_a_page_that_cannot_be_fetched_says_so_and_is_fetched_again(arrive: Arrive) -> None:
    ana = arrive()
    page = go_home(ana)
    ana.context.set_offline(True)
    page.get_by_role("link", name="Help").click()
    expect(page.get_by_role("heading", name="The connection is lost.")).to_be_visible()
    ana.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="How to play")).to_be_visible()


def test_home_asks_again_for_the_bots(arrive: Arrive) -> None:
    ana = arrive()
    page = ana.page
    page.route("**/api/bots", lambda route: route.abort())
    page.goto(ana.base)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("The server does not answer.")
    page.unroute_all()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".door [data-animal]:not([data-animal=disc])")).to_be_visible()
    expect(alert).to_have_count(0)


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


def test_settings_are_kept(arrive: Arrive) -> None:
    ana = arrive()
    page = ana.page
    page.goto(f"{ana.base}/settings")
    html = page.locator("html")
    expect(html).to_have_attribute("data-theme", "wood")
    page.get_by_text("Dark", exact=True).click()
    page.get_by_text("As little as possible").click()
    page.get_by_role("switch", name="Signs in the discs").click()
    page.get_by_role("switch", name="Sound").click()
    page.reload()
    expect(html).to_have_attribute("data-theme", "dark")
    expect(html).to_have_attribute("data-motion", "reduced")
    expect(page.get_by_role("switch", name="Signs in the discs")).not_to_be_checked()
    expect(page.get_by_role("switch", name="Sound")).to_be_checked()
    assert ana.faults == []


def test_the_look_follows_the_device_when_asked_to(arrive: Arrive) -> None:
    ana = arrive()
    page = ana.page
    page.goto(f"{ana.base}/settings")
    html = page.locator("html")
    page.locator("fieldset", has_text="Look").get_by_text("As the device").click()
    expect(html).to_have_attribute("data-theme", "light")
    page.emulate_media(color_scheme="dark")
    expect(html).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(html).to_have_attribute("data-theme", "dark")


# A page that makes a sound gets a context whose samples can be looked at.
_LISTEN = """window.heard = [];
window.AudioContext = function () {
    const context = new OfflineAudioContext(1, 44100, 44100);
    window.heard.push(context);
    return context;
}"""


def test_the_click_is_wooden_quiet_short_and_only_for_those_who_want_it(arrive: Arrive) -> None:
    ana = arrive()
    page = ana.page
    page.add_init_script(_LISTEN)

    def lay_a_tile() -> None:
        ana.sit("Ana", [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}], nonce="c" * 32, begins=0)
        assert ana.wait_for_turn()
        page.keyboard.press("n")
        page.keyboard.press("Enter")
        expect(page.locator("g.laid")).to_be_visible()

    lay_a_tile()
    assert page.evaluate("heard.length") == 0, "nobody asked for a sound"
    page.goto(f"{ana.base}/settings")
    page.get_by_role("switch", name="Sound").click()
    assert page.evaluate("heard.length") == 1, "it is to be heard when it is switched on"
    lay_a_tile()
    assert page.evaluate("heard.length") == 1
    samples = page.evaluate("heard[0].startRendering().then((sound) => [...sound.getChannelData(0)])")
    loud = [abs(sample) for sample in samples]
    peak = max(loud)
    assert 0.05 < peak < 0.3, "quiet, and far from the 1 at which it would be clipped"
    after = [max(loud[at:]) / peak for at in (0, 441, 1764, 4410)]  # from 0, 10, 40 and 100 ms on
    assert after[0] == 1
    assert after[1] > 0.2
    assert after[2] < 0.1, "it dies away at once"
    assert after[3] == 0
    assert ana.faults == []


def test_a_new_screen_takes_the_focus_and_back_goes_back(arrive: Arrive) -> None:
    page = go_home(arrive())
    page.get_by_role("link", name="Help").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="How to play")).to_be_visible()
    expect(page.locator("main")).to_be_focused()
    expect(page).to_have_title("How to play · Dalapapa")
    page.go_back()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(page.locator("main")).to_be_focused()


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_runs_off_a_narrow_page(arrive: Arrive, language: str) -> None:
    """320 pixels: a small phone, or a wide screen at 400 %."""
    person = arrive((320, 600), locale=language)
    page = person.page
    for path in ("/", "/help", "/settings"):
        page.goto(person.base + path)
        expect(page.locator("h1")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path
    go_home(person)
    for door in range(3):
        page.locator(".door button").nth(door + 1).click()
        page.locator("dialog summary").click()
        assert (
            page.evaluate("(d => d.scrollWidth - d.clientWidth)(document.querySelector('dialog .body'))") <= 0
        )
        page.keyboard.press("Escape")


# What lies beyond the sides of the screen, of all that is at the top of a table.
_BEYOND = """() => [...document.querySelectorAll('.top :is(a, button, .chip, li)')].filter((one) => {
    const { left, right } = one.getBoundingClientRect();
    return left < 0 || right > innerWidth;
}).map((one) => one.outerHTML.slice(0, 80))"""


def test_nothing_runs_off_a_narrow_table_for_those_who_watch(arrive: Arrive) -> None:
    ana, watcher = arrive(), arrive((320, 600), touch=True, locale="de")
    seats = [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}]
    table = ana.sit("Maximiliana-Wilhelmine W", seats, nonce="f" * 32, clock=90, spectators=True)
    watcher.open(table)
    expect(watcher.page.get_by_role("timer")).to_be_visible()
    expect(watcher.page.locator(".scores li")).to_have_count(2)
    assert watcher.page.evaluate(_BEYOND) == []


def test_nothing_runs_off_a_narrow_table_behind_the_curtain(arrive: Arrive) -> None:
    ana = arrive((320, 600), touch=True, locale="de")
    people = [{"kind": "person", "name": name} for name in ("Maximiliana-Wilhelmine W", "Bo")]
    ana.sit("Ana", people, nonce="f" * 32, begins=0)
    expect(ana.page.get_by_role("dialog")).to_be_visible()
    assert ana.page.evaluate(_BEYOND) == []
