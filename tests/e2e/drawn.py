"""What is drawn on the board. Drawings have no names: only this file knows how to find them."""

from playwright.sync_api import Locator, Page

_BOARD = "[role=application]"


class Drawn:
    """The drawings on one page's board."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def _on_board(self, *which: str) -> Locator:
        return self._page.locator(", ".join(f"{_BOARD} {one}" for one in which))

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

    @property
    def signs(self) -> Locator:
        """The signs in the discs."""
        return self._on_board(".sign")


def pictures(drawing: Locator) -> list[str]:
    """How each of these is drawn, to tell whether it has changed."""
    found: list[str] = drawing.evaluate_all("all => all.map((one) => one.outerHTML)")
    return found
