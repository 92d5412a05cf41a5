"""A game at a real table is kept by points, with two phones' worth of mistakes corrected, and handed on."""

import json
import re

import pytest
from playwright.sync_api import expect

from dalapapa.rules.records.reading import loads
from dalapapa.rules.records.scores import FORMAT, referee_scores

from .conftest import Arrive
from .keeping import NAMES, Keeper
from .people import LANGUAGES, Keys
from .seen import nothing_hidden


def test_points_of_three_with_mistakes_corrected_and_the_tab_closed(arrive: Arrive) -> None:
    person = arrive((360, 640), touch=True)
    keeper = Keeper(person)
    keeper.begin(NAMES, first=1)  # Bo begins
    keeper.turn((3, [3, 5]))
    keeper.turn((2, []), (1, [4]))
    keeper.turn()
    keeper.expect_scores(12, 3, 0)
    # A wrong key, a group too many, and a turn ended too early.
    keeper.discs(5)
    keeper.discs(6)
    keeper.group(9)
    keeper.button("act.undo").click()
    keeper.group(12)
    keeper.end_turn()
    keeper.expect_scores(34, 3, 0)
    keeper.button("act.undo").click()
    keeper.button("keep.no_group", count=12).click()
    keeper.group(11)
    address = person.page.url
    # The tab is closed in the middle of a turn: a new one has every press.
    person.page.close()
    person.page = keeper.page = person.context.new_page()
    person.page.goto(address)
    keeper.end_turn()
    keeper.expect_scores(33, 3, 0)
    # Cy's first turn was wrong, as is seen while the next one is half entered; and Ana's was no pass.
    keeper.discs(5)
    keeper.choose(0, 1)
    keeper.button("keep.correct").click()
    keeper.discs(4)
    keeper.end_turn()
    expect(keeper.page.locator("button.end")).to_contain_text("8")
    keeper.choose(0, 2)
    keeper.button("keep.correct").click()
    keeper.turn((6, [7]))
    keeper.expect_scores(33, 7, 17)
    # A turn of Cy was forgotten; then one too many is written down.
    keeper.turn((1, []))
    keeper.expect_scores(33, 8, 17)
    keeper.choose(1, 1)
    keeper.button("keep.forgotten").click()
    keeper.turn((5, []))
    keeper.expect_scores(33, 15, 18)
    keeper.turn((1, []))
    keeper.choose(2, 0)
    keeper.button("keep.take_out").click()
    keeper.expect_scores(33, 15, 18)
    for _ in range(3):
        keeper.turn()
        keeper.turn((6, [2]))
        keeper.turn((1, []))
    # The final round is announced, and played to its end.
    keeper.turn((6, [8]), (6, [3]))
    expect(keeper.page.get_by_text(keeper.words("turn.final"))).to_be_visible()
    keeper.turn((5, [1]))
    keeper.turn((1, []))
    expect(person.page.get_by_text(keeper.words("end.shared", names="Bo and Cy"))).to_be_visible()
    assert nothing_hidden(person.page) == []
    record = keeper.saved()
    result = referee_scores(loads(json.dumps(record), (FORMAT,)))
    assert result is not None
    assert (result.scores, result.winners) == ((60, 60, 22), (0, 1))
    assert [player["name"] for player in record["players"]] == ["Bo", "Cy", "Ana"]
    assert person.faults == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_and_nothing_runs_off(arrive: Arrive, language: str) -> None:
    keeper = Keeper(arrive((320, 640), touch=True, locale=language))
    page = keeper.page
    page.goto(f"{keeper.person.base}/keep")
    expect(keeper.button("keep.begin")).to_be_visible()
    keeper.check_axe()
    keeper.begin([*NAMES, "Maximiliana-Theodora"])
    keeper.turn((3, [3, 5]), (2, []))
    keeper.discs(2)
    keeper.group(4)
    # What takes the second tile out stands beside it.
    keeper.button("act.second", count="−4").click()
    second = page.get_by_role("button", name=re.compile("^" + re.escape(keeper.words("keep.second_tile"))))
    out = keeper.button("keep.one_tile")
    second_box, out_box = second.bounding_box(), out.bounding_box()
    assert second_box
    assert out_box
    assert second_box["y"] == out_box["y"]
    out.click()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert nothing_hidden(page) == []
    keeper.check_axe()
    keeper.choose(0, 0)
    keeper.check_axe()
    page.keyboard.press("Escape")
    keeper.button("keep.nobody").click()
    expect(keeper.person.final_scores).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    keeper.check_axe()
    keeper.button("keep.hand_on").click()
    keeper.check_axe()
    assert keeper.person.faults == []


def test_a_game_thrown_away_by_mistake_is_taken_back(arrive: Arrive) -> None:
    keeper = Keeper(arrive((360, 640), touch=True))
    keeper.begin(["Zoë", "Bo"])
    keeper.turn((3, [3]))
    keeper.page.goto(f"{keeper.person.base}/keep")
    keeper.button("keep.forget", names="Zoë and Bo").click()
    expect(keeper.page.get_by_role("link", name="Zoë and Bo")).to_have_count(0)
    keeper.button("act.undo").click()
    keeper.page.get_by_role("link", name="Zoë and Bo").click()
    keeper.expect_scores(7, 0)


def test_a_game_is_handed_on_with_a_link(arrive: Arrive) -> None:
    ana, bo = Keeper(arrive((360, 640), touch=True)), Keeper(arrive((360, 640), touch=True))
    ana.page.clock.install()
    ana.begin(["Zoë", "Bo & Cy"])
    ana.turn((3, [3]))
    ana.button("keep.hand_on").click()
    # Somebody thinks long: the timer nods, a new tab goes on counting, and nothing else happens.
    ana.page.get_by_text(ana.words("time.minutes", count=2), exact=True).click()
    ana.button("table.close").click()
    timer = ana.page.get_by_role("timer", name=ana.words("keep.timer"))
    thinks = ana.page.get_by_text(ana.words("keep.thinks", name="Bo & Cy"))
    expect(timer).to_have_text(re.compile(r"^[01]:"))
    expect(thinks).to_have_count(0)
    ana.page.clock.fast_forward("02:30")
    expect(timer).to_have_text(re.compile(r"^[23]:"))
    expect(thinks).to_have_count(1)
    assert nothing_hidden(ana.page) == []
    ana.page.reload()
    expect(timer).to_have_text(re.compile(r"^[23]:"))
    ana.expect_scores(7, 0)
    ana.button("keep.hand_on").click()
    link = ana.page.get_by_label(ana.words("share.link")).input_value()
    bo.page.goto(link)
    bo.button("keep.go_on").click()
    bo.expect_scores(7, 0)
    bo.turn((1, []))
    bo.expect_scores(7, 1)
    bo.page.goto(link[:-4])
    expect(bo.page.get_by_role("alert")).to_have_text(bo.words("keep.bad_link"))


def test_everybody_at_this_device_leaves_its_player_their_name(arrive: Arrive) -> None:
    person = arrive((390, 844), touch=True)
    keeper = Keeper(person)
    person.page.goto(person.base)
    person.button("home.friends").click()
    person.page.get_by_label(keeper.words("setup.my_name")).fill("Zoe")
    keeper.button("setup.start.friends").click()
    expect(person.page.get_by_label(keeper.words("share.link"))).to_be_visible()
    keeper.begin(NAMES[:2], "tiles")
    for moves, tile in enumerate((5, 90), 1):
        keeper.lay(tile, moves)
    keeper.button("keep.hand_on").click()
    keeper.button("keep.over").click()
    person.page.get_by_role("dialog").get_by_text(keeper.words("keep.over_all"), exact=True).click()
    keeper.button("keep.over_go").click()
    expect(person.page).to_have_url(re.compile("/table/"))
    table = person.page.url.rsplit("/", 1)[-1]
    asked = person.context.request
    card = asked.get(f"{person.base}/api/tables/{table}").json()
    assert [seat["name"] for seat in card["seats"]] == NAMES[:2]
    assert asked.get(f"{person.base}/api/session").json()["name"] == "Zoe"
    person.page.goto(person.base)
    person.button("home.friends").click()
    expect(person.page.get_by_label(keeper.words("setup.my_name"))).to_have_value("Zoe")


def test_a_kept_game_goes_on_at_a_table_with_the_others_by_link(arrive: Arrive) -> None:
    ana, bo = Keeper(arrive((390, 844), touch=True)), arrive()
    ana.begin(NAMES[:2], "tiles")
    for moves, tile in enumerate((5, 90, 33, 71, 12), 1):
        ana.lay(tile, moves)
    before = ana.scores
    ana.button("keep.hand_on").click()
    ana.button("keep.over").click()
    field = ana.page.get_by_label(NAMES[0], exact=True).and_(ana.page.get_by_role("textbox"))
    # What nobody can hold is said at once, at the hand that is wrong, and nothing is asked of the server.
    for hand, why in {
        "40 41 42": ana.words("keep.over_most", most=2),
        "40 40": ana.words("keep.over_twice", tile=40),
        "5 41": ana.words("error.laid_twice", tile=5),
        "40 120": ana.words("keep.no_tile", most=119),
    }.items():
        field.fill(hand)
        ana.button("keep.over_go").click()
        expect(ana.page.get_by_role("alert")).to_have_text(why)
        expect(field).to_be_focused()
        expect(field).to_have_accessible_description(why)
    assert nothing_hidden(ana.page) == []
    field.fill("40 41")
    assert nothing_hidden(ana.page) == []
    ana.button("keep.over_go").click()
    link = ana.page.get_by_label(ana.words("share.link")).input_value()
    bo.page.goto(link)
    expect(bo.page.get_by_role("radio", name="Bo")).to_be_checked()
    bo.button("join.sit").click()
    for person in (ana.person, bo):
        person.expect_playing()
        person.expect_version(5)
    ana.expect_scores(*before)
    # Ana lays the same game on the real table: the last tile was hers, the one before it Bo's.
    ana.button("menu.title").click()
    ana.button("copy.on").click()
    to_lay = ana.page.get_by_role("region", name=ana.words("copy.title"))
    expect(to_lay.get_by_role("listitem")).to_contain_text("12")
    assert nothing_hidden(ana.page) == []
    ana.button("copy.before").press("Enter")
    expect(to_lay.get_by_role("heading")).to_contain_text("Bo")
    expect(to_lay.get_by_role("listitem")).to_contain_text("71")
    expect(ana.page.locator("main > [aria-live=polite]")).to_contain_text("Bo. 71, ")
    # Bo's hand was drawn, and it is Bo's turn.
    keys = Keys(bo)
    assert bo.wait_for_turn()
    keys.take_turn(0)
    ana.person.expect_version(6)
    # Whoever has gone back stays there, and comes to the latest turn one by one.
    expect(to_lay.get_by_role("listitem")).to_contain_text("71")
    for _ in range(2):
        ana.button("copy.after").press("Enter")
    expect(to_lay.get_by_role("heading")).to_contain_text("Bo")
    expect(to_lay.get_by_role("listitem")).not_to_contain_text("71")
    expect(ana.person.hand.and_(ana.page.get_by_role("button", name="Tile 40, front"))).to_be_visible()
    assert ana.person.faults == bo.faults == []
