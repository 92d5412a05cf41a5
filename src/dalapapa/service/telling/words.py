"""What requests and messages are made of: placements, receipts, and the values that may stand in them.

All that travels is typed in `words`, `requests` and `messages`; docs/protocol.md tells the story.

Seats are table seats throughout, 0 to 3 in the order in which people sit; who begins is in `State.first`.
Requests refuse fields they do not know; answers may gain fields.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from dalapapa.rules import ErrorCode

ColourName = Literal["red", "green", "blue", "yellow"]
Reaction = Literal["hello", "bravo", "thanks", "oops", "wow", "hurry", "thinking", "well_played"]
Clock = Literal[45, 90, 180, 86_400, 259_200, 604_800]
Phase = Literal["waiting", "playing", "finished", "closed"]
SeatKind = Literal["open", "person", "bot"]
Presence = Literal["here", "held", "left", "resigned"]
PlayedBy = Literal["player", "bot", "stand_in", "forced"]

ReasonName = Literal[
    "ends",
    "closes",
    "discs",
    "second",
    "no_second",
    "dear",
    "shut",
    "little",
    "keeps",
    "most",
    "balance",
]

Spot = tuple[int, int]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
# The length of a name is counted after it has been cleaned, in words of the game, not here.
NameText = Annotated[str, Meta(max_length=200)]
Nonce = Annotated[str, Meta(pattern="^[0-9a-f]{32}$", description="16 random bytes in hexadecimal")]
CommandId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")]
Token = Annotated[str, Meta(max_length=100)]
LevelName = Annotated[str, Meta(max_length=40)]


# Messages never point at each other in a circle: the collector of such circles need not look at them.
class Request(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """What a browser sends."""


class Answer(msgspec.Struct, gc=False):
    """What the server sends."""


class Fault(Answer):
    """A refusal over HTTP: a stable code, words for a person, details for a translation."""

    code: ErrorCode
    words: str
    details: dict[str, Any]


# ── Tiles, placements, receipts ──────────────────────────────────────────────────────────────────


class TileFaces(Answer):
    """A tile: two faces of seven discs, positions 0 to 6 (docs/record.md)."""

    id: int
    family: str
    faces: tuple[list[ColourName], list[ColourName]]


class Tiles(Answer):
    """The tile set."""

    name: str
    sha256: str
    tiles: list[TileFaces]


class Place(Request):
    """A tile laid with one face up, turned by quarter turns clockwise; x, y is its top left cell."""

    tile: Annotated[int, Meta(ge=0, le=999)]
    face: Annotated[int, Meta(ge=0, le=1)]
    rotation: Annotated[int, Meta(ge=0, le=3)]
    x: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
    y: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]


# As many set-up moves and turns as the longest game has.
MOST_MOVES = 4 + 484

TileId = Annotated[int, Meta(ge=0, le=999)]
Move = Annotated[list[Place], Meta(max_length=2)]


class Disc(Answer):
    """A whole disc: its middle in half units, as (2x, 2y)."""

    spot: Spot
    colour: ColourName


class ClosedGroup(Answer):
    """A group that a placement completed: the middles of its discs."""

    colour: ColourName
    discs: tuple[Spot, ...]


class ReceiptSeen(Answer):
    """What one placement scores and where each point comes from (R5)."""

    discs: tuple[Disc, ...]
    disc_points: int
    groups: tuple[ClosedGroup, ...]
    group_points: int
    points: int


class OpenGroupSeen(Answer):
    """An open group, how many unseen tiles close it at once, and the chance that the next hand holds one."""

    colour: ColourName
    discs: tuple[Spot, ...]
    halves: tuple[Spot, ...]
    closing: int
    chance: float


class Option(Answer):
    """What the columns of `Options` say of one placement, for whoever reads them; no receipt in set-up."""

    place: Place
    receipt: ReceiptSeen | None


class Receipts(Answer):
    """What each placement that is offered would score (R5), in columns; docs/protocol.md reads them."""

    discs: str
    disc_colours: str
    disc_points: tuple[int, ...]
    groups: list[list[int]]
    group_colours: str
    closed_by: list[list[int]]
