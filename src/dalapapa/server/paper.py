"""Sheets to print, for the page “On paper”, and what they look like."""

from functools import partial

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from dalapapa.print.wishes import Wish, read
from dalapapa.rules import DalapapaError, ErrorCode
from dalapapa.rules.tile_file import parse_tile_set
from dalapapa.server.gate import address_of
from dalapapa.server.http import LARGEST_SET, PACKED, AnyRequest, exactly
from dalapapa.server.premises import Premises
from dalapapa.service.telling import requests


@get("/api/paper/{sheet:str}", include_in_schema=False)
async def paper(
    request: AnyRequest, premises: NamedDependency[Premises], sheet: FromPath[str]
) -> Response[bytes]:
    """A document to print."""
    wish = _wish(request, sheet)
    start = partial(_check_pace, request, premises)
    return _document(wish, await premises.printer.document(wish, start=start))


@get("/api/paper/{sheet:str}/look", include_in_schema=False, middleware=[PACKED])
async def look(
    request: AnyRequest, premises: NamedDependency[Premises], sheet: FromPath[str]
) -> dict[str, object]:
    """What it looks like: its pages as pictures, of tiles the first sheet."""
    wish = _wish(request, sheet)
    _check_looking(request, premises)
    return await premises.aside(lambda: wish.draw().look)


@post("/api/paper/own", status_code=200, include_in_schema=False, request_max_body_size=LARGEST_SET)
async def own_tiles(
    request: AnyRequest, premises: NamedDependency[Premises], data: JSONBody[requests.TileSetRequest]
) -> Response[bytes]:
    """The tiles of one's own box to print."""
    _check_pace(request, premises)  # before it is read: that takes a moment too
    wish = _wish(request, "own")
    text = (await exactly(request, data)).tile_set
    own = await premises.aside(lambda: parse_tile_set(text))
    return _document(wish, await premises.printer.document(wish, own))


@post(
    "/api/paper/own/look",
    status_code=200,
    include_in_schema=False,
    request_max_body_size=LARGEST_SET,
    middleware=[PACKED],
)
async def look_at_own(
    request: AnyRequest, premises: NamedDependency[Premises], data: JSONBody[requests.TileSetRequest]
) -> dict[str, object]:
    """What the tiles of one's own box look like on paper."""
    _check_looking(request, premises)
    wish = _wish(request, "own")
    text = (await exactly(request, data)).tile_set
    return await premises.aside(lambda: wish.draw(parse_tile_set(text)).look)


def _wish(request: AnyRequest, sheet: str) -> Wish:
    return read(sheet, dict(request.query_params.items()))


def _check_pace(request: AnyRequest, premises: Premises) -> None:
    """Nobody has one sheet after the other printed without end."""
    if not premises.analyses.take(address_of(request.scope)):
        raise DalapapaError(ErrorCode.TOO_FAST, "so many sheets at once: wait a little")


def _check_looking(request: AnyRequest, premises: Premises) -> None:
    if not premises.tries.take(address_of(request.scope)):
        raise DalapapaError(ErrorCode.TOO_FAST, "so many questions at once: wait a little")


def _document(wish: Wish, document: bytes) -> Response[bytes]:
    return Response(
        document,
        media_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{wish.name}"'},
    )


HANDLERS = [paper, look, own_tiles, look_at_own]
