"""The HTTP endpoints (docs/protocol.md): guests, tables, what there is to know."""

from functools import cache
from typing import Any

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.config.compression import CompressionConfig
from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency, Provide
from litestar.middleware import DefineMiddleware
from litestar.middleware.compression import CompressionMiddleware
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody

from dalapapa import __version__
from dalapapa.bots import BOTS
from dalapapa.rules import DalapapaError, ErrorCode, classic
from dalapapa.rules.tile_file import tile_set_json
from dalapapa.server.house import House
from dalapapa.server.people import LINK_SECONDS, Person
from dalapapa.service import commands, messages, views
from dalapapa.service.table import Table
from dalapapa.service.tables import Decide

COOKIE = "dalapapa_session"
_YEAR = 365 * 86_400
MOST_LISTED = 100
MOST_UNFINISHED = 50

_decode_summary = msgspec.json.Decoder(views.Summary).decode

AnyRequest = Request[None, None, State]


def _refusals(*statuses: int) -> dict[int, ResponseSpec]:
    return {status: ResponseSpec(messages.Fault, generate_examples=False) for status in (*statuses, 429, 503)}


# ── Who asks ─────────────────────────────────────────────────────────────────────────────────────


async def provide_house(state: State) -> House:
    """The house of this process."""
    house: House = state.house
    return house


async def provide_person(request: AnyRequest, house: NamedDependency[House]) -> Person | None:
    """Whose browser asks, if it has a session."""
    return await house.people.find(request.cookies.get(COOKIE))


async def provide_guest(person: NamedDependency[Person | None]) -> Person:
    """Whose browser asks; refused without a session."""
    if person is None:
        raise DalapapaError(ErrorCode.NO_SESSION, "say who you are first: give a name")
    return person


DEPENDENCIES = {
    "house": Provide(provide_house),
    "person": Provide(provide_person),
    "guest": Provide(provide_guest),
}


def _with_cookie(request: AnyRequest, name: str, token: str, status: int) -> Response[messages.Session]:
    cookie = Cookie(
        key=COOKIE,
        value=token,
        max_age=_YEAR,
        httponly=True,
        samesite="lax",
        secure=request.scope["scheme"] == "https",
    )
    return Response(messages.Session(name), status_code=status, cookies=[cookie])


@post("/api/session", responses=_refusals(400, 413))
async def say_name(
    request: AnyRequest,
    house: NamedDependency[House],
    person: NamedDependency[Person | None],
    data: JSONBody[messages.NameRequest],
) -> Response[messages.Session]:
    """Give a name: a new guest session, or a new name for the one there is."""
    if person is not None:
        renamed = await house.people.rename(person, data.name)
        return Response(messages.Session(renamed.name), status_code=201)
    new, token = await house.people.welcome(data.name)
    return _with_cookie(request, new.name, token, 201)


@get("/api/session", responses=_refusals(401))
async def who_am_i(guest: NamedDependency[Person]) -> messages.Session:
    """Who this browser plays as."""
    return messages.Session(guest.name)


@delete(
    "/api/session",
    responses=_refusals(),
    response_cookies=[Cookie(key=COOKIE, value="", max_age=0, httponly=True, samesite="lax")],
)
async def forget_me(request: AnyRequest, house: NamedDependency[House]) -> None:
    """End this browser's session."""
    if token := request.cookies.get(COOKIE):
        await house.people.forget(token)


@post("/api/session/link", responses=_refusals(401))
async def personal_link(
    house: NamedDependency[House], guest: NamedDependency[Person]
) -> messages.PersonalLink:
    """A link that opens this guest's session on another device, once."""
    token = await house.people.link(guest)
    return messages.PersonalLink(f"/link#{token}", token, LINK_SECONDS)


@post("/api/session/claim", status_code=200, responses=_refusals(400, 401, 413))
async def claim_link(
    request: AnyRequest, house: NamedDependency[House], data: JSONBody[messages.ClaimRequest]
) -> Response[messages.Session]:
    """Use a personal link."""
    person, token = await house.people.claim(data.token)
    return _with_cookie(request, person.name, token, 200)


# ── What there is ────────────────────────────────────────────────────────────────────────────────


# The tiles say much the same many times over; a phone waits for them before it can show a table.
_PACKED = DefineMiddleware(CompressionMiddleware, config=CompressionConfig(backend="gzip"))


@cache
def all_tiles() -> messages.Tiles:
    """The tile set as messages write it."""
    return msgspec.convert(tile_set_json(classic()), messages.Tiles)


@get("/api/tiles", responses=_refusals(), middleware=[_PACKED])
async def get_tiles() -> messages.Tiles:
    """The tile set: both faces of every tile."""
    return all_tiles()


@get("/api/bots", responses=_refusals())
async def get_bots() -> list[messages.BotLevel]:
    """The bots that can hold a seat."""
    return [messages.BotLevel(name) for name in BOTS]


@get("/health", responses=_refusals())
async def health(house: NamedDependency[House]) -> messages.Health:
    """Whether the server runs and its store answers."""
    await house.store.due(0, 1)
    return messages.Health("ok", __version__)


@get("/metrics", media_type="text/plain; version=0.0.4", include_in_schema=False)
async def metrics(house: NamedDependency[House]) -> bytes:
    """Figures for Prometheus."""
    return house.metrics.text()


# ── Tables ───────────────────────────────────────────────────────────────────────────────────────


@post("/api/tables", responses=_refusals(400, 401, 409, 413))
async def make_table(
    house: NamedDependency[House], guest: NamedDependency[Person], data: JSONBody[messages.NewTable]
) -> messages.Card:
    """Lay out a new table."""
    new_id = commands.table_id_for(guest.id, data.id) if data.id else commands.new_table_id()
    async with house.tables.lock(f"tables of {guest.id}"):  # or many at once would all find room
        if data.id and (there := await house.tables.find(new_id)):
            return _card(there, guest)
        if await house.store.unfinished(guest.id) >= MOST_UNFINISHED:
            raise DalapapaError(
                ErrorCode.TOO_MANY_TABLES,
                f"{MOST_UNFINISHED} unfinished tables are enough: finish or leave one first",
                {"most": MOST_UNFINISHED},
            )
        table = await house.tables.make(
            new_id, f"make:{guest.id}", lambda empty: commands.make_table(empty, guest.id, guest.name, data)
        )
    return _card(table, guest)


@get("/api/tables", responses=_refusals())
async def public_tables(
    house: NamedDependency[House], person: NamedDependency[Person | None]
) -> list[messages.Card]:
    """Public tables: those that wait for players, then those that play."""
    me = person.id if person else None
    found = map(_decode_summary, await house.store.public_tables(MOST_LISTED))
    # A game that nobody may watch is of no use to others.
    return [views.card(one, me) for one in found if one.phase == "waiting" or one.agreed.spectators]


@get("/api/tables/mine", responses=_refusals(401))
async def my_tables(house: NamedDependency[House], guest: NamedDependency[Person]) -> list[messages.Card]:
    """My tables: those where it is my turn come first."""
    found = map(_decode_summary, await house.store.tables_of(guest.id, MOST_LISTED))
    order = ("playing", "waiting", "finished", "closed")
    cards = [views.card(summary, guest.id) for summary in found]
    return sorted(cards, key=lambda card: (not card.your_turn, order.index(card.phase)))


@get("/api/tables/{table_id:str}", responses=_refusals(404))
async def get_table(
    house: NamedDependency[House], person: NamedDependency[Person | None], table_id: FromPath[str]
) -> messages.Card:
    """One table."""
    return _card(await _visible(house, table_id, person), person)


@post("/api/tables/{table_id:str}/join", status_code=200, responses=_refusals(400, 401, 404, 409, 413))
async def join_table(
    house: NamedDependency[House],
    guest: NamedDependency[Person],
    table_id: FromPath[str],
    data: JSONBody[messages.JoinRequest],
) -> messages.Card:
    """Take an open seat."""
    return await _do(house, guest, table_id, lambda table: commands.join(table, guest.id, guest.name, data))


@post("/api/tables/{table_id:str}/chair", status_code=200, responses=_refusals(400, 401, 404, 409, 413))
async def give_chair(
    house: NamedDependency[House],
    guest: NamedDependency[Person],
    table_id: FromPath[str],
    data: JSONBody[messages.ChairRequest],
) -> messages.Card:
    """Give an open seat to a bot, or free it again, before the game."""
    return await _do(house, guest, table_id, lambda table: commands.give_chair(table, guest.id, data))


@post("/api/tables/{table_id:str}/leave", status_code=200, responses=_refusals(401, 404, 409))
async def leave_table(
    house: NamedDependency[House], guest: NamedDependency[Person], table_id: FromPath[str]
) -> messages.Card:
    """Leave the table."""
    return await _do(house, guest, table_id, lambda table: commands.leave(table, guest.id))


@post("/api/tables/{table_id:str}/resign", status_code=200, responses=_refusals(401, 404, 409))
async def resign_game(
    house: NamedDependency[House], guest: NamedDependency[Person], table_id: FromPath[str]
) -> messages.Card:
    """Give the game up."""
    return await _do(house, guest, table_id, lambda table: commands.resign(table, guest.id))


@post("/api/tables/{table_id:str}/rematch", status_code=200, responses=_refusals(401, 404, 409))
async def rematch(
    house: NamedDependency[House], guest: NamedDependency[Person], table_id: FromPath[str]
) -> messages.Card:
    """Play again, everybody one seat further."""
    await _visible(house, table_id, guest)
    old = await house.tables.run(table_id, "rematch", lambda table: commands.next_table(table, guest.id))
    assert old.rematch is not None
    # Made after the old table says so: whoever asks next makes it if this process dies in between.
    new = await house.tables.make(old.rematch, f"rematch:{old.id}", lambda _: commands.make_rematch(old))
    return _card(new, guest)


@get("/api/tables/{table_id:str}/record", responses=_refusals(404, 409))
async def get_record(
    house: NamedDependency[House], person: NamedDependency[Person | None], table_id: FromPath[str]
) -> dict[str, Any]:
    """The record of a finished game."""
    table = await house.tables.get(table_id)
    if not table.agreed.public and not table.seats_of(person.id if person else None):
        raise views.no_such_table()
    return views.record(table)


@get("/api/tables/{table_id:str}/fair", responses=_refusals(404))
async def get_fair(
    house: NamedDependency[House], person: NamedDependency[Person | None], table_id: FromPath[str]
) -> messages.Fair:
    """What is needed to check the bag."""
    return views.fair(await _visible(house, table_id, person))


def _card(table: Table, person: Person | None) -> messages.Card:
    return views.card(views.summary(table), person.id if person else None)


async def _visible(house: House, table_id: str, person: Person | None) -> Table:
    table = await house.tables.get(table_id)
    views.check_may_see(table, person.id if person else None)
    return table


async def _do(house: House, guest: Person, table_id: str, decide: Decide) -> messages.Card:
    """Carry out a command that needs no id: doing it twice changes nothing."""
    await _visible(house, table_id, guest)
    table = await house.tables.run(table_id, commands.new_table_id(), decide)
    return _card(table, guest)


HANDLERS = [
    say_name,
    who_am_i,
    forget_me,
    personal_link,
    claim_link,
    get_tiles,
    get_bots,
    health,
    metrics,
    make_table,
    public_tables,
    my_tables,
    get_table,
    join_table,
    give_chair,
    leave_table,
    resign_game,
    rematch,
    get_record,
    get_fair,
]
