"""How a table is laid out: its id, what is agreed on there, who is to sit where and under which name."""

import base64
import hashlib
import secrets

from dalapapa.bots import bot_named
from dalapapa.rules import DalapapaError, ErrorCode, TileSet
from dalapapa.rules.game import check_target
from dalapapa.service.people.names import LONGEST, clean_name
from dalapapa.service.tables import events, fairness
from dalapapa.service.telling import requests


def new_table_id() -> str:
    """128 random bits: who has it was given it."""
    return secrets.token_urlsafe(16)


def table_id_for(person: str, command: str) -> str:
    """The table of a person's command: the same again when it is sent again, and as hard to guess."""
    digest = hashlib.sha256(f"table\n{person}\n{command}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def agreed(wish: requests.NewTable, tile_set: TileSet) -> events.Agreed:
    """What whoever sits down at this table agrees on."""
    check_target(wish.target)
    if wish.kept is not None and wish.public:
        raise DalapapaError(ErrorCode.NOT_ALLOWED, "a game from a real table goes on among its players")
    if wish.begins != fairness.RANDOM and int(wish.begins) >= len(wish.seats):
        raise DalapapaError(
            ErrorCode.BAD_PLAYERS,
            f"seat {wish.begins} cannot begin: there is no such seat",
            {"seat": wish.begins},
        )
    return events.Agreed(
        target=wish.target,
        begins=wish.begins if wish.kept is None else 0,  # a kept game has begun
        public=wish.public,
        open_hands=wish.open_hands,
        purist=wish.purist,
        clock=wish.clock,
        spectators=wish.spectators,
        tile_set=tile_set.name,
        tile_set_sha256=tile_set.fingerprint,
        hints=_hints_agreed(wish),
    )


def _hints_agreed(wish: requests.NewTable) -> bool:
    """Whether hints may be taken: among people only where whoever sits down can read that they may."""
    if wish.kept is not None:  # it may as well be a game that goes on elsewhere, without hints
        if wish.hints:
            raise DalapapaError(ErrorCode.NO_HINTS, "a game from a real table is played on without hints")
        return False
    if wish.purist and wish.hints:
        raise DalapapaError(ErrorCode.PURIST, "a table that plays without help gives no hints")
    alone = all(seat.kind != "open" for seat in wish.seats)
    return wish.hints if wish.hints is not None else alone and not wish.purist


def planned(wish: requests.NewTable, person: str, name: str) -> list[events.Plan]:
    """Every seat; one at least is for whoever wishes."""
    plans: list[events.Plan] = []
    for seat in wish.seats:
        plans.append(_plan(seat, person, name, plans, kept=wish.kept is not None))
    if not any(plan.person for plan in plans):
        raise DalapapaError(ErrorCode.BAD_PLAYERS, "one seat at least must be for a person at this device")
    return plans


def _plan(
    seat: requests.NewSeat, person: str, name: str, before: list[events.Plan], *, kept: bool
) -> events.Plan:
    if (seat.kind == "bot") != (seat.bot is not None):
        raise DalapapaError(ErrorCode.NO_SUCH_BOT, "a bot's seat needs its level, and no other has one")
    waited_for = kept and seat.kind == "open"  # by those who sat with them at the real table
    if seat.name is not None and seat.kind != "person" and not waited_for:
        raise DalapapaError(ErrorCode.BAD_NAME, "only a person's seat is given a name")
    if seat.bot is not None:
        return events.Plan(bot=seat.bot, name=bot_name(seat.bot, {plan.name for plan in before if plan.bot}))
    if seat.kind == "person":
        again = sum(plan.person == person for plan in before)
        given = name if not again else second_name(name, again)
        return events.Plan(person=person, name=clean_name(seat.name) if seat.name is not None else given)
    return events.Plan(name=clean_name(seat.name) if seat.name is not None else None)


def bot_name(level: str, taken: set[str | None]) -> str:
    """What a bot is called at a table: its level, numbered where there are several."""
    bot_named(level)
    title = level.capitalize()
    names = (title, *(f"{title} {number}" for number in range(2, len(taken) + 2)))
    return next(name for name in names if name not in taken)


def second_name(name: str, again: int) -> str:
    """Somebody else at the same device who gave no name."""
    number = f" {again + 1}"
    return name[: LONGEST - len(number)] + number
