"""The look at the screen itself: it finds what is planted, and nothing where all is well."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from .seen import nothing_hidden

AT = "position: absolute; left: {}px; top: {}px; width: {}px; height: {}px; "


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A page of 400 by 300 pixels; every test fills it anew."""
    page = browser.new_page(viewport={"width": 400, "height": 300})
    yield page
    page.close()


def put(tag: str, text: str, *at: int, style: str = "background: white", more: str = "") -> str:
    """A thing at a place of the page."""
    return f'<{tag} {more} style="{AT.format(*at)}{style}">{text}</{tag}>'


GO = put("button", "Go", 50, 50, 100, 40)


def board(*shapes: str) -> str:
    """A board with these drawings on it, beneath all that follows."""
    return (
        '<div role="application" style="position: absolute; inset: 0">'
        f'<svg width="400" height="300">{"".join(shapes)}</svg></div>'
    )


GHOST = '<g class="pinned"><rect x="100" y="100" width="80" height="40" fill="tan" /></g>'
NUMBER = '<g class="count"><circle cx="120" cy="120" r="14" fill="white" /></g>'
RING = '<g class="discs"><circle cx="120" cy="120" r="20" fill="none" stroke="white" /></g>'
TILE = '<rect class="near" x="20" y="200" width="80" height="40" fill="tan" />'
PLACE = '<g class="legal"><rect x="300" y="220" width="40" height="40" fill="gray" /></g>'


@pytest.mark.parametrize(
    "well",
    [
        GO,
        GO + put("div", "", 0, 0, 400, 300, style="background: transparent"),
        GO + put("p", "Far from it", 50, 150, 100, 20),
        put("div", GO, 0, 0, 400, 120, style="overflow: auto") + put("p", "Below", 0, 130, 100, 20),
        put("button", "⟳", 50, 50, 48, 48, style="border-radius: 50%; transform: rotate(1rad)"),
        board(GHOST, RING, NUMBER) + GO,
        board(PLACE) + put("aside", "A log", 0, 0, 90, 300),
        '<p style="margin-top: 900px">A page that scrolls</p>',
    ],
)
def test_nothing_is_found_where_all_is_well(page: Page, well: str) -> None:
    page.set_content(well)
    assert nothing_hidden(page, whole=True) == []


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (
            GO + put("div", "Lid", 120, 40, 90, 90, style="background: red; pointer-events: none"),
            "the button “Go” is under “Lid”",
        ),
        (put("button", "Go", 350, 50, 100, 40), "the button “Go” is beyond the right of the window"),
        (
            put("b", "Incomprehensibilities", 50, 50, 40, 20),
            "“Incomprehensibilities” spills out of “Incompre",
        ),
        (
            put("b", "Incomprehensibilities", 50, 50, 40, 20, style="overflow: hidden"),
            "“Incomprehensibilities” is cut off",
        ),
        (board(GHOST) + put("aside", "A log", 160, 0, 90, 300), "the ghost is under the log"),
        (board(GHOST) + put("button", "Flip", 110, 90, 20, 20), "the ghost is under the button “Flip”"),
        (board(GHOST.replace('y="100"', 'y="280"')), "the ghost is beyond the bottom of the window"),
        (
            board(GHOST, NUMBER) + put("button", "Flip", 110, 110, 20, 20),
            "the number of a group is under the button “Flip”",
        ),
        (board(GHOST, RING, NUMBER.replace("14", "20")), "a new disc is under a number"),
        (board(GHOST, NUMBER, NUMBER.replace("120", "130")), "the number of a group is under"),
        (
            board(PLACE) + put("aside", "A log", 310, 0, 90, 300),
            "nobody has moved the board, yet dashed places are under the log",
        ),
        (
            board(TILE) + put("button", "Show the result", 0, 190, 90, 40),
            "nobody has moved the board, yet tiles are under the button “Show the result”",
        ),
    ],
)
def test_what_is_hidden_is_found(page: Page, fault: str, words: str) -> None:
    page.set_content(fault)
    found = nothing_hidden(page, whole=True)
    assert any(complaint.startswith(words) for complaint in found), found


def test_an_open_dialogue_is_all_that_matters(page: Page) -> None:
    page.set_content(f"{GO}<dialog>Sure?</dialog>")
    page.evaluate("document.querySelector('dialog').showModal()")
    assert nothing_hidden(page) == []


def test_places_beyond_a_board_that_was_moved_are_nobodys_fault(page: Page) -> None:
    page.set_content(board(PLACE.replace('x="300"', 'x="500"')))
    assert nothing_hidden(page) == []
    assert nothing_hidden(page, whole=True) == [
        "nobody has moved the board, yet dashed places are beyond the window"
    ]
