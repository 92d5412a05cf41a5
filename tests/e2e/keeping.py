"""Somebody who keeps the score at a real table: they see its tiles, and press what a thumb can reach."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect

from .people import MESSAGES, Keys, Person
from .seen import nothing_hidden
from .test_screens import AXE

NAMES = ["Ana", "Bo", "Cy"]

TOTAL = "main.keeping"


@cache
def said(language: str) -> dict[str, Any]:
    """What is said in the keeper's room, and in the hall."""
    return {
        **json.loads((MESSAGES / f"{language}.json").read_text()),
        **json.loads((MESSAGES / "keep" / f"{language}.json").read_text()),
    }


class Keeper:
    """One browser beside a real table."""

    def __init__(self, person: Person) -> None:
        self.person, self.page, self.keys = person, person.page, Keys(person)

    def words(self, key: str, **holes: object) -> str:
        text = said(self.person.language)[key]
        text = text if isinstance(text, str) else text["other"]
        for name, value in holes.items():
            text = text.replace("{" + name + "}", str(value))
        return str(text)

    def button(self, key: str, **holes: object) -> Locator:
        return self.page.get_by_role("button", name=self.words(key, **holes), exact=True)

    def begin(
        self, names: list[str], mode: str = "points", first: int = 0, path: str = "", tiles: str = ""
    ) -> None:
        """From the home page to the first turn; `tiles` is the set as the list of them calls it."""
        self.page.goto(self.person.base + path)
        self.page.get_by_role("link", name=self.words("home.keep")).click()
        for _ in names[2:]:
            self.page.get_by_role("button", name=self.words("setup.add")).click()
        for number, name in enumerate(names, 1):
            self.page.get_by_label(self.words("setup.name_of", number=number)).fill(name)
        self.page.get_by_text(names[first], exact=True).click()
        self.page.get_by_text(self.words(f"keep.{mode}"), exact=True).click()
        if tiles:
            self.page.get_by_role("combobox", name=self.words("setup.set")).select_option(tiles)
            assert nothing_hidden(self.page) == []
        self.button("keep.begin").click()
        expect(self.page.locator(TOTAL)).to_be_visible()

    def moves(self, count: int) -> None:
        """So many moves are written down, and the referee has counted them."""
        counted = f'{TOTAL}[data-move="{count}"][data-counted="{count}"]'
        expect(self.page.locator(counted)).to_be_visible(timeout=30_000)

    def saved(self) -> Any:
        """The file that somebody saves."""
        self.button("keep.hand_on").click()
        with self.page.expect_download() as download:
            self.button("keep.save").click()
        self.page.keyboard.press("Escape")
        expect(self.page.get_by_role("dialog")).to_have_count(0)
        return json.loads(Path(download.value.path()).read_text())

    def check_axe(self) -> None:
        """Nothing on the screen would keep somebody from using it."""
        self.page.evaluate(AXE)
        found = self.page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
        assert [(one["id"], [node["html"][:160] for node in one["nodes"]]) for one in found] == []

    @property
    def scores(self) -> list[int]:
        """What everybody has, as the screen shows it."""
        shown = self.page.locator("ol.scores b").all_inner_texts()
        return [int(score.replace("−", "-")) for score in shown]

    def expect_scores(self, *scores: int) -> None:
        for number, score in enumerate(scores):
            text = str(score).replace("-", "−")
            expect(self.page.locator("ol.scores li").nth(number).locator("b")).to_have_text(text)

    # ── Points ───────────────────────────────────────────────────────────────────────────────

    def discs(self, count: int) -> None:
        self.page.locator(".six .key").nth(count - 1).click()

    def group(self, size: int) -> None:
        """Close a group, by its button or in the field for large ones."""
        if size < 10:
            self.page.locator(".nine .key").nth(size - 1).click()
        else:
            self.page.get_by_label(self.words("keep.larger")).fill(str(size))
            self.button("keep.add_group").click()

    def end_turn(self) -> None:
        self.page.locator("button.end").click()

    def turn(self, *tiles: tuple[int, list[int]]) -> None:
        """A whole turn in points; a pass has no tile."""
        if not tiles:
            self.button("keep.pass").click()
            return
        for number, (discs, groups) in enumerate(tiles):
            if number:
                self.button("act.second", count="−4").click()
            self.discs(discs)
            for size in groups:
                self.group(size)
        self.end_turn()

    def choose(self, row: int, player: int) -> None:
        """Press a turn of the score sheet."""
        self.page.locator("table tbody tr").nth(row).locator("td button").nth(player).click()

    # ── Tiles ────────────────────────────────────────────────────────────────────────────────

    def take(self, tile: int) -> None:
        """Enter the number of a tile."""
        field = self.page.get_by_placeholder(self.words("keep.number"))
        field.fill(str(tile))
        self.button("keep.take").click()
        expect(self.page.locator(".dock .hand")).to_be_visible(timeout=30_000)

    def lay_best(self, tile: int) -> None:
        """Take a tile and lay it where it scores most; in set-up where it fits first."""
        self.take(tile)
        self.keys.press(*("bb" if self._scoring else "n"), "Enter")
        expect(self.person.drawn.laid).to_have_count(1)
        self.keys.press("e")

    def lay(self, tile: int, moves: int) -> None:
        """The same, until it is counted as the last of so many moves."""
        self.lay_best(tile)
        self.moves(moves)

    @property
    def _scoring(self) -> bool:
        moves = int(self.page.locator(TOTAL).get_attribute("data-move") or 0)
        return moves >= self.page.locator("ol.scores li").count()

    def correct(self, row: int, player: int) -> None:
        """Go back to a turn of the score sheet, by tile."""
        self.button("keep.sheet").click()
        self.choose(row, player)
        self.button("keep.correct").click()
