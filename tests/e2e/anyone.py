"""Anyone: takes any place with equal chance, on any screen, and is now and then as clumsy as people are."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Protocol

from playwright.sync_api import CDPSession, Locator, Page, expect

from .drawn import pictures
from .people import PLACES, Person, words
from .seen import nothing_hidden

# Smaller places than this are looked at from nearer before they are pressed.
SMALL = 22

# The point of the board that is farthest from everything that lies over it.
_OPEN_GROUND = """() => {
    const [columns, rows] = [24, 24];
    const at = (i, j) => [(innerWidth * (i + 0.5)) / columns, (innerHeight * (j + 0.5)) / rows];
    const shut = [];
    const free = [];
    for (let i = -1; i <= columns; i++)
        for (let j = -1; j <= rows; j++) {
            const hit = document.elementFromPoint(...at(i, j));
            (hit?.closest('[role=application]') ? free : shut).push(at(i, j));
        }
    const room = ([x, y]) => Math.min(...shut.map(([a, b]) => Math.hypot(a - x, b - y)));
    return free.reduce((best, one) => (room(one) > room(best) ? one : best));
}"""
_HIT = "(one, [x, y]) => one.contains(document.elementFromPoint(x, y))"


class Hand(Protocol):
    """What a person touches the screen with."""

    def press(self, x: float, y: float) -> None:
        """A click or a tap."""

    def twice(self, x: float, y: float) -> None:
        """A double click or a double tap."""

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Move the board by a piece of its ground."""

    def nearer(self, x: float, y: float) -> None:
        """Zoom in on a point."""


class MouseHand:
    """A mouse with a wheel; it points before it clicks."""

    def __init__(self, page: Page) -> None:
        self._mouse = page.mouse

    def press(self, x: float, y: float) -> None:
        self._mouse.move(x + 1, y)
        self._mouse.click(x, y)

    def twice(self, x: float, y: float) -> None:
        self._mouse.dblclick(x, y)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self._mouse.move(*start)
        self._mouse.down()
        self._mouse.move(*end, steps=4)
        self._mouse.up()

    def nearer(self, x: float, y: float) -> None:
        self._mouse.move(x, y)
        self._mouse.wheel(0, -240)


# A tap is over when its click has come, which may be later than the next frames; or when the page has kept it
# from coming. A tap on what cannot be pressed has none.
_TAP_BEGINS = """() => {
    window.tapped = new Promise((done) => {
        const lifted = (event) => (event.defaultPrevented ? done() : setTimeout(done, 700));
        addEventListener('touchend', lifted, { once: true });
        addEventListener('click', done, { once: true, capture: true });
    });
}"""
_TAP_IS_OVER = "() => window.tapped"


class FingerHand:
    """One or two fingers."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._fingers: CDPSession = page.context.new_cdp_session(page)

    def _touch(self, kind: str, *fingers: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(fingers)]
        self._fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def press(self, x: float, y: float) -> None:
        self._page.evaluate(_TAP_BEGINS)
        self._page.touchscreen.tap(x, y)
        self._page.evaluate(_TAP_IS_OVER)

    def twice(self, x: float, y: float) -> None:
        self._page.touchscreen.tap(x, y)
        self.press(x, y)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self._touch("touchStart", start)
        for step in range(1, 5):
            self._touch("touchMove", *[_between(start, end, step / 4)])
        self._touch("touchEnd")

    def nearer(self, x: float, y: float) -> None:
        self._touch("touchStart", (x - 20, y), (x + 20, y))
        for apart in (24, 28, 32, 36):
            self._touch("touchMove", (x - apart, y), (x + apart, y))
        self._touch("touchEnd")


def _between(start: tuple[float, float], end: tuple[float, float], part: float) -> tuple[float, float]:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _fail(words: str) -> None:
    raise AssertionError(words)


@dataclass
class Anyone:
    """A person who plays whole turns, looks after every step, and says what is wrong."""

    person: Person
    hand: Hand
    dice: Random
    #: Called after every step with what it was, and whether all of the board should be in sight.
    look: Callable[[str, bool], None] | None = None
    #: Called when something that a person does has not the effect it should have.
    complain: Callable[[str], None] = _fail
    turns_the_screen: bool = False
    moved: bool = False

    def __post_init__(self) -> None:
        self.page = self.person.page
        self._open_ground: Callable[[], tuple[float, float]] = lambda: self.page.evaluate(_OPEN_GROUND)

    def _now_and_then(self, chance: float) -> bool:
        return self.dice.random() < chance

    def _see(self, step: str) -> None:
        if self.look:
            self.look(step, not self.moved)
        elif found := nothing_hidden(self.page, not self.moved):
            self.complain(f"{step}: {'; '.join(found)}")

    def take_turn(self, number: int) -> None:
        """Take a tile, reach a place, lay it with some detours, end the turn."""
        self._see("a turn begins")
        if self._now_and_then(0.2):
            self._tap_the_board_with_a_menu_open()
        if self._now_and_then(0.5):
            self._take(self.dice.choice(self.person.faces.all()))
        self.person.take_a_tile_that_fits(self._take)
        before = self.person.version
        self._lay()
        if self.person.version != before:
            return
        self._see("a tile is laid")
        second = self.person.button("act.second")
        if second.count() and self._now_and_then(0.25):
            self._press("act.second", "1")
            if self.person.drawn.places.count():
                self._lay()
                self._see("a second tile is laid")
            else:
                self.page.keyboard.press("Escape")
        if self.person.version == before:
            if self._now_and_then(0.15):
                self._press("act.undo", "Control+z")
                self._see("a tile is taken back")
                self._lay()
            if self.person.version == before:
                self._press("act.end", "e")

    def _take(self, face: Locator) -> None:
        if not self._press_one(face):
            self.complain("a tile in hand cannot be pressed")
            face.press("Enter")

    def _lay(self) -> None:
        """From a tile in hand to a tile laid."""
        self._pin()
        if self._now_and_then(0.2):
            self._press("act.drop", "Escape")
            self._see("a tile is put back")
            self._pin()
        if self.turns_the_screen and self._now_and_then(0.25):
            self._turn_the_screen()
            self._see("the phone is turned with a ghost pinned")
        for key, letter in self.dice.choices(_TURNS, k=self.dice.randrange(3)):
            self._turn_or_flip(key, letter)
        before = self.person.version
        if self._now_and_then(0.25):
            self._press("act.play", "Enter", twice=True)
            self.page.wait_for_timeout(400)
            if self.person.version != before or self.person.button("act.sending").count():
                self.complain("a double press on “Lay it” ends the turn")
                self.person.expect_news(before)
                return
            if self.person.drawn.laid.count() == 0:
                self.complain("a double press on “Lay it” does not lay the tile")
                self.page.keyboard.press("n")
                self.page.keyboard.press("Enter")
        else:
            self._press("act.play", "Enter")
        expect(self.person.drawn.pinned).to_have_count(0)

    def _pin(self) -> None:
        """Any place, with equal chance."""
        expect(self.person.drawn.places).not_to_have_count(0)  # of a second tile they come a moment later
        for _ in range(3):
            which = self.dice.randrange(self.person.drawn.places.count())
            x, y = self._reach(which)
            if isinstance(self.hand, MouseHand):
                self.page.mouse.move(x + 1, y)
                self.page.mouse.move(x, y)
                self._see("the mouse points at a place")
            self.hand.press(x, y)
            if self.person.drawn.pinned.count():
                self._see("a ghost is pinned")
                return
            self.complain("a press on a dashed place pins no ghost")
        self.page.keyboard.press("n")

    def _reach(self, which: int) -> tuple[float, float]:
        """Where on the screen the place is, once it can be pressed."""
        for attempt in range(14):
            x, y, wide, free = self.person.drawn.places.nth(which).evaluate(f"one => ({PLACES})([one])[0]")
            if free and wide >= SMALL:
                return x, y
            if attempt == 0 and self.moved:
                self._press("key.fit", "0")
                self.moved = False
                self._see("the whole board is shown")
            elif free:
                self.hand.nearer(x, y)
                self.moved = True
                self.page.wait_for_timeout(200)
            else:
                self._pan(x, y)
        self.complain("a dashed place cannot be reached")
        raise AssertionError(f"place {which} cannot be reached")

    def _pan(self, x: float, y: float) -> None:
        """Bring a point nearer to the open ground, by as much as one drag can."""
        ground = self._open_ground()
        size = self.page.viewport_size
        assert size
        end = (
            min(max(ground[0] + ground[0] - x, 8), size["width"] - 8),
            min(max(ground[1] + ground[1] - y, 8), size["height"] - 8),
        )
        self.hand.drag((ground[0], ground[1]), end)
        self.moved = True

    def _turn_or_flip(self, key: str, letter: str) -> None:
        before = pictures(self.person.drawn.pinned)
        self._press(key, letter)
        self._see("a ghost is turned or flipped")
        said = self.person.said.inner_text().strip()
        if pictures(self.person.drawn.pinned) == before and self._shown(said) < 1:
            name = words(self.person.language)[key]
            self.complain(f"“{name}” changes nothing, and nothing on the screen says why")

    def _shown(self, text: str) -> int:
        """How often a text can be read, beside being said."""
        told = self.page.locator("main > [aria-live=polite]").get_by_text(text, exact=True)
        return self.page.get_by_text(text, exact=True).count() - told.count()

    def _turn_the_screen(self) -> None:
        size = self.page.viewport_size
        assert size
        self.page.set_viewport_size({"width": size["height"], "height": size["width"]})
        self.page.wait_for_timeout(300)

    def _tap_the_board_with_a_menu_open(self) -> None:
        # On a wide screen the log is always there, and its button is not.
        menu = self.dice.choice(self.page.locator("nav [aria-expanded]:visible").all())
        self._press_one(menu)
        self._see("a menu is open")
        self.hand.press(*self._open_ground())
        name = menu.get_attribute("aria-label")
        try:
            expect(menu).to_have_attribute("aria-expanded", "false", timeout=5000)
        except AssertionError:
            self.complain(f"the menu “{name}” stays open when the board is pressed")
            self._press_one(menu)
        if self.person.drawn.pinned.count():
            self.complain(f"a press that puts the menu “{name}” away lays a tile on the board, too")
            self.page.keyboard.press("Escape")

    def _press(self, key: str, letter: str, twice: bool = False) -> None:
        """A button of this name, any one that can be pressed; where none can, the key that does the same."""
        buttons = self.person.button(key).all()
        self.dice.shuffle(buttons)
        if not any(self._press_one(button, twice) for button in buttons):
            self.complain(f"no button “{self.person.called(key).pattern[1:]}” can be pressed")
            self.page.keyboard.press(letter)

    def _press_one(self, button: Locator, twice: bool = False) -> bool:
        """Whether it could be pressed in its middle."""
        box = button.bounding_box()
        if not box:
            return False
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if not button.evaluate(_HIT, [x, y]):
            return False
        (self.hand.twice if twice else self.hand.press)(x, y)
        return True


def mouse(person: Person, seed: int = 0) -> Anyone:
    """Anyone with a mouse, for whom nothing may go wrong."""
    return Anyone(person, MouseHand(person.page), Random(seed))


def fingers(person: Person, seed: int = 0, turns_the_screen: bool = False) -> Anyone:
    """Anyone who touches the screen, for whom nothing may go wrong."""
    return Anyone(person, FingerHand(person.page), Random(seed), turns_the_screen=turns_the_screen)


_TURNS = [("act.turnLeft", "R"), ("act.turnRight", "r"), ("act.flip", "f")]
