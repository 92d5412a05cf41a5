"""The client's files, and what a browser is told about them."""

import gzip
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from dalapapa.server.pages import load_pages

from .serving import Running, on_sqlite

pytestmark = [pytest.mark.anyio, on_sqlite]


@pytest.fixture
async def browser(server: Running, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Dalapapa</title>")
    (folder / "assets" / "index-abc123.js").write_text("export {}")
    (folder / "icon.svg").write_text("<svg/>")
    (tmp_path / "secret.txt").write_text("not for you")
    server.app.state.pages = load_pages(folder)
    async with httpx.AsyncClient(base_url=server.base) as http:
        yield http


async def test_routes_of_the_client_show_its_page(browser: httpx.AsyncClient) -> None:
    for path in ("/", "/table/3q2-7wAAR5yYk0bT1mJx9A", "/link", "/rules/3"):
        answer = await browser.get(path)
        assert answer.status_code == 200
        assert "<title>Dalapapa</title>" in answer.text
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert answer.headers["cache-control"] == "no-cache"


async def test_a_screen_may_have_a_page_of_its_own(server: Running, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<title>home</title>")
    (tmp_path / "table.html").write_text("<title>table</title>")
    server.app.state.pages = load_pages(tmp_path)
    async with httpx.AsyncClient(base_url=server.base) as http:
        for path, title in (("/", "home"), ("/table/3q2-7wAAR5yYk0bT1mJx9A", "table"), ("/tables", "home")):
            assert (await http.get(path)).text == f"<title>{title}</title>"


async def test_hashed_files_are_kept_for_ever(browser: httpx.AsyncClient) -> None:
    answer = await browser.get("/assets/index-abc123.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]
    icon = await browser.get("/icon.svg")
    assert icon.headers["cache-control"] == "no-cache"
    again = await browser.get("/icon.svg", headers={"if-none-match": icon.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_files_travel_packed_to_browsers_that_can_unpack_them(server: Running, tmp_path: Path) -> None:
    script = "export const discs = 7;\n" * 200
    (tmp_path / "long.js").write_text(script)
    (tmp_path / "short.js").write_text("7")
    server.app.state.pages = load_pages(tmp_path)
    async with httpx.AsyncClient(base_url=server.base) as http:
        packed = await http.get("/long.js", headers={"accept-encoding": "gzip"})
        assert packed.headers["content-encoding"] == "gzip"
        assert int(packed.headers["content-length"]) < len(script) / 5
        plain = await http.get("/long.js", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert packed.text == plain.text == script
        assert packed.headers["vary"] == "Accept-Encoding"
        short = await http.get("/short.js", headers={"accept-encoding": "gzip"})
        assert "content-encoding" not in short.headers


async def test_what_was_packed_beforehand_travels_as_it_is(server: Running, tmp_path: Path) -> None:
    (tmp_path / "along").mkdir()
    (tmp_path / "along" / "python.wasm").write_bytes(b"python" * 100)
    (tmp_path / "along" / "python.wasm.br").write_bytes(b"packed")
    (tmp_path / "along" / "python.wasm.gz").write_bytes(gzip.compress(b"python" * 100))
    server.app.state.pages = load_pages(tmp_path)
    async with (
        httpx.AsyncClient(base_url=server.base) as http,
        http.stream("GET", "/along/python.wasm", headers={"accept-encoding": "gzip, br"}) as packed,
    ):
        assert [part async for part in packed.aiter_raw()] == [b"packed"]
        assert packed.headers["content-encoding"] == "br"
        assert packed.headers["content-type"] == "application/wasm"
        assert "immutable" in packed.headers["cache-control"]
    async with httpx.AsyncClient(base_url=server.base) as http:
        for accepted, sent in (("gzip, br;q=0", "gzip"), ("br;q=0.5", "br"), ("brown, gzip;q=0.0", None)):
            asked = http.stream("GET", "/along/python.wasm", headers={"accept-encoding": accepted})
            async with asked as answer:
                assert answer.headers.get("content-encoding") == sent
        plain = await http.get("/along/python.wasm", headers={"accept-encoding": "identity"})
        assert plain.content == b"python" * 100
        for ending in ("br", "gz"):
            assert (await http.get(f"/along/python.wasm.{ending}")).status_code == 404
        assert (await http.get("/along/older/python.wasm")).status_code == 404


@pytest.mark.parametrize(
    "path",
    ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "/assets/none.js", "/none.js"],
)
async def test_nothing_else_is_served(browser: httpx.AsyncClient, path: str) -> None:
    answer = await browser.get(path)
    assert answer.status_code == 404
    assert "not for you" not in answer.text


async def test_an_address_mistyped_in_a_browser_leads_to_the_client_that_says_so(
    browser: httpx.AsyncClient,
) -> None:
    answer = await browser.get("/none.html", headers={"accept": "text/html,*/*"})
    assert answer.status_code == 404
    assert "<title>Dalapapa</title>" in answer.text
    for path in ("/assets/none.html", "/api/none.html"):
        answer = await browser.get(path, headers={"accept": "text/html,*/*"})
        assert "<title>" not in answer.text


async def test_the_picture_of_a_shared_link_has_a_whole_address(server: Running, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<meta property="og:image" content="/preview.jpg">')
    server.app.state.pages = load_pages(tmp_path)
    async with httpx.AsyncClient(base_url=server.base) as http:
        for path in ("/", "/table/3q2-7wAAR5yYk0bT1mJx9A"):
            assert f'content="{server.base}/preview.jpg"' in (await http.get(path)).text


async def test_no_inline_script_is_allowed(browser: httpx.AsyncClient) -> None:
    for path in ("/", "/api/bots", "/api/nothing"):
        headers = (await browser.get(path)).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


async def test_a_client_that_is_not_built_says_how(server: Running, tmp_path: Path) -> None:
    server.app.state.pages = load_pages(tmp_path / "nothing")
    async with httpx.AsyncClient(base_url=server.base) as http:
        assert "make setup" in (await http.get("/")).text


async def test_a_large_file_is_read_when_it_is_asked_for(server: Running, tmp_path: Path) -> None:
    (tmp_path / "along").mkdir()
    large = b"a tile " * 100_000
    (tmp_path / "along" / "python.zip").write_bytes(large)
    (tmp_path / "along" / "python.zip.gz").write_bytes(gzip.compress(large))
    pages = server.app.state.pages = load_pages(tmp_path)
    held = pages["along/python.zip"]
    assert not any(isinstance(some, bytes) for some in (held.content, *(packed for _, packed in held.packed)))
    async with httpx.AsyncClient(base_url=server.base) as http:
        for wanted in ("gzip", "identity"):
            answer = await http.get("/along/python.zip", headers={"accept-encoding": wanted})
            assert answer.content == large
            assert answer.headers.get("content-encoding", "identity") == wanted
