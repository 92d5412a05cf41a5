"""The course: nine lessons in the order of the rules, each of one to three tasks to be done.

A task's position is a game that was really played: its turns, the first two in set-up, lead to the player's
turn. Texts are the client's, under the task's name. W1 to W4 are the worked figures of the rulebook, with
positions of our own.
"""

from dataclasses import dataclass

from dalapapa.lessons.goals import Closes, Discs, Goal, Scores
from dalapapa.rules import Colour, Turn


@dataclass(frozen=True, slots=True)
class Wrong:
    """A try that fails, and why: a refusal's code, or what the goal finds missing."""

    turn: Turn
    reason: str

    @classmethod
    def parse(cls, text: str) -> "Wrong":
        """Read it: `5a0@2,1 two_colours`."""
        turn, reason = text.split()
        return cls(Turn.parse(turn), reason)


@dataclass(frozen=True, slots=True)
class Task:
    """Something to do with the tiles in hand.

    Par is the number of tries of somebody who looks at new discs alone, the most of them first.
    """

    name: str
    clause: str
    laid: tuple[Turn, ...]
    hand: tuple[int, ...]
    goal: Goal
    par: int
    solution: Turn
    wrong: tuple[Wrong, ...]
    # Without outlines of where the tile fits: finding that out is the task.
    unaided: bool = False
    # Where the tiles go is shown: in which order is the task.
    marked: bool = False
    # The scores are part of it, and are shown.
    scored: bool = False


@dataclass(frozen=True, slots=True)
class Lesson:
    """A few tasks about one thing."""

    name: str
    tasks: tuple[Task, ...]


def _turns(text: str) -> tuple[Turn, ...]:
    return tuple(map(Turn.parse, text.split()))


def _wrong(*texts: str) -> tuple[Wrong, ...]:
    return tuple(map(Wrong.parse, texts))


DISC = Task(
    name="disc",
    clause="R2.2",
    laid=_turns("119b0@0,0 97a0@0,1"),
    hand=(72,),
    goal=Discs(1),
    par=1,
    solution=Turn.parse("72a0@2,1"),
    wrong=_wrong("72a0@2,0 two_colours", "72a0@1,2 two_colours"),
)
COLOURS = Task(
    name="colours",
    clause="W1",
    laid=_turns("0a0@0,0 2a2@0,-1 1a1@1,1"),
    hand=(5,),
    goal=Discs(1),
    par=1,
    solution=Turn.parse("5a3@2,0"),
    wrong=_wrong("5a0@2,1 two_colours", "5a0@-2,1 no_disc", "5a0@0,1 overlap", "5a0@4,4 no_disc"),
    unaided=True,
)
THREE = Task(
    name="three",
    clause="R5.1",
    laid=_turns("49a2@0,0 86a1@-1,-1"),
    hand=(54,),
    goal=Discs(3),
    par=1,
    solution=Turn.parse("54a0@0,-1"),
    wrong=_wrong("54a0@0,1 discs", "54b1@0,-2 discs", "54a0@0,-2 no_disc"),
)
CLOSE = Task(
    name="close",
    clause="R5.4",
    laid=_turns("82a0@0,0 10a0@1,-1"),
    hand=(89,),
    goal=Closes(Colour.YELLOW, 4),
    par=1,
    solution=Turn.parse("89a2@0,1"),
    wrong=_wrong("89a2@1,1 open", "89b0@1,-2 open"),
)
NINE = Task(
    name="nine",
    clause="W3",
    laid=_turns("83a0@0,0 21a0@0,1 99b1@2,0"),
    hand=(4,),
    goal=Scores(9),
    par=1,
    solution=Turn.parse("4a1@3,0"),
    wrong=_wrong("4b1@3,0 points", "4a0@3,1 points"),
)
OPEN = Task(
    name="open",
    clause="R5.3",
    laid=_turns("75a2@0,0 66a0@0,1 15a2@0,-1 114a3@2,0"),
    hand=(67,),
    goal=Closes(Colour.BLUE, 4),
    par=2,
    solution=Turn.parse("67a2@-2,-1"),
    wrong=_wrong("67a2@1,2 open", "67b3@0,2 open"),
)
SIX = Task(
    name="six",
    clause="W2",
    laid=_turns("26a0@0,0 29a2@0,-1 22b2@0,1 75a3@-1,-1 111b3@-2,-1 1a0@-2,1 48a3@-3,0 18a0@-4,-1"),
    hand=(87,),
    goal=Closes(Colour.YELLOW, 6),
    par=1,
    solution=Turn.parse("87b0@-4,-2"),
    wrong=_wrong("87a2@-1,2 open", "87a1@2,0 open"),
)
ORDER = Task(
    name="order",
    clause="R4.2",
    laid=_turns("77b0@0,0 90b1@2,0 34a0@0,-1"),
    hand=(5, 9),
    goal=Scores(14),
    par=1,
    solution=Turn.parse("5b3@0,1+9a1@1,1"),
    wrong=_wrong("9a1@1,1+5b3@0,1 points", "5b3@0,1 points"),
    marked=True,
)
KEEP = Task(
    name="keep",
    clause="R5.5",
    laid=_turns("52b0@0,0 114b0@0,1 74a3@-1,0"),
    hand=(64, 69),
    goal=Scores(6),
    par=3,
    solution=Turn.parse("69a1@0,2"),
    wrong=_wrong("69a1@0,2+64b2@2,0 points", "64a0@2,1 points"),
)
TWELVE = Task(
    name="twelve",
    clause="W4",
    laid=_turns("43a0@0,0 57a1@2,0 60b0@2,-1 110b3@1,-2 108b2@2,-2"),
    hand=(78,),
    goal=Scores(12),
    par=1,
    solution=Turn.parse("78b1@0,-2"),
    wrong=_wrong("78b3@4,-2 points", "78a3@3,1 points"),
)
END = Task(
    name="end",
    clause="R6.1",
    laid=_turns(
        "19b3@0,0 80a2@-2,1 6b1@1,1 25b2@-2,0 37a2@-1,-1 29a3@1,-1 100a1@0,-3 42a3@2,0 67a3@1,-3 14b2@2,-2"
        " 70b1@-1,-3 5a1@3,-1 13a1@4,-2 78b1@-2,-2 112a1@-3,-1 95b2@-1,2 94b0@3,-3 88a0@-4,-2 44a3@2,-4"
        " 24b0@-5,-1 77b2@0,3 32b3@3,-5 114a1@2,2"
    ),
    hand=(116, 2),
    goal=Scores(6),
    par=1,
    solution=Turn.parse("2a1@-4,0"),
    wrong=_wrong("116a0@1,-5 points", "2b2@0,-4+116b3@3,3 points"),
    scored=True,
)

LESSONS = (
    Lesson("disc", (DISC,)),
    Lesson("colours", (COLOURS,)),
    Lesson("several", (THREE,)),
    Lesson("close", (CLOSE, NINE)),
    Lesson("open", (OPEN,)),
    Lesson("six", (SIX,)),
    Lesson("second", (ORDER, KEEP)),
    Lesson("two", (TWELVE,)),
    Lesson("end", (END,)),
)

TASKS = {task.name: task for lesson in LESSONS for task in lesson.tasks}
