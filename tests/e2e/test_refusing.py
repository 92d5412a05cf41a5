"""A device that refuses: no room, no WebAssembly, a window that forgets. It is said, and nothing is lost."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from dalapapa.cli.site import write

from .conftest import Arrive, Device, welcome
from .hosting import hosted
from .line import Line
from .people import Keys, Person, words

# Enough to begin a game and to play a few turns, in bytes; and not even enough to begin.
ROOM, NO_ROOM = 80_000, 1000


@pytest.fixture
def ana(tmp_path: Path, browser: Browser) -> Iterator[Person]:
    """Somebody at a site of files, where every table is on the device."""
    write(tmp_path)
    with hosted(tmp_path) as port:
        ana = welcome(browser, port)
        yield ana
        ana.context.close()


def test_a_disk_that_takes_no_turn_is_said_and_the_turn_is_not_lost(ana: Person) -> None:
    device = ana.context.new_cdp_session(ana.page)
    device.send("Storage.overrideQuotaForOrigin", {"origin": ana.base, "quotaSize": ROOM})
    ana.page.goto(ana.base)
    ana.button("home.device").click()
    ana.page.get_by_role("dialog").get_by_role("button", name=ana.called("setup.start.device")).click()
    refused = ana.page.get_by_text(ana.called("along.full"))
    for number in range(30):
        assert ana.take_the_device()
        before = ana.version
        Keys(ana).take_turn(number)
        expect(ana.button("wait.iAm").or_(refused)).to_be_visible()
        if refused.count():
            break
    # It is not acknowledged, and lies on the board as it was laid.
    expect(ana.page.get_by_role("alert")).to_have_text(ana.called("error.try_again"))
    assert ana.version == before
    expect(ana.drawn.laid).to_have_count(1)
    # With room again the same turn is played, and all of the game is there.
    device.send("Storage.overrideQuotaForOrigin", {"origin": ana.base})
    ana.page.keyboard.press("e")
    ana.expect_news(before)
    expect(refused).to_have_count(0)
    after = ana.version
    ana.page.reload()
    ana.expect_version(after)
    assert ana.faults == []


def test_a_disk_that_is_full_from_the_start_is_said(ana: Person) -> None:
    device = ana.context.new_cdp_session(ana.page)
    device.send("Storage.overrideQuotaForOrigin", {"origin": ana.base, "quotaSize": NO_ROOM})
    ana.page.goto(ana.base)
    ana.button("home.computer").click()
    expect(ana.page.get_by_role("alert")).to_have_text(ana.called("along.full"), timeout=60_000)
    # With room again one plays.
    device.send("Storage.overrideQuotaForOrigin", {"origin": ana.base})
    ana.button("home.computer").click()
    assert ana.wait_for_turn()
    assert ana.faults == []


def test_data_that_is_cleared_in_the_middle_of_a_game_is_not_called_a_full_disk(ana: Person) -> None:
    ana.page.goto(ana.base)
    ana.button("home.computer").click()
    assert ana.wait_for_turn()
    device = ana.context.new_cdp_session(ana.page)
    device.send("Storage.clearDataForOrigin", {"origin": ana.base, "storageTypes": "indexeddb"})
    gone = ana.page.get_by_role("heading", name=ana.called("lost.here_title"))
    expect(gone).to_be_visible(timeout=60_000)
    expect(ana.page.get_by_text(ana.called("along.full"))).to_have_count(0)
    # A new game is as good as ever.
    ana.page.get_by_role("link", name=ana.called("lost.button")).click()
    ana.button("home.computer").click()
    assert ana.wait_for_turn()
    assert ana.faults == []


def take_in_vain(ana: Person, said: str) -> None:
    """It cannot be taken along, for a reason that is said; online one plays."""
    ana.go_home()
    ana.button("along.take").click()
    alert = ana.page.get_by_role("alert")
    expect(alert).to_have_text(ana.called(said), timeout=60_000)
    expect(alert).to_contain_text(words("en")["along.online"])
    expect(ana.button("along.take")).to_be_visible()
    ana.button("home.computer").click()
    assert ana.wait_for_turn()
    assert "/table/~" not in ana.page.url
    assert ana.faults == []


def test_a_server_whose_policy_forbids_webassembly_is_played_at(arrive: Arrive, port: int) -> None:
    line = Line(port, left_out=b"'wasm-unsafe-eval'")
    take_in_vain(arrive(at=line.port), "along.forbidden")
    line.close()


def test_a_browser_whose_storage_does_not_open_plays_at_the_server(
    tmp_path: Path, device: Device, port: int
) -> None:
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default" / "IndexedDB").write_text("no folder")
    with device(tmp_path, port, offline=False) as ana:
        take_in_vain(ana, "along.denied")


def test_a_browser_that_keeps_no_cookies_is_told_what_to_allow(
    tmp_path: Path, device: Device, port: int
) -> None:
    (tmp_path / "Default").mkdir()
    blocked = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(blocked))
    with device(tmp_path, port, offline=False) as ana:
        ana.go_home()
        ana.button("home.computer").click()
        expect(ana.page.get_by_role("alert")).to_have_text(ana.called("net.cookies"))


def test_a_private_window_says_that_it_forgets(arrive: Arrive) -> None:
    ana = arrive()
    ana.go_home()
    ana.button("along.take").click()
    expect(ana.page.get_by_text(ana.called("along.kept"))).to_be_visible(timeout=60_000)
    expect(ana.page.get_by_text(ana.called("along.perhaps"))).to_be_visible()
    ana.button("home.computer").click()
    assert ana.wait_for_turn()
    assert ana.faults == []
