"""What the end of a game offers: to save it, to check that it was fair, to look again, to play again."""

import json
import re
from pathlib import Path

from playwright.sync_api import expect

from dalapapa.rules.records.referee import referee
from dalapapa.service.tables import fairness

from .conftest import Arrive
from .people import Person

WINS = re.compile(r"wins!$|^You won!$|share the win$")


def let_bots_finish(person: Person) -> str:
    """A game in which the person gives up at once, at its end; gives the table's id."""
    page = person.page
    person.go_home()
    page.get_by_role("button", name="Play now").click()
    person.expect_playing()
    table = page.url.split("/")[-1]
    person.post(f"/api/tables/{table}/resign", {})
    expect(person.final_scores).to_be_visible(timeout=60_000)
    return table


def test_the_end_can_be_checked_saved_looked_at_and_played_again(arrive: Arrive, tmp_path: Path) -> None:
    ana = arrive()
    table = let_bots_finish(ana)
    page = ana.page
    heading = page.get_by_role("heading", name=WINS)
    expect(heading).to_be_focused()
    expect(ana.said).to_contain_text(heading.inner_text())
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the game").click()
    saved.value.save_as(tmp_path / "game.json")
    record = json.loads((tmp_path / "game.json").read_text())
    fairness.check(record)
    assert list(referee(record).scores) == record["result"]["scores"]
    expect(ana.final_scores.get_by_role("listitem")).to_contain_text(
        [f"{score} points" for score in sorted(record["result"]["scores"], reverse=True)]
    )
    expect(page.get_by_role("img", name="Scores turn by turn")).to_be_visible()

    page.get_by_role("button", name="Was it fair?").click()
    expect(page.get_by_text("Yes, it was fair. Checked by this browser:")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="✓")).to_have_count(5)
    expect(
        page.get_by_role("listitem").filter(has_text="This browser helped to mix the tiles.")
    ).to_be_visible()

    page.get_by_role("button", name="Best turn").first.click()
    expect(ana.final_scores).to_have_count(0)
    page.get_by_role("button", name="Show the result").click()
    page.get_by_role("button", name="Play again").click()
    expect(page).not_to_have_url(f"{ana.base}/table/{table}")
    ana.expect_playing()
    assert ana.faults == []


def test_a_bag_that_was_tampered_with_is_told(arrive: Arrive) -> None:
    ana = arrive()
    table = let_bots_finish(ana)
    record = ana.context.request.get(f"{ana.base}/api/tables/{table}/record").json()
    record["bag"][-1], record["bag"][-2] = record["bag"][-2], record["bag"][-1]
    ana.page.route("**/record", lambda route: route.fulfill(json=record))
    ana.page.get_by_role("button", name="Was it fair?").click()
    expect(ana.page.get_by_text("No: something doesn’t add up.")).to_be_visible()
    wrong = ana.page.get_by_role("listitem").filter(has_text="✗")
    expect(wrong).to_contain_text("the tiles come out in another order")
