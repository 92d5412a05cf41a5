"""What the end of a game offers: to save it, to check that it was fair, to look again, to play again."""

import json
import re
from pathlib import Path

from playwright.sync_api import expect

from dalapapa.rules.records.referee import referee
from dalapapa.service.tables import fairness

from .conftest import Arrive
from .people import Keys, Person
from .test_screens import look_over

LONG = "Maximiliana-Wilhelmine W"
WINS = re.compile(r"wins!$|^You won!$|share the win$")


def play_a_game(person: Person) -> str:
    """A whole game against the computer; gives the table's id."""
    page = person.page
    person.go_home()
    page.get_by_role("button", name="Play now").click()
    person.expect_playing()
    table = page.url.split("/")[-1]
    person.play_to_the_end(Keys(person).take_turn)
    return table


# Six games against the Hedgehog that were lost, as a player who takes any place loses the seventh.
TOO_HARD = [{"table": f"old {number}", "at": number, "duels": [["hedgehog", 0]]} for number in range(6)]


def test_the_end_can_be_checked_saved_looked_at_and_played_again(arrive: Arrive, tmp_path: Path) -> None:
    ana = arrive()
    ana.go_home()
    ana.page.evaluate(
        """games => {
            localStorage.setItem('dalapapa.partners', games);
            localStorage.setItem('dalapapa.choices', '{"level": "hedgehog"}');
        }""",
        json.dumps(TOO_HARD),
    )
    table = play_a_game(ana)
    page = ana.page
    heading = page.get_by_role("heading", name=WINS)
    expect(heading).to_be_focused()
    expect(ana.said).to_contain_text(heading.inner_text())
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download this game").click()
    saved.value.save_as(tmp_path / "game.json")
    record = json.loads((tmp_path / "game.json").read_text())
    fairness.check(record)
    assert list(referee(record).scores) == record["result"]["scores"]
    expect(ana.final_scores.get_by_role("listitem")).to_contain_text(
        [f"{score} points" for score in sorted(record["result"]["scores"], reverse=True)]
    )
    expect(page.get_by_role("img", name="Scores turn by turn")).to_be_visible()

    look_over(ana, "end")
    page.get_by_role("button", name="Was it fair?").click()
    expect(page.get_by_text("Yes, it was fair. Checked by this browser:")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="✓")).to_have_count(5)
    expect(
        page.get_by_role("listitem").filter(has_text="This browser helped to mix the tiles.")
    ).to_be_visible()

    told_of_a_bag_that_was_tampered_with(ana.tab(), table)
    page.get_by_role("button", name="Best turn").first.click()
    expect(ana.final_scores).to_have_count(0)
    page.get_by_role("button", name="Show the result").click()
    page.get_by_role("button", name="Play again").click()
    expect(page).not_to_have_url(f"{ana.base}/table/{table}")
    ana.expect_playing()
    send_somebody_gentler(ana, table)
    assert ana.faults == []


def send_somebody_gentler(ana: Person, table: str) -> None:
    """The end says who would be just right, and one click begins; the home page keeps who was beaten."""
    page = ana.page
    ana.open(table)
    expect(page.get_by_text("Hedgehog was too strong this time.")).to_be_visible()
    offer = page.get_by_role("button", name="New game: ")
    animal = offer.inner_text().removeprefix("New game: ").strip()
    assert animal in ("Duckling", "Mouse", "Frog")
    offer.click()
    ana.expect_playing()
    expect(ana.seats.filter(has_text=animal)).to_be_visible()
    ana.go_home()
    expect(page.get_by_text(f"{animal} is waiting for you.")).to_be_visible()
    met = page.get_by_role("listitem").filter(has_text="Hedgehog").filter(has_text=" of 7")
    expect(met).to_have_text(re.compile(r"Hedgehog\s*Won 0 of 7"))


def told_of_a_bag_that_was_tampered_with(other: Person, table: str) -> None:
    """Another tab gets a record with two tiles exchanged."""
    record = other.context.request.get(f"{other.base}/api/tables/{table}/record").json()
    record["bag"][-1], record["bag"][-2] = record["bag"][-2], record["bag"][-1]
    other.page.route("**/record", lambda route: route.fulfill(json=record))
    other.open(table)
    other.page.get_by_role("button", name="Was it fair?").click()
    expect(other.page.get_by_text("No: something doesn’t add up.")).to_be_visible()
    wrong = other.page.get_by_role("listitem").filter(has_text="✗")
    expect(wrong).to_contain_text("the tiles come out in a different order")
    other.page.close()


# Every text of the chart and its names, and whether it lies in the window and in the sheet.
_CUT = """figure => [...figure.querySelectorAll('text, figcaption span')].filter((one) => {
    const [a, b] = [one.getBoundingClientRect(), figure.getBoundingClientRect()];
    return a.left < b.left - 1 || a.right > b.right + 1;
}).map((one) => one.textContent)"""


def test_the_chart_of_four_with_long_names_is_whole(arrive: Arrive) -> None:
    ana = arrive((390, 700))
    page = ana.page
    bots = [{"kind": "bot", "bot": bot} for bot in ("greedy", "duckling", "random")]
    table = ana.sit(LONG, [{"kind": "person"}, *bots], nonce="6" * 32)
    ana.expect_playing()
    ana.play_to_the_end(Keys(ana).take_turn)
    figure = page.get_by_role("figure").filter(has=page.get_by_role("img", name="Scores turn by turn"))
    for width in (390, 360):
        page.set_viewport_size({"width": width, "height": 700})
        assert figure.evaluate(_CUT) == []
        expect(figure.get_by_text(LONG)).to_be_visible()
    # Where there is room, the points of all stand below one another, and so do the buttons.
    page.set_viewport_size({"width": 1366, "height": 768})
    buttons = ana.final_scores.get_by_role("button").all()
    assert len({button.bounding_box()["x"] for button in buttons}) == 1  # type: ignore[index]
    page.set_viewport_size({"width": 390, "height": 700})
    # One clear first thing to do, before all the others.
    first = page.get_by_role("button", name="Play again")
    assert page.locator("main .sheet .button.main").all_text_contents() == [first.text_content()]
    assert first.bounding_box()["y"] < figure.bounding_box()["y"]  # type: ignore[index]
    ana.check_finished(table)
