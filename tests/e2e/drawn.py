"""What is drawn on the board. Drawings have no names: only this file knows how to find them."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page

from dalapapa.render.design import CELL

_BOARD = "[role=application]"
_MIDDLE = """([x, y]) => {
    const sheet = document.querySelector('[role=application] svg');
    const [box, view] = [sheet.getBoundingClientRect(), sheet.viewBox.baseVal];
    const scale = box.width / view.width;
    return [box.left + (x - view.x) * scale, box.top + (y - view.y) * scale];
}"""

# Notices at once what `expect` notices a few times a second: whole games wait hundreds of times.
# What has not come is for whoever waits to tell.
_UNTIL = """([which, milliseconds]) => new Promise((done) => {
    const look = () => document.querySelector(which) && done();
    const data = ['data-version', 'data-turn', 'data-phase'];
    const watch = { subtree: true, childList: true, attributeFilter: data };
    new MutationObserver(look).observe(document, watch);
    setTimeout(done, milliseconds);
    look();
})"""

# Notices a show that lasts a second or two, however rarely somebody looks.
_SHOW = """() => {
    const rings = () => [...document.querySelectorAll('[role=application] circle.halo')];
    const seen = { gain: false, lit: false };
    globalThis.shown = new Promise((done, fail) => {
        setTimeout(() => fail(new Error('nothing was shown')), 20_000);
        const look = () => {
            seen.gain ||= !!document.querySelector('div.gain');
            seen.lit ||= rings().some((one) => one.checkVisibility());
            if (seen.gain && seen.lit) done();
        };
        new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
    });
}"""


class Drawn:
    """The drawings on one page's board."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def _on_board(self, *which: str) -> Locator:
        return self._page.locator(", ".join(f"{_BOARD} {one}" for one in which))

    def wait_for_places(self) -> None:
        """Until it is the turn of whoever looks and places are shown, or the game is over."""
        self.wait_for(f'main[data-turn="mine"] {_BOARD} .legal rect, main[data-phase="finished"]')

    def wait_for(self, which: str) -> None:
        """Until something is there, or for as long as a server may take."""
        self._page.evaluate(_UNTIL, [which, 15_000])

    @property
    def places(self) -> Locator:
        """The dashed places where the tile taken fits."""
        return self._on_board(".legal rect")

    @property
    def floating(self) -> Locator:
        """The ghost under the pointer."""
        return self._on_board("g.floating")

    @property
    def pinned(self) -> Locator:
        """The ghost that stays where it is."""
        return self._on_board("g.pinned")

    @property
    def laid(self) -> Locator:
        """The tiles laid in this turn."""
        return self._on_board("g.laid")

    @property
    def tried(self) -> Locator:
        """Everything that is not played yet."""
        return self._on_board("g.floating", "g.pinned", "g.laid")

    @property
    def carried(self) -> Locator:
        """The tile in the hand that drags it, on the board or beside it."""
        return self._page.locator(f"svg.dragged, {_BOARD} g.floating").first

    @property
    def lit(self) -> Locator:
        """The rings on the discs that a turn has made."""
        return self._on_board("circle.halo:visible")

    @property
    def marks(self) -> Locator:
        """The marked corners of the tiles laid last."""
        return self._on_board("path.mark:not(.halo)")

    @property
    def tray(self) -> Locator:
        """Where the hand lies."""
        return self._page.locator("main .dock")

    @property
    def gain(self) -> Locator:
        """The +5 that rises from somebody's tile to their score."""
        return self._page.locator("div.gain")

    def watch_for_show(self) -> Callable[[], None]:
        """From now on; what it gives waits until rings and +5 of a turn have been shown."""
        self._page.evaluate(_SHOW)
        return lambda: self._page.evaluate("shown")

    def middle(self, cell: tuple[int, int]) -> tuple[float, float]:
        """Where on the screen the middle of a cell is."""
        x, y = self._page.evaluate(_MIDDLE, [(cell[0] + 0.5) * CELL, (cell[1] + 0.5) * CELL])
        return x, y

    @property
    def failed(self) -> Locator:
        """What was tried in a lesson and did not do."""
        return self._on_board("[data-tried]")

    @property
    def rings(self) -> Locator:
        """The red rings that show why."""
        return self._on_board("[data-why]")

    @property
    def finger(self) -> Locator:
        """The finger that points where a tile goes."""
        return self._on_board("[data-finger]")

    @property
    def signs(self) -> Locator:
        """The signs in the discs."""
        return self._on_board(".sign")


def pictures(drawing: Locator) -> list[str]:
    """How each of these is drawn, to tell whether it has changed."""
    found: list[str] = drawing.evaluate_all("all => all.map((one) => one.outerHTML)")
    return found
