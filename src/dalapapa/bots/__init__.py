"""Players that a computer can be: they see a view, never the state."""

from collections.abc import Mapping

from dalapapa.bots.base import Bot, Budget
from dalapapa.bots.check import BotError, BotReport, check_bot
from dalapapa.bots.levels import LEVELS, Level
from dalapapa.bots.simple import RandomBot

BOTS: Mapping[str, Bot] = {"random": RandomBot(), **{level.id: level.bot for level in LEVELS}}

__all__ = ["BOTS", "LEVELS", "Bot", "BotError", "BotReport", "Budget", "Level", "check_bot"]
