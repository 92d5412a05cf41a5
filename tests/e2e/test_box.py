"""One's own box: written down by hand, kept, played by two browsers to the end, and verified."""

import json
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import FilePayload, Page, expect

from dalapapa.rules import Tile, TileSet, classic
from dalapapa.rules.tile_file import parse_tile_set, tile_set_toml

from .conftest import DESKTOP, PHONE, Arrive
from .people import Keys, Person

# One tile of each kind of place, and few enough for a short game.
FEW = tuple(Tile(i, tile.family, tile.faces) for i, tile in enumerate(classic().tiles[::10][:11]))


def file(text: str, name: str = "box.toml") -> FilePayload:
    return {"name": name, "mimeType": "application/toml", "buffer": text.encode()}


def load(page: Page, text: str) -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_text("Open a file").click()
    chooser.value.set_files(file(text))


def saved(page: Page) -> TileSet:
    """The file that the page gives."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    return parse_tile_set(Path(download.value.path()).read_text("utf-8"))


def play_in_turn(*people: Person) -> None:
    """Whole turns by keys, until all see the end."""
    keys = [Keys(person) for person in people]
    turns = 0
    while not all(person.final_scores.count() for person in people):
        for person, hand in zip(people, keys, strict=True):
            if person.to_move:
                before = person.version
                hand.take_turn(turns)
                person.expect_news(before)
                turns += 1
        people[0].page.wait_for_timeout(25)
        assert turns < 60
    assert turns >= 4


def test_a_box_entered_by_hand_is_played_by_two_browsers_and_verified(arrive: Arrive, tmp_path: Path) -> None:
    ana, bo = arrive(PHONE, touch=True), arrive()
    page = ana.page
    page.goto(f"{ana.base}/box")
    load(page, tile_set_toml(TileSet("Few", FEW)))
    expect(page.locator("strong", has_text="11 tiles")).to_be_visible()
    expect(page.get_by_text("To play you need 12 to 120 tiles; there are 11.")).to_be_visible()
    # One more tile by hand: as the first one, and then other colours.
    page.get_by_role("button", name="One more like this").tap()
    expect(page.get_by_text("Tile 1 is the same as tile 0.")).to_be_visible()
    front = page.get_by_role("group", name="Front")
    front.get_by_role("button", name="Front, middle: green").tap()
    expect(front.get_by_role("button", name="Front, middle: blue")).to_be_visible()
    page.get_by_role("group", name="Back").get_by_role("button", name="Back, left end: yellow").tap()
    page.get_by_label("Name of the box").fill("Anna's box")
    box = saved(page)
    assert (box.name, len(box), str(box[1])) == ("Anna's box", 12, "rrrgbgb yybgbrb")

    page.get_by_role("link", name="Play with this box").tap()
    page.get_by_role("button", name="With friends").tap()
    page.get_by_label("Your name").fill("Ana")
    page.get_by_text("More options").tap()
    expect(page.get_by_role("combobox", name="Tiles")).to_have_value("own")
    page.get_by_role("button", name="Open the table").tap()
    link = page.get_by_label("Link to share")
    expect(link).to_be_visible()
    table = page.url.rsplit("/", 1)[-1]
    bo.page.goto(link.input_value())
    expect(bo.page.get_by_text("Anna's box")).to_be_visible()
    bo.page.get_by_label("Your name").fill("Bo")
    bo.page.get_by_role("button", name="Sit down and play").click()
    ana.expect_playing()
    bo.expect_playing()
    play_in_turn(ana, bo)

    for person in (ana, bo):
        person.check_finished(table)
    record = ana.context.request.get(f"{ana.base}/api/tables/{table}/record").json()
    assert (record["tile_set"], record["result"]["reason"]) == ("Anna's box", "exhausted")
    written, entered = tmp_path / "game.json", tmp_path / "box.toml"
    written.write_text(json.dumps(record), "utf-8")
    entered.write_text(tile_set_toml(box), "utf-8")
    command = [sys.executable, "-m", "dalapapa", "verify", "--fair", str(written), "--tile-set", str(entered)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.startswith(
        "1 game verified"
    )


def test_nothing_is_lost_and_everything_can_be_taken_back(arrive: Arrive) -> None:
    ana = arrive(DESKTOP)
    page = ana.page
    page.goto(f"{ana.base}/box")
    page.get_by_role("button", name="Write down the first tile").press("Enter")
    expect(page.get_by_label("Name of the box")).to_have_value("My box")
    disc = page.get_by_role("button", name="Front, top left: red")
    disc.press("4")
    expect(page.get_by_role("status")).to_have_text("Front, top left: yellow")
    page.get_by_role("button", name="Front, top left: yellow").press("Backspace")
    page.get_by_label("Family").fill("angle")
    page.get_by_role("button", name="Add it in all other colours").click()
    expect(page.locator("strong", has_text="24 tiles")).to_be_visible()
    expect(page.get_by_role("list", name="Families")).to_contain_text("angle 24 of 24")
    # The tab is closed in the middle of it.
    again = ana.context.new_page()
    page.close()
    again.goto(f"{ana.base}/box")
    expect(again.get_by_text("96 are missing from the whole box.")).to_be_visible()
    again.get_by_role("button", name="Remove this tile").click()
    expect(again.locator("strong", has_text="23 tiles")).to_be_visible()
    again.keyboard.press("Control+z")
    expect(again.locator("strong", has_text="24 tiles")).to_be_visible()
    # A file with a mistake changes nothing, and is told where it is.
    load(again, tile_set_toml(TileSet("Few", FEW)).replace("rrrgbgg", "rrrgbgx", 1))
    expect(again.get_by_role("alert")).to_have_text(
        "box.toml: Line 3, tile 0: Front: there is no colour “x”. The colours are r, g, b and y."
    )
    expect(again.locator("strong", has_text="24 tiles")).to_be_visible()
    assert ana.faults == []


def test_a_smaller_game_is_offered(arrive: Arrive) -> None:
    ana = arrive(DESKTOP)
    ana.go_home()
    ana.button("home.computer_choose").click()
    ana.page.get_by_text("More options").click()
    ana.page.get_by_role("combobox", name="Tiles").select_option(
        "Smaller game: without pyramids and bridges (72 tiles)"
    )
    ana.page.get_by_role("dialog").get_by_role("button", name="Play", exact=True).click()
    assert ana.wait_for_turn()
    card = ana.context.request.get(f"{ana.base}/api/tables/{ana.page.url.rsplit('/', 1)[-1]}").json()
    assert card["tile_set"] == "classic-72"
