"""A game at a real table is kept tile by tile, with mistakes corrected, and with the tiles of one's box."""

import json
import re
from random import Random

import pytest
from playwright.sync_api import Locator, expect

from dalapapa.rules import Tile, TileSet, classic
from dalapapa.rules.records.reading import loads
from dalapapa.rules.records.referee import referee
from dalapapa.rules.tile_file import tile_set_toml
from dalapapa.rules.tiles import small

from .conftest import SIZES, Arrive, Device
from .keeping import NAMES, Keeper
from .luggage import Luggage, check_alone
from .seen import nothing_hidden
from .test_box import load

LAST_FIRST = classic().tiles[:-31:-1]


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


def _by_tile(keeper: Keeper) -> None:
    """A game tile by tile, with mistakes, to its end and its record."""
    person = keeper.person
    bag = Random(5).sample(range(120), 120)
    for moves in range(1, 4):
        keeper.lay(bag.pop(), moves)
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
        keeper.lay(bag.pop(), moves)
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
        keeper.lay(bag.pop(), moves)
    expect(again.final_scores).to_be_visible(timeout=30_000)
    record = keeper.saved()
    last = referee(loads(json.dumps(record)))
    assert last.result is not None
    assert list(last.scores) == record["result"]["scores"]
    assert record["kept"] is True
    assert len(record["turns"]) == moves - 3
    assert again.faults == person.faults == []


def test_tiles_of_three_with_mistakes_corrected_and_the_tab_closed(arrive: Arrive) -> None:
    keeper = Keeper(arrive((390, 844), touch=True))
    keeper.begin(NAMES, "tiles")
    _by_tile(keeper)
    keeper.button("replay.open").click()
    expect(keeper.page.get_by_role("application")).to_be_visible(timeout=30_000)
    # Nobody knows what was in the hands, so nothing is said of them.
    expect(keeper.page.get_by_role("heading", name=re.compile("^Turn "))).to_be_visible()
    expect(keeper.page.get_by_text("’s tiles")).to_have_count(0)


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
    keeper.check_axe()


def test_without_a_network_the_referee_is_on_this_device(packed: Luggage, device: Device) -> None:
    with device(packed.profile, packed.port) as ana:
        keeper = Keeper(ana)
        keeper.begin(NAMES, "tiles", path=packed.path, tiles="classic-72")
        bag = Random(6).sample(range(72), 72)
        for moves in range(1, 8):
            keeper.lay(bag.pop(), moves)
            if moves == 4:
                ana.page.reload()
                keeper.moves(4)
        record = keeper.saved()
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
        ana.lay(tile, moves)
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
    record = ana.saved()
    last = referee(loads(json.dumps(record)))
    assert (record["tile_set"], last.board.tile_set.fingerprint) == (box.name, box.fingerprint)
    assert list(last.scores) == before
    # On another phone it goes on with the same tiles.
    ana.button("keep.hand_on").click()
    bo.page.goto(ana.page.get_by_label(ana.words("share.link")).input_value())
    bo.button("keep.go_on").click()
    bo.moves(3)
    bo.expect_scores(*before)
    bo.lay(28, 4)
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
    keeper.lay(71, 1)
    assert keeper.saved()["tile_set"] == "classic-72"
