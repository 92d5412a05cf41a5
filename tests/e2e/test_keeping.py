"""A game of three at a real table is kept, with two phones' worth of mistakes corrected."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from dalapapa.rules import Tile, TileSet, classic
from dalapapa.rules.records.reading import loads
from dalapapa.rules.records.referee import referee
from dalapapa.rules.records.scores import FORMAT, referee_scores
from dalapapa.rules.tile_file import tile_set_toml
from dalapapa.rules.tiles import small

from .conftest import SIZES, Arrive, Device
from .keeping import Keeper
from .luggage import Luggage, check_alone
from .people import LANGUAGES, Keys
from .seen import nothing_hidden
from .test_box import load
from .test_screens import AXE

NAMES = ["Ana", "Bo", "Cy"]
LAST_FIRST = classic().tiles[:-31:-1]


def saved(keeper: Keeper) -> Any:
    """The file that somebody saves."""
    keeper.button("keep.hand_on").click()
    with keeper.page.expect_download() as download:
        keeper.button("keep.save").click()
    keeper.page.keyboard.press("Escape")
    expect(keeper.page.get_by_role("dialog")).to_have_count(0)
    return json.loads(Path(download.value.path()).read_text())


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
    record = saved(keeper)
    result = referee_scores(loads(json.dumps(record), (FORMAT,)))
    assert result is not None
    assert (result.scores, result.winners) == ((60, 60, 22), (0, 1))
    assert [player["name"] for player in record["players"]] == ["Bo", "Cy", "Ana"]
    assert person.faults == []


def _nothing_for_axe(keeper: Keeper) -> None:
    keeper.page.evaluate(AXE)
    found = keeper.page.evaluate("axe.run({resultTypes: ['violations']})")
    assert [(one["id"], [node["html"][:160] for node in one["nodes"]]) for one in found["violations"]] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_and_nothing_runs_off(arrive: Arrive, language: str) -> None:
    keeper = Keeper(arrive((320, 640), touch=True, locale=language))
    page = keeper.page
    page.goto(f"{keeper.person.base}/keep")
    expect(keeper.button("keep.begin")).to_be_visible()
    _nothing_for_axe(keeper)
    keeper.begin([*NAMES, "Maximiliana-Theodora"])
    keeper.turn((3, [3, 5]), (2, []))
    keeper.discs(2)
    keeper.group(4)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert nothing_hidden(page) == []
    _nothing_for_axe(keeper)
    keeper.choose(0, 0)
    _nothing_for_axe(keeper)
    page.keyboard.press("Escape")
    keeper.button("keep.nobody").click()
    expect(keeper.person.final_scores).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    _nothing_for_axe(keeper)
    keeper.button("keep.hand_on").click()
    _nothing_for_axe(keeper)
    assert keeper.person.faults == []


def _lay(keeper: Keeper, bag: list[int], moves: int) -> None:
    keeper.lay_best(bag.pop())
    keeper.moves(moves)


def _just_recounted(keeper: Keeper) -> Locator:
    """That everything was counted again, if it is among the last things that a screen reader has read out."""
    words = keeper.words("keep.recounted").partition("{")[0]
    return keeper.page.locator("main > [aria-live=polite] > p:nth-last-child(-n + 3)").filter(has_text=words)


def _spoil(keeper: Keeper) -> None:
    """Lay a tile of an early turn elsewhere, until a later one does not fit any more; take that back."""
    for steps in range(1, 12):
        keeper.correct(1, 0)
        expect(keeper.page.locator(".dock .hand")).to_be_visible(timeout=30_000)
        keeper.keys.press(*"n" * (2 * steps), "Enter")
        keeper.keys.press("e")
        alert = keeper.page.get_by_role("alert").filter(has_text=keeper.words("keep.nothing_lost"))
        status = keeper.page.locator("nav .status")
        expect(status).not_to_contain_text("correct", timeout=30_000)
        # Who does not see the score sheet hears that everything was counted again.
        expect(_just_recounted(keeper)).to_have_count(1, timeout=30_000)
        if alert.count():
            expect(alert).to_contain_text("doesn’t fit any more")
            expect(keeper.page.locator(".dock")).to_have_count(0)  # nothing can be laid before it is settled
            assert nothing_hidden(keeper.page) == []
            alert.get_by_role("button", name=keeper.words("act.undo"), exact=True).click()
            keeper.button("keep.as_it_was").click()
            expect(alert).to_have_count(0)
            return
        keeper.button("act.undo").click()
        keeper.button("keep.as_it_was").click()
    raise AssertionError("no correction of the first turn was in the way of a later one")


def by_tile(keeper: Keeper) -> None:
    """A game tile by tile, with mistakes, to its end and its record."""
    person = keeper.person
    bag = Random(5).sample(range(120), 120)
    for moves in range(1, 4):
        _lay(keeper, bag, moves)
    keeper.expect_scores(0, 0, 0)
    # A number that is none, a tile that lies there already, and another that was meant.
    field = keeper.page.get_by_placeholder(keeper.words("keep.number"))
    field.fill("999")
    keeper.button("keep.take").click()
    expect(keeper.page.get_by_text(keeper.words("keep.no_tile", most=119))).to_be_visible()
    laid = Random(5).sample(range(120), 120)[-3:]
    field.fill(str(laid[0]))
    keeper.button("keep.take").click()
    expect(keeper.page.get_by_text(keeper.words("error.laid_twice", tile=laid[0]))).to_be_visible()
    keeper.take(bag[0])
    keeper.button("keep.other_tile").click()
    for moves in range(4, 9):
        _lay(keeper, bag, moves)
    before = keeper.scores
    _spoil(keeper)
    keeper.expect_scores(*before)
    # The tab is closed with a tile half laid.
    keeper.take(bag[-1])
    keeper.keys.press("b", "b", "Enter")
    expect(person.drawn.laid).to_have_count(1)
    address = person.page.url
    context = person.context
    person.page.close()
    again = type(person)(context, context.new_page(), person.base)
    again.page.goto(address)
    keeper.__init__(again)  # type: ignore[misc]
    expect(again.drawn.laid).to_have_count(1, timeout=60_000)
    bag.pop()
    keeper.keys.press("e")
    keeper.moves(9)
    moves = 9
    field = keeper.page.get_by_placeholder(keeper.words("keep.number"))
    while True:
        expect(field.or_(again.final_scores)).to_be_visible(timeout=30_000)
        if again.final_scores.count():
            break
        moves += 1
        _lay(keeper, bag, moves)
    expect(again.final_scores).to_be_visible(timeout=30_000)
    record = saved(keeper)
    last = referee(loads(json.dumps(record)))
    assert last.result is not None
    assert list(last.scores) == record["result"]["scores"]
    assert record["kept"] is True
    assert len(record["turns"]) == moves - 3
    assert again.faults == person.faults == []


def test_tiles_of_three_with_mistakes_corrected_and_the_tab_closed(arrive: Arrive) -> None:
    keeper = Keeper(arrive((390, 844), touch=True))
    keeper.begin(NAMES, "tiles")
    by_tile(keeper)
    keeper.button("replay.open").click()
    expect(keeper.page.get_by_role("application")).to_be_visible(timeout=30_000)


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_hidden_on_any_screen(arrive: Arrive, size: str) -> None:
    width, height, touch, _ = SIZES[size]
    keeper = Keeper(arrive((width, height), touch=touch))
    keeper.begin([*NAMES, "Maximiliana-Theodora"], "tiles")
    page = keeper.page
    assert nothing_hidden(page) == []
    for moves, tile in enumerate((5, 90, 33, 71, 12), 1):
        keeper.take(tile)
        assert nothing_hidden(page) == []
        keeper.keys.press("n")
        assert nothing_hidden(page) == []
        keeper.keys.press("Enter", "e")
        keeper.moves(moves)
    keeper.button("keep.by_picture").click()
    assert nothing_hidden(page) == []
    page.keyboard.press("Escape")
    keeper.button("keep.sheet").click()
    assert nothing_hidden(page) == []
    _nothing_for_axe(keeper)


def test_without_a_network_the_referee_is_on_this_device(packed: Luggage, device: Device) -> None:
    with device(packed.profile, packed.port) as ana:
        keeper = Keeper(ana)
        keeper.begin(NAMES, "tiles", path=packed.path, tiles="classic-72")
        bag = Random(6).sample(range(72), 72)
        for moves in range(1, 8):
            _lay(keeper, bag, moves)
            if moves == 4:
                ana.page.reload()
                keeper.moves(4)
        record = saved(keeper)
        last = referee(loads(json.dumps(record)))
        assert (len(last.turns), last.board.tile_set) == (4, small())
        check_alone(ana, packed)


def test_a_box_of_ones_own_is_kept_handed_on_and_played_on_with(arrive: Arrive) -> None:
    ana, bo = Keeper(arrive((390, 844), touch=True)), Keeper(arrive((360, 640), touch=True))
    # A tile of another box is another picture: all of the usual ones, the last first.
    box = TileSet("Anna's box", tuple(Tile(i, tile.family, tile.faces) for i, tile in enumerate(LAST_FIRST)))
    ana.page.goto(f"{ana.person.base}/box")
    load(ana.page, tile_set_toml(box))
    expect(ana.page.get_by_label("Name of the box")).to_have_value(box.name)
    ana.begin(NAMES[:2], "tiles", tiles="own")
    for moves, tile in enumerate((5, 29), 1):
        _lay(ana, [tile], moves)
    # By its picture, too: the first tile is the last one of the usual set.
    ana.button("keep.by_picture").click()
    by_picture = ana.page.get_by_role("dialog")
    expect(by_picture.get_by_role("status")).to_have_text(ana.words("keep.found", count=28))
    by_picture.get_by_role("button", name="Tile 0, front").click()
    expect(ana.page.locator(".dock .hand")).to_be_visible(timeout=30_000)
    ana.keys.press("b", "b", "Enter", "e")
    ana.moves(3)
    field = ana.page.get_by_placeholder(ana.words("keep.number"))
    field.fill("30")
    ana.button("keep.take").click()
    expect(ana.page.get_by_text(ana.words("keep.no_tile", most=29))).to_be_visible()
    # A closed tab, and another box in the browser: the game keeps its own.
    address = ana.page.url
    ana.page.evaluate("localStorage.removeItem('dalapapa.box')")
    ana.page.goto(address)
    ana.moves(3)
    before = ana.scores
    record = saved(ana)
    last = referee(loads(json.dumps(record)))
    assert (record["tile_set"], last.board.tile_set.fingerprint) == (box.name, box.fingerprint)
    assert list(last.scores) == before
    # On another phone it goes on with the same tiles.
    ana.button("keep.hand_on").click()
    bo.page.goto(ana.page.get_by_label(ana.words("share.link")).input_value())
    bo.button("keep.go_on").click()
    bo.moves(3)
    bo.expect_scores(*before)
    _lay(bo, [28], 4)
    # And at a table.
    ana.button("keep.over").click()
    ana.page.get_by_role("dialog").get_by_text(ana.words("keep.over_all"), exact=True).click()
    ana.button("keep.over_go").click()
    expect(ana.page).to_have_url(re.compile("/table/"))
    ana.person.expect_playing()
    table = ana.page.url.rsplit("/", 1)[-1]
    card = ana.person.context.request.get(f"{ana.person.base}/api/tables/{table}").json()
    assert (card["tile_set"], card["tile_set_sha256"]) == (box.name, box.fingerprint)
    assert ana.person.faults == bo.person.faults == []


def test_a_box_that_no_game_can_be_played_with_is_refused_before_the_first_tile(arrive: Arrive) -> None:
    keeper = Keeper(arrive((390, 844), touch=True))
    page = keeper.page
    page.goto(f"{keeper.person.base}/box")
    load(page, tile_set_toml(TileSet("Anna's box", LAST_FIRST)))
    expect(page.get_by_label("Name of the box")).to_have_value("Anna's box")
    page.get_by_label("Name of the box").fill("classic")
    page.goto(f"{keeper.person.base}/keep")
    page.get_by_text(keeper.words("keep.tiles"), exact=True).click()
    page.get_by_role("combobox", name=keeper.words("setup.set")).select_option("own")
    keeper.button("keep.begin").click()
    expect(page.get_by_role("alert")).to_have_text(keeper.words("error.bad_tile_set"))
    expect(keeper.button("keep.begin")).to_be_enabled()
    page.get_by_role("combobox", name=keeper.words("setup.set")).select_option("classic-72")
    keeper.button("keep.begin").click()
    keeper.moves(0)
    keeper.lay_best(71)
    keeper.moves(1)
    assert saved(keeper)["tile_set"] == "classic-72"


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
        keeper.lay_best(tile)
        keeper.moves(moves)
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
        ana.lay_best(tile)
        ana.moves(moves)
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
