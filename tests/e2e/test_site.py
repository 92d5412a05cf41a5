"""A folder of files on a plain host, below a path of it: the whole game, with and without a network."""

import re
from pathlib import Path

from playwright.sync_api import expect

from dalapapa.cli.site import write
from dalapapa.lessons import TASKS

from .anyone import MouseHand
from .conftest import Device
from .hosting import hosted, silent
from .people import Keys
from .test_learn import Pointing

# A whole game.
SAVED = Path(__file__).with_name("shared-win.json")


def test_a_site_of_files_plays_below_a_path_and_without_a_network(tmp_path: Path, device: Device) -> None:
    write(tmp_path / "host" / "some" / "games")
    profile = tmp_path / "profile"
    with hosted(tmp_path / "host") as port, device(profile, port, offline=False) as ana:
        asked: list[str] = []
        ana.page.on("request", lambda request: asked.append(request.url))
        home = f"{ana.base}/some/games/"
        ana.page.goto(home)
        expect(ana.button("along.take")).to_be_visible()
        assert [url for url in asked if "/along/" in url or not url.startswith(home)] == []
        ana.button("home.friends").click()
        expect(ana.page.get_by_role("alert")).to_have_text(ana.called("along.site_friends"))
        ana.button("home.computer").click()
        Keys(ana).take_turns(1)
        assert ana.page.url.startswith(f"{home}#/table/~")
        version = ana.version
        ana.page.reload()
        assert ana.wait_for_turn()
        assert ana.version == version
        ana.page.get_by_role("link", name=ana.called("table.home")).first.click()
        ana.button("along.take").click()
        expect(ana.page.get_by_text(ana.called("along.kept"))).to_be_visible(timeout=60_000)
        ana.page.get_by_role("link", name=ana.called("replay.choose")).click()
        expect(ana.page).to_have_url(f"{home}#/replay")
        ana.page.locator("input[type=file]").set_input_files(SAVED)
        expect(ana.page.get_by_role("slider")).to_be_visible(timeout=30_000)
        ana.page.get_by_role("link", name=ana.called("nav.help")).click()
        expect(ana.page).to_have_url(f"{home}#/help")
        assert not [url for url in asked if "/api/" in url]
        assert ana.faults == []
    with silent(port), device(profile, port, offline=False) as ana:
        ana.page.goto(home)
        ana.page.get_by_role("link", name=ana.called("home.continue")).click()
        assert ana.wait_for_turn()
        assert ana.version == version
        Keys(ana).take_turns(1)
        assert ana.version > version
        # Who comes with a link to a lesson, past the home page, plays on from there too.
        ana.page.goto(f"{home}#/learn/9")
        ana.page.reload()
        pupil = Pointing(ana, MouseHand(ana.page))
        pupil.begins(TASKS["end"])
        pupil.play(TASKS["end"].solution)
        pupil.solved(TASKS["end"])
        pupil.onward()
        ana.button("home.computer").click()
        expect(ana.page).to_have_url(re.compile("#/table/~"), timeout=30_000)
        ana.expect_playing()


def test_a_server_named_for_the_site_is_where_friends_meet(tmp_path: Path, device: Device) -> None:
    write(tmp_path / "host", "https://games.example/")
    with hosted(tmp_path / "host") as port, device(tmp_path / "profile", port, offline=False) as ana:
        ana.page.route("https://games.example/", lambda route: route.fulfill(body="the server"))
        ana.page.goto(ana.base)
        ana.button("home.friends").click()
        expect(ana.page.get_by_text("the server")).to_be_visible()


def test_a_policy_that_forbids_webassembly_is_said(tmp_path: Path, device: Device) -> None:
    write(tmp_path / "host")
    policy = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'"
    with (
        hosted(tmp_path / "host", content_security_policy=policy) as port,
        device(tmp_path / "profile", port, offline=False) as ana,
    ):
        ana.page.goto(ana.base)
        ana.button("home.computer").click()
        expect(ana.page.get_by_role("alert")).to_have_text(ana.called("along.forbidden"), timeout=30_000)
        expect(ana.page.get_by_text(ana.called("along.online"))).to_have_count(0)
