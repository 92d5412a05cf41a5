"""Looking back at a finished game: walking, the Owl's opinion, a better turn, links, files, every size."""

import asyncio
import json
import random
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from dalapapa.server.http import COOKIE
from tests.server.client import Guest

from .conftest import SIZES, Arrive, Server
from .people import LANGUAGES, Person, words
from .seen import nothing_hidden
from .test_screens import AXE, picture

# Somebody else's browser is at work beside ours: an analysis may have to wait.
PATIENCE = 60_000


@dataclass(frozen=True)
class Played:
    """A game against the Fox that is over: its table, whose it was, and its record."""

    table: str
    session: str
    record: dict[str, Any]


async def _play(base: str) -> Played:
    guest = await Guest.named(base, "Ana")
    table = (await guest.make("person", "greedy", target=60))["id"]
    async with guest.sit(table) as chair:
        await chair.play_to_the_end(random.Random(7))
    record = await guest.get(f"/api/tables/{table}/record")
    session = guest.http.cookies[COOKIE]
    await guest.close()
    return Played(table, session, record)


@pytest.fixture(scope="session")
def played(server: Server) -> Played:
    server.draw(__name__)
    # In a thread of its own, since Playwright has an event loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, _play(f"http://127.0.0.1:{server.port}")).result()


def look_back(person: Person, played: Played, turn: int | None = None) -> None:
    """Open the replay, and wait until the Owl has looked back."""
    query = "" if turn is None else f"?turn={turn}"
    person.page.goto(f"{person.base}/replay/{played.table}{query}")
    expect(person.page.get_by_text(words(person.language)["replay.turning"])).to_be_visible(timeout=PATIENCE)


def moment(person: Person) -> Locator:
    """The heading that says which turn is on show."""
    return person.page.get_by_role("heading", name=re.compile(r"^Turn \d+ · "))


def board(person: Person) -> str:
    """The tiles as they are drawn."""
    return person.page.get_by_role("application").locator("svg").nth(1).inner_html()


def test_two_clicks_from_the_end_to_the_sentence_the_chart_and_the_turning_point(
    arrive: Arrive, played: Played
) -> None:
    ana, stranger = arrive(session=played.session), arrive()
    page = ana.page
    ana.open(played.table)
    page.get_by_role("link", name="Look back").click()
    expect(page).to_have_url(re.compile(r"\?turn="))
    opened = page.url
    page.get_by_role("button", name=re.compile(r"^Turn \d+$")).first.click(timeout=PATIENCE)
    expect(page).not_to_have_url(opened)
    margin = abs(played.record["result"]["scores"][0] - played.record["result"]["scores"][1])
    parts = rf"{margin} (ahead|behind).*tiles ([+−]\d+), what the board offered ([+−]\d+), choices ([+−]\d+)"
    sentences = page.get_by_text(re.compile(parts))
    expect(sentences).to_have_count(2)
    for sentence in sentences.all_inner_texts():
        found = re.search(parts, sentence)
        assert found is not None
        sums = sum(int(part.replace("−", "-")) for part in found.groups()[1:])
        assert sums == (margin if found[1] == "ahead" else -margin)
    # Whoever began, each has the colour of their seat at the table.
    for seat, name in enumerate(("Ana", "Fox")):
        line = page.get_by_role("paragraph").filter(has_text=re.compile(f"^ *{name} is "))
        expect(line.locator("[data-seat]")).to_have_attribute("data-seat", str(seat))
    expect(page.get_by_role("img", name=re.compile("^Chance to win"))).to_be_visible()
    turned = moment(ana).inner_text()

    # The link shows somebody else the same moment.
    stranger.page.goto(page.url)
    expect(moment(stranger)).to_have_text(turned)
    stranger.wait_until(lambda: board(stranger) == board(ana))
    assert ana.faults == []
    assert stranger.faults == []


def test_walking_by_keys_buttons_and_slider(arrive: Arrive, played: Played) -> None:
    ana = arrive(session=played.session)
    page = ana.page
    look_back(ana, played)
    moves = len(played.record["turns"]) + 2
    slider = page.get_by_role("slider")
    expect(slider).to_have_value(str(moves))
    ana.page.get_by_role("application").focus()
    for key, value in (("ArrowLeft", moves - 1), ("Home", 0), ("ArrowRight", 1), ("End", moves)):
        page.keyboard.press(key)
        expect(slider).to_have_value(str(value))
    slider.fill("5")
    expect(page).to_have_url(re.compile(r"turn=5\b"))
    expect(moment(ana)).to_contain_text("Turn 3")
    entry = played.record["turns"][2]
    expect(page.get_by_role("main")).to_contain_text(f"+{entry['points']}")
    # How it stood then, beside the lines of the chart.
    stood: dict[int, int] = {}
    for turn in played.record["turns"][:3]:
        stood[turn["player"]] = turn["score"]
    for player, score in stood.items():
        name = played.record["players"][player]["name"]
        name = "Fox" if played.record["players"][player].get("bot") else name
        expect(
            page.get_by_role("listitem").filter(has_text=re.compile(f"^ *{name} {score}$"))
        ).to_be_visible()
    page.get_by_role("button", name="One tile on").click()
    page.get_by_role("button", name="One turn back").click()
    expect(slider).to_have_value("5")
    page.get_by_role("button", name="Speed").click()
    page.get_by_role("button", name="Play automatically").click()
    # Who looks rarely sees it further on.
    expect(slider).to_have_value(re.compile(r"^([7-9]|\d\d)$"), timeout=PATIENCE)
    page.get_by_role("button", name="Pause").click()
    page.get_by_text("Turns", exact=True).click()
    listed = page.get_by_role("list").last.get_by_role("button")
    expect(listed.first).to_contain_text("first tile")
    expect(listed.nth(3)).to_contain_text("Turn 2")
    listed.nth(3).click()
    expect(slider).to_have_value("4")
    # What shows the whole board again is there as long as somebody has moved it.
    fit = page.get_by_role("button", name="Show the whole board")
    expect(fit).to_have_count(0)
    drawn = page.get_by_role("application")
    drawn.hover()
    page.mouse.wheel(0, -200)
    fit.click()
    expect(fit).to_have_count(0)
    expect(drawn).to_be_focused()
    for name in ("Picture (SVG)", "Picture (PNG)"):
        with page.expect_download() as saved:
            page.get_by_role("button", name=name).click()
        content = Path(saved.value.path()).read_bytes()
        assert content.startswith(b"<svg" if "SVG" in name else b"\x89PNG")
    assert ana.faults == []


def hand_button(person: Person, tile: int) -> Locator:
    return person.page.get_by_role("button", name=f"Tile {tile}, front")


def lay(
    person: Person, turn: int, played: Played, before: list[dict[str, Any]], place: dict[str, Any]
) -> None:
    """Lay a tile of the side line: press Next place until it lies there."""
    path = f"/api/tables/{played.table}/otherwise"
    options = person.post(path, {"turn": turn, "placements": before})["options"]
    mine = [one["place"] for one in options if one["place"]["tile"] == place["tile"]]
    mine.sort(key=lambda one: (one["y"], one["x"], one["face"], one["rotation"]))
    hand_button(person, place["tile"]).click()
    for _ in range(mine.index(place) + 1):
        person.page.get_by_role("button", name="Next place").click()
    person.page.get_by_role("button", name="Lay it").click()


def test_a_better_turn_is_found_or_shown(arrive: Arrive, played: Played) -> None:
    ana = arrive(session=played.session)
    page = ana.page
    look_back(ana, played)
    analysis = ana.context.request.get(f"{ana.base}/api/tables/{played.table}/analysis").json()["analysis"]
    turn = next(n for n, one in enumerate(analysis["turns"]) if one["kind"] in ("some", "much"))
    look_back(ana, played, turn + 3)
    drawn = board(ana)
    page.get_by_role("button", name="Find a better turn").click()
    keys = ("tile", "face", "rotation", "x", "y")
    best = [{key: one[key] for key in keys} for one in analysis["turns"][turn]["better"][0]["placements"]]
    bad = [{key: one[key] for key in keys} for one in played.record["turns"][turn]["placements"]]

    # What was played is not enough; after two tries the Owl shows its idea.
    for number, place in enumerate(bad):
        lay(ana, turn, played, bad[:number], place)
    # What brings the points, of the try and of the game: here the same.
    expect(page.get_by_role("listitem").filter(has_text=re.compile(r"^\d+ discs? \+\d"))).to_have_count(
        2 * len(bad)
    )
    for _ in range(2):
        expect(page.get_by_role("button", name="Show the Owl’s idea")).to_have_count(0)
        page.get_by_role("button", name="Ask the Owl").click()
        expect(page.get_by_text("Nice try.")).to_be_visible()
        page.get_by_role("button", name="Take back").click()
        hand = bad[-1]
        lay(ana, turn, played, bad[:-1], hand)
    expect(page.get_by_role("button", name="Show the Owl’s idea")).to_be_visible()

    page.get_by_role("button", name="Back to the game").click()
    ana.wait_until(lambda: board(ana) == drawn)
    page.get_by_role("button", name="Find a better turn").click()
    for number, place in enumerate(best):
        lay(ana, turn, played, best[:number], place)
    page.get_by_role("button", name="Ask the Owl").click()
    expect(page.get_by_text("Well found!")).to_be_visible()
    page.get_by_role("button", name="Show the Owl’s idea").click()
    expect(page.get_by_text(re.compile(r"^The Owl’s idea: \d+ points?$"))).to_be_visible()
    page.get_by_role("button", name="Back to the game").click()
    ana.wait_until(lambda: board(ana) == drawn)

    # By keys as at the table; those that walk through the game do not throw a try away.
    page.get_by_role("button", name="Try it differently").click()
    take_back = page.get_by_role("button", name="Take back")
    for key in ("2", "n", "r", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    expect(take_back).to_be_enabled()
    page.keyboard.press("Control+z")
    expect(take_back).to_be_disabled()
    # A link that has the focus is followed, whatever lies there.
    page.keyboard.press("n")
    page.get_by_role("link", name="Rules").press("Enter")
    expect(page.get_by_role("heading", name="How to play")).to_be_visible()
    page.go_back()
    expect(moment(ana)).to_be_visible()
    ana.wait_until(lambda: board(ana) == drawn)

    # Groups that could be closed are named on the board and beside it, the likeliest first.
    page.get_by_role("button", name="What could come").click()
    expect(page.get_by_text(re.compile("squares? that no tile left can fill"))).to_be_visible()
    groups = analysis["turns"][turn]["pressure"][:5]
    for letter, group in zip("ABCDE", groups, strict=False):
        expect(page.get_by_role("application").get_by_text(letter, exact=True)).to_be_visible()
        chance = f"{round(100 * group['chance'])}%"
        expect(page.get_by_role("listitem").filter(has_text=re.compile(f"^{letter} "))).to_contain_text(
            chance
        )
    assert ana.faults == []


def test_a_file_is_opened_and_a_bad_one_is_refused_in_clear_words(
    arrive: Arrive, played: Played, tmp_path: Path
) -> None:
    ana = arrive()
    page = ana.page
    ana.go_home()
    page.get_by_role("link", name="Open a saved game").click()
    changed = json.loads(json.dumps(played.record))
    changed["turns"][1]["points"] += 1
    bad = {
        "notes.txt": ("Dear diary", "“notes.txt” isn’t a saved game"),
        "list.json": ("[1, 2]", "“list.json” isn’t a saved game"),
        "other.json": ("{}", "There’s a mistake in this game record."),
        "changed.json": (json.dumps(changed), "There’s a mistake in this game record."),
    }
    for name, (text, said) in bad.items():
        (tmp_path / name).write_text(text)
        page.get_by_label("Drop a saved game here").set_input_files(tmp_path / name)
        expect(page.get_by_role("alert")).to_contain_text(said)
    good = tmp_path / "game.json"
    good.write_text(json.dumps(played.record))
    page.get_by_label("Drop a saved game here").set_input_files(good)
    expect(page.get_by_role("slider")).to_be_visible()
    expect(page.get_by_text("Turning points:")).to_be_visible(timeout=PATIENCE)
    assert [fault for fault in ana.faults if "409" not in fault] == []

    def drop(text: str, name: str) -> None:
        data = """([text, name]) => {
            const data = new DataTransfer();
            data.items.add(new File([text], name));
            return data;
        }"""
        page.dispatch_event("main", "drop", {"dataTransfer": page.evaluate_handle(data, [text, name])})

    # What is no game and is dropped on one that is open is refused too.
    drop("Dear diary", "notes.txt")
    expect(page.get_by_role("alert")).to_contain_text("“notes.txt” isn’t a saved game")
    # Another one, without proof that it is over: it can be walked through.
    drop(json.dumps({key: value for key, value in played.record.items() if key != "fair"}), "game.json")
    expect(page.get_by_text("The Owl only looks back at files of games")).to_be_visible()
    page.get_by_role("button", name="To the start").click()
    expect(page.get_by_role("heading", name="Before the first tile")).to_be_visible()


def test_on_a_phone_the_board_covers_nothing_that_gets_the_focus(arrive: Arrive, played: Played) -> None:
    ana = arrive((360, 640), session=played.session)
    look_back(ana, played, 8)
    page = ana.page
    board = page.get_by_role("application")
    slider = page.get_by_role("slider")

    def is_clear(one: Locator) -> bool:
        edge, box = board.bounding_box(), one.bounding_box()
        assert edge
        assert box
        return box["y"] >= edge["y"] + edge["height"] - 1

    page.get_by_role("button", name="Picture (PNG)").focus()
    while not slider.evaluate("slider => slider === document.activeElement"):
        assert is_clear(page.locator(":focus")), page.locator(":focus").inner_text()
        page.keyboard.press("Shift+Tab")
    assert is_clear(slider)
    page.evaluate("scrollTo(0, 400)")
    page.get_by_role("button", name="Try it differently").click()
    heading = page.get_by_role("heading", name="Try it differently")
    expect(heading).to_be_focused()
    assert is_clear(heading)


def test_a_name_of_one_long_word_stays_on_a_phone(arrive: Arrive, played: Played, tmp_path: Path) -> None:
    renamed = json.loads(json.dumps(played.record))
    for player in renamed["players"]:
        player.update(name="W" * 24, bot=None)
    game = tmp_path / "game.json"
    game.write_text(json.dumps(renamed))
    ana = arrive((360, 640), touch=True)
    ana.page.goto(f"{ana.base}/replay")
    ana.page.get_by_label("Drop a saved game here").set_input_files(game)
    expect(ana.page.get_by_text("Turning points:")).to_be_visible(timeout=PATIENCE)
    ana.page.get_by_text("Turns", exact=True).click()
    ana.page.evaluate("scrollTo(0, 0)")
    assert nothing_hidden(ana.page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_and_nothing_runs_off(arrive: Arrive, played: Played, language: str) -> None:
    person = arrive((320, 640), locale=language, session=played.session)
    look_back(person, played, 8)
    page = person.page
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.evaluate(AXE)
    for theme in ("wood", "dark") if language == "en" else ("light",):
        page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        found = page.evaluate("axe.run({resultTypes: ['violations']})")
        faults = [
            (fault["id"], [node["html"][:160] for node in fault["nodes"]]) for fault in found["violations"]
        ]
        assert faults == []
    assert person.faults == []


def test_every_size_has_room_for_the_board(arrive: Arrive, played: Played) -> None:
    people = {touch: arrive(touch=touch, session=played.session) for touch in (False, True)}
    for name, (width, height, touch, _) in SIZES.items():
        person = people[touch]
        page = person.page
        page.set_viewport_size({"width": width, "height": height})
        look_back(person, played, 12)
        board = page.get_by_role("application").bounding_box()
        assert board is not None
        assert board["width"] > 0.4 * width
        assert board["height"] > 0.4 * height
        picture(page, f"replay-{name}")
        page.get_by_role("button", name="Try it differently").click()
        expect(page.get_by_role("button", name="Back to the game")).to_be_visible()
        picture(page, f"replay-side-{name}")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
