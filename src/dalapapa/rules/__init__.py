"""The rulebook in code: read it with RULES.md beside it. Imports the standard library only."""

from dalapapa.rules.board import Board, fits, legal_placements, why_illegal
from dalapapa.rules.errors import DalapapaError, ErrorCode
from dalapapa.rules.game import Game, PlayedTurn, Reason, Result, shuffled_bag
from dalapapa.rules.placement import PASS, Placement, Turn
from dalapapa.rules.scoring import Group, Receipt, complete_groups, receipt, turn_points
from dalapapa.rules.tiles import Colour, Tile, TileSet, classic
from dalapapa.rules.view import View, hands_seen, view

__all__ = [
    "PASS",
    "Board",
    "Colour",
    "DalapapaError",
    "ErrorCode",
    "Game",
    "Group",
    "Placement",
    "PlayedTurn",
    "Reason",
    "Receipt",
    "Result",
    "Tile",
    "TileSet",
    "Turn",
    "View",
    "classic",
    "complete_groups",
    "fits",
    "hands_seen",
    "legal_placements",
    "receipt",
    "shuffled_bag",
    "turn_points",
    "view",
    "why_illegal",
]
