"""Who is let in, and what every answer carries."""

import httpx
import pytest

from dalapapa.server.settings import own_names

from .client import Guest
from .serving import on_sqlite, quick, serving

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("LOCALHOST:8000", 200),
        ("play.example", 200),
        ("play.example.:443", 200),
        ("127.0.0.1", 200),
        ("192.0.2.9:8000", 200),
        ("[::1]:8000", 200),
        ("evil.example", 403),
        ("localhost.evil.example:80", 403),
        ("127.0.0.1.evil.example", 403),
        ("", 403),
    ],
)
async def test_only_our_own_names_are_answered(sqlite: str, host: str, status: int) -> None:
    async with (
        serving(quick(sqlite, host_names=own_names("play.example"))) as server,
        httpx.AsyncClient(base_url=server.base) as http,
    ):
        answer = await http.get("/health", headers={"Host": host})
        assert answer.status_code == status, answer.text
        if status == 403:
            assert answer.json()["code"] == "bad_origin"


@pytest.mark.parametrize(("origin", "status"), [("https", 201), ("http", 403)])
async def test_a_page_without_encryption_is_foreign_to_an_encrypted_site(
    sqlite: str, origin: str, status: int
) -> None:
    async with (
        serving(quick(sqlite), proxies="127.0.0.1") as server,
        httpx.AsyncClient(base_url=server.base, headers={"X-Forwarded-Proto": "https"}) as http,
    ):
        headers = {"Origin": server.base.replace("http", origin, 1)}
        answer = await http.post("/api/session", json={"name": "Ana"}, headers=headers)
        assert answer.status_code == status
        assert "max-age" in answer.headers["strict-transport-security"]


@on_sqlite
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
async def test_a_body_must_say_that_it_is_json(ana: Guest, kind: str) -> None:
    answer = await ana.http.post(
        "/api/session", content=b'{"name": "Eve"}', headers={"Content-Type": kind} if kind else {}
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")


async def test_every_answer_of_the_api_is_guarded_and_kept_by_nobody(sqlite: str) -> None:
    async with (
        serving(quick(sqlite, address_rate=0.001, address_burst=3)) as server,
        httpx.AsyncClient(base_url=server.base) as http,
    ):
        answers = [
            await http.get("/api/session"),
            await http.post("/api/session", json={"name": "Ana"}, headers={"Origin": "https://evil.example"}),
            await http.get("/api/tables"),
            await http.get("/api/tables"),
        ]
        assert [answer.status_code for answer in answers] == [401, 403, 200, 429]
        for answer in answers:
            assert answer.headers["cache-control"] == "no-store"
            assert "camera=()" in answer.headers["permissions-policy"]
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert "strict-transport-security" not in answer.headers


async def test_figures_are_for_this_machine_unless_said_otherwise(sqlite: str) -> None:
    async with serving(quick(sqlite), proxies="127.0.0.1") as server, httpx.AsyncClient() as http:
        assert (await http.get(f"{server.base}/metrics")).status_code == 200
        far = {"X-Forwarded-For": "192.0.2.9"}
        assert (await http.get(f"{server.base}/metrics", headers=far)).status_code == 404
    async with (
        serving(quick(sqlite, open_metrics=True), proxies="127.0.0.1") as server,
        httpx.AsyncClient() as http,
    ):
        assert (await http.get(f"{server.base}/metrics", headers=far)).status_code == 200
