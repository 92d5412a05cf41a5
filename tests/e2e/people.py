"""People at their browsers: they look at the screen and use mouse, fingers or keys, nothing else."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Locator, Page, expect

from dalapapa.rules import Placement
from dalapapa.rules.records.referee import referee

from .drawn import Drawn

MESSAGES = Path(__file__).parents[2] / "web" / "messages"
LANGUAGES = ("fr", "en", "it", "es", "nl", "de")

# Of every dashed place: its middle, its width, and whether a press there would reach the board.
PLACES = """places => places.map((place) => {
    const box = place.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const free = !!document.elementFromPoint(x, y)?.closest('[role=application]');
    return [x, y, box.width, free];
})"""


# What a browser draws by lot (its nonces), from a number: the generator of Lehmer. Every page draws others: a
# window keeps its name when it goes to another.
DRAWN = """(() => {
    if (window === top) window.name = Number(window.name) + 1;
    let drawn = (%d + 7919 * Number(window.name)) %% 2147483646 + 1;
    const draw = () => (drawn = (drawn * 48271) %% 2147483647);
    Math.random = () => draw() / 2147483647;
    crypto.getRandomValues = (numbers) => numbers.map((_, at) => (numbers[at] = draw() >> 8));
})()"""

# Who runs this first has a page that cannot find placements by itself: the server tells them.
WITHOUT_KERNEL = "delete window.WebAssembly"


@cache
def words(language: str) -> dict[str, Any]:
    """All messages of a language, those of the rooms too."""
    files = sorted(MESSAGES.rglob(f"{language}.json"))
    return {key: text for file in files for key, text in json.loads(file.read_text()).items()}


@dataclass
class Person:
    """One browser window."""

    context: BrowserContext
    page: Page
    base: str
    language: str = "en"
    faults: list[str] = field(default_factory=list)
    # What was asked for and not reached, by its path.
    unreached: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Nothing may go wrong behind the scenes either."""
        self.drawn = Drawn(self.page)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._hear)

    def _hear(self, message: Any) -> None:
        # A lost line is reported by the browser itself, whatever a page does about it.
        expected = (
            "ERR_CONNECTION",
            "ERR_EMPTY_RESPONSE",
            "ERR_INTERNET_DISCONNECTED",
            "WebSocket connection to",
            "status of 401",
        )
        if "net::" in message.text:
            self.unreached.add(urlsplit(message.location["url"]).path)
        if message.type == "error" and not any(words in message.text for words in expected):
            self.faults.append(message.text)

    def tab(self) -> "Person":
        """Another tab of the same browser; what it draws by lot is its own."""
        page = self.context.new_page()
        page.add_init_script(DRAWN % len(self.context.pages))
        return Person(self.context, page, self.base, self.language)

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

    def go_home(self) -> None:
        """Go to the home page, and wait until the animal that plays is there."""
        self.page.goto(self.base)
        said = words(self.language)
        nobody_yet = said["home.computer_line"].replace("{name}", said["level.name.disc"])
        door = self.button("home.computer")
        expect(door).to_be_visible()
        expect(door).not_to_contain_text(nobody_yet)

    def called(self, key: str) -> re.Pattern[str]:
        """How a thing is called in this person's language, whatever its numbers and names."""
        text: str | dict[str, str] = words(self.language)[key]
        forms = [text] if isinstance(text, str) else text.values()
        pattern = "|".join("^" + re.sub(r"\\{\w+\\}", ".*", re.escape(form)) for form in forms)
        return re.compile(pattern.replace("\u00a0", r"\s"))

    def button(self, key: str) -> Locator:
        """The buttons called so."""
        return self.page.get_by_role("button", name=self.called(key))

    @property
    def hand(self) -> Locator:
        """Both faces of every tile in hand."""
        return self.page.get_by_role("list", name=self.called("hand.title")).get_by_role("button")

    @property
    def faces(self) -> Locator:
        """The faces in hand that can be taken."""
        return self.page.get_by_role("list", name=self.called("hand.title")).get_by_role(
            "button", disabled=False
        )

    @property
    def taken(self) -> Locator:
        """The face that is taken up."""
        return self.page.get_by_role("list", name=self.called("hand.title")).get_by_role(
            "button", pressed=True
        )

    @property
    def points(self) -> Locator:
        """The +5 beside the ghost."""
        return self.page.get_by_role("status").get_by_text(re.compile(r"^[+−]\d+$"))

    @property
    def seats(self) -> Locator:
        """Who plays, each with the score; there as soon as a game has begun."""
        return self.page.get_by_role("list", name=self.called("table.scores")).get_by_role("listitem")

    @property
    def turns(self) -> Locator:
        """The turns in the log, the latest first."""
        return self.page.get_by_role("list", name=self.called("log.title")).get_by_role("button")

    @property
    def final_scores(self) -> Locator:
        """The places, at the end."""
        return self.page.get_by_role("list", name=self.called("end.scores"))

    @property
    def said(self) -> Locator:
        """What a screen reader has just read out."""
        return self.page.locator("main [data-said] > :last-child")

    @property
    def version(self) -> int:
        """The version of the game on the screen."""
        return int(self.page.get_by_role("main").get_attribute("data-version") or -1)

    def wait_until(self, happens: Callable[[], bool]) -> None:
        """Look at the screen until it does."""
        for _ in range(800):
            if happens():
                return
            self.page.wait_for_timeout(25)
        raise AssertionError("it did not happen")

    def expect_playing(self) -> None:
        """The game has begun."""
        expect(self.seats.first).to_be_visible()

    def expect_version(self, version: int, timeout: float = 20_000) -> None:
        """The screen shows the game at this version."""
        self.drawn.wait_for(f'main[data-version="{version}"]')
        expect(self.page.locator(f'main[data-version="{version}"]')).to_be_visible(timeout=timeout)

    def expect_news(self, before: int) -> None:
        """The game has gone on since this version."""
        news = f'main[data-version]:not([data-version="{before}"])'
        self.drawn.wait_for(news)
        expect(self.page.locator(news)).to_be_visible()

    @property
    def to_move(self) -> bool:
        """It is this person's turn, and shown where the tile fits."""
        mine = self.page.locator('main[data-turn="mine"]')
        return mine.count() > 0 and self.drawn.places.count() > 0

    def wait_for_turn(self) -> bool:
        """Until it is this person's turn; False when the game is over instead."""
        self.drawn.wait_for_places()
        places = self.page.locator('main[data-turn="mine"]').filter(has=self.drawn.places)
        expect(places.or_(self.final_scores)).to_be_visible(timeout=20_000)
        return self.final_scores.count() == 0

    def take_the_device(self) -> bool:
        """Whoever is next at a device that is passed around takes it; False when the game is over instead."""
        curtain = self.button("wait.iAm")
        places = self.page.locator('main[data-turn="mine"]').filter(has=self.drawn.places)
        expect(curtain.or_(places).or_(self.final_scores).first).to_be_visible(timeout=20_000)
        if curtain.count():
            curtain.click()
        return self.wait_for_turn()

    def places(self) -> list[tuple[float, float]]:
        """Where the tile taken can be laid, on a board that nobody has moved: each can be pressed."""
        found = self.drawn.places.evaluate_all(PLACES)
        hidden = [(x, y) for x, y, _, free in found if not free]
        assert found, "the tile taken fits nowhere"
        assert not hidden, f"places that cannot be pressed: {hidden}"
        return [(x, y) for x, y, _, _ in found]

    def take_a_tile_that_fits(self, use: Callable[[Locator], None]) -> None:
        """The tile in hand is already taken at the beginning of a turn, unless it fits nowhere."""
        if self.drawn.places.count() == 0:
            for face in self.faces.all():
                use(face)
                if self.drawn.places.count():
                    return

    def play_to_the_end(self, take_turn: Callable[[int], None]) -> int:
        """Whole turns, until the game is over; gives how many there were."""
        turns = 0
        while self.wait_for_turn():
            before = self.version
            take_turn(turns)
            turns += 1
            self.expect_news(before)
            assert turns < 150
        return turns

    def check_finished(self, table: str) -> None:
        """The end is shown, and what was played is a game by the rules with the scores on the screen."""
        answer = self.context.request.get(f"{self.base}/api/tables/{table}/record")
        assert answer.ok, answer.text()
        record = answer.json()
        last = referee(record)
        assert list(last.scores) == record["result"]["scores"]
        # Each seat says its score and the target, as in −2/60; the record begins with whoever began.
        shown = re.findall(r"(−?\d+)/\d+", " ".join(self.seats.all_text_contents()))
        assert sorted(shown) == sorted(_minus(score) for score in last.scores)
        expect(self.final_scores).to_be_visible()
        assert self.faults == []


class Keys:
    """Plays with the keyboard alone, and listens to what the live region says."""

    def __init__(self, person: Person) -> None:
        self.person, self.page = person, person.page
        self.heard: list[str] = []

    def press(self, *keys: str) -> None:
        """One key after the other."""
        for key in keys:
            self.page.keyboard.press(key)
            self.heard.append(self.person.said.inner_text().strip())

    def take_turns(self, count: int) -> None:
        """Some turns, until it is this person's turn again; then the whole board is shown."""
        for number in range(count):
            assert self.person.wait_for_turn()
            before = self.person.version
            self.take_turn(number)
            self.person.expect_news(before)
        assert self.person.wait_for_turn()
        self.press("0")

    def lay(self, placement: Placement) -> None:
        """Take that tile and walk through the places where it fits to this one."""
        self.page.get_by_role("button", name=f"Tile {placement.tile}, front", exact=True).press("Enter")
        place = re.compile(
            rf"^Tile {placement.tile}, {('front', 'back')[placement.face]}, "
            rf"{('as in hand', 'turned right', 'turned halfway round', 'turned left')[placement.rotation]}, "
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
        if self.person.drawn.places.count() == 0:
            self.press("12"[(number + 1) % 2])
        self.press(*"n" * (1 + number % 4), *("r", "p", "F")[: number % 4])
        self.press("Enter")
        if number % 3 == 2:
            self.press("Control+z", "n", "Enter")
        self.press("e")


class Keen(Keys):
    """Plays with the keyboard for points: hears where each tile scores most and lays the better one."""

    def take_turn(self, number: int) -> None:
        """Ask for the best place of each tile, go to the better one, lay it, end the turn."""
        best: dict[str, int] = {}
        for tile in "12"[: self.person.hand.count() // 2]:
            self.press("Escape", tile, "b")
            if points := re.match(r"The best places for tile \d+: (\d+) point", self.heard[-1]):
                best[tile] = int(points[1])
        if best:
            self.press("Escape", max(best, key=lambda tile: best[tile]), "b", "b")
        else:  # the first round scores nothing
            self.press("n")
        self.press("Enter", "e")


def play_on(person: Person) -> bool:
    """Whoever is next takes the device, shows the hand and plays; False when the game is over instead."""
    if not person.take_the_device():
        return False
    before = person.version
    Keen(person).take_turn(0)
    person.expect_news(before)
    return True


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
