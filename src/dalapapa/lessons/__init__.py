"""Learning by doing: positions, goals and figures as data over the rules, and the rulebook's words."""

from dalapapa.lessons.course import LESSONS, TASKS, Lesson, Task, Wrong
from dalapapa.lessons.goals import Closes, Discs, Goal, Scores
from dalapapa.lessons.judging import Judged, judge, par_of, position, turns

__all__ = [
    "LESSONS",
    "TASKS",
    "Closes",
    "Discs",
    "Goal",
    "Judged",
    "Lesson",
    "Scores",
    "Task",
    "Wrong",
    "judge",
    "par_of",
    "position",
    "turns",
]
