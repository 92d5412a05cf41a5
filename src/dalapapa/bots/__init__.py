"""Players that a computer can be: they see a view, never the state."""

from collections.abc import Mapping

from dalapapa.bots.base import Bot, Budget
from dalapapa.bots.simple import GreedyBot, RandomBot

BOTS: Mapping[str, Bot] = {bot.name: bot for bot in (RandomBot(), GreedyBot())}

__all__ = ["BOTS", "Bot", "Budget"]
