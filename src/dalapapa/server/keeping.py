"""The score-keeper's one question (docs/protocol.md); nothing of it is stored."""

from litestar import Request, post
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import JSONBody

from dalapapa.rules import DalapapaError, ErrorCode
from dalapapa.server.gate import address_of
from dalapapa.server.http import PACKED, exactly, refusals
from dalapapa.server.premises import Premises
from dalapapa.service.keeping import keep
from dalapapa.service.telling import keeping

# All tiles of a box, laid one by one, take about 12 KB.
LARGEST_GAME = 64 * 1024


@post(
    "/api/keeping",
    status_code=200,
    responses=refusals(400, 409, 413),
    request_max_body_size=LARGEST_GAME,
    middleware=[PACKED],
)
async def referee(
    request: Request[None, None, State],
    premises: NamedDependency[Premises],
    data: JSONBody[keeping.KeepingRequest],
) -> keeping.Keeping:
    """What was laid at a real table, refereed and counted, and where a tile may go now."""
    if not premises.tries.take(address_of(request.scope)):
        raise DalapapaError(ErrorCode.TOO_FAST, "so many questions at once: wait a little")
    wish = await exactly(request, data)
    return await premises.aside(lambda: keep(wish))
