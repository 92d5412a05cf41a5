"""What the log of a table holds: everything about it follows from these. Never sent to a browser."""

from typing import Literal

import msgspec

from dalapapa.rules import classic
from dalapapa.service.telling.words import PlayedBy


class Event(msgspec.Struct, omit_defaults=True):
    """Something that happened at a table."""


class Agreed(msgspec.Struct, frozen=True):
    """What the players agreed on; it never changes."""

    target: int
    begins: int | Literal["random"]
    public: bool
    open_hands: bool
    purist: bool
    clock: int | None
    spectators: bool
    # The name and the fingerprint of the set they play with; logs of before do not say: the classic one.
    tile_set: str = classic().name
    tile_set_sha256: str = classic().fingerprint
    hints: bool = False  # tables of before there were any give none


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as the table was laid out: open, for a person, or a bot's."""

    person: str | None = None
    name: str | None = None
    bot: str | None = None


class Kept(msgspec.Struct, frozen=True):
    """What was laid at a real table before the game came here, as `Played.turn`, and who holds what."""

    moves: list[str]
    hands: list[list[int]]


class TableMade(Event, tag="made"):
    """The table was laid out and the server committed to its secret."""

    agreed: Agreed
    seats: list[Plan]
    secret: str
    rematch_of: str | None = None
    brought: str | None = None  # what the table was called where the game was played without us
    kept: Kept | None = None  # the game was begun at a real table


class SatDown(Event, tag="joined"):
    """A person took an open seat."""

    seat: int
    person: str
    name: str


class ChairGiven(Event, tag="chair"):
    """A seat was given to a bot before the game, or freed of one."""

    seat: int
    bot: str | None = None
    name: str | None = None


class WentAway(Event, tag="left"):
    """A person left the table, and these seats."""

    person: str
    seats: list[int]


class GaveNonce(Event, tag="ready"):
    """A person's browser added its nonce."""

    person: str
    nonce: str


class Began(Event, tag="started"):
    """The bag was mixed; `first` is the seat that begins."""

    first: int
    order: list[int]


class Played(Event, tag="turn"):
    """A turn in the compact text of `rules.Turn`."""

    seat: int
    turn: str
    by: PlayedBy


class TookHint(Event, tag="hint"):
    """The player to move was given a hint, the first of this turn."""

    seat: int


class WasHeld(Event, tag="held"):
    """Two turns in a row were missed, or the others would not wait any longer: a bot holds the seat."""

    seat: int


class CameBack(Event, tag="back"):
    """A person took their seats over again; their clock begins anew (`afresh`) if nobody saw it run out."""

    person: str
    afresh: bool = False


class GaveUp(Event, tag="resigned"):
    """A person resigned, and gave these seats up; logs of 0.1 do not say which: all of theirs."""

    person: str
    seats: list[int] | None = None


class NextTable(Event, tag="rematch"):
    """A rematch was made."""

    table: str


class GaveTableUp(Event, tag="closed"):
    """The table closed: it never started, or nobody is left who plays."""


AnyEvent = (
    TableMade
    | SatDown
    | ChairGiven
    | WentAway
    | GaveNonce
    | Began
    | Played
    | TookHint
    | WasHeld
    | CameBack
    | GaveUp
    | NextTable
    | GaveTableUp
)

_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)

encode = msgspec.json.encode


def decode(body: bytes | str) -> AnyEvent:
    """Read an event as the store keeps it."""
    return _decoder.decode(body)
