"""The levels a person can choose to play against, weakest first."""

from dataclasses import dataclass

from dalapapa.bots.base import Bot, Budget
from dalapapa.bots.simple import SingleBot
from dalapapa.bots.strong import Greedy2Bot, MasterBot


@dataclass(frozen=True, slots=True)
class Level:
    """A bot to play against: its id, the name and sentence people read, and its time for a live turn."""

    id: str
    name: str
    description: str
    bot: Bot
    seconds: float

    @property
    def live(self) -> Budget:
        """The budget for a game against people."""
        return Budget(seconds=self.seconds)


LEVELS = (
    Level(
        "duckling",
        "Duckling",
        "Looks at a handful of places and lays one tile where it likes it best.",
        SingleBot("duckling", 6),
        0.01,
    ),
    Level(
        "hedgehog",
        "Hedgehog",
        "Looks around for a while and lays one tile well, but misses a lot.",
        SingleBot("hedgehog", 24),
        0.01,
    ),
    Level(
        "greedy",
        "Fox",
        "Never misses the most points that a single tile can make.",
        SingleBot("greedy"),
        0.01,
    ),
    Level(
        "greedy2",
        "Lynx",
        "Finds the most points that one or two tiles can make, and takes them.",
        Greedy2Bot(),
        0.5,
    ),
    Level(
        "master",
        "Owl",
        "Thinks ahead: makes points, leaves you little, and keeps something for its next turn.",
        MasterBot(),
        1.0,
    ),
)
