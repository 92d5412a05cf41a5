"""What a browser asks for outside of a conversation, and what it is answered: guests, tables, lists."""

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from dalapapa.rules.tile_facts import Fact
from dalapapa.service.telling.words import (
    MOST_MOVES,
    Answer,
    Clock,
    CommandId,
    Fault,
    LevelName,
    Move,
    NameText,
    Nonce,
    Phase,
    Request,
    SeatKind,
    SeatNumber,
    TileId,
    Tiles,
    Token,
)

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


# ── Bells ────────────────────────────────────────────────────────────────────────────────────────


class BellRequest(Request):
    """Where a browser's push service takes news for it, and its keys, as `PushSubscription` has them."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1000)]
    p256dh: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{87}$", description="65 bytes in base64url")]
    auth: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$", description="16 bytes in base64url")]


class BellState(Answer):
    """The key to ask one's push service with, and whether this browser is told when it is my turn."""

    key: str
    ringing: bool


# ── Tables ───────────────────────────────────────────────────────────────────────────────────────


class NewSeat(Request):
    """A seat of a new table: open, a person of this browser (with a name of their own), or a bot."""

    kind: SeatKind
    name: NameText | None = None
    bot: LevelName | None = None


class KeptGame(Request):
    """A game that was begun at a real table: all that was laid there, as in `KeepingRequest`.

    `hands` are the tiles that everybody holds, in the order of play; what is not said is drawn.
    """

    moves: Annotated[list[Move], Meta(max_length=MOST_MOVES)]
    hands: Annotated[list[Annotated[list[TileId], Meta(max_length=2)]], Meta(max_length=4)] = field(
        default_factory=list
    )


class NewTable(Request):
    """What the players agree on. Two or more seats of kind `person` share this device.

    `hints` may be taken by everybody or by nobody; null: where nobody else can sit down.
    `tile_set` is the name of a set that comes with the game, or the text of a file (docs/tile-sets.md); null
    is the set that the server offers by itself.
    With `kept` a game from a real table is played on: the first seat began it, and open seats may have names.
    """

    seats: Annotated[list[NewSeat], Meta(min_length=2, max_length=4)]
    target: int = 60
    begins: SeatNumber | Literal["random"] = "random"
    public: bool = False
    open_hands: bool = False
    purist: bool = False
    clock: Clock | None = None
    spectators: bool = True
    hints: bool | None = None
    nonce: Nonce | None = None
    id: CommandId | None = None
    tile_set: str | None = None
    kept: KeptGame | None = None


class JoinRequest(Request):
    """Take an open seat: this one, or the first; again for a second person at this device."""

    seat: SeatNumber | None = None
    name: NameText | None = None
    nonce: Nonce | None = None


class ChairRequest(Request):
    """The host lets a bot take an open seat before the game, or frees a seat (`bot` is null)."""

    seat: SeatNumber
    bot: LevelName | None = None


class ResignRequest(Request):
    """Give up one seat of this device, or all of them."""

    seat: SeatNumber | None = None


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
    tile_set: str
    tile_set_sha256: str
    hints: bool
    to_move: int | None
    your_turn: bool
    commitment: str
    created: float
    updated: float
    brought: bool = False
    kept: bool = False


# ── Tile sets ────────────────────────────────────────────────────────────────────────────────────


class TileSetRequest(Request):
    """A tile set as its file has it (docs/tile-sets.md), or as much of it as is written down yet."""

    tile_set: str


class BrokenFact(Answer):
    """Something that is known of the real box and does not hold here."""

    fact: Fact
    words: str
    details: dict[str, Any]


class BoxSeen(Answer):
    """A tile set that somebody has written down, held against the real box.

    `families` are the tiles of each family that is named; `refusal` says why no table plays with it yet.
    """

    tile_set: Tiles
    broken: list[BrokenFact]
    families: dict[str, int]
    refusal: Fault | None


# ── What there is ────────────────────────────────────────────────────────────────────────────────


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
    """The server is up; whether its store can be read and written."""

    status: Literal["ok", "trouble"]
    version: str
    readable: bool
    writable: bool
