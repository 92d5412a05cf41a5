"""The client's own files, as Vite built them."""

import asyncio
import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException

_NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Dalapapa</title>
<h1>Dalapapa</h1>
<p>The server runs, but the page to play on has not been built.
Build it once with <code>make setup</code>, then start the server again.</p>
<p>Programs can play without it: see <code>docs/protocol.md</code> and
<a href="/api/schema/openapi.json">the OpenAPI document</a>.</p>
"""


# What lies beside a file that the build has packed, the best first.
_ENDINGS = {"br": ".br", "gzip": ".gz"}

# The picture beside a shared link: whoever shows it wants its whole address, which only a request tells.
_PREVIEW = b'content="/preview.jpg"'


# What a file holds, or where it is if that is more than so many bytes: the table that is taken along would be
# a fifth of a server's memory, and a browser asks for it once.
Content = bytes | Traversable
_LARGE = 500_000


@dataclass(frozen=True, slots=True)
class Page:
    """A file of the client."""

    content: Content
    packed: tuple[tuple[str, Content], ...]  # how and what, the best first, where that is smaller
    media_type: str
    etag: str
    forever: bool  # its name changes with its content


def load_pages(folder: Traversable | None = None) -> dict[str, Page]:
    """Every file of the built client by its path; a plain page when there is none."""
    found: dict[str, Page] = {}
    _collect(folder if folder is not None else files("dalapapa.server") / "static", "", found)
    if "index.html" not in found:
        found["index.html"] = _page("index.html", _NOT_BUILT.encode())
    return found


def _collect(folder: Traversable, prefix: str, found: dict[str, Page]) -> None:
    if not folder.is_dir():
        return
    for entry in folder.iterdir():
        path = prefix + entry.name
        if entry.is_dir():
            _collect(entry, f"{path}/", found)
        elif not entry.name.startswith(".") and not entry.name.endswith(tuple(_ENDINGS.values())):
            beside = {how: folder / (entry.name + ending) for how, ending in _ENDINGS.items()}
            packed = {how: file for how, file in beside.items() if file.is_file()}
            content = entry.read_bytes()
            page = _page(path, content, {how: file.read_bytes() for how, file in packed.items()})
            if len(content) > _LARGE:
                there = tuple((how, packed.get(how, some)) for how, some in page.packed)
                page = replace(page, content=entry, packed=there)
            found[path] = page


def _page(path: str, content: bytes, packed: dict[str, bytes] | None = None) -> Page:
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    if path.endswith((".js", ".mjs")):
        kind = "text/javascript"
    elif path.endswith(".wasm"):
        kind = "application/wasm"
    elif path.endswith(".webmanifest"):
        kind = "application/manifest+json"
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    # What has been packed beforehand is large: to pack it again would keep the server from starting.
    packed = packed or {"gzip": gzip.compress(content, mtime=0)}
    smaller = tuple((how, some) for how, some in packed.items() if len(some) < len(content))
    return Page(content, smaller, kind, etag, path.startswith(("assets/", "along/")))


@lru_cache(maxsize=64)
def _accepted(header: str) -> frozenset[str]:
    """The ways of packing that a browser understands: `gzip, br;q=0` is gzip alone."""
    named = (part.strip().lower().partition(";") for part in header.split(","))
    return frozenset(
        way.strip() for way, _, rest in named if not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", rest)
    )


@lru_cache(maxsize=64)
def _addressed(page: Page, origin: str) -> Page:
    """A page of the client, with the address at which it was asked for."""
    whole = f'content="{escape(origin)}/preview.jpg"'
    assert isinstance(page.content, bytes)  # no page is that large
    return _page("index.html", page.content.replace(_PREVIEW, whole.encode()))


@get(["/", "/{path:path}"], include_in_schema=False)
async def client_page(request: Request[None, None, State]) -> Response[bytes]:
    """A file of the client; its own routes, as /table/ID, show the page of that screen."""
    pages: dict[str, Page] = request.app.state.pages
    name = request.scope["path"].strip("/") or "index.html"
    page = pages.get(name)
    status = 200
    if page is None:
        if name.startswith(("api/", "ws/", "assets/", "along/")) or name in ("api", "ws"):
            raise NotFoundException()
        if "." in name.rsplit("/", 1)[-1]:
            if "text/html" not in request.headers.get("accept", ""):
                raise NotFoundException()
            status = 404  # somebody looks at it: the client says so kindly
        page = pages.get(f"{name.split('/')[0]}.html", pages["index.html"])
    if page.media_type == "text/html":
        page = _addressed(page, str(request.base_url).rstrip("/"))
    keep = "public, max-age=31536000, immutable" if page.forever else "no-cache"
    headers = {"Cache-Control": keep, "ETag": page.etag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == page.etag:
        return Response(b"", status_code=304, headers=headers)
    content = page.content
    taken = _accepted(request.headers.get("accept-encoding", ""))
    for how, packed in page.packed:
        if how in taken:
            headers["Content-Encoding"], content = how, packed
            break
    if not isinstance(content, bytes):
        content = await asyncio.to_thread(content.read_bytes)
    return Response(content, media_type=page.media_type, headers=headers, status_code=status)
