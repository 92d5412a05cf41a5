"""The server tells a page what fits until that has the kernel: then the page finds it by itself."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page

from .conftest import Arrive
from .people import WITHOUT_KERNEL, Keys, Person

TURNS = 5


def talk_of(page: Page) -> list[dict[str, Any]]:
    """A list that fills up with all that this page and the server say to each other, in order."""
    said: list[dict[str, Any]] = []

    def listen(socket: Any) -> None:
        for way in ("framereceived", "framesent"):
            socket.on(way, lambda payload: said.append(json.loads(payload)))

    page.on("websocket", listen)
    return said


def kinds(said: list[dict[str, Any]]) -> list[str]:
    return [one["type"] for one in said]


def play(person: Person) -> None:
    """Some turns with two tiles where the second fits: what it could do is needed too."""
    keys = Keys(person)
    for _ in range(TURNS):
        assert person.wait_for_turn()
        before = person.version
        keys.press("n", "Enter")
        keys.press("1")
        if person.drawn.places.count():
            keys.press("n", "Enter")
        keys.press("e")
        person.expect_news(before)
    assert person.wait_for_turn()


def test_once_a_turn_has_begun_the_page_finds_by_itself_what_fits(arrive: Arrive) -> None:
    ana = arrive()
    said = talk_of(ana.page)
    ana.sit("Ana", [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}], begins=0, target=240)
    assert ana.wait_for_turn()
    ana.wait_until(lambda: "help" in kinds(said))
    told = len(said)
    play(ana)
    turns = [one for one in said[told:] if one["type"] == "turn"]
    assert len(turns) == TURNS
    assert any(len(turn["placements"]) == 2 for turn in turns)
    assert not {"options", "try", "error"} & set(kinds(said[told:]))
    # On a new line the server does not know yet.
    told = len(said)
    ana.page.reload()
    ana.wait_until(lambda: "help" in kinds(said[told:]))
    assert kinds(said[told:]).count("options") == 1
    assert ana.wait_for_turn()
    assert ana.faults == []


@pytest.mark.parametrize(
    "without",
    [WITHOUT_KERNEL, "WebAssembly.compile = () => Promise.reject(new Error('forbidden'))"],
    ids=["absent", "forbidden"],
)
def test_where_a_page_cannot_the_server_goes_on_telling(arrive: Arrive, without: str) -> None:
    ana = arrive()
    ana.context.add_init_script(without)
    said = talk_of(ana.page)
    ana.sit("Ana", [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}], begins=0, target=240)
    play(ana)
    assert kinds(said).count("options") > TURNS
    assert "try" in kinds(said)
    assert "help" not in kinds(said)
    assert ana.faults == []
