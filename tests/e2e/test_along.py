"""The game taken along: no server, no network, and nothing that was acknowledged is lost."""

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FilePayload, expect

from dalapapa.analysis.account import analyse
from dalapapa.bots import LEVELS
from dalapapa.rules import TileSet, classic
from dalapapa.rules.records.referee import referee
from dalapapa.rules.tile_file import tile_set_toml

from .conftest import Arrive, Device
from .luggage import Luggage, check_alone
from .people import Keys, Person, play_on, words

WORKER_GAME = Path(__file__).with_name("worker_game.js")


def saved_record(ana: Person) -> Any:
    """The record that a person saves at the end."""
    with ana.page.expect_download() as download:
        ana.button("end.record").click()
    return json.loads(Path(download.value.path()).read_text())


def test_a_whole_game_goes_on_after_the_browser_was_closed_in_the_middle_of_a_turn(
    packed: Luggage, device: Device
) -> None:
    with device(packed.profile, packed.port) as ana:
        ana.page.goto(ana.base + packed.path)
        said = ana.called("along.kept" if packed.is_site else "along.away")
        expect(ana.page.get_by_text(said)).to_be_visible(timeout=30_000)
        ana.button("home.friends").click()
        refused = ana.called("along.site_friends" if packed.is_site else "along.friends")
        expect(ana.page.get_by_role("alert")).to_have_text(refused)
        ana.button("home.computer_choose").click()
        ana.page.get_by_text("Owl", exact=True).click()
        ana.page.get_by_role("dialog").get_by_role("button", name=ana.called("setup.start.computer")).click()
        Keys(ana).take_turns(2)
        ana.page.keyboard.press("n")
        ana.page.keyboard.press("Enter")
        version = ana.version
    with device(packed.profile, packed.port) as ana:
        ana.page.goto(ana.base + packed.path)
        ana.page.get_by_role("link", name=ana.called("home.continue")).click()
        assert ana.wait_for_turn()
        assert ana.version == version
        ana.play_to_the_end(Keys(ana).take_turn)
        record = saved_record(ana)
        assert list(referee(record).scores) == record["result"]["scores"]
        expect(ana.page.get_by_text(ana.called("along.fair"))).to_be_visible()
        expect(ana.button("fair.check")).to_have_count(0)
        _look_back(ana, record, packed)
        check_alone(ana, packed)


def _look_back(ana: Person, record: Any, packed: Luggage) -> None:
    """From the end screen: what the worker finds is what is found anywhere; the address names the turn."""
    page, found = ana.page, analyse(record)
    page.get_by_role("link", name=ana.called("replay.open")).click()
    expect(page.get_by_text(ana.called("replay.turning"))).to_be_visible(timeout=120_000)
    assert found.seats is not None
    for seat in found.seats:
        parts = ", ".join(
            f"{word} {points:+d}".replace("-", "−")
            for word, points in (
                ("tiles", seat.tiles),
                ("what the board offered", seat.table),
                ("choices", seat.choices),
            )
        )
        expect(page.get_by_text(parts)).to_be_visible()
    page.get_by_role("slider").fill("5")
    expect(page).to_have_url(re.compile(r"/replay/~[\w-]+\?turn=5$"))
    page.reload()
    expect(page.get_by_role("slider")).to_have_value("5", timeout=60_000)
    page.get_by_role("button", name=ana.called("replay.try")).click()
    # The one worker may be looking back still.
    expect(ana.drawn.places.first).to_be_visible(timeout=60_000)
    ana.page.keyboard.press("n")
    ana.page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=ana.called("act.undo"))).to_be_enabled()
    # A saved game needs no server either.
    page.goto(f"{ana.base}{packed.path}{'#' if packed.is_site else ''}/replay")
    saved = FilePayload(name="game.json", mimeType="application/json", buffer=json.dumps(record).encode())
    page.locator("input[type=file]").set_input_files(saved)
    expect(page.get_by_role("slider")).to_have_value(str(len(record["turns"]) + 2), timeout=60_000)


def test_three_pass_the_device_around_to_the_end_and_a_second_tab_agrees(
    packed: Luggage, device: Device
) -> None:
    with device(packed.profile, packed.port) as ana:
        ana.page.goto(ana.base + packed.path)
        ana.button("home.device").click()
        ana.page.get_by_role("button", name=words("en")["setup.add"]).click()
        ana.page.get_by_role("dialog").get_by_role("button", name=ana.called("setup.start.device")).click()
        for _ in range(3):
            play_on(ana)
        other = ana.tab()
        other.page.goto(ana.page.url)
        other.expect_version(ana.version)
        play_on(ana)
        other.expect_version(ana.version)
        # Whoever plays on in the other tab is seen in this one.
        before = ana.version
        play_on(other)
        ana.expect_version(before + 1)
        check_alone(other, packed)
        other.page.close()
        for _ in range(200):
            if not play_on(ana):
                break
        record = saved_record(ana)
        assert len(record["players"]) == 3
        assert list(referee(record).scores) == record["result"]["scores"]
        check_alone(ana, packed)


def test_a_game_of_the_device_is_brought_to_the_server(arrive: Arrive) -> None:
    (pack,) = (files("dalapapa.server") / "static" / "along").iterdir()
    ana = arrive()
    ana.page.goto(ana.base)
    [played] = ana.page.evaluate(WORKER_GAME.read_text(), [pack.name, [LEVELS[0].id]])
    record = played["record"]
    ana.page.goto(f"{ana.base}/table/~{record['fair']['table']}")
    expect(ana.page.get_by_text(ana.called("along.fair"))).to_be_visible(timeout=30_000)
    ana.button("along.bring").click()
    there = ana.page.get_by_role("link", name=ana.called("along.brought_open"))
    expect(there).to_be_visible()
    table = (there.get_attribute("href") or "").rpartition("/")[2]
    assert ana.context.request.get(f"{ana.base}/api/tables/{table}/record").json() == record
    there.click()
    expect(ana.page.get_by_role("slider")).to_be_visible()
    # In the list it stands for what it is; its end claims no fair bag.
    ana.go_home()
    ana.page.get_by_text(ana.called("home.finished")).click()
    expect(ana.page.get_by_text(ana.called("along.without"))).to_have_count(1)
    ana.open(table)
    expect(ana.page.get_by_text(ana.called("along.fair"))).to_be_visible()
    expect(ana.button("fair.check")).to_have_count(0)
    assert ana.faults == []


def test_every_level_plays_whole_games_in_a_worker(arrive: Arrive) -> None:
    (pack,) = (files("dalapapa.server") / "static" / "along").iterdir()
    ana = arrive()
    ana.page.goto(ana.base)
    box = tile_set_toml(TileSet("Ours", classic().tiles[24:72]))
    levels = [level.id for level in LEVELS]
    played = ana.page.evaluate(WORKER_GAME.read_text(), [pack.name, levels, box])
    assert played[0]["record"]["tile_set"] == "Ours"
    assert [game["level"] for game in played] == [level.id for level in LEVELS]
    for game in played:
        assert list(referee(game["record"]).scores) == game["record"]["result"]["scores"]


def test_nothing_of_it_is_fetched_before_it_is_asked_for(arrive: Arrive) -> None:
    ana = arrive()
    asked: list[str] = []
    ana.page.on("request", lambda request: asked.append(request.url))
    ana.go_home()
    expect(ana.button("along.take")).to_be_visible()
    assert [url for url in asked if "/along/" in url or "sw.js" in url] == []


@pytest.mark.parametrize("missing", ["WebAssembly", "caches", "indexedDB"])
def test_a_browser_that_cannot_keep_it_says_so_and_plays_online(arrive: Arrive, missing: str) -> None:
    ana = arrive()
    ana.page.add_init_script(f"Object.defineProperty(window, '{missing}', {{ value: undefined }})")
    ana.go_home()
    expect(ana.page.get_by_text(ana.called("along.cannot"))).to_be_visible()
    expect(ana.button("along.take")).to_have_count(0)
    ana.button("home.computer").click()
    assert ana.wait_for_turn()


def test_a_disk_without_room_is_said_and_one_may_try_again(arrive: Arrive) -> None:
    ana = arrive()
    ana.go_home()
    ana.page.evaluate("() => { Cache.prototype.put = () => Promise.reject(new Error('no room')) }")
    ana.button("along.take").click()
    expect(ana.page.get_by_role("alert")).to_have_text(ana.called("along.failed"))
    expect(ana.button("along.take")).to_be_visible()
