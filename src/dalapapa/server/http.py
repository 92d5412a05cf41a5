"""The HTTP endpoints (docs/protocol.md): they translate and carry, the house decides."""

from typing import Any, TypeVar

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.config.compression import CompressionConfig
from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency, Provide
from litestar.middleware import DefineMiddleware
from litestar.middleware.compression import CompressionMiddleware
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody

from dalapapa import __version__
from dalapapa.rules import DalapapaError, ErrorCode
from dalapapa.server.gate import address_of
from dalapapa.server.premises import Premises
from dalapapa.service.house import House
from dalapapa.service.people.guests import LINK_SECONDS, check_guest
from dalapapa.service.people.register import Person
from dalapapa.service.telling import requests, views, words

COOKIE = "dalapapa_session"
_YEAR = 365 * 86_400

AnyRequest = Request[None, None, State]


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """What an endpoint may answer instead."""
    return {status: ResponseSpec(words.Fault, generate_examples=False) for status in (*statuses, 429, 503)}


# ── Who asks ─────────────────────────────────────────────────────────────────────────────────────


async def provide_premises(state: State) -> Premises:
    """The premises of this process."""
    premises: Premises = state.premises
    return premises


async def provide_house(premises: NamedDependency[Premises]) -> House:
    """The house of this process."""
    return premises.house


async def provide_person(request: AnyRequest, house: NamedDependency[House]) -> Person | None:
    """Whose browser asks, if it has a session."""
    return await house.people.find(request.cookies.get(COOKIE))


async def provide_guest(person: NamedDependency[Person | None]) -> Person:
    """Whose browser asks; refused without a session."""
    return check_guest(person)


async def provide_human_guest(
    request: AnyRequest, premises: NamedDependency[Premises], guest: NamedDependency[Person]
) -> Person:
    """Whose browser asks for a table; refused when it asks faster than people can."""
    premises.check_pace(address_of(request.scope), guest)
    return guest


DEPENDENCIES = {
    "premises": Provide(provide_premises),
    "house": Provide(provide_house),
    "person": Provide(provide_person),
    "guest": Provide(provide_guest),
    "human_guest": Provide(provide_human_guest),
}


Asked = TypeVar("Asked", bound=words.Request)


async def exactly(request: AnyRequest, data: Asked) -> Asked:
    """What was asked, if it was said as the schema has it: the framework takes "60" and 60.0 for 60."""
    try:
        return msgspec.convert(await request.json(), type(data))
    except msgspec.ValidationError as error:
        raise DalapapaError(
            ErrorCode.BAD_MESSAGE, "this request cannot be read", {"faults": [str(error)]}
        ) from None


def _with_cookie(request: AnyRequest, name: str, token: str, status: int) -> Response[requests.Session]:
    cookie = Cookie(
        key=COOKIE,
        value=token,
        max_age=_YEAR,
        httponly=True,
        samesite="lax",
        secure=request.scope["scheme"] == "https",
    )
    return Response(requests.Session(name), status_code=status, cookies=[cookie])


@post("/api/session", responses=refusals(400, 413))
async def say_name(
    request: AnyRequest,
    premises: NamedDependency[Premises],
    house: NamedDependency[House],
    person: NamedDependency[Person | None],
    data: JSONBody[requests.NameRequest],
) -> Response[requests.Session]:
    """Give a name: a new guest session, or a new name for the one there is."""
    if person is not None:
        renamed = await house.people.rename(person, data.name)
        return Response(requests.Session(renamed.name), status_code=201)
    if not premises.guests.take(address_of(request.scope)):
        raise DalapapaError(ErrorCode.TOO_FAST, "so many guests at once: wait a little")
    new, token = await house.people.welcome(data.name)
    return _with_cookie(request, new.name, token, 201)


@get("/api/session", responses=refusals(401))
async def who_am_i(guest: NamedDependency[Person]) -> requests.Session:
    """Who this browser plays as."""
    return requests.Session(guest.name)


@delete(
    "/api/session",
    responses=refusals(400),
    response_cookies=[Cookie(key=COOKIE, value="", max_age=0, httponly=True, samesite="lax")],
)
async def forget_me(
    request: AnyRequest,
    house: NamedDependency[House],
    person: NamedDependency[Person | None],
    everywhere: FromQuery[bool] = False,
) -> None:
    """End this browser's session, or every session of this guest; open sockets are closed."""
    if person is not None:
        await house.log_out(person, request.cookies[COOKIE], everywhere)


@post("/api/session/link", responses=refusals(401))
async def personal_link(
    house: NamedDependency[House], guest: NamedDependency[Person]
) -> requests.PersonalLink:
    """A link that opens this guest's session on another device, once."""
    token = await house.people.link(guest)
    return requests.PersonalLink(f"/link#{token}", token, LINK_SECONDS)


@post("/api/session/claim", status_code=200, responses=refusals(400, 401, 413))
async def claim_link(
    request: AnyRequest, house: NamedDependency[House], data: JSONBody[requests.ClaimRequest]
) -> Response[requests.Session]:
    """Use a personal link."""
    person, token = await house.people.claim(data.token)
    return _with_cookie(request, person.name, token, 200)


# ── What there is ────────────────────────────────────────────────────────────────────────────────


# The tiles say much the same many times over; a phone waits for them before it can show a table.
PACKED = DefineMiddleware(CompressionMiddleware, config=CompressionConfig(backend="gzip"))


# The text of a set of 120 tiles has about 9 KB, and as JSON a little more; remarks may stand in it too.
LARGEST_SET = 32 * 1024


@get("/api/tiles", responses=refusals(), middleware=[PACKED])
async def get_tiles(house: NamedDependency[House]) -> words.Tiles:
    """The tile set that is played with unless another is wished for: both faces of every tile."""
    return views.tiles(house.lobby.tile_set)


@get(
    "/api/tiles/{sha256:str}",
    responses=refusals(404),
    middleware=[PACKED],
    response_headers={"Cache-Control": "public, max-age=31536000, immutable"},
)
async def get_tiles_of(house: NamedDependency[House], sha256: FromPath[str]) -> words.Tiles:
    """A tile set by its fingerprint, as tables have it: it never changes."""
    return await house.lobby.tiles(sha256)


@post(
    "/api/tiles",
    status_code=200,
    responses=refusals(400, 413),
    middleware=[PACKED],
    request_max_body_size=LARGEST_SET,
)
async def check_tiles(
    request: AnyRequest, premises: NamedDependency[Premises], data: JSONBody[requests.TileSetRequest]
) -> requests.BoxSeen:
    """Read a tile set that somebody has written down, and hold it against the real box; nothing is kept."""
    if not premises.tries.take(address_of(request.scope)):
        raise DalapapaError(ErrorCode.TOO_FAST, "so many sets at once: wait a little")
    return views.box((await exactly(request, data)).tile_set)


@get("/api/bots", responses=refusals())
async def get_bots() -> list[requests.BotLevel]:
    """The bots that can hold a seat."""
    return views.bots()


@get("/health", responses={503: ResponseSpec(requests.Health, generate_examples=False)})
async def health(premises: NamedDependency[Premises]) -> Response[requests.Health]:
    """Whether the server runs, and whether its store can be read and written; 503 unless all is well."""
    readable, writable = await premises.store.is_readable(), await premises.store.is_writable()
    well = readable and writable
    said = requests.Health("ok" if well else "trouble", __version__, readable, writable)
    return Response(said, status_code=200 if well else 503)


@get("/metrics", media_type="text/plain; version=0.0.4", include_in_schema=False)
async def metrics(premises: NamedDependency[Premises]) -> bytes:
    """Figures for Prometheus."""
    return premises.metrics.text()


# ── Tables ───────────────────────────────────────────────────────────────────────────────────────


@post("/api/tables", responses=refusals(400, 401, 409, 413), request_max_body_size=LARGEST_SET)
async def make_table(
    request: AnyRequest,
    house: NamedDependency[House],
    human_guest: NamedDependency[Person],
    data: JSONBody[requests.NewTable],
) -> requests.Card:
    """Lay out a new table."""
    return await house.lobby.make(human_guest, await exactly(request, data))


@get("/api/tables", responses=refusals())
async def public_tables(
    house: NamedDependency[House], person: NamedDependency[Person | None]
) -> list[requests.Card]:
    """Public tables: those that wait for players, then those that play."""
    return await house.lobby.public(person)


@get("/api/tables/mine", responses=refusals(401))
async def my_tables(house: NamedDependency[House], guest: NamedDependency[Person]) -> list[requests.Card]:
    """My tables: those where it is my turn come first."""
    return await house.lobby.mine(guest)


@get("/api/tables/{table_id:str}", responses=refusals(404))
async def get_table(
    house: NamedDependency[House], person: NamedDependency[Person | None], table_id: FromPath[str]
) -> requests.Card:
    """One table."""
    return await house.lobby.card(table_id, person)


@post("/api/tables/{table_id:str}/join", status_code=200, responses=refusals(400, 401, 404, 409, 413))
async def join_table(
    request: AnyRequest,
    house: NamedDependency[House],
    human_guest: NamedDependency[Person],
    table_id: FromPath[str],
    data: JSONBody[requests.JoinRequest],
) -> requests.Card:
    """Take an open seat."""
    return await house.lobby.join(table_id, human_guest, await exactly(request, data))


@post("/api/tables/{table_id:str}/chair", status_code=200, responses=refusals(400, 401, 404, 409, 413))
async def give_chair(
    request: AnyRequest,
    house: NamedDependency[House],
    guest: NamedDependency[Person],
    table_id: FromPath[str],
    data: JSONBody[requests.ChairRequest],
) -> requests.Card:
    """Give an open seat to a bot, or free a seat, before the game."""
    return await house.lobby.give_chair(table_id, guest, await exactly(request, data))


@post("/api/tables/{table_id:str}/leave", status_code=200, responses=refusals(401, 404, 409))
async def leave_table(
    house: NamedDependency[House], guest: NamedDependency[Person], table_id: FromPath[str]
) -> requests.Card:
    """Leave the table."""
    return await house.lobby.leave(table_id, guest)


@post("/api/tables/{table_id:str}/resign", status_code=200, responses=refusals(400, 401, 404, 409, 413))
async def resign_game(
    request: AnyRequest,
    house: NamedDependency[House],
    guest: NamedDependency[Person],
    table_id: FromPath[str],
    data: JSONBody[requests.ResignRequest | None] = None,
) -> requests.Card:
    """Give the game up, or one seat of a shared device."""
    seat = (await exactly(request, data)).seat if data else None
    return await house.lobby.resign(table_id, guest, seat)


@post("/api/tables/{table_id:str}/rematch", status_code=200, responses=refusals(401, 404, 409))
async def rematch(
    house: NamedDependency[House], human_guest: NamedDependency[Person], table_id: FromPath[str]
) -> requests.Card:
    """Play again, everybody one seat further."""
    return await house.lobby.rematch(table_id, human_guest)


@get("/api/tables/{table_id:str}/record", responses=refusals(404, 409))
async def get_record(
    house: NamedDependency[House], person: NamedDependency[Person | None], table_id: FromPath[str]
) -> dict[str, Any]:
    """The record of a finished game."""
    return await house.lobby.record(table_id, person)


@get("/api/tables/{table_id:str}/fair", responses=refusals(404))
async def get_fair(
    house: NamedDependency[House], person: NamedDependency[Person | None], table_id: FromPath[str]
) -> requests.Fair:
    """What is needed to check the bag."""
    return await house.lobby.fair(table_id, person)


HANDLERS = [
    say_name,
    who_am_i,
    forget_me,
    personal_link,
    claim_link,
    get_tiles,
    get_tiles_of,
    check_tiles,
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
