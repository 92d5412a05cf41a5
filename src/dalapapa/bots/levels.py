"""The levels a person can choose to play against, weakest first.

Neighbours lie about 200 Elo apart (docs/bots.md): `looks` is fitted to that by `python -m lab ladder`.
"""

from dataclasses import dataclass

from dalapapa.bots.base import Bot, Budget
from dalapapa.bots.seeing import SeeingBot, Sight
from dalapapa.bots.strong import MasterBot


@dataclass(frozen=True, slots=True)
class Level:
    """A bot to play against: its id, the name and sentence people read, and its time for a live turn."""

    id: str
    name: str
    description: str
    bot: Bot
    seconds: float = 0.5

    @property
    def live(self) -> Budget:
        """The budget for a game against people."""
        return Budget(seconds=self.seconds)


SEEING = (
    SeeingBot("duckling", Sight(2.45, near=3), noise=4),
    SeeingBot("mouse", Sight(2.3, near=2, contacts=1), noise=3),
    SeeingBot("frog", Sight(1.95, closing=1), noise=2.5),
    SeeingBot("hedgehog", Sight(2.25, contacts=1, closing=1), noise=2),
    SeeingBot("rabbit", Sight(3.2, near=1, contacts=1, closing=1), second=0.3, noise=2),
    SeeingBot("squirrel", Sight(3.75, contacts=2, closing=1), second=0.3, noise=1.5),
    SeeingBot("fox", Sight(5.2, contacts=1, closing=2, striking=12), second=0.4, noise=1),
    SeeingBot("raven", Sight(7.7, contacts=1, closing=2, striking=9), second=0.7, noise=0.5),
    SeeingBot("lynx", Sight(30, contacts=2, closing=2, striking=6), second=1.0, noise=0.5),
)
_WORDS = {
    "duckling": ("Duckling", "Still learning: looks beside the last tile and lays what fits."),
    "mouse": ("Mouse", "Stays close to the last tiles and sees only a little of the table."),
    "frog": ("Frog", "Hops about: sees a few places anywhere, and often misses the best."),
    "hedgehog": ("Hedgehog", "Takes its time, one tile a turn, and likes places with several discs."),
    "rabbit": ("Rabbit", "Quick and lively: now and then it lays both tiles."),
    "squirrel": ("Squirrel", "Collects discs: finds places where many meet."),
    "fox": ("Fox", "Sly: has an eye for groups that can be closed."),
    "raven": ("Raven", "Clever: misses little, and often makes something of both tiles."),
    "lynx": ("Lynx", "Sharp-eyed: overlooks hardly anything, and sees what two tiles can do together."),
}
LEVELS = (
    *(Level(bot.name, *_WORDS[bot.name], bot) for bot in SEEING),
    Level("master", "Owl", "Thinks ahead: scores well and leaves you little.", MasterBot(), 1.0),
)
