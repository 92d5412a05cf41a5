"""Game records, version 1: a game written down as one JSON object (docs/record.md)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dalapapa.rules.game import Game, PlayedTurn, Result
from dalapapa.rules.placement import Placement
from dalapapa.rules.scoring import Receipt
from dalapapa.rules.tiles import COME_WITH_THE_GAME, TileSet

FORMAT = "dalapapa-record"
VERSION = 1

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Player:
    """Who played; `bot` names the bot where the kind is `bot`."""

    name: str
    kind: str = "human"
    bot: str | None = None


def record_of(
    game: Game,
    players: Sequence[Player],
    *,
    hide: bool = False,
    extra: Mapping[str, object] | None = None,
) -> Json:
    """The record of a game. `hide` leaves out bag and draws, for a game others are still playing."""
    record: Json = {
        "format": FORMAT,
        "version": VERSION,
        "tile_set": game.tile_set.name,
        "target": game.target,
        "players": [_player_json(player) for player in players],
    }
    record |= set_json(game.tile_set)
    if game.open_hands:
        record["open_hands"] = True
    if not hide:
        record["bag"] = list(game.order)
    record["setup"] = [{"player": player, **placement_json(placement)} for player, placement in game.setup]
    record["turns"] = [turn_json(turn, hide=hide) for turn in game.turns]
    if game.result is not None:
        record["result"] = result_json(game.result)
    return record | dict(extra or {})


def dumps(record: Json) -> str:
    """A record as one line of text, without the newline."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def set_json(tile_set: TileSet) -> Json:
    """What a record says of a set beside its name: which tiles it has, as far as not everybody knows."""
    told: Json = {} if tile_set.name == "classic" else {"tile_set_sha256": tile_set.fingerprint}
    if tile_set.name not in COME_WITH_THE_GAME:
        told["tiles"] = [str(tile) for tile in tile_set.tiles]
    return told


def placement_json(placement: Placement) -> Json:
    """Where a tile lies, as records write it."""
    return {
        "tile": placement.tile,
        "face": placement.face,
        "rotation": placement.rotation,
        "x": placement.x,
        "y": placement.y,
    }


def receipt_json(receipt: Receipt) -> Json:
    """What a placement scored, as records write it."""
    return {
        "discs": len(receipt.discs),
        "disc_points": receipt.disc_points,
        "groups": [{"colour": group.colour.word, "discs": len(group)} for group in receipt.groups],
        "group_points": receipt.group_points,
        "points": receipt.points,
    }


def turn_json(turn: PlayedTurn, *, hide: bool = False) -> Json:
    """A turn, as records write it."""
    placements = zip(turn.placements, turn.receipts, strict=True)
    written: Json = {
        "player": turn.player,
        "placements": [
            placement_json(placement) | receipt_json(receipt) for placement, receipt in placements
        ],
        "penalty": turn.penalty,
        "points": turn.points,
        "score": turn.score,
    }
    if not hide:
        written["drawn"] = list(turn.drawn)
    return written


def result_json(result: Result) -> Json:
    """How a game ended, as records write it."""
    return {"scores": list(result.scores), "winners": list(result.winners), "reason": result.reason.value}


def _player_json(player: Player) -> Json:
    written: Json = {"name": player.name, "kind": player.kind}
    return written if player.bot is None else written | {"bot": player.bot}
