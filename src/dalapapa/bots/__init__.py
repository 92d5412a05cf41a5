"""Players that a computer can be: they see a view, never the state."""

from collections.abc import Mapping

from dalapapa.bots.base import Bot, Budget
from dalapapa.bots.check import BotError, BotReport, check_bot
from dalapapa.bots.levels import LEVELS, Level
from dalapapa.bots.simple import RandomBot
from dalapapa.rules import DalapapaError, ErrorCode

BOTS: Mapping[str, Bot] = {"random": RandomBot(), **{level.id: level.bot for level in LEVELS}}


def bot_named(name: str, known: Mapping[str, Bot] = BOTS) -> Bot:
    """The bot with this name; refuses one that nobody has."""
    if name not in known:
        raise DalapapaError(
            ErrorCode.NO_SUCH_BOT, f"no bot is called {name!r}: there are {', '.join(known)}", {"bot": name}
        )
    return known[name]


__all__ = ["BOTS", "LEVELS", "Bot", "BotError", "BotReport", "Budget", "Level", "bot_named", "check_bot"]
