"""What people, bots and clocks may do at a table.

Each command looks at the table and gives the events that it leads to, or raises in the game's words; it
changes nothing.
"""

import math
from collections.abc import Sequence

import msgspec

from dalapapa.rules import PASS, DalapapaError, ErrorCode, Game, Turn
from dalapapa.service.people.names import clean_name
from dalapapa.service.tables import events, fairness, layout, taking_over
from dalapapa.service.tables.events import AnyEvent
from dalapapa.service.tables.table import MISSED_TURNS, Table
from dalapapa.service.telling import messages, requests
from dalapapa.service.telling.words import PlayedBy, SeatKind

Events = list[AnyEvent]


class Decision(msgspec.Struct, frozen=True):
    """What a command leads to: events, and for each turn among them the game that the rules gave after it."""

    events: Events
    games: Sequence[Game] = ()


NOTHING = Decision([])

# So often somebody can leave a game in progress: each time is a line in its log for ever.
LEAVES = 50

# So often a waiting table's seats are given to bots and freed, and so often somebody sits down at it.
CHAIRS = 100
SITS = 20

# After so many seconds the others need not wait for somebody who is away.
PATIENCE = 120.0


def make_table(table: Table, person: str, name: str, wish: requests.NewTable) -> Decision:
    """Lay out a new table; with bots only at the other seats and a nonce it starts at once.

    The tile set that was wished for lies on the table already.
    """
    agreed, plans = layout.agreed(wish, table.tile_set), layout.planned(wish, person, name)
    kept = taking_over.kept_of(wish, table.tile_set)
    made: Events = [events.TableMade(agreed, plans, fairness.new_secret().hex(), kept=kept)]
    if wish.nonce is not None:
        made.append(events.GaveNonce(person, wish.nonce))
    return _begun(table, made)


def join(table: Table, person: str, name: str, wish: requests.JoinRequest) -> Decision:
    """Take an open seat, one more for this device if the person has one already."""
    mine = table.seats_of(person)
    if mine and (wish.seat is None or wish.seat in mine):
        return _with_nonce(table, [], person, wish.nonce)
    _check_waiting(table)
    kinds = [seat.kind for seat in table.seats]
    if wish.seat is not None:
        _check_chair(table, wish.seat, "open")
    elif "open" not in kinds:
        raise DalapapaError(ErrorCode.SEAT_TAKEN, "every seat is taken")
    if table.sat.get(person, 0) >= SITS:
        raise DalapapaError(ErrorCode.TOO_FAST, "you have sat down here too often")
    seat = kinds.index("open") if wish.seat is None else wish.seat
    given = name if not mine else layout.second_name(name, len(mine))
    shown = clean_name(wish.name) if wish.name is not None else given
    return _with_nonce(table, [events.SatDown(seat, person, shown)], person, wish.nonce)


def give_chair(table: Table, person: str, wish: requests.ChairRequest) -> Decision:
    """Let a bot take an open seat, or free a seat, before the game: the host's right alone.

    With it a stranger could throw the bots out of a public table and sit down in all their seats.
    """
    check_seated(table, person)
    if person != table.host:
        raise DalapapaError(ErrorCode.NOT_HOST, "only who laid the table out gives its seats away")
    _check_seat(table, wish.seat)
    sitter = table.seats[wish.seat]
    if sitter.bot == wish.bot and sitter.person is None:
        return NOTHING
    _check_waiting(table)
    if wish.bot is None and sitter.person is not None:
        if table.seats_of(person) == [wish.seat]:
            raise DalapapaError(ErrorCode.SEAT_TAKEN, "this is your own seat: leave the table instead")
        return Decision([events.WentAway(sitter.person, [wish.seat])])
    if table.chairs_given >= CHAIRS:
        raise DalapapaError(ErrorCode.TOO_FAST, "these seats have changed too often: lay out a new table")
    if wish.bot is None:
        return Decision([events.ChairGiven(wish.seat)])
    _check_chair(table, wish.seat, "open")
    name = layout.bot_name(wish.bot, {seat.name for seat in table.seats if seat.bot})
    return _begun(table, [events.ChairGiven(wish.seat, wish.bot, name)])


def ready(table: Table, person: str, nonce: str) -> Decision:
    """Add a nonce; once given, it stays."""
    check_seated(table, person)
    if all(table.seats[i].ready for i in table.seats_of(person)):
        return NOTHING
    _check_waiting(table)
    return _with_nonce(table, [], person, nonce)


def leave(table: Table, person: str) -> Decision:
    """Free the seats before the game; give them to a bot, until one is back, while it runs."""
    mine = table.seats_of(person)
    if table.phase in ("finished", "closed"):
        return NOTHING
    check_seated(table, person)
    if table.phase == "playing":
        away = [i for i in mine if table.seats[i].presence in ("here", "held")]
        if _times_left(table, away) >= LEAVES:
            raise DalapapaError(ErrorCode.TOO_FAST, "you have left this game too often to leave it again")
        return Decision([events.WentAway(person, away)]) if away else NOTHING
    others = [seat.person for seat in table.seats if seat.person and seat.person != person]
    left: Events = [events.WentAway(person, mine)]
    return Decision(left if others else [*left, events.GaveTableUp()])


def _times_left(table: Table, seats: list[int]) -> int:
    """How often the person in these seats has left the game, as far as it has been played."""
    began = next(i for i, each in enumerate(table.happenings) if isinstance(each, messages.Started))
    return sum(isinstance(each, messages.Left) and each.seats == seats for each in table.happenings[began:])


def resign(table: Table, person: str, seat: int | None = None) -> Decision:
    """Give one's seats up, or one of them: a bot plays on for whoever is left; for nobody, it is over."""
    check_seated(table, person)
    _check_begun(table)
    mine = table.seats_of(person)
    if seat is not None and seat not in mine:
        raise _not_yours(seat)
    given_up = [i for i in ([seat] if seat is not None else mine) if table.seats[i].presence != "resigned"]
    if table.phase == "finished":
        raise DalapapaError(ErrorCode.GAME_OVER, "the game is over")
    if not given_up:
        return NOTHING
    resigned: Events = [events.GaveUp(person, given_up)]
    others = [i for i, other in enumerate(table.seats) if other.person and i not in given_up]
    if all(table.seats[i].presence == "resigned" for i in others):
        resigned.append(events.GaveTableUp())
    return Decision(resigned)


def stand_in(table: Table, person: str, seat: int, away: float | None) -> Decision:
    """Let a bot play for somebody who has been away for so many seconds (None: is here)."""
    check_seated(table, person)
    _check_begun(table)
    if table.phase != "playing":
        raise DalapapaError(ErrorCode.GAME_OVER, "the game is over")
    _check_seat(table, seat)
    if table.seats[seat].by_itself:
        return NOTHING
    if seat in table.seats_of(person):
        raise DalapapaError(ErrorCode.NOT_ALLOWED, "this is your own seat: leave instead", {"seat": seat})
    if away is None:
        raise DalapapaError(ErrorCode.NOT_ALLOWED, "this player is here", {"seat": seat})
    if away < PATIENCE:
        left = math.ceil(PATIENCE - away)
        raise DalapapaError(
            ErrorCode.NOT_ALLOWED,
            f"this player has only just gone: in {left} seconds a bot may play on",
            {"seat": seat, "seconds": left},
        )
    return Decision([events.WasHeld(seat)])


def come_back(table: Table, person: str, afresh: bool = False) -> Decision:
    """Take one's seats over from the bot; `afresh` when the clock ran out and nobody was there.

    Then it begins anew, whoever is to move: the first to come has not seen it run out either.
    """
    check_seated(table, person)
    mine = {table.seats[i].presence for i in table.seats_of(person)} - {"resigned"}
    if table.phase != "playing" or not (mine - {"here"} or (mine and afresh)):
        return NOTHING
    return Decision([events.CameBack(person, afresh)])


def take_turn(table: Table, person: str, move: messages.TakeTurn, turn: Turn) -> Decision:
    """Play a turn for one of one's seats."""
    check_seated(table, person)
    if move.seat not in table.seats_of(person):
        raise _not_yours(move.seat)
    game = _check_begun(table)
    if table.phase == "closed":
        raise DalapapaError(ErrorCode.GAME_OVER, "the game is over")
    _in_table_seats(table, game, move)
    seat = table.seats[move.seat]
    if seat.presence == "resigned":
        raise DalapapaError(ErrorCode.NOT_AT_TABLE, "you have resigned: a bot plays on", {"seat": move.seat})
    back: Events = [events.CameBack(person)] if seat.presence != "here" else []
    played, games = _played(table, move.seat, turn, "player", move.version)
    return Decision([*back, *played], games)


def take_hint(table: Table, person: str, seat: int) -> Decision:
    """Count a hint for the player to move; its sender's id has it counted once a turn."""
    check_may_hint(table, person, seat)
    game = _check_begun(table)
    if table.phase != "playing":
        raise DalapapaError(ErrorCode.GAME_OVER, "the game is over")
    if table.to_move != seat:
        raise DalapapaError(
            ErrorCode.NOT_YOUR_TURN, f"it is seat {table.to_move}'s turn", {"to_move": table.to_move}
        )
    if game.in_setup:
        raise DalapapaError(ErrorCode.NO_HINTS, "in set-up nothing scores, so there is nothing to hint at")
    return Decision([events.TookHint(seat)])


def check_may_hint(table: Table, person: str | None, seat: int) -> None:
    """Refuse what would help one person against others who have not agreed to it."""
    if table.agreed.purist:
        raise DalapapaError(ErrorCode.PURIST, "this table plays without help")
    if not table.agreed.hints:
        raise DalapapaError(ErrorCode.NO_HINTS, "hints were not agreed on at this table")
    if seat not in table.seats_of(person) or table.seats[seat].presence == "resigned":
        raise _not_yours(seat)


def play_by_itself(table: Table, version: int, turn: Turn, expired: bool) -> Decision:
    """A bot's turn, for its own seat, an absent person's, or one whose clock has run out (`expired`)."""
    game = _check_begun(table)
    if game.version != version or table.to_move is None:
        return NOTHING  # somebody was quicker
    seat = table.seats[table.to_move]
    if not seat.by_itself and not expired:
        return NOTHING  # the person is back
    played, games = _played(table, table.to_move, turn, "bot" if seat.bot else "stand_in", version)
    if seat.bot is None and seat.presence == "here" and seat.missed + 1 >= MISSED_TURNS:
        played.insert(1, events.WasHeld(table.to_move))
    return Decision(played, games)


def close(table: Table) -> Decision:
    """Nobody came, or nobody has come back: the table closes."""
    return Decision([events.GaveTableUp()]) if table.phase in ("waiting", "playing") else NOTHING


def next_table(table: Table, person: str) -> Decision:
    """Ask for a rematch; the first to ask decides which table it is."""
    check_seated(table, person)
    if table.phase in ("waiting", "playing") or table.game is None:
        raise DalapapaError(ErrorCode.NOT_FINISHED, "the game is not over yet")
    return NOTHING if table.rematch else Decision([events.NextTable(layout.new_table_id())])


def make_rematch(old: Table) -> Decision:
    """The next table: everybody one seat further."""
    plans = [events.Plan(seat.person, seat.name, seat.bot) for seat in old.seats]
    turned = [plans[-1], *plans[:-1]]
    return Decision([events.TableMade(old.agreed, turned, fairness.new_secret().hex(), old.id)])


# ── What several commands share ──────────────────────────────────────────────────────────────────


def _played(table: Table, seat: int, turn: Turn, by: PlayedBy, version: int) -> tuple[Events, list[Game]]:
    """The turn, and the passes of those who then have nothing to lay (R4.4), with the game after each."""
    game = _check_begun(table).play(turn, player=table.player_at(seat), version=version)
    played: Events = [events.Played(seat, str(turn), by)]
    passes, games = _forced(table, game)
    return [*played, *passes], [game, *games]


def _forced(table: Table, game: Game) -> tuple[Events, list[Game]]:
    """The passes of those who have nothing to lay (R4.4), with the game after each."""
    played: Events = []
    games: list[Game] = []
    while game.result is None and game.must_pass():
        played.append(events.Played(table.seat_of(game.to_move), str(PASS), "forced"))
        game = game.play(PASS)
        games.append(game)
    return played, games


def _with_nonce(table: Table, happened: Events, person: str, nonce: str | None) -> Decision:
    """Add a nonce that was not given yet, and begin if nobody else is waited for."""
    given = any(table.seats[i].nonce for i in table.seats_of(person))
    if nonce is not None and not given and table.phase == "waiting":
        happened = [*happened, events.GaveNonce(person, nonce)]
    return _begun(table, happened) if happened else NOTHING


def _begun(table: Table, happened: Events) -> Decision:
    """These events, and the beginning of the game if every seat is then ready."""
    after = table.copy()
    for event in happened:
        after.apply(event, "", 0.0)
    if after.phase != "waiting" or not all(seat.ready for seat in after.seats):
        return Decision(happened)
    order, first = fairness.draw(
        after.secret,
        after.id,
        after.nonces,
        tiles=len(after.tile_set),
        seats=len(after.seats),
        begins=after.agreed.begins,
        known=taking_over.known(after.kept),
    )
    if after.kept is None:
        return Decision([*happened, events.Began(first, list(order))])
    order = taking_over.bag(after.kept, len(after.seats), after.tile_set, order)
    began = events.Began(first, list(order))
    after.apply(began, "", 0.0)
    played, games = taking_over.begun(after.kept, _check_begun(after))
    passes, more = _forced(after, games[-1] if games else _check_begun(after))
    return Decision([*happened, began, *played, *passes], [*games, *more])


def _in_table_seats(table: Table, game: Game, move: messages.TakeTurn) -> None:
    """The rules speak of players; at the table it is seats that are told whose turn it is."""
    if game.version == move.version and game.result is None and table.to_move != move.seat:
        raise DalapapaError(
            ErrorCode.NOT_YOUR_TURN, f"it is seat {table.to_move}'s turn", {"to_move": table.to_move}
        )


def check_seated(table: Table, person: str) -> None:
    """Refuse who does not sit here."""
    if not table.seats_of(person):
        raise DalapapaError(ErrorCode.NOT_AT_TABLE, "you do not sit at this table")


def _check_waiting(table: Table) -> None:
    if table.phase != "waiting":
        raise DalapapaError(ErrorCode.ALREADY_STARTED, "the table has started or is closed")


def _not_yours(seat: int) -> DalapapaError:
    return DalapapaError(ErrorCode.NOT_AT_TABLE, "this seat is not yours", {"seat": seat})


def _check_seat(table: Table, seat: int) -> None:
    if seat >= len(table.seats):
        raise DalapapaError(ErrorCode.SEAT_TAKEN, f"there is no seat {seat} at this table", {"seat": seat})


def _check_chair(table: Table, seat: int, *kinds: SeatKind) -> None:
    _check_seat(table, seat)
    if table.seats[seat].kind not in kinds:
        raise DalapapaError(ErrorCode.SEAT_TAKEN, f"seat {seat} is taken", {"seat": seat})


def _check_begun(table: Table) -> Game:
    if table.game is None:
        raise DalapapaError(ErrorCode.NOT_STARTED, "the game has not begun")
    return table.game
