"""An old page and a new server: it is said, nothing is lost, and nothing happens in the middle of a game."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from .conftest import Arrive
from .line import Line
from .people import Keys


@pytest.fixture
def line(port: int) -> Iterator[Line]:
    """A line to the server that can be cut."""
    line = Line(port)
    yield line
    line.close()


def test_a_server_that_comes_back_newer_is_said_and_taken_over_between_games(
    arrive: Arrive, line: Line
) -> None:
    ana = arrive(at=line.port)
    table = ana.sit("Ana", [{"kind": "person"}, {"kind": "bot", "bot": "random"}], nonce="e" * 32)
    keys = Keys(ana)
    keys.take_turns(1)
    ana.page.evaluate("globalThis.loaded = 'long ago'")
    ana.page.route("**/version.json", lambda route: route.fulfill(json={"version": "newer"}))
    line.cut()
    expect(ana.page.get_by_text(ana.called("net.lost"))).to_be_visible()
    keys.press("n", "Enter", "e")  # a turn that is on its way while the server is replaced
    before = ana.version
    line.mend()
    ana.expect_news(before)
    expect(ana.page.get_by_text(ana.called("fresh.later"))).to_be_visible()
    # The game goes on in the old page, and the menu offers the new one.
    keys.take_turns(1)
    assert ana.page.evaluate("globalThis.loaded") == "long ago"
    version = ana.version
    ana.page.get_by_role("button", name=ana.called("menu.title")).click()
    expect(ana.button("fresh.line")).to_be_visible()
    ana.page.keyboard.press("Escape")
    # On the way home it is loaded; the game is where it was.
    ana.page.get_by_role("link", name=ana.called("table.home")).first.click()
    ana.page.wait_for_function("() => globalThis.loaded === undefined")
    ana.open(table)
    assert ana.wait_for_turn()
    assert ana.version == version
    assert ana.faults == []


def test_a_program_part_that_the_new_server_has_not_is_asked_for_anew(arrive: Arrive) -> None:
    ana = arrive()
    ana.go_home()
    ana.page.route("**/assets/Help*.js", lambda route: route.fulfill(status=404))
    ana.page.get_by_role("link", name=ana.called("nav.help")).click()
    expect(ana.button("net.again")).to_be_visible()
    ana.page.unroute("**/assets/Help*.js")
    ana.button("net.again").click()
    expect(ana.page.get_by_role("heading", level=1)).to_be_visible()
