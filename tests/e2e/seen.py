"""One look at the screen: is anything that matters covered, outside the window, or too long for its box?"""

from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

_LOOK = Path(__file__).with_name("seen.js").read_text()
_TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@dataclass(frozen=True)
class Complaint:
    """What is wrong, in words, and where: left, top, width and height in pixels."""

    words: str
    box: tuple[float, float, float, float]


def settle(page: Page) -> None:
    """Wait until what depends on the step just taken has been laid out and drawn."""
    page.evaluate(_TWO_FRAMES)


def look(page: Page, whole: bool = False) -> list[Complaint]:
    """All there is to complain about; `whole`: nobody has moved the board, all of it should be in sight."""
    settle(page)
    return [Complaint(one["words"], tuple(one["box"])) for one in page.evaluate(_LOOK, whole)]


def nothing_hidden(page: Page, whole: bool = False) -> list[str]:
    """What a person would complain about, in words: `assert nothing_hidden(page) == []`."""
    return [complaint.words for complaint in look(page, whole)]
