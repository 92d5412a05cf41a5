"""A game at a real table as its score-keeper asks about it and is told of it; nothing of it is stored."""

from typing import Annotated, Any

from msgspec import Meta, field

from dalapapa.rules import ErrorCode, classic
from dalapapa.service.telling.messages import Options, Outcome, TurnPlayed
from dalapapa.service.telling.words import MOST_MOVES, Answer, Move, NameText, Request, TileId


class KeepingRequest(Request):
    """All that was laid so far: a set-up move for each player, then turns; a pass has nothing laid.

    `hand` are tiles to be laid now, after those of `tried`. With `names` the answer has the record.
    `tile_set` is the name of a set that comes with the game, or the text of a file (docs/tile-sets.md).
    """

    players: Annotated[int, Meta(ge=2, le=4)]
    target: int
    moves: Annotated[list[Move], Meta(max_length=MOST_MOVES)]
    hand: Annotated[list[TileId], Meta(max_length=2)] = field(default_factory=list)
    tried: Move = field(default_factory=list)
    names: Annotated[list[NameText], Meta(max_length=4)] | None = None
    tile_set: str = classic().name


class MoveFault(Answer):
    """The first move, counted from 0, that the rules do not allow; none after it is looked at."""

    move: int
    code: ErrorCode
    words: str
    details: dict[str, Any]


class Keeping(Answer):
    """What the referee makes of it, up to the first fault; player 0 has seat 0."""

    moves: list[TurnPlayed]
    fault: MoveFault | None
    scores: tuple[int, ...]
    to_move: int | None
    in_setup: bool
    final_round: bool
    bag_count: int
    result: Outcome | None
    options: Options | None
    record: dict[str, Any] | None
