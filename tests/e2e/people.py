"""People at their browsers: they look at the screen and use mouse, fingers or keys, nothing else."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from dalapapa.rules import Placement
from dalapapa.rules.records.referee import referee

# A cell that fits and lies clear of all panels: where a person would click.
_CLEAR_CELLS = """() => [...document.querySelectorAll('.legal rect')].flatMap((rect) => {
    const box = rect.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const hit = document.elementFromPoint(x, y);
    return hit && hit.closest('.field') ? [[x, y]] : [];
})"""


@dataclass
class Person:
    """One browser window."""

    context: BrowserContext
    page: Page
    base: str
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Nothing may go wrong behind the scenes either."""
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._hear)

    def _hear(self, message: Any) -> None:
        # A lost line is reported by the browser itself, whatever a page does about it.
        expected = ("ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "WebSocket connection to", "status of 401")
        if message.type == "error" and not any(words in message.text for words in expected):
            self.faults.append(message.text)

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """What a form of the page would send."""
        answer = self.context.request.post(self.base + path, data=body, headers={"Origin": self.base})
        assert answer.ok, answer.text()
        return answer.json()

    def sit(self, name: str, seats: list[dict[str, Any]], **wish: Any) -> str:
        """Make a table and open it; gives its id."""
        self.post("/api/session", {"name": name})
        table: str = self.post("/api/tables", {"seats": seats, **wish})["id"]
        self.open(table)
        return table

    def open(self, table: str) -> None:
        """Go to a table."""
        self.page.goto(f"{self.base}/table/{table}")

    @property
    def version(self) -> int:
        """The version of the game on the screen."""
        return int(self.page.locator("main").get_attribute("data-version") or -1)

    def wait_for_turn(self) -> bool:
        """Until it is this person's turn; False when the game is over instead."""
        ready = self.page.locator('main[data-turn="mine"]:has(.legal rect), main[data-phase="finished"]')
        expect(ready).to_be_visible(timeout=20_000)
        return self.page.locator("main").get_attribute("data-phase") != "finished"

    def clear_cells(self) -> list[tuple[float, float]]:
        """Where the tile taken can be laid, on screen; the whole board is shown if none is in sight."""
        for _ in range(3):
            cells = [(x, y) for x, y in self.page.evaluate(_CLEAR_CELLS)]
            if cells:
                return cells
            self.page.get_by_role("button", name="show the whole board").click()
            self.page.wait_for_timeout(100)
        raise AssertionError("no legal cell can be seen")

    def take_a_tile_that_fits(self, use: Callable[[Any], None]) -> None:
        """The tile in hand is already taken at the beginning of a turn, unless it fits nowhere."""
        if self.page.locator(".legal rect").count() == 0:
            for face in self.page.locator(".hand button:enabled").all():
                use(face)
                if self.page.locator(".legal rect").count():
                    return

    def play_to_the_end(self, take_turn: Callable[[int], None]) -> int:
        """Whole turns, until the game is over; gives how many there were."""
        turns = 0
        while self.wait_for_turn():
            before = self.version
            take_turn(turns)
            turns += 1
            expect(self.page.locator(f'main:not([data-version="{before}"])')).to_be_visible(timeout=10_000)
            assert turns < 150
        return turns

    def check_finished(self, table: str) -> None:
        """The end is shown, and what was played is a game by the rules with the scores on the screen."""
        answer = self.context.request.get(f"{self.base}/api/tables/{table}/record")
        assert answer.ok, answer.text()
        record = answer.json()
        last = referee(record)
        assert list(last.scores) == record["result"]["scores"]
        shown = {
            int(re.sub(r"\D", "", text) or 0) for text in self.page.locator(".scores b").all_inner_texts()
        }
        assert shown == {abs(score) for score in last.scores}
        expect(self.page.locator(".sheet.end")).to_be_visible()
        assert self.faults == []


class Mouse:
    """Plays with a mouse."""

    def __init__(self, person: Person) -> None:
        self.person, self.page = person, person.page

    def take_turn(self, number: int) -> None:
        """Point, turn with the right button, click to pin, click to lay; now and then the second tile too."""
        if number % 3 == 1:
            self.page.locator(".hand button:enabled").nth(number % 2).click()
        self.person.take_a_tile_that_fits(lambda face: face.click())
        self._lay(number)
        second = self.page.get_by_role("button", name="Second tile: −4")
        if number % 4 == 2 and second.is_visible():
            second.click()
            if self.page.locator(".legal rect").count():
                self._lay(number)
                self.page.get_by_role("button", name="Take back").click()
                self.page.keyboard.press("Escape")
        self.page.get_by_role("button", name=re.compile("^End turn")).click()

    def _lay(self, number: int) -> None:
        cells = self.person.clear_cells()
        x, y = cells[number * 7 % len(cells)]
        self.page.mouse.move(x + 1, y)
        self.page.mouse.move(x, y)
        expect(self.page.locator("g.floating")).to_be_visible()
        if number % 2:
            self.page.mouse.click(x, y, button="right")
        self.page.mouse.click(x, y)
        expect(self.page.locator("g.pinned")).to_be_visible()
        self.page.mouse.click(x, y)
        expect(self.page.locator("g.laid")).not_to_have_count(0)


class Fingers:
    """Plays by touch."""

    def __init__(self, person: Person) -> None:
        self.person, self.page = person, person.page

    def take_turn(self, number: int) -> None:
        """Tap a tile, tap a cell, then the buttons around the ghost."""
        if number % 3 == 1:
            self.page.locator(".hand button:enabled").nth(number % 2).tap()
        self.person.take_a_tile_that_fits(lambda face: face.tap())
        cells = self.person.clear_cells()
        self.page.touchscreen.tap(*cells[number * 5 % len(cells)])
        expect(self.page.locator("g.pinned")).to_be_visible()
        for button in ("Turn right", "Flip", "Turn left")[: number % 4]:
            self.page.get_by_role("button", name=button).tap()
        self.page.locator("button.play").tap()
        self.page.get_by_role("button", name=re.compile("^End turn")).tap()


class Keys:
    """Plays with the keyboard alone, and listens to what the live region says."""

    def __init__(self, person: Person) -> None:
        self.person, self.page = person, person.page
        self.heard: list[str] = []

    def press(self, *keys: str) -> None:
        """One key after the other."""
        for key in keys:
            self.page.keyboard.press(key)
            self.heard.append(self.page.locator("[data-said]").inner_text().strip())

    def take_turns(self, count: int) -> None:
        """Some turns, until it is this person's turn again; then the whole board is shown."""
        for number in range(count):
            assert self.person.wait_for_turn()
            before = self.person.version
            self.take_turn(number)
            expect(self.page.locator(f'main:not([data-version="{before}"])')).to_be_visible()
        assert self.person.wait_for_turn()
        self.press("0")

    def lay(self, placement: Placement) -> None:
        """Take that tile and walk through the places where it fits to this one."""
        self.page.get_by_role("button", name=f"Tile {placement.tile}, front", exact=True).press("Enter")
        place = re.compile(
            rf"^Tile {placement.tile}, {('front', 'back')[placement.face]}, "
            rf"{('as in hand', 'turned right', 'upside down', 'turned left')[placement.rotation]}, "
            rf"column {_minus(placement.x)}, row {_minus(placement.y)}\b"
        )
        for _ in range(300):
            self.press("n")
            if place.match(self.heard[-1]):
                self.press("Enter")
                return
        raise AssertionError(f"{placement} is not offered")

    def take_turn(self, number: int) -> None:
        """Take a tile, walk to a place, turn, lay, take back, lay again, end."""
        self.press("12"[number % 2])
        if self.page.locator(".legal rect").count() == 0:
            self.press("12"[(number + 1) % 2])
        self.press(*"n" * (1 + number % 4), *("r", "p", "F")[: number % 4])
        self.press("Enter")
        if number % 3 == 2:
            self.press("Control+z", "n", "Enter")
        self.press("e")


class Keen(Keys):
    """Plays with the keyboard for points: the best of some places at both ends of the board."""

    def __init__(self, person: Person) -> None:
        super().__init__(person)
        self._frames = frames_of(person.page)

    def take_turn(self, number: int) -> None:
        """Take the tile, walk on or back to the place, lay it, end the turn."""
        offers = self._offers()
        tile, key, steps = max(offers, key=lambda way: offers[way])
        self.page.get_by_role("button", name=f"Tile {tile}, front", exact=True).press("Enter")
        self.press(*key * steps, "Enter", "e")

    def _offers(self) -> dict[tuple[int, str, int], int]:
        """The points of each way of so many N or P with a tile."""
        offers: dict[tuple[int, str, int], int] = {}
        options = self._options()
        for tile in {option["place"]["tile"] for option in options}:
            places = [option for option in options if option["place"]["tile"] == tile]
            places.sort(key=lambda option: [option["place"][part] for part in ("y", "x", "face", "rotation")])
            for key, row in (("n", places), ("p", places[::-1])):
                for steps, option in enumerate(row[:10], 1):
                    offers[tile, key, steps] = (option["receipt"] or {}).get("points", 0)
        return offers

    def _options(self) -> list[dict[str, Any]]:
        """What the server has said can be laid now."""
        for _ in range(200):
            for frame in reversed(self._frames):
                if frame["type"] == "options" and frame["version"] == self.person.version:
                    options: list[dict[str, Any]] = frame["options"]
                    return options
            self.page.wait_for_timeout(25)
        raise AssertionError("the server has sent no options")


def _minus(number: int) -> str:
    """As a page writes it."""
    return str(number).replace("-", "−")


def frames_of(page: Page) -> list[dict[str, Any]]:
    """A list that fills up with every message the server sends to this page over its websocket."""
    frames: list[dict[str, Any]] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda payload: frames.append(json.loads(payload))),
    )
    return frames
