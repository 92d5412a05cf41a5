"""Players that a computer can be: they see a view, never the state."""

from collections.abc import Mapping

from dalapapa.bots.base import Bot, Budget
from dalapapa.bots.check import BotError, BotReport, check_bot
from dalapapa.bots.levels import LEVELS, Level
from dalapapa.bots.simple import FirstBot, RandomBot, SingleBot
from dalapapa.bots.strong import Greedy2Bot
from dalapapa.rules import DalapapaError, ErrorCode

YARDSTICKS: tuple[Bot, ...] = (RandomBot(), FirstBot(), SingleBot(), Greedy2Bot())
"""Players to measure by, which never change: no levels, but two of them once were and still hold seats."""
BOTS: Mapping[str, Bot] = {bot.name: bot for bot in (*YARDSTICKS, *(level.bot for level in LEVELS))}


def bot_named(name: str, known: Mapping[str, Bot] = BOTS) -> Bot:
    """The bot with this name; refuses one that nobody has."""
    if name not in known:
        raise DalapapaError(
            ErrorCode.NO_SUCH_BOT, f"no bot is called {name!r}: there are {', '.join(known)}", {"bot": name}
        )
    return known[name]


__all__ = [
    "BOTS",
    "LEVELS",
    "YARDSTICKS",
    "Bot",
    "BotError",
    "BotReport",
    "Budget",
    "Level",
    "bot_named",
    "check_bot",
]
