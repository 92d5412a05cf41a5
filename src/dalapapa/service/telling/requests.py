"""What a browser asks for outside of a conversation, and what it is answered: guests, tables, lists."""

from typing import Annotated, Literal

from msgspec import Meta

from dalapapa.service.telling.words import (
    Answer,
    Clock,
    CommandId,
    LevelName,
    NameText,
    Nonce,
    Phase,
    Request,
    SeatKind,
    SeatNumber,
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


# ── Tables ───────────────────────────────────────────────────────────────────────────────────────


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
    """The server is up; whether its store can be read and written."""

    status: Literal["ok", "trouble"]
    version: str
    readable: bool
    writable: bool
