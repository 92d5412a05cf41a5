"""Whole games on six screens, with a look at the screen after every step: what a person would complain about.

    python -m tests.e2e.look FOLDER [--sizes 360x640 …] [--languages en de …] [--theme wood]
                                  [--target 60] [--seed 1]

Prints the complaints of every size, and writes them with a picture of each into the folder. Fails if there
are any. The tests play a few such games; this plays as many as are wanted, in any language.
"""

import argparse
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Error, Page

from .anyone import Anyone, FingerHand, MouseHand
from .conftest import SIZES, chromium, serving, welcome
from .people import Person
from .seen import Complaint, look

_MARK = """([left, top, width, height]) => {
    const mark = document.createElement('div');
    mark.id = 'complaint';
    mark.style.cssText = `position: fixed; left: ${left - 4}px; top: ${top - 4}px; width: ${width + 8}px;
        height: ${height + 8}px; outline: 4px solid #f0f; z-index: 99; pointer-events: none`;
    (document.querySelector('dialog:modal') ?? document.body).append(mark);
}"""
_WITH_THEME = "localStorage['dalapapa.settings'] ??= JSON.stringify({ theme: '%s' })"
_UNMARK = "document.getElementById('complaint').remove()"


@dataclass
class Notes:
    """The complaints of one game: how often each, after which steps, and its first picture."""

    page: Page
    folder: Path
    name: str
    counts: Counter[str] = field(default_factory=Counter)
    pictures: dict[str, str] = field(default_factory=dict)
    when: dict[str, dict[str, None]] = field(default_factory=dict)
    steps: int = 0

    def look(self, step: str, whole: bool) -> None:
        """One look at the screen after a step."""
        self.steps += 1
        for complaint in look(self.page, whole):
            self._note(step, complaint)

    def complain(self, words: str) -> None:
        """Something had not the effect it should have had."""
        self._note("", Complaint(words, (0, 0, 0, 0)))

    def _note(self, step: str, complaint: Complaint) -> None:
        text = re.sub(r"−?\d+", "N", complaint.words)
        self.counts[text] += 1
        self.when.setdefault(text, {})[step] = None
        if text not in self.pictures:
            picture = f"{self.name}-{len(self.pictures) + 1:02}.png"
            self.pictures[text] = picture
            self.page.evaluate(_MARK, complaint.box)
            self.page.screenshot(path=self.folder / picture)
            self.page.evaluate(_UNMARK)

    def lines(self) -> Iterator[str]:
        """In words, the most frequent first."""
        yield f"## {self.name}: {self.counts.total()} complaints in {self.steps} looks\n"
        for text, count in self.counts.most_common():
            steps = "; ".join(step for step in self.when[text] if step)
            yield f"- {count} × {text}" + f" [{steps}]" * bool(steps) + f" ({self.pictures[text]})"
        yield ""


def play(browser: Browser, port: int, name: str, language: str, wish: argparse.Namespace) -> Notes:
    """One whole game on a screen."""
    width, height, touch, turns = SIZES[name]
    person = welcome(browser, port, (width, height), touch, language, lot=str(wish.seed))
    person.context.add_init_script(_WITH_THEME % wish.theme)
    notes = Notes(person.page, wish.folder, f"{name}-{language}")
    dice = Random(f"{name} {language} {wish.seed}")
    hand = FingerHand(person.page) if touch else MouseHand(person.page)
    anyone = Anyone(person, hand, dice, notes.look, notes.complain, turns)
    bots = [{"kind": "bot", "bot": "greedy"}] * dice.randint(1, 3)
    person.sit(
        dice.choice(["Ana", "Maximiliana-Wilhelmine W"]),
        [{"kind": "person"}, *bots],
        nonce="0" * 32,
        target=wish.target,
    )

    def take_turn(number: int) -> None:
        anyone.take_turn(number)
        person.page.set_viewport_size({"width": width, "height": height})

    try:
        person.play_to_the_end(take_turn)
        _look_at_the_end(person, notes)
    except (AssertionError, Error) as error:
        notes.complain(f"the game could not be played on: {str(error).splitlines()[0]}")
    for fault in person.faults:
        notes.complain(f"the browser reports: {fault}")
    person.context.close()
    return notes


def _look_at_the_end(person: Person, notes: Notes) -> None:
    notes.look("the end", False)
    person.page.get_by_role("img", name=person.called("end.chart")).scroll_into_view_if_needed()
    notes.look("the chart at the end", False)
    person.button("table.review").click()
    person.page.keyboard.press("0")
    notes.look("the board after the end", True)


def main() -> None:
    """Play, print, write down."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--sizes", nargs="+", choices=SIZES, default=[*SIZES])
    asked.add_argument("--languages", nargs="+", default=["en"])
    asked.add_argument("--theme", choices=["wood", "light", "dark"], default="wood")
    asked.add_argument("--target", type=int, default=60)
    asked.add_argument("--seed", type=int, default=1)
    wish = asked.parse_args()
    wish.folder.mkdir(parents=True, exist_ok=True)
    lines: list[str] = []
    complaints = 0
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data), lot=str(wish.seed)) as port,
        chromium() as browser,
    ):
        for name in wish.sizes:
            for language in wish.languages:
                notes = play(browser, port, name, language, wish)
                complaints += notes.counts.total()
                for line in notes.lines():
                    print(line, flush=True)
                    lines.append(line)
    (wish.folder / "complaints.md").write_text("\n".join(lines))
    sys.exit(complaints > 0)


if __name__ == "__main__":
    main()
