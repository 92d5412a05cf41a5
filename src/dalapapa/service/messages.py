"""Everything that travels between a browser and the table, as types (docs/protocol.md tells the story).

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


class Option(Answer):
    """A legal placement with what it would score; in set-up nothing scores, so there is no receipt."""

    place: Place
    receipt: ReceiptSeen | None


# ── Sessions ─────────────────────────────────────────────────────────────────────────────────────


class NameRequest(Request):
    """A guest's name: plain text of 1 to 24 characters."""

    name: NameText


class ClaimRequest(Request):
    """The secret part of a personal link."""

    token: Token


class Session(Answer):
    """Who this browser plays as."""

    name: str


class PersonalLink(Answer):
    """Opens this guest's session on another device, once, within 15 minutes."""

    path: str
    token: str
    seconds: int


# ── Tables over HTTP ─────────────────────────────────────────────────────────────────────────────


class NewSeat(Request):
    """A seat of a new table: open, a person of this browser (with a name of their own), or a bot."""

    kind: SeatKind
    name: NameText | None = None
    bot: LevelName | None = None


class NewTable(Request):
    """What the players agree on. Two or more seats of kind `person` share this device."""

    seats: Annotated[list[NewSeat], Meta(min_length=2, max_length=4)]
    target: int = 60
    begins: SeatNumber | Literal["random"] = "random"
    public: bool = False
    open_hands: bool = False
    purist: bool = False
    clock: Clock | None = None
    spectators: bool = True
    nonce: Nonce | None = None
    id: CommandId | None = None


class JoinRequest(Request):
    """Take an open seat: this one, or the first; again for a second person at this device."""

    seat: SeatNumber | None = None
    name: NameText | None = None
    nonce: Nonce | None = None


class ChairRequest(Request):
    """The host lets a bot take an open seat before the game, or frees (`bot` is null) one that a bot has."""

    seat: SeatNumber
    bot: LevelName | None = None


class CardSeat(Answer):
    """A seat as lists of tables show it."""

    kind: SeatKind
    name: str | None
    bot: str | None
    mine: bool
    score: int


class Card(Answer):
    """A table as lists show it."""

    id: str
    phase: Phase
    seats: list[CardSeat]
    target: int
    begins: SeatNumber | Literal["random"]
    public: bool
    open_hands: bool
    purist: bool
    clock: int | None
    spectators: bool
    to_move: int | None
    your_turn: bool
    commitment: str
    created: float
    updated: float


class BotLevel(Answer):
    """A bot that can hold a seat."""

    name: str


class NonceGiven(Answer):
    """What a person's browser added to the bag."""

    seat: int
    nonce: str


class Fair(Answer):
    """What is needed to check the bag; the secret only once the game is finished."""

    table: str
    commitment: str
    nonces: list[NonceGiven]
    secret: str | None


class Health(Answer):
    """The server is up and its store answers."""

    status: Literal["ok"]
    version: str


# ── The table over its websocket: what the server says ───────────────────────────────────────────


class SeatState(Answer):
    """A seat now. `hand` is null where this browser may not see it."""

    kind: SeatKind
    name: str | None
    bot: str | None
    mine: bool
    ready: bool
    presence: Presence
    score: int
    hand: list[int] | None
    hand_size: int


class Outcome(Answer):
    """How the game ended; several winners share the win."""

    scores: list[int]
    winners: list[int]
    reason: Literal["target", "exhausted"]


class State(Answer):
    """The table as this browser may see it now; each new one replaces the one before."""

    phase: Phase
    version: int
    seats: list[SeatState]
    host: int | None  # before the game
    first: int | None
    to_move: int | None
    in_setup: bool
    final_round: bool
    bag_count: int
    clock_ms: int | None
    result: Outcome | None
    rematch: str | None
    secret: str | None


class Told(Answer):
    """Something that has happened, at this seq of the table's log."""

    seq: int


class Joined(Told, tag="joined"):
    """Somebody sat down, or a bot was given the seat."""

    seat: int
    name: str


class Left(Told, tag="left"):
    """A person left, or a bot was sent away: a free seat before the game; while it runs a bot plays on."""

    seats: list[int]


class Ready(Told, tag="ready"):
    """A person's browser has added its nonce."""

    seats: list[int]
    nonce: str


class Started(Told, tag="started"):
    """The bag is mixed and everybody has drawn a set-up tile."""

    first: int


class Laid(Answer):
    """A placement of a turn; no receipt in set-up."""

    place: Place
    receipt: ReceiptSeen | None


class TurnPlayed(Told, tag="turn"):
    """A turn, or a set-up move (`setup`); a pass has nothing laid."""

    version: int
    seat: int
    setup: bool
    laid: tuple[Laid, ...]
    penalty: int
    points: int
    score: int
    by: PlayedBy


class Held(Told, tag="held"):
    """A bot holds this seat until its player is back."""

    seat: int


class Back(Told, tag="back"):
    """A person has taken their seats over again."""

    seats: list[int]


class Resigned(Told, tag="resigned"):
    """A person gave up; a bot plays their seats to the end."""

    seats: list[int]


class Rematch(Told, tag="rematch"):
    """There is a new table with the seats turned by one."""

    table: str


class Closed(Told, tag="closed"):
    """The table never started and is closed."""


Happening = Joined | Left | Ready | Started | TurnPlayed | Held | Back | Resigned | Rematch | Closed


class TableView(Answer, tag="view"):
    """The first message: the table, its state, and what happened after `since`."""

    seq: int
    table: Card
    state: State
    events: list[Happening]


class Update(Answer, tag="update"):
    """What has happened since the last message, and the state it led to."""

    seq: int
    events: list[Happening]
    state: State


class Options(Answer, tag="options"):
    """Every legal placement of a seat's tiles, after the placements tried in `after`.

    Sent without asking when a turn of this browser begins (`id` is null), and as the answer to `try`.
    """

    id: str | None
    seat: int
    version: int
    after: list[Place]
    options: list[Option]


class Ack(Answer, tag="ack"):
    """The command is stored for good, at this seq."""

    id: str
    seq: int


class Reacted(Answer, tag="reaction"):
    """Somebody reacted; not stored."""

    seat: int
    reaction: Reaction


class Pong(Answer, tag="pong"):
    """The answer to `ping`."""


class Refusal(Answer, tag="error"):
    """A refusal; `id` is the command's when it could be read."""

    code: ErrorCode
    words: str
    details: dict[str, Any]
    id: str | None = None


ServerMessage = TableView | Update | Options | Ack | Reacted | Pong | Refusal


# ── The table over its websocket: what the browser says ──────────────────────────────────────────


class TakeTurn(Request, tag="turn"):
    """Lay one tile or two, in this order; `version` is the state's that the turn was made for."""

    id: CommandId
    version: Annotated[int, Meta(ge=0)]
    seat: SeatNumber
    placements: Annotated[list[Place], Meta(max_length=2)]


class Try(Request, tag="try"):
    """Ask for the legal placements of my tiles, now or after a first one; off turn it is a try-out."""

    id: CommandId
    seat: SeatNumber
    placements: Annotated[list[Place], Meta(max_length=1)] = []


class GiveNonce(Request, tag="ready"):
    """Add this browser's nonce to the bag: it is ready to begin."""

    id: CommandId
    nonce: Nonce


class ComeBack(Request, tag="here"):
    """Take my seats over from the bot."""

    id: CommandId


class React(Request, tag="react"):
    """Say one of the ready-made things."""

    reaction: Reaction


class Ping(Request, tag="ping"):
    """Keep the connection alive; sent by the browser about every 25 seconds."""


ClientMessage = TakeTurn | Try | GiveNonce | ComeBack | React | Ping
