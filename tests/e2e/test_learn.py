"""The lessons, done by mouse, fingers and keys, in six languages, and the rulebook beside them."""

import json
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import product

import pytest
from playwright.sync_api import Locator, expect

from dalapapa.lessons import LESSONS, TASKS, Task, judge, position
from dalapapa.lessons.judging import misfit
from dalapapa.lessons.rulebook import PARTS, clauses
from dalapapa.rules import Placement, Turn

from .anyone import FingerHand, Hand, MouseHand
from .conftest import Arrive
from .people import LANGUAGES, MESSAGES, Person, words
from .seen import nothing_hidden, settle
from .test_screens import AXE


def said_here(language: str) -> dict[str, str]:
    """The texts of the lessons."""
    texts: dict[str, str] = json.loads((MESSAGES / f"learn/{language}.json").read_text())
    return texts


def number(value: int) -> str:
    return str(value).replace("-", "−")


@dataclass
class Pupil(ABC):
    """Somebody who does what a lesson asks, right or wrong, and looks at the screen after every step."""

    person: Person

    def __post_init__(self) -> None:
        self.page, self.language = self.person.page, self.person.language
        self.told = words(self.language) | said_here(self.language)

    def see(self) -> None:
        assert nothing_hidden(self.page) == []

    def place(self, at: Placement) -> str:
        """How the live region names a placement."""
        turn, face = self.told[f"say.turn.{at.rotation}"], self.told[("say.front", "say.back")[at.face]]
        text: str = self.told["say.place"]
        for hole, value in {"tile": str(at.tile), "face": face, "turn": turn, "x": at.x, "y": at.y}.items():
            text = text.replace(f"{{{hole}}}", value if isinstance(value, str) else number(value))
        return text

    def begins(self, task: Task) -> None:
        expect(self.page.get_by_text(self.told[f"learn.task.{task.name}"], exact=True).first).to_be_visible()
        expect(self.person.faces.first).to_be_visible()
        self.see()

    def play(self, turn: Turn) -> None:
        for placement in turn.placements:
            self.lay(placement)
        self.end()

    def wrong(self, task: Task) -> None:
        """A try that fails: it is shown on the board why, and the tile is in the hand again."""
        first = task.wrong[0]
        if judge(task, first.turn).receipts or task.unaided:
            self.play(first.turn)
        else:
            board = position(task).board
            cells = ((x, y) for y, x in product(range(-2, 4), repeat=2))
            self.miss(next(c for c in cells if misfit(board, task.hand[0], c) == "two_colours"))
        expect(self.page.locator(".wrong")).to_be_visible()
        expect(self.person.drawn.failed.first).to_be_visible()
        if first.reason in ("open", "two_colours") and (task.unaided or first.reason == "open"):
            expect(self.person.drawn.rings.first).to_be_visible()
        expect(self.person.drawn.laid).to_have_count(0)
        said = self.page.locator(".wrong").inner_text().removeprefix("✗").strip()
        expect(self.person.said).to_contain_text(said)
        self.see()

    def solved(self, task: Task) -> None:
        expect(self.page.get_by_text(self.told[f"learn.done.{task.name}"])).to_be_visible()
        self.see()

    @abstractmethod
    def lay(self, placement: Placement) -> None: ...

    @abstractmethod
    def end(self) -> None: ...

    @abstractmethod
    def miss(self, cell: tuple[int, int]) -> None: ...

    @abstractmethod
    def onward(self) -> None: ...


class Pointing(Pupil):
    """With a mouse or a finger."""

    def __init__(self, person: Person, hand: Hand) -> None:
        super().__init__(person)
        self.hand = hand

    def touch(self, x: float, y: float) -> None:
        """Press, and see what comes of it: the board may move."""
        self.hand.press(x, y)
        settle(self.page)

    def press(self, key: str) -> None:
        button = (
            self.person.button(key)
            if key in words(self.language)
            else self.page.get_by_role("button", name=self.told[key], exact=True)
        )
        self.press_one(button.first)

    def press_one(self, button: Locator) -> None:
        box = button.bounding_box()
        assert box, button
        self.touch(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def lay(self, placement: Placement) -> None:
        name = self.told[("hand.front", "hand.back")[placement.face]].replace("{tile}", str(placement.tile))
        face = self.page.get_by_role("button", name=name, exact=True)
        self.press_one(face)
        expect(face).to_have_attribute("aria-pressed", "true")
        for cell in placement.cells:
            self.touch(*self.person.drawn.middle(cell))
            expect(self.person.drawn.pinned).to_have_count(1)
            for _ in range(4):
                if self.place(placement) in self.person.said.inner_text():
                    self.see()
                    return self.press("act.play")
                self.press("act.turnRight")
            self.press("act.drop")
        raise AssertionError(f"{placement} cannot be laid")

    def end(self) -> None:
        self.press("act.end")

    def miss(self, cell: tuple[int, int]) -> None:
        self.touch(*self.person.drawn.middle(cell))

    def onward(self) -> None:
        last = self.page.get_by_role("button", name=self.told["learn.finish"], exact=True)
        self.press("learn.finish" if last.count() else "learn.next")


# So many places somebody goes through one by one, before walking where the tile should go.
PATIENCE = 10


class Typing(Pupil):
    """With the keyboard alone, by what the live region says."""

    def heard(self, key: str) -> str:
        self.page.keyboard.press(key)
        return self.person.said.inner_text()

    def lay(self, placement: Placement) -> None:
        hand = list(self.task.hand)
        self.heard("12"[hand.index(placement.tile)])
        for _ in range(0 if self.task.unaided else PATIENCE):
            if self.place(placement) in self.heard("n"):
                self.heard("Enter")
                return
        self.walk(placement)

    def walk(self, placement: Placement) -> None:
        """To the place cell by cell, then turned and flipped until it lies right."""
        for cell in placement.cells:
            self.go_to(cell)
            for key in ("", *"rrrrfrrrr"):
                if self.place(placement) in (self.heard(key) if key else self.person.said.inner_text()):
                    self.heard("Enter")
                    return
        raise AssertionError(f"{placement} cannot be laid")

    def go_to(self, cell: tuple[int, int]) -> None:
        """By the arrows, hearing where the cursor is."""
        pattern = re.escape(self.told["say.cell"]).replace(r"\{x\}", r"(−?\d+)").replace(r"\{y\}", r"(−?\d+)")
        heard = self.heard("ArrowRight")
        for _ in range(40):
            found = re.search(pattern, heard)
            assert found, heard
            x, y = (int(text.replace("−", "-")) for text in found.groups())
            if (x, y) == cell:
                return
            heard = self.heard(
                "ArrowRight"
                if x < cell[0]
                else "ArrowLeft"
                if x > cell[0]
                else "ArrowDown"
                if y < cell[1]
                else "ArrowUp"
            )
        raise AssertionError(f"{cell} cannot be reached")

    def end(self) -> None:
        self.heard("e")

    def miss(self, cell: tuple[int, int]) -> None:
        self.go_to(cell)
        self.heard("Enter")

    def onward(self) -> None:
        expect(self.page.locator("button:focus")).to_have_count(1)
        self.page.keyboard.press("Enter")

    def begins(self, task: Task) -> None:
        self.task = task
        super().begins(task)


def pupil(arrive: Arrive, tool: str, size: tuple[int, int], language: str) -> Pupil:
    person = arrive(size, touch=tool == "fingers", locale=language)
    if tool == "keys":
        return Typing(person)
    return Pointing(person, FingerHand(person.page) if tool == "fingers" else MouseHand(person.page))


@pytest.mark.parametrize(
    ("tool", "size", "language"),
    [
        ("mouse", (1366, 768), "en"),
        ("fingers", (390, 844), "fr"),
        ("fingers", (844, 390), "nl"),
        ("fingers", (360, 640), "de"),
        ("keys", (1920, 1080), "es"),
        ("keys", (820, 1180), "it"),
    ],
    ids=["mouse-en", "fingers-fr", "on-its-side-nl", "small-de", "keys-es", "keys-it"],
)
def test_lessons_are_done_to_their_end(
    arrive: Arrive, tool: str, size: tuple[int, int], language: str
) -> None:
    """Every lesson in every language, with a wrong try in each: by mouse, by fingers, by keys."""
    one = pupil(arrive, tool, size, language)
    one.page.goto(f"{one.person.base}/learn/1")
    for lesson in LESSONS:
        for at, task in enumerate(lesson.tasks):
            one.begins(task)
            if at == 0:
                one.wrong(task)
            one.play(task.solution)
            one.solved(task)
            one.onward()
            one.person.context.set_offline(True)  # nothing more is needed
    expect(one.page.get_by_role("heading", name=one.told["learn.finished"])).to_be_visible()
    one.see()
    assert one.person.faults == []


def test_after_two_wrong_tries_a_finger_points_and_axe_finds_nothing(arrive: Arrive) -> None:
    one = pupil(arrive, "mouse", (1366, 768), "en")
    task = TASKS["close"]
    one.page.goto(f"{one.person.base}/learn/4")
    one.begins(task)
    one.wrong(task)
    expect(one.person.drawn.finger).to_have_count(0)
    one.wrong(task)
    expect(one.person.drawn.finger).to_be_visible()
    (right,) = task.solution.placements
    expect(one.person.said).to_contain_text(f"Look where the finger points: {one.place(right)}")
    one.page.evaluate(AXE)
    found = one.page.evaluate("axe.run({resultTypes: ['violations']})")
    assert [broken["id"] for broken in found["violations"]] == []


def test_the_course_is_offered_once_left_and_taken_up_again_and_ends_in_a_game(arrive: Arrive) -> None:
    one = pupil(arrive, "mouse", (1440, 900), "en")
    page, person = one.page, one.person
    person.go_home()
    page.get_by_role("link", name="New here? Learn in 5 minutes").click()
    one.begins(TASKS["disc"])
    one.play(TASKS["disc"].solution)
    one.solved(TASKS["disc"])
    page.reload()
    one.begins(TASKS["colours"])
    page.get_by_role("link", name="Leave the lesson").click()
    page.get_by_role("link", name="Go on with the lessons").click()
    one.begins(TASKS["colours"])
    page.goto(f"{person.base}/learn/9")
    one.begins(TASKS["end"])
    expect(person.seats.first).to_contain_text("57/60")
    one.play(TASKS["end"].solution)
    one.solved(TASKS["end"])
    one.onward()
    page.get_by_role("button", name="Play now").click()
    person.expect_playing()
    expect(person.seats).to_have_count(2)
    person.go_home()
    expect(page.get_by_role("link", name="Go on with the lessons")).to_have_count(0)
    expect(page.get_by_role("link", name="New here?")).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_has_every_clause(arrive: Arrive, language: str) -> None:
    person = arrive((390, 844), locale=language)
    person.page.goto(f"{person.base}/help")
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()
    numbers = person.page.get_by_role("term").all_inner_texts()
    assert [text for text in numbers if re.match(r"R\d", text)] == [
        clause for part in PARTS for clause in clauses(part)
    ]
    assert person.page.get_by_text(re.compile(r"^(rule|learn|help)\.")).count() == 0
    assert person.faults == []


@pytest.mark.parametrize(
    ("tool", "size"), [("mouse", (1366, 768)), ("fingers", (360, 640)), ("keys", (1366, 768))]
)
def test_a_figure_is_played_where_it_stands(arrive: Arrive, tool: str, size: tuple[int, int]) -> None:
    one = pupil(arrive, tool, size, "en")
    page, task = one.page, TASKS["twelve"]
    page.goto(f"{one.person.base}/help")
    figure = page.get_by_role("button", name="Try it: 3 new discs: 4 points.")
    figure.press("Enter") if tool == "keys" else figure.click()
    one.begins(task)
    expect(page.get_by_role("application")).to_be_focused()
    one.wrong(task)
    one.play(task.solution)
    one.solved(task)
    back = page.get_by_role("button", name="Back to the rules")
    expect(back).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("application")).to_have_count(0)
    expect(figure).to_be_focused()
    expect(page.get_by_role("heading", name="How to play")).to_have_count(1)
    figure.click()
    page.get_by_role("button", name="Close", exact=True).click()
    expect(figure).to_be_focused()
    assert one.person.faults == []
