"""A table as its log tells it: it takes one event after the other, and nothing else changes it."""

from copy import copy

import msgspec

from dalapapa.rules import Game, TileSet, Turn, classic
from dalapapa.service.tables import events, fairness
from dalapapa.service.tables.events import AnyEvent
from dalapapa.service.telling.happenings import happening
from dalapapa.service.telling.messages import Happening
from dalapapa.service.telling.words import Phase, Presence, SeatKind

DAY = 86_400.0
# A table that nobody fills is closed after this; without a clock, so long may a turn take.
LONGEST_WAIT = 7 * DAY
# After so many turns in a row played for them, a bot holds a person's seat.
MISSED_TURNS = 2


NOTHING_AGREED = events.Agreed(
    target=60, begins="random", public=False, open_hands=False, purist=False, clock=None, spectators=False
)


# Structs, since a table is copied for every command and msgspec copies far faster than `dataclasses`.
class Seat(msgspec.Struct):
    """Who sits where."""

    person: str | None = None
    name: str | None = None
    bot: str | None = None
    nonce: str | None = None
    presence: Presence = "here"
    missed: int = 0
    hints: int = 0  # in so many turns a hint was taken

    @property
    def kind(self) -> SeatKind:
        """Open, a person's, or a bot's."""
        return seat_kind(self.person, self.bot)

    @property
    def ready(self) -> bool:
        """Whether the game need not wait for this seat."""
        return self.bot is not None or self.nonce is not None

    @property
    def by_itself(self) -> bool:
        """Whether a bot plays here now."""
        return self.bot is not None or self.presence != "here"


def seat_kind(person: str | None, bot: str | None) -> SeatKind:
    """What a seat is, by who sits there."""
    return "bot" if bot else "person" if person else "open"


class Table(msgspec.Struct, eq=False):
    """The table at one seq of its log. Times are seconds since 1970."""

    id: str
    seq: int = 0
    agreed: events.Agreed = NOTHING_AGREED
    tile_set: TileSet = classic()  # the one that was agreed on
    host: str | None = None  # who laid the table out, or the next of those who came
    seats: list[Seat] = []
    secret: bytes = b""
    commitment: str = ""  # what everybody may know of the secret
    phase: Phase = "waiting"
    first: int | None = None
    game: Game | None = None
    rematch: str | None = None
    rematch_of: str | None = None
    brought: str | None = None  # its name where it was played without the server
    kept: events.Kept | None = None  # what was played of it at a real table
    waited_for: list[str | None] = []  # who sat at the real table, by seat: a free seat is called so
    created: float = 0.0
    updated: float = 0.0
    turn_began: float = 0.0
    attended: float = 0.0  # when a person last did something in the game
    commands: dict[str, int] = {}
    chairs_given: int = 0
    sat: dict[str, int] = {}  # how often each person has sat down
    happenings: list[Happening] = []  # what everybody may know of each event

    # ── Who is who ───────────────────────────────────────────────────────────────────────────

    def seats_of(self, person: str | None) -> list[int]:
        """The seats that a person's browser holds."""
        return [i for i, seat in enumerate(self.seats) if person is not None and seat.person == person]

    @property
    def bag_name(self) -> str:
        """The id that the bag was mixed with."""
        return self.brought or self.id

    @property
    def people(self) -> list[str]:
        """Everybody who sits here, each once."""
        return list(dict.fromkeys(seat.person for seat in self.seats if seat.person))

    def seat_of(self, player: int) -> int:
        """The table's seat of a player of the game: the rules' player 0 begins."""
        return (player + (self.first or 0)) % len(self.seats)

    def player_at(self, seat: int) -> int:
        """The game's player at a seat of the table."""
        return (seat - (self.first or 0)) % len(self.seats)

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is."""
        if self.game is None or self.phase != "playing":
            return None
        return self.seat_of(self.game.to_move)

    @property
    def version(self) -> int:
        """How many set-up moves and turns have been played."""
        return self.game.version if self.game else 0

    @property
    def scores(self) -> list[int]:
        """Everybody's points, by seat."""
        if self.game is None:
            return [0] * len(self.seats)
        return [self.game.scores[self.player_at(i)] for i in range(len(self.seats))]

    @property
    def nonces(self) -> list[tuple[int, str]]:
        """What each person's browser has added, by seat."""
        return [(i, seat.nonce) for i, seat in enumerate(self.seats) if seat.nonce is not None]

    def due(self, pace: float) -> float | None:
        """When the table must go on by itself: a bot's turn, the clock's end, nobody came."""
        if self.phase == "waiting":
            return self.updated + LONGEST_WAIT
        if self.to_move is None:
            return None
        if self.seats[self.to_move].by_itself:
            return self.turn_began + pace
        return self.turn_began + self.span

    @property
    def span(self) -> float:
        """How long a turn may take."""
        return self.agreed.clock or LONGEST_WAIT

    @property
    def given_up(self) -> float:
        """When a game that nobody comes back to is over."""
        return self.attended + max(LONGEST_WAIT, 2 * self.span)

    # ── Events ───────────────────────────────────────────────────────────────────────────────

    def copy(self) -> "Table":
        """A table that can take events while this one stays as it is."""
        table = copy(self)
        table.seats = list(map(copy, self.seats))
        table.commands = self.commands.copy()
        table.sat = self.sat.copy()
        table.happenings = self.happenings.copy()
        return table

    def apply(self, event: AnyEvent, command: str, at: float, game: Game | None = None) -> None:
        """Take the next event of the log, in place: for a table that nobody else holds yet.

        `game` is what a turn leads to, from those who know: else the rules are asked.
        """
        self.seq += 1
        self.commands[command] = self.seq
        self.updated = at
        self._take(event, at, game)
        if (happened := happening(self, event)) is not None:
            self.happenings.append(happened)

    def _take(self, event: AnyEvent, at: float, game: Game | None) -> None:
        match event:
            case events.TableMade(agreed, plans, secret, rematch_of, brought, kept):
                self.agreed, self.brought, self.kept = agreed, brought, kept
                self.seats = [Seat(plan.person, plan.name, plan.bot) for plan in plans]
                self.waited_for = [plan.name if kept and not plan.bot else None for plan in plans]
                self.secret, self.rematch_of, self.created = bytes.fromhex(secret), rematch_of, at
                self.commitment = fairness.commitment(self.secret, self.bag_name)
                self.host = next(iter(self.people), None)
            case events.SatDown(seat, person, name):
                self.sat[person] = self.sat.get(person, 0) + 1
                nonce = next((self.seats[i].nonce for i in self.seats_of(person)), None)
                self.seats[seat] = Seat(person, name, nonce=nonce)
            case events.ChairGiven(seat, bot, name):
                self.chairs_given += 1
                self.seats[seat] = Seat(name=name, bot=bot) if bot else self._free(seat)
            case events.WentAway(person, seats):
                for i in seats:
                    if self.phase == "waiting":
                        self.seats[i] = self._free(i)
                    else:
                        self.seats[i].presence = "left"
                if self.phase == "waiting" and person == self.host:
                    self.host = next(iter(self.people), None)
            case events.GaveNonce(person, nonce):
                for i in self.seats_of(person):
                    self.seats[i].nonce = nonce
            case events.Began(first, order):
                self.phase, self.first = "playing", first
                self.turn_began = self.attended = at
                players, target = len(self.seats), self.agreed.target
                self.game = Game.start(order, players, target, self.tile_set, self.agreed.open_hands)
            case events.Played():
                self._take_turn(event, at, game)
            case events.TookHint(seat):
                self.seats[seat].hints += 1
            case events.WasHeld(seat):
                self.seats[seat].presence = "held"
            case events.CameBack(person, afresh):
                self.attended = at
                # A whole clock only when it had run out, or who leaves and returns would never lose it.
                if afresh:
                    self.turn_began = at
                for i in self.seats_of(person):
                    if self.seats[i].presence == "resigned":
                        continue
                    if i == self.to_move and self.seats[i].presence == "held":
                        self.turn_began = at
                    self.seats[i].presence, self.seats[i].missed = "here", 0
            case events.GaveUp(person, seats):
                for i in self.seats_of(person) if seats is None else seats:
                    self.seats[i].presence = "resigned"
            case events.NextTable(table):
                self.rematch = table
            case events.GaveTableUp():
                self.phase = "closed"

    def _free(self, seat: int) -> Seat:
        return Seat(name=self.waited_for[seat])

    def _take_turn(self, event: events.Played, at: float, game: Game | None) -> None:
        assert self.game is not None
        self.game = self.game.play(Turn.parse(event.turn)) if game is None else game
        self.turn_began = at
        seat = self.seats[event.seat]
        if event.by == "stand_in":
            seat.missed += 1
        elif event.by == "player":
            seat.missed = 0
            self.attended = at
        if self.game.result is not None:
            self.phase = "finished"
