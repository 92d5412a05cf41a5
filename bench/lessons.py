"""How long the lessons take, reckoned: all tasks are done in a real browser, words and presses counted.

python bench/lessons.py [--json]

Nobody was timed. A try is made as often as par says, the wrong ones first. Reading is reckoned at READING
words a minute (silent reading of an adult: Brysbaert, Journal of Memory and Language 109, 2019) and at CHILD
(our assumption for a child of nine), a press with the mouse at PRESS seconds (pointing 1.1 and pressing 0.2
in the keystroke-level model: Card, Moran and Newell 1980), looking for a place at LOOK seconds a try (our
assumption).
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from dalapapa.lessons import LESSONS, Task, judge
from dalapapa.lessons.course import Wrong
from dalapapa.lessons.rulebook import LANGUAGES
from tests.e2e.anyone import MouseHand
from tests.e2e.conftest import chromium, serving, welcome
from tests.e2e.test_learn import Pointing, said_here

READING, CHILD = 238, 150
PRESS, LOOK = 1.3, 5.0


class CountedHand(MouseHand):
    """A mouse whose presses are counted."""

    presses = 0

    def press(self, x: float, y: float) -> None:
        """A click."""
        self.presses += 1
        super().press(x, y)


def main() -> None:
    """Do the lessons, count, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    presses, tries = done()
    found = {}
    for language in LANGUAGES:
        words = sum(len(text.split()) for text in read(language))
        acting = presses * PRESS + tries * LOOK
        found[language] = {
            "words": words,
            "minutes": round(words / READING + acting / 60, 1),
            "minutes_of_a_child": round(words / CHILD + acting / 60, 1),
        }
    if options.json:
        print(json.dumps({"presses": presses, "tries": tries, "languages": found}))
        return
    print(f"the lessons by mouse: {presses} presses in {tries} tries")
    for language, of in found.items():
        print(
            f"the lessons in {language}: {of['words']} words, {of['minutes']} minutes at {READING} words a "
            f"minute, {of['minutes_of_a_child']} at {CHILD}"
        )


def wrong_tries(task: Task) -> list[Wrong]:
    """The tries before the one that does it, as many as par says."""
    legal = [wrong for wrong in task.wrong if judge(task, wrong.turn).receipts]
    return [legal[number % len(legal)] for number in range(task.par - 1)]


def done() -> tuple[int, int]:
    """How many presses and tries all tasks take in a browser."""
    tries = 0
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as port, chromium() as browser:
        person = welcome(browser, port, (1366, 768))
        hand = CountedHand(person.page)
        pupil = Pointing(person, hand)
        person.page.goto(f"{person.base}/learn")
        for lesson in LESSONS:
            for task in lesson.tasks:
                pupil.begins(task)
                for wrong in wrong_tries(task):
                    pupil.play(wrong.turn)
                pupil.play(task.solution)
                pupil.solved(task)
                pupil.onward()
                tries += task.par
    return hand.presses, tries


def read(language: str) -> list[str]:
    """What somebody reads on the way: titles, tasks, what was wrong, and what each task has shown."""
    texts = said_here(language)
    found = []
    for lesson in LESSONS:
        found.append(texts[f"learn.title.{lesson.name}"])
        for task in lesson.tasks:
            found += [texts[f"learn.task.{task.name}"], texts[f"learn.done.{task.name}"]]
            for wrong in wrong_tries(task):
                text: Any = texts[f"learn.wrong.{wrong.reason}"]
                found.append(text if isinstance(text, str) else text["other"])
    return found


if __name__ == "__main__":
    main()
