"""What a browser and its table say to each other in a conversation."""

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from dalapapa.rules import ErrorCode
from dalapapa.service.telling.requests import Card
from dalapapa.service.telling.words import (
    Answer,
    ColourName,
    CommandId,
    Nonce,
    OpenGroupSeen,
    Phase,
    Place,
    PlayedBy,
    Presence,
    Reaction,
    ReasonName,
    Receipts,
    ReceiptSeen,
    Request,
    SeatKind,
    SeatNumber,
)

# ── What the table says ───────────────────────────────────────────────────────────────────────────


class SeatState(Answer):
    """A seat now. `hand` is null where this browser may not see it.

    `hints` is in how many turns a hint was taken; `away_ms` how long ago a person's last browser left this
    table, null while one is here.
    """

    kind: SeatKind
    name: str | None
    bot: str | None
    mine: bool
    ready: bool
    presence: Presence
    score: int
    hand: list[int] | None
    hand_size: int
    hints: int
    away_ms: int | None


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


class Happened(Answer):
    """Something that has happened, at this seq of the table's log."""

    seq: int


class Joined(Happened, tag="joined"):
    """Somebody sat down, or a bot was given the seat."""

    seat: int
    name: str


class Left(Happened, tag="left"):
    """A person left, or a bot was sent away: a free seat before the game; while it runs a bot plays on."""

    seats: list[int]


class Ready(Happened, tag="ready"):
    """A person's browser has added its nonce."""

    seats: list[int]
    nonce: str


class Started(Happened, tag="started"):
    """The bag is mixed and everybody has drawn a set-up tile."""

    first: int


class Laid(Answer):
    """A placement of a turn; no receipt in set-up."""

    place: Place
    receipt: ReceiptSeen | None


class TurnPlayed(Happened, tag="turn"):
    """A turn, or a set-up move (`setup`); a pass has nothing laid."""

    version: int
    seat: int
    setup: bool
    laid: tuple[Laid, ...]
    penalty: int
    points: int
    score: int
    by: PlayedBy


class Hinted(Happened, tag="hinted"):
    """Whose turn it is has taken a hint, the first in this turn."""

    seat: int


class Held(Happened, tag="held"):
    """A bot holds this seat until its player is back."""

    seat: int


class Back(Happened, tag="back"):
    """A person has taken their seats over again."""

    seats: list[int]


class Resigned(Happened, tag="resigned"):
    """A person gave these seats up; a bot plays them to the end, unless only bots are left."""

    seats: list[int]


class Rematch(Happened, tag="rematch"):
    """There is a new table with the seats turned by one."""

    table: str


class Closed(Happened, tag="closed"):
    """The table never started, or nobody is left who plays: it is closed."""


Happening = Joined | Left | Ready | Started | TurnPlayed | Hinted | Held | Back | Resigned | Rematch | Closed


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
    """Every legal placement of a seat's tiles, after those tried in `after`, in columns (docs/protocol.md).

    Sent without asking when a turn of this browser begins (`id` is null), and as the answer to `try`. In
    set-up nothing scores, so there are no receipts. `other_order` has the placements that score more, or
    less, when they are laid before the one tried; null where there is none, or it is not known.
    """

    id: str | None
    seat: int
    version: int
    after: list[Place]
    tiles: tuple[int, ...]
    flat: int
    x: list[int]
    y: list[int]
    fits: list[str]
    receipts: Receipts | None
    other_order: list[tuple[int, int]] | None = None


class Region(Answer):
    """Cells of the board: from x, y so many to the right and down."""

    x: int
    y: int
    width: int
    height: int


class ReasonSeen(Answer):
    """What speaks for a hint, with the number and the colour that belong to it (docs/protocol.md)."""

    why: ReasonName
    count: int
    colour: ColourName | None


class Advice(Answer, tag="advice"):
    """A hint, as much of it as was asked for: where; which tile and face; the placement, its receipt and why.

    All are null where it is time to end the turn; `why` then says so at once.
    """

    id: str
    seat: int
    version: int
    after: list[Place]
    step: int
    region: Region | None
    tile: int | None
    face: int | None
    laid: Laid | None
    why: list[ReasonSeen]


class Groups(Answer, tag="groups"):
    """Every open group after the placements tried, with its pressure, as far as this seat can see."""

    id: str
    seat: int
    version: int
    after: list[Place]
    groups: list[OpenGroupSeen]


class Ack(Answer, tag="ack"):
    """The command is stored for good, at this seq."""

    id: str
    seq: int


class Reacted(Answer, tag="reaction"):
    """Somebody reacted; not stored."""

    seat: int
    reaction: Reaction


class Away(Answer, tag="presence"):
    """Somebody came to the table, or has gone: how long each seat's person has been away. Not stored."""

    away_ms: list[int | None]


class Pong(Answer, tag="pong"):
    """The answer to `ping`."""


class Refusal(Answer, tag="error"):
    """A refusal; `id` is the command's when it could be read."""

    code: ErrorCode
    words: str
    details: dict[str, Any]
    id: str | None = None


ServerMessage = TableView | Update | Options | Advice | Groups | Ack | Reacted | Away | Pong | Refusal


# ── What the browser says ─────────────────────────────────────────────────────────────────────────


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
    placements: Annotated[list[Place], Meta(max_length=1)] = field(default_factory=list)


class Help(Request, tag="help"):
    """Whether options are to be sent whenever a turn of mine begins: not, if I find placements by myself."""

    wanted: bool


class Hint(Request, tag="hint"):
    """Ask what the Owl would do in my turn, after a first tile or none: a third of it, two thirds, all."""

    id: CommandId
    seat: SeatNumber
    step: Annotated[int, Meta(ge=1, le=3)]
    placements: Annotated[list[Place], Meta(max_length=1)] = field(default_factory=list)


class AskGroups(Request, tag="groups"):
    """Ask how likely the open groups are closed by whoever plays next, now or after what I would lay."""

    id: CommandId
    seat: SeatNumber
    placements: Annotated[list[Place], Meta(max_length=2)] = field(default_factory=list)


class GiveNonce(Request, tag="ready"):
    """Add this browser's nonce to the bag: it is ready to begin."""

    id: CommandId
    nonce: Nonce


class ComeBack(Request, tag="here"):
    """Take my seats over from the bot."""

    id: CommandId


class StandIn(Request, tag="stand_in"):
    """Let a bot play this seat until its person, who has been away for long, is back."""

    id: CommandId
    seat: SeatNumber


class React(Request, tag="react"):
    """Say one of the ready-made things."""

    reaction: Reaction


class Ping(Request, tag="ping"):
    """Keep the connection alive; sent by the browser about every 25 seconds."""


ClientMessage = TakeTurn | Try | Help | Hint | AskGroups | GiveNonce | ComeBack | StandIn | React | Ping
