"""The HTTP endpoints of bells: a browser wants to be told when it is its person's turn (docs/protocol.md)."""

from litestar import Request, delete, get, post
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import JSONBody

from dalapapa.rules import DalapapaError, ErrorCode
from dalapapa.server.http import COOKIE, exactly, refusals
from dalapapa.server.premises import Premises
from dalapapa.server.push.sealing import read_point, to_bytes
from dalapapa.service.people.bells import Bell
from dalapapa.service.people.guests import session_of
from dalapapa.service.people.register import Person
from dalapapa.service.telling import requests

AnyRequest = Request[None, None, State]


@get("/api/bell", responses=refusals())
async def get_bell(request: AnyRequest, premises: NamedDependency[Premises]) -> requests.BellState:
    """The key to ask one's push service with, and whether this browser is rung."""
    token = request.cookies.get(COOKIE)
    return requests.BellState(
        key=premises.ringer.signer.public,
        ringing=bool(token) and await premises.bells.is_hung(session_of(token or "")),
    )


@post("/api/bell", status_code=200, responses=refusals(400, 401, 413))
async def hang_bell(
    request: AnyRequest,
    premises: NamedDependency[Premises],
    guest: NamedDependency[Person],
    data: JSONBody[requests.BellRequest],
) -> requests.BellState:
    """Tell this browser when it is my turn in a game by days."""
    wish = await exactly(request, data)
    premises.ringer.services.check(wish.endpoint)
    try:
        read_point(to_bytes(wish.p256dh))
    except ValueError:
        raise DalapapaError(ErrorCode.BAD_MESSAGE, "this is no key of a browser") from None
    bell = Bell(wish.endpoint, wish.p256dh, wish.auth, str(request.base_url).rstrip("/"))
    session = session_of(request.cookies[COOKIE])
    await premises.bells.hang(guest.id, session, bell, premises.house.people.now())
    return requests.BellState(premises.ringer.signer.public, True)


@delete("/api/bell", responses=refusals())
async def take_bell_down(request: AnyRequest, premises: NamedDependency[Premises]) -> None:
    """Tell this browser nothing more."""
    if token := request.cookies.get(COOKIE):
        await premises.bells.take_down(session_of(token))


HANDLERS = [get_bell, hang_bell, take_bell_down]
