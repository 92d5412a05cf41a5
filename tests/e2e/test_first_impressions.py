"""What a family meets first: the menu, the curtain, who is away, names, clocks, bad links, and looks."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from .conftest import PHONE, SIZES, Arrive
from .people import Keys, Person
from .test_screens import AXE

AGAINST_A_BOT = [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}]
LONG = "Maximiliana-Wilhelmine W"


def menu(person: Person) -> None:
    """Open the menu of the table."""
    person.page.get_by_role("button", name="Menu", exact=True).click()


def rewrite(page: Page, change: Callable[[dict[str, Any]], None]) -> list[dict[str, Any]]:
    """Let every state of a table come changed to this page; gives what the page asks of a seat's stand-in."""
    asked: list[dict[str, Any]] = []

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def to_server(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "stand_in":
                asked.append(message)
                route.send(json.dumps({"type": "ack", "id": message["id"], "seq": 0}))
            else:
                server.send(text)

        def to_page(text: str | bytes) -> None:
            message = json.loads(text)
            if "state" in message:
                change(message["state"])
            route.send(json.dumps(message))

        route.on_message(to_server)
        server.on_message(to_page)

    page.route_web_socket(re.compile("/ws/"), between)
    return asked


def test_the_menu_leads_to_the_rules_and_the_settings_and_back_to_the_game(arrive: Arrive) -> None:
    ana = arrive(PHONE, touch=True)
    page = ana.page
    ana.go_home()
    page.get_by_role("button", name="Play now").tap()
    assert ana.wait_for_turn()
    table = page.url
    menu(ana)
    # Nobody is there to talk to.
    expect(page.get_by_role("button", name="Say something")).to_have_count(0)
    page.get_by_role("button", name="Sound: off").click()
    expect(page.get_by_role("button", name="Sound: on")).to_be_visible()
    for name in ("Rules", "Settings"):
        if not page.get_by_role("link", name=name).count():
            menu(ana)
        page.get_by_role("link", name=name).click()
        page.get_by_role("link", name="Back to the game").click()
        expect(page).to_have_url(table)
        assert ana.wait_for_turn()
    menu(ana)
    page.get_by_role("link", name="Leave the table").click()
    expect(page.get_by_role("link", name="Continue")).to_be_visible()
    page.get_by_role("link", name="Rules").click()
    expect(page.get_by_role("link", name="Let’s play")).to_be_visible()
    assert ana.faults == []


def test_giving_up_against_the_computer_alone_says_that_it_ends_the_game(arrive: Arrive) -> None:
    ana = arrive()
    ana.sit("Ana", AGAINST_A_BOT, nonce="1" * 32)
    ana.expect_playing()
    menu(ana)
    ana.page.get_by_role("button", name="Give up", exact=True).click()
    expect(ana.page.get_by_role("button", name="Really? That ends the game")).to_be_visible()


def test_one_of_those_who_share_a_device_may_give_up(arrive: Arrive) -> None:
    ana = arrive()
    people = [{"kind": "person", "name": name} for name in ("Ana", "Bo", "Cleo")]
    table = ana.sit("Ana", people, nonce="1" * 32)
    menu(ana)
    with ana.page.expect_request(f"**/api/tables/{table}/resign") as asked:
        ana.page.get_by_role("button", name="Bo gives up").click()
        ana.page.get_by_role("button", name="Really? The computer will play on for Bo").click()
    assert asked.value.post_data_json == {"seat": 1}


def test_a_game_that_somebody_gave_up_is_over_and_can_be_played_again(arrive: Arrive) -> None:
    ana = arrive()

    def give_up(state: dict[str, Any]) -> None:
        state["phase"] = "closed"
        state["seats"][0]["presence"] = "resigned"

    rewrite(ana.page, give_up)
    ana.sit("Ana", AGAINST_A_BOT, nonce="1" * 32)
    expect(ana.page.get_by_role("heading", name="The game is over")).to_be_visible()
    expect(ana.page.get_by_role("button", name="Play again")).to_be_visible()


def test_what_is_said_can_be_read_beside_the_name(arrive: Arrive) -> None:
    ana, bo = arrive(PHONE, touch=True), arrive()
    table = ana.sit("Ana", [{"kind": "person"}, {"kind": "open"}])
    bo.open(table)
    bo.page.get_by_role("textbox").fill("Bo")
    bo.page.get_by_role("button", name="Sit down and play").click()
    for person in (ana, bo):
        person.expect_playing()
    menu(ana)
    ana.page.get_by_role("button", name="Say something").click()
    ana.page.get_by_role("button", name="Well played!").click()
    for person in (ana, bo):
        expect(person.seats.filter(has_text="Ana").get_by_text("Well played!")).to_be_visible()


def test_the_computer_may_stand_in_for_somebody_who_went_away(arrive: Arrive) -> None:
    ana, bo = arrive(), arrive()
    away = 60_000

    def leave(state: dict[str, Any]) -> None:
        if state["phase"] == "playing":
            state["to_move"] = 1
            state["seats"][1]["away_ms"] = away

    asked = rewrite(ana.page, leave)
    table = ana.sit("Ana", [{"kind": "person"}, {"kind": "open"}])
    bo.open(table)
    bo.page.get_by_role("textbox").fill("Bo")
    bo.page.get_by_role("button", name="Sit down and play").click()
    ana.expect_playing()
    expect(ana.seats.filter(has_text="Bo")).to_contain_text(re.compile(r"away since \d"))
    stand_in = ana.page.get_by_role("button", name="Let the computer stand in for Bo")
    expect(stand_in).to_have_count(0)
    away = 130_000
    ana.page.reload()
    stand_in.click()
    expect(ana.page.get_by_text("The computer is standing in until Bo is back.")).to_be_visible()
    assert [message["seat"] for message in asked] == [1]


def test_the_curtain_hides_the_hand_and_nothing_else(arrive: Arrive) -> None:
    ana = arrive(PHONE)
    page = ana.page
    people = [{"kind": "person", "name": name} for name in ("Ana", "Bo")]
    ana.sit("Ana", people, nonce="2" * 32, begins=0)
    curtain = page.get_by_role("dialog")
    for number in range(3):
        expect(curtain).to_be_visible()
        assert ana.hand.count() == 0
        curtain.get_by_role("button").click()
        assert ana.wait_for_turn()
        before = ana.version
        Keys(ana).take_turn(number)
        ana.expect_news(before)
    expect(curtain).to_contain_text(re.compile(r"Ana [+−]\d+"))
    for width, height in (PHONE, (844, 390), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        # Scores, menu and board are seen and can be touched.
        for one in (ana.seats.first, page.get_by_role("button", name="Menu", exact=True)):
            one.click(trial=True)
        box = curtain.bounding_box()
        assert box
        assert box["width"] * box["height"] < 0.5 * width * height
        board = "([x, y]) => !!document.elementFromPoint(x, y).closest('[role=application]')"
        assert page.evaluate(board, [80, height / 2])
        page.keyboard.press("1")
        assert ana.hand.count() == 0


def test_a_bad_link_and_a_bad_address_are_answered_kindly(arrive: Arrive) -> None:
    ana = arrive(PHONE)
    page = ana.page
    ana.open("nosuchtable0000")
    expect(page.get_by_role("heading", name="This link leads nowhere")).to_be_visible()
    expect(page.get_by_text("Setting the table…")).to_have_count(0)
    for path in ("/nowhere", "/nowhere.html"):
        page.goto(ana.base + path)
        expect(page.get_by_text("Perhaps it slipped under the table.")).to_be_visible()
    page.get_by_role("link", name="Go to the home page").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


def test_a_name_is_asked_for_once_before_friends_are_invited(arrive: Arrive) -> None:
    ana = arrive(PHONE, touch=True)
    page = ana.page
    ana.go_home()
    page.get_by_role("button", name="With friends").click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="What should your friends call you?")).to_be_visible()
    expect(page.get_by_label("Your name")).to_be_focused()
    page.keyboard.type("Ana")
    page.get_by_role("button", name="That’s me").click()
    room = page.get_by_role("region", name="Waiting for players")
    expect(room.get_by_role("listitem").first).to_contain_text("Ana")
    # The next time it is known.
    ana.go_home()
    page.get_by_role("button", name="With friends").click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_label("Link to share")).to_be_visible()


def test_the_link_is_found_without_scrolling(arrive: Arrive) -> None:
    ana = arrive((360, 640), touch=True)
    ana.sit("Ana", [{"kind": "person"}, {"kind": "open"}, {"kind": "bot", "bot": "greedy"}])
    link = ana.page.get_by_label("Link to share")
    for one in (link, ana.page.get_by_role("button", name="Copy the link")):
        expect(one).to_be_in_viewport(ratio=1)


def test_the_list_of_keys_is_shown_from_its_beginning(arrive: Arrive) -> None:
    ana = arrive((683, 384))  # a laptop's window at 200 %
    ana.sit("Ana", AGAINST_A_BOT, nonce="1" * 32, begins=0)
    assert ana.wait_for_turn()
    ana.page.keyboard.press("?")
    expect(ana.page.get_by_role("heading", name="Keyboard shortcuts")).to_be_in_viewport(ratio=1)
    ana.page.keyboard.press("ArrowDown")
    ana.page.keyboard.press("End")
    expect(ana.page.get_by_role("link", name="How to play")).to_be_in_viewport(ratio=1)


def test_whoever_will_not_say_their_name_is_a_guest(arrive: Arrive) -> None:
    ana = arrive()
    ana.go_home()
    ana.page.get_by_role("button", name="With friends").click()
    ana.page.get_by_role("button", name="Open the table").click()
    ana.page.get_by_role("button", name="That’s me").click()
    expect(ana.page.get_by_label("Link to share")).to_be_visible()


def test_a_mixed_field_is_of_different_animals(arrive: Arrive) -> None:
    ana = arrive()
    ana.go_home()
    ana.page.get_by_role("button", name="Choose an opponent").click()
    ana.page.get_by_text("Mixed bunch", exact=True).click()
    ana.page.get_by_text("3", exact=True).click()
    ana.page.get_by_role("button", name="Play", exact=True).click()
    ana.expect_playing()
    card = ana.context.request.get(f"{ana.base}/api/tables/{ana.page.url.split('/')[-1]}").json()
    assert len({seat["bot"] for seat in card["seats"][1:]}) == 3


def test_phones_show_the_target_and_whose_score_is_mine(arrive: Arrive) -> None:
    ana = arrive((390, 780), touch=True)
    bots = [{"kind": "bot", "bot": bot} for bot in ("greedy", "duckling", "master")]
    ana.sit(LONG, [{"kind": "person"}, *bots], nonce="3" * 32)
    ana.expect_playing()
    _look_at_the_scores(ana)
    ana.page.set_viewport_size({"width": 360, "height": 780})
    _look_at_the_scores(ana)


def _look_at_the_scores(ana: Person) -> None:
    for seat in ana.seats.all():
        expect(seat.get_by_text("/60")).to_be_visible()
        inner = seat.evaluate(
            """one => [...one.querySelectorAll('.mark, .score, .face')].map((part) => {
                const [a, b] = [part.getBoundingClientRect(), one.getBoundingClientRect()];
                return a.left >= b.left && a.right <= b.right && a.width > 0;
            })"""
        )
        assert all(inner), "dots, faces and scores lie in their card"
        apart = seat.evaluate(
            """one => {
                const face = one.querySelector('.face')?.getBoundingClientRect();
                const score = one.querySelector('.score').getBoundingClientRect();
                return !face || face.bottom <= score.top + 1 || face.top >= score.bottom - 1
                    || face.right <= score.left;
            }"""
        )
        assert apart, "a face does not lie over the score"
    frames = [seat.evaluate("one => getComputedStyle(one).borderTopColor") for seat in ana.seats.all()]
    assert frames[0] not in frames[1:]


def test_a_fresh_clock_of_three_days_reads_three_and_keeps_the_bar_in_one_row(arrive: Arrive) -> None:
    ana = arrive((360, 640), touch=True)
    ana.sit(LONG, AGAINST_A_BOT, nonce="4" * 32, clock=259_200, begins=0)
    clock = ana.page.get_by_role("timer")
    expect(clock).to_have_text("3d")
    expect(clock).to_have_attribute("title", re.compile("3 d 0 h|2 d 23 h"))
    tops = ana.page.get_by_role("navigation").evaluate(
        "nav => [...nav.querySelectorAll('a, button, [role=timer]')].filter((one) => one.offsetWidth)"
        ".map((one) => Math.round(one.getBoundingClientRect().y + one.getBoundingClientRect().height / 2))"
    )
    assert len(set(tops)) == 1


def test_the_log_numbers_the_turns(arrive: Arrive) -> None:
    ana = arrive()
    ana.sit("Ana", AGAINST_A_BOT, nonce="5" * 32, begins=0)
    Keys(ana).take_turns(3)
    numbers = ana.page.get_by_role("complementary").get_by_text(re.compile(r"^Turn \d+$")).all_text_contents()
    assert numbers == ["Turn 2", "Turn 2", "Turn 1", "Turn 1"]


def test_title_and_picture_of_the_home_page_never_touch_and_leave_room_to_begin(arrive: Arrive) -> None:
    ana = arrive()
    ana.go_home()
    for width, height, *_ in SIZES.values():
        ana.page.set_viewport_size({"width": width, "height": height})
        words = ana.page.get_by_role("heading", level=1).evaluate(
            """h1 => { const range = document.createRange(); range.selectNodeContents(h1);
                       const { right, bottom } = range.getBoundingClientRect(); return [right, bottom]; }"""
        )
        picture = ana.page.locator(".strip svg").bounding_box()
        column = ana.page.locator(".strip").bounding_box()
        assert picture
        assert column
        assert words[0] <= picture["x"] or words[1] <= picture["y"]
        # Nor is it cut off where its column begins.
        assert picture["x"] >= column["x"]
        # And the first thing to do is in sight.
        expect(ana.page.get_by_text("Play now", exact=True)).to_be_in_viewport(ratio=1)


def test_rules_and_result_can_be_printed(arrive: Arrive) -> None:
    ana = arrive()
    page = ana.page
    page.goto(f"{ana.base}/help")
    expect(page.get_by_role("button", name="Print the rules")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="How to play")).to_be_visible()
    expect(page.get_by_role("navigation")).to_be_hidden()
    page.emulate_media(media="screen")


def test_logging_out_everywhere_is_asked_twice_and_forgets_the_name(arrive: Arrive) -> None:
    ana = arrive()
    page = ana.page
    ana.go_home()
    page.get_by_role("button", name="With friends").click()
    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_label("Link to share")).to_be_visible()
    tab = ana.tab()
    tab.page.goto(page.url)
    expect(tab.page.get_by_label("Link to share")).to_be_visible()
    page.goto(f"{ana.base}/settings")
    page.get_by_role("button", name="Log out everywhere").click()
    page.get_by_role("button", name="Really? This can’t be undone").click()
    expect(page.get_by_text("Done. See you soon!")).to_be_visible()
    assert ana.context.request.get(f"{ana.base}/api/session").status == 401
    # A table that is still open elsewhere says so, and leads on.
    expect(tab.page.get_by_role("heading", name="You’re logged out")).to_be_visible()
    tab.page.get_by_role("link", name="Go to the home page").click()
    expect(tab.page.get_by_role("button", name="Play now")).to_be_visible()
    ana.go_home()
    expect(page.get_by_role("heading", name="My games")).to_have_count(0)


def test_axe_finds_nothing_in_the_menu_the_curtain_and_the_log(arrive: Arrive) -> None:
    ana = arrive(PHONE)
    page = ana.page
    people = [{"kind": "person", "name": name} for name in ("Ana", "Bo")]
    ana.sit("Ana", people, nonce="7" * 32, begins=0)
    page.evaluate(AXE)
    for number in range(3):
        expect(page.get_by_role("dialog")).to_be_visible()
        _nothing_for_axe(page)
        page.get_by_role("dialog").get_by_role("button").click()
        assert ana.wait_for_turn()
        _nothing_for_axe(page)
        before = ana.version
        Keys(ana).take_turn(number)
        ana.expect_news(before)
    menu(ana)
    _nothing_for_axe(page)
    page.get_by_role("button", name="Turns", exact=True).click()
    _nothing_for_axe(page)


def _nothing_for_axe(page: Page) -> None:
    for theme in ("light", "dark", "wood"):
        page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        # What the look does not change is looked at once.
        only = {} if theme == "wood" else {"runOnly": ["color-contrast"]}
        found = page.evaluate("only => axe.run({...only, resultTypes: ['violations']})", only)
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found["violations"]] == []
