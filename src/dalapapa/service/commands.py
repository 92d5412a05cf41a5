"""What people, bots and clocks may do at a table.

Each command looks at the table and gives the events that it leads to, or raises in the game's words; it
changes nothing.
"""

import base64
import hashlib
import secrets

import msgspec

from dalapapa.bots import bot_named
from dalapapa.rules import PASS, DalapapaError, ErrorCode, Game, Turn, classic
from dalapapa.rules.game import check_target
from dalapapa.service import events, fairness, messages
from dalapapa.service.events import AnyEvent
from dalapapa.service.names import clean_name
from dalapapa.service.table import MISSED_TURNS, Table

Events = list[AnyEvent]

# So often somebody can leave a game in progress: each time is a line in its log for ever.
LEAVES = 50


def new_table_id() -> str:
    """128 random bits: who has it was given it."""
    return secrets.token_urlsafe(16)


def table_id_for(person: str, command: str) -> str:
    """The table of a person's command: the same again when it is sent again, and as hard to guess."""
    digest = hashlib.sha256(f"table\n{person}\n{command}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def make_table(table: Table, person: str, name: str, wish: messages.NewTable) -> Events:
    """Lay out a new table; with bots only at the other seats and a nonce it starts at once."""
    check_target(wish.target)
    if wish.begins != fairness.RANDOM and int(wish.begins) >= len(wish.seats):
        raise DalapapaError(
            ErrorCode.BAD_PLAYERS,
            f"seat {wish.begins} cannot begin: there is no such seat",
            {"seat": wish.begins},
        )
    plans: list[events.Plan] = []
    for seat in wish.seats:
        plans.append(_plan(seat, person, name, plans))
    if not any(plan.person for plan in plans):
        raise DalapapaError(ErrorCode.BAD_PLAYERS, "one seat at least must be for a person at this device")
    agreed = msgspec.convert(wish, events.Agreed, from_attributes=True)
    made: Events = [events.TableMade(agreed, plans, fairness.new_secret().hex())]
    if wish.nonce is not None:
        made.append(events.GaveNonce(person, wish.nonce))
    return _begun(table, made)


def _plan(seat: messages.NewSeat, person: str, name: str, before: list[events.Plan]) -> events.Plan:
    if (seat.kind == "bot") != (seat.bot is not None):
        raise DalapapaError(ErrorCode.NO_SUCH_BOT, "a bot's seat needs its level, and no other has one")
    if seat.name is not None and seat.kind != "person":
        raise DalapapaError(ErrorCode.BAD_NAME, "only a person's seat is given a name")
    if seat.bot is not None:
        return events.Plan(bot=seat.bot, name=_bot_name(seat.bot, {plan.name for plan in before if plan.bot}))
    if seat.kind == "person":
        again = sum(plan.person == person for plan in before)
        given = name if not again else _second_name(name, again)
        return events.Plan(person=person, name=clean_name(seat.name) if seat.name is not None else given)
    return events.Plan()


def _bot_name(level: str, taken: set[str | None]) -> str:
    """What a bot is called at a table: its level, numbered where there are several."""
    bot_named(level)
    title = level.capitalize()
    names = (title, *(f"{title} {number}" for number in range(2, len(taken) + 2)))
    return next(name for name in names if name not in taken)


def _second_name(name: str, again: int) -> str:
    """Somebody else at the same device who gave no name."""
    number = f" {again + 1}"
    return name[: 24 - len(number)] + number


def join(table: Table, person: str, name: str, wish: messages.JoinRequest) -> Events:
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
    seat = kinds.index("open") if wish.seat is None else wish.seat
    given = name if not mine else _second_name(name, len(mine))
    shown = clean_name(wish.name) if wish.name is not None else given
    return _with_nonce(table, [events.SatDown(seat, person, shown)], person, wish.nonce)


def give_chair(table: Table, person: str, wish: messages.ChairRequest) -> Events:
    """Let a bot take an open seat, or free a bot's seat, before the game: the host's right alone.

    With it a stranger could throw the bots out of a public table and sit down in all their seats.
    """
    _check_seated(table, person)
    if person != table.host:
        raise DalapapaError(ErrorCode.NOT_HOST, "only who laid the table out gives its seats to bots")
    _check_chair(table, wish.seat, "open", "bot")
    if table.seats[wish.seat].bot == wish.bot:
        return []
    _check_waiting(table)
    if wish.bot is None:
        return [events.ChairGiven(wish.seat)]
    _check_chair(table, wish.seat, "open")
    name = _bot_name(wish.bot, {seat.name for seat in table.seats if seat.bot})
    return _begun(table, [events.ChairGiven(wish.seat, wish.bot, name)])


def ready(table: Table, person: str, nonce: str) -> Events:
    """Add a nonce; once given, it stays."""
    _check_seated(table, person)
    if all(table.seats[i].ready for i in table.seats_of(person)):
        return []
    _check_waiting(table)
    return _with_nonce(table, [], person, nonce)


def leave(table: Table, person: str) -> Events:
    """Free the seats before the game; give them to a bot, until one is back, while it runs."""
    mine = table.seats_of(person)
    if table.phase in ("finished", "closed"):
        return []
    _check_seated(table, person)
    if table.phase == "playing":
        away = [i for i in mine if table.seats[i].presence in ("here", "held")]
        if _times_left(table, away) >= LEAVES:
            raise DalapapaError(ErrorCode.TOO_FAST, "you have left this game too often to leave it again")
        return [events.WentAway(person, away)] if away else []
    others = [seat.person for seat in table.seats if seat.person and seat.person != person]
    left: Events = [events.WentAway(person, mine)]
    return left if others else [*left, events.GaveTableUp()]


def _times_left(table: Table, seats: list[int]) -> int:
    """How often the person in these seats has left the game, as far as it has been played."""
    began = next(i for i, told in enumerate(table.happenings) if isinstance(told, messages.Started))
    return sum(isinstance(told, messages.Left) and told.seats == seats for told in table.happenings[began:])


def resign(table: Table, person: str) -> Events:
    """Give up: a bot plays the seats to the end."""
    _check_seated(table, person)
    _check_playing(table)
    if all(table.seats[i].presence == "resigned" for i in table.seats_of(person)):
        return []
    return [events.GaveUp(person)]


def come_back(table: Table, person: str) -> Events:
    """Take one's seats over from the bot."""
    _check_seated(table, person)
    away = any(table.seats[i].presence in ("held", "left") for i in table.seats_of(person))
    return [events.CameBack(person)] if away and table.phase == "playing" else []


def take_turn(table: Table, person: str, move: messages.TakeTurn, turn: Turn) -> Events:
    """Play a turn for one of one's seats."""
    _check_seated(table, person)
    if move.seat not in table.seats_of(person):
        raise DalapapaError(ErrorCode.NOT_AT_TABLE, "this seat is not yours", {"seat": move.seat})
    game = _check_begun(table)
    _in_table_seats(table, game, move)
    seat = table.seats[move.seat]
    if seat.presence == "resigned":
        raise DalapapaError(ErrorCode.NOT_AT_TABLE, "you have resigned: a bot plays on", {"seat": move.seat})
    back: Events = [events.CameBack(person)] if seat.presence != "here" else []
    return [*back, *_played(table, move.seat, turn, "player", move.version)]


def play_by_itself(table: Table, version: int, turn: Turn, expired: bool) -> Events:
    """A bot's turn, for its own seat, an absent player's, or one whose clock has run out (`expired`)."""
    game = _check_begun(table)
    if game.version != version or table.to_move is None:
        return []  # somebody was quicker
    seat = table.seats[table.to_move]
    if not seat.by_itself and not expired:
        return []  # the player is back
    played = _played(table, table.to_move, turn, "bot" if seat.bot else "stand_in", version)
    if seat.bot is None and seat.presence == "here" and seat.missed + 1 >= MISSED_TURNS:
        played.insert(1, events.WasHeld(table.to_move))
    return played


def close(table: Table) -> Events:
    """Nobody came: the table closes."""
    return [events.GaveTableUp()] if table.phase == "waiting" else []


def next_table(table: Table, person: str) -> Events:
    """Ask for a rematch; the first to ask decides which table it is."""
    _check_seated(table, person)
    if table.phase != "finished":
        raise DalapapaError(ErrorCode.NOT_FINISHED, "the game is not over yet")
    return [] if table.rematch else [events.NextTable(new_table_id())]


def make_rematch(old: Table) -> Events:
    """The next table: everybody one seat further."""
    plans = [events.Plan(seat.person, seat.name, seat.bot) for seat in old.seats]
    turned = [plans[-1], *plans[:-1]]
    return [events.TableMade(old.agreed, turned, fairness.new_secret().hex(), old.id)]


# ── What several commands share ──────────────────────────────────────────────────────────────────


def _played(table: Table, seat: int, turn: Turn, by: messages.PlayedBy, version: int) -> Events:
    """The turn, and the passes of those who then have nothing to lay (R4.4)."""
    game = table.after(turn, seat=seat, version=version)
    played: Events = [events.Played(seat, str(turn), by)]
    while game.result is None and game.must_pass():
        played.append(events.Played(table.table_seat(game.to_move), str(PASS), "forced"))
        game = game.play(PASS)
    return played


def _with_nonce(table: Table, happened: Events, person: str, nonce: str | None) -> Events:
    """Add a nonce that was not given yet, and begin if nobody else is waited for."""
    given = any(table.seats[i].nonce for i in table.seats_of(person))
    if nonce is not None and not given and table.phase == "waiting":
        happened = [*happened, events.GaveNonce(person, nonce)]
    return _begun(table, happened) if happened else happened


def _begun(table: Table, happened: Events) -> Events:
    """These events, and the beginning of the game if every seat is then ready."""
    after = table.copy()
    for event in happened:
        after.apply(event, "", 0.0)
    if after.phase != "waiting" or not all(seat.ready for seat in after.seats):
        return happened
    order, first = fairness.draw(
        after.secret,
        after.id,
        after.nonces,
        tiles=len(classic()),
        seats=len(after.seats),
        begins=after.agreed.begins,
    )
    return [*happened, events.Began(first, list(order))]


def _in_table_seats(table: Table, game: Game, move: messages.TakeTurn) -> None:
    """The rules speak of players; at the table it is seats that are told whose turn it is."""
    if game.version == move.version and game.result is None and table.to_move != move.seat:
        raise DalapapaError(
            ErrorCode.NOT_YOUR_TURN, f"it is seat {table.to_move}'s turn", {"to_move": table.to_move}
        )


def _check_seated(table: Table, person: str) -> None:
    if not table.seats_of(person):
        raise DalapapaError(ErrorCode.NOT_AT_TABLE, "you do not sit at this table")


def _check_waiting(table: Table) -> None:
    if table.phase != "waiting":
        raise DalapapaError(ErrorCode.ALREADY_STARTED, "the table has started or is closed")


def _check_chair(table: Table, seat: int, *kinds: messages.SeatKind) -> None:
    if seat >= len(table.seats):
        raise DalapapaError(ErrorCode.SEAT_TAKEN, f"there is no seat {seat} at this table", {"seat": seat})
    if table.seats[seat].kind not in kinds:
        raise DalapapaError(ErrorCode.SEAT_TAKEN, f"seat {seat} is taken", {"seat": seat})


def _check_playing(table: Table) -> None:
    if table.phase == "finished":
        raise DalapapaError(ErrorCode.GAME_OVER, "the game is over")
    _check_begun(table)


def _check_begun(table: Table) -> Game:
    if table.game is None:
        raise DalapapaError(ErrorCode.NOT_STARTED, "the game has not begun")
    return table.game
