"""The HTTP endpoints of finished games: walking through them, and looking back (docs/protocol.md)."""

from collections.abc import Callable

from litestar import Request, get, post
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from dalapapa.rules import DalapapaError, ErrorCode
from dalapapa.server.gate import address_of
from dalapapa.server.http import PACKED, exactly, refusals
from dalapapa.server.premises import Premises
from dalapapa.service.people.register import Person
from dalapapa.service.telling import replays
from dalapapa.service.telling.requests import Card

AnyRequest = Request[None, None, State]

# The record of the longest game has about 60 KB.
LARGEST_RECORD = 256 * 1024


def _start(request: AnyRequest, premises: Premises, person: Person | None) -> Callable[[], None]:
    """Lets somebody have a game looked back at, not one after the other without end."""

    def start() -> None:
        if not premises.analyses.take(person.id if person else address_of(request.scope)):
            raise DalapapaError(ErrorCode.TOO_FAST, "so many games at once: wait a little")

    return start


def _check_tries(request: AnyRequest, premises: Premises) -> None:
    if not premises.tries.take(address_of(request.scope)):
        raise DalapapaError(ErrorCode.TOO_FAST, "so many tries at once: wait a little")


@get("/api/tables/{table_id:str}/replay", responses=refusals(404, 409), middleware=[PACKED])
async def get_replay(
    request: AnyRequest,
    premises: NamedDependency[Premises],
    person: NamedDependency[Person | None],
    table_id: FromPath[str],
    key: FromQuery[str | None] = None,
) -> replays.Replay:
    """A finished game, move by move."""
    _check_tries(request, premises)
    return await premises.replays.replay(table_id, person, key)


@get("/api/tables/{table_id:str}/analysis", responses=refusals(404, 409), middleware=[PACKED])
async def get_analysis(
    request: AnyRequest,
    premises: NamedDependency[Premises],
    person: NamedDependency[Person | None],
    table_id: FromPath[str],
    key: FromQuery[str | None] = None,
) -> replays.Looked:
    """A finished game looked back at, or how far that is: ask again then."""
    return await premises.replays.look(table_id, person, key, _start(request, premises, person))


@post("/api/tables/{table_id:str}/otherwise", status_code=200, responses=refusals(400, 404, 409, 413))
async def play_otherwise(
    request: AnyRequest,
    premises: NamedDependency[Premises],
    person: NamedDependency[Person | None],
    table_id: FromPath[str],
    data: JSONBody[replays.OtherwiseRequest],
    key: FromQuery[str | None] = None,
) -> replays.Otherwise:
    """A turn of a finished game played otherwise."""
    _check_tries(request, premises)
    return await premises.replays.otherwise(table_id, person, key, await exactly(request, data))


@post(
    "/api/replays",
    status_code=200,
    responses=refusals(400, 409, 413),
    request_max_body_size=LARGEST_RECORD,
    middleware=[PACKED],
)
async def replay_file(
    request: AnyRequest, premises: NamedDependency[Premises], data: JSONBody[replays.RecordRequest]
) -> replays.Replay:
    """A record that somebody has as a file, move by move."""
    _check_tries(request, premises)
    return await premises.replays.replay_file(await exactly(request, data))


@post(
    "/api/replays/analysis",
    status_code=200,
    responses=refusals(400, 409, 413),
    request_max_body_size=LARGEST_RECORD,
    middleware=[PACKED],
)
async def look_at_file(
    request: AnyRequest,
    premises: NamedDependency[Premises],
    person: NamedDependency[Person | None],
    data: JSONBody[replays.RecordRequest],
) -> replays.Looked:
    """Such a record looked back at, if its bag proves that its game is over."""
    _check_tries(request, premises)
    start = _start(request, premises, person)
    return await premises.replays.look_at_file(await exactly(request, data), start)


@post(
    "/api/replays/otherwise",
    status_code=200,
    responses=refusals(400, 409, 413),
    request_max_body_size=LARGEST_RECORD,
)
async def try_file(
    request: AnyRequest, premises: NamedDependency[Premises], data: JSONBody[replays.OtherwiseRequest]
) -> replays.Otherwise:
    """A turn of such a record played otherwise."""
    _check_tries(request, premises)
    return await premises.replays.try_file(await exactly(request, data))


@post(
    "/api/tables/brought",
    responses=refusals(400, 401, 409, 413),
    request_max_body_size=LARGEST_RECORD,
)
async def bring_game(
    request: AnyRequest,
    premises: NamedDependency[Premises],
    guest: NamedDependency[Person],
    data: JSONBody[replays.RecordRequest],
) -> Card:
    """A finished game that was played without the server, to be kept among my own."""
    premises.check_brought(address_of(request.scope), guest)
    return await premises.bringing.bring(guest, await exactly(request, data))


HANDLERS = [get_replay, get_analysis, play_otherwise, replay_file, look_at_file, try_file, bring_game]
