"""A finished game to walk through and to look back at, as a browser asks for it and is told of it.

Players are in the order in which they play, as in the game's record; numbers of moves and turns begin at 0.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta

from dalapapa.service.telling.messages import Laid
from dalapapa.service.telling.words import (
    Answer,
    ColourName,
    OpenGroupSeen,
    Option,
    Place,
    Request,
    Spot,
    Tiles,
)

ChoiceKind = Literal["fine", "little", "some", "much"]

# ── The game ─────────────────────────────────────────────────────────────────────────────────────


class ReplayPlayer(Answer):
    """Who played, and in how many turns with a hint."""

    name: str
    bot: str | None
    hints: int = 0


class ReplayMove(Answer):
    """A set-up move or a turn. `hands` are all hands before it: the game is over, so all are open."""

    player: int
    setup: bool
    laid: tuple[Laid, ...]
    penalty: int
    points: int
    score: int
    hands: tuple[tuple[int, ...], ...]
    bag_count: int


class Replay(Answer):
    """A finished game, move by move. With `key` in its link others can open it too.

    `owl` says whether the game can be looked back at here: of a file only if its bag proves that it is over.
    `first` is the seat of player 0 at the table, the others sit in their order: so each keeps their colour.
    """

    table: str | None
    key: str | None
    tile_set: Tiles
    target: int
    players: list[ReplayPlayer]
    moves: list[ReplayMove]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    owl: bool
    first: int = 0


class RecordRequest(Request):
    """A record (docs/record.md) that somebody has as a file."""

    record: dict[str, Any]


# ── Otherwise ────────────────────────────────────────────────────────────────────────────────────

TurnNumber = Annotated[int, Meta(ge=0, le=2000)]


class OtherwiseRequest(Request):
    """A turn of a finished game played otherwise: what has been laid of it so far."""

    turn: TurnNumber
    placements: Annotated[list[Place], Meta(max_length=2)]
    record: dict[str, Any] | None = None


class Otherwise(Answer):
    """What else could be laid, and what the turn as it is now is worth; `loss` is null while nothing lies."""

    options: list[Option]
    points: int
    loss: float | None


# ── Looking back ─────────────────────────────────────────────────────────────────────────────────


class GroupCount(Answer):
    """A group that was closed, or would have been."""

    colour: ColourName
    discs: int


class PlacementSeen(Answer):
    """A placement with its points."""

    tile: int
    face: int
    rotation: int
    x: int
    y: int
    discs: int
    disc_points: int
    groups: list[GroupCount]
    group_points: int
    points: int


class JudgedSeen(Answer):
    """A turn with its value S."""

    placements: list[PlacementSeen]
    penalty: int
    points: int
    reply: float
    own: float
    value: float


class TurnSeen(Answer):
    """A turn's account (docs/analysis.md); null where it cannot be said."""

    player: int
    points: int
    score: int
    best: int | None
    offered: float | None
    drawn: float | None
    taken: int | None
    error: float | None
    loss: float | None
    kind: ChoiceKind | None
    win_before: tuple[float, ...] | None
    win_after: tuple[float, ...] | None
    swing: float
    played: JudgedSeen | None
    better: list[JudgedSeen]
    pressure: list[OpenGroupSeen]
    dead: list[Spot]


class SeatSeen(Answer):
    """A player's sums, and the difference to the best of the others in whole points."""

    score: int
    offered: float
    drawn: float
    taken: int
    loss: float
    best_turn: int | None
    rival: int
    margin: int
    tiles: int
    table: int
    choices: int


class AnalysisSeen(Answer):
    """A game looked back at."""

    method: int
    turns: list[TurnSeen]
    seats: list[SeatSeen] | None
    turning_points: list[int]
    unsaid: list[str]


class Looked(Answer):
    """How far it is, in turns; the analysis once it is there."""

    done: int
    total: int
    analysis: AnalysisSeen | None
