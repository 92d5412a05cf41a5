"""Guests, tables and lists over HTTP."""

import asyncio
import random
import time
from collections.abc import Awaitable
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from dalapapa.bots import LEVELS
from dalapapa.rules import classic
from dalapapa.server.stores.tables import sessions
from dalapapa.service.people.guests import LINK_SECONDS

from .client import Guest, nonce
from .serving import Running, on_sqlite, quick, serving

pytestmark = pytest.mark.anyio


async def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


# ── Guests ───────────────────────────────────────────────────────────────────────────────────────


async def test_a_guest_gives_a_name_and_keeps_the_session(server: Running, ana: Guest) -> None:
    assert await ana.get("/api/session") == {"name": "Ana"}
    await ana.post("/api/session", {"name": "Anna"}, 201)
    assert await ana.get("/api/session") == {"name": "Anna"}
    assert len(ana.http.cookies) == 1


@on_sqlite
async def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(server: Running) -> None:
    async with httpx.AsyncClient(base_url=server.base) as http:
        answer = await http.post("/api/session", json={"name": "Ana"})
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "samesite=lax" in cookie.lower()
        token = cookie.split("=", 1)[1].split(";")[0]
        assert len(token) >= 43  # 256 bits


async def test_behind_https_the_cookie_stays_there(sqlite: str) -> None:
    for proxies, secure in (("127.0.0.1", True), ("", False)):
        async with (
            serving(quick(sqlite), proxies=proxies) as server,
            httpx.AsyncClient(base_url=server.base, headers={"X-Forwarded-Proto": "https"}) as http,
        ):
            answer = await http.post("/api/session", json={"name": "Ana"})
            assert ("Secure" in answer.headers["set-cookie"]) is secure


async def test_an_unknown_session_is_never_adopted(server: Running) -> None:
    async with httpx.AsyncClient(base_url=server.base) as http:
        forged = {"cookie": "dalapapa_session=" + "A" * 43}
        assert await code(await http.get("/api/session", headers=forged)) == (401, "no_session")
        answer = await http.post("/api/session", json={"name": "Eve"}, headers=forged)
        assert "A" * 43 not in answer.headers["set-cookie"]
        assert await code(await http.get("/api/tables/mine", headers=forged)) == (401, "no_session")


async def test_sessions_are_stored_hashed(server: Running, ana: Guest) -> None:
    token = ana.http.cookies["dalapapa_session"]
    rows = await server.premises.store.read(sa.select(sessions.c.hash))
    assert rows
    assert all(token not in row[0] for row in rows)


async def test_a_personal_link_opens_the_session_elsewhere_once(server: Running, ana: Guest) -> None:
    table = (await ana.make("person", "open"))["id"]
    link = await ana.post("/api/session/link", status=201)
    assert link["path"] == f"/link#{link['token']}"
    phone, thief = Guest(server.base), Guest(server.base)
    assert await phone.post("/api/session/claim", {"token": link["token"]}) == {"name": "Ana"}
    assert [card["id"] for card in await phone.get("/api/tables/mine")] == [table]
    assert phone.cookie != ana.cookie
    again = await thief.http.post("/api/session/claim", json={"token": link["token"]})
    assert await code(again) == (401, "bad_link")
    await phone.close()
    await thief.close()


async def test_an_old_link_is_refused(server: Running, ana: Guest) -> None:
    link = await ana.post("/api/session/link", status=201)
    later = time.time() + LINK_SECONDS + 1
    server.house.people.now = lambda: later
    answer = await ana.http.post("/api/session/claim", json={"token": link["token"]})
    assert await code(answer) == (401, "bad_link")


async def test_forgetting_ends_the_session(server: Running, ana: Guest) -> None:
    cookie = {"cookie": ana.cookie}
    assert (await ana.http.delete("/api/session")).status_code == 204
    async with httpx.AsyncClient(base_url=server.base) as http:
        assert await code(await http.get("/api/session", headers=cookie)) == (401, "no_session")


@on_sqlite
@pytest.mark.parametrize("name", ["", " ", "x" * 25, "a\u0000b", "\u202eevil", "\u200b", "x" * 201, 5, None])
async def test_hostile_names(server: Running, name: object) -> None:
    async with httpx.AsyncClient(base_url=server.base) as http:
        answer = await http.post("/api/session", json={"name": name})
        assert answer.status_code == 400
        assert answer.json()["code"] in ("bad_name", "bad_message")


@on_sqlite
async def test_a_name_in_html_stays_plain_text(server: Running) -> None:
    guest = await Guest.named(server.base, "<script>1</script>"[:24])
    answer = await guest.http.get("/api/session")
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.headers["x-content-type-options"] == "nosniff"
    await guest.close()


# ── Other sites ──────────────────────────────────────────────────────────────────────────────────


@on_sqlite
@pytest.mark.parametrize("headers", [{"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}])
async def test_other_sites_cannot_act_for_a_guest(
    server: Running, ana: Guest, headers: dict[str, str]
) -> None:
    body = {"seats": [{"kind": "person"}, {"kind": "open"}]}
    answer = await ana.http.post("/api/tables", json=body, headers=headers)
    assert await code(answer) == (403, "bad_origin")
    assert await ana.get("/api/tables/mine") == []
    own = await ana.http.post("/api/tables", json=body, headers={"Origin": server.base})
    assert own.status_code == 201


# ── Tables ───────────────────────────────────────────────────────────────────────────────────────


async def test_lists_of_tables(server: Running, ana: Guest, bo: Guest) -> None:
    private = await ana.make("person", "open")
    public = await ana.make("person", "open", public=True)
    running = await ana.make("person", "greedy", begins=0, target=100, clock=90, purist=True, open_hands=True)
    await ana.make("person", "greedy", public=True, spectators=False)
    watched = await ana.make("person", "greedy", public=True, begins=0)
    assert [card["id"] for card in await bo.get("/api/tables")] == [public["id"], watched["id"]]
    mine = await ana.get("/api/tables/mine")
    assert mine[0]["your_turn"]
    assert {card["id"] for card in mine if card["phase"] == "waiting"} == {private["id"], public["id"]}
    agreed = next(card for card in mine if card["id"] == running["id"])
    assert [agreed[key] for key in ("target", "clock", "purist", "open_hands")] == [100, 90, True, True]
    assert await bo.get("/api/tables/mine") == []


async def test_asking_twice_with_the_same_id_gives_the_same_table(
    server: Running, ana: Guest, bo: Guest
) -> None:
    first = await ana.make("person", "open", id="wish-1")
    again = await ana.make("person", "open", id="wish-1")
    other = await bo.make("person", "open", id="wish-1")
    assert first["id"] == again["id"] != other["id"]
    assert len(await ana.get("/api/tables/mine")) == 1


async def test_private_tables_answer_like_absent_ones(server: Running, ana: Guest, bo: Guest) -> None:
    table = (await ana.make("person", "greedy", spectators=False))["id"]
    for path in ("", "/record", "/fair"):
        hidden = await bo.http.get(f"/api/tables/{table}{path}")
        absent = await bo.http.get(f"/api/tables/{'A' * 22}{path}")
        assert (hidden.status_code, hidden.content) == (absent.status_code, absent.content)
        assert absent.status_code == 404
    for path in ("/join", "/chair", "/leave", "/resign", "/rematch"):
        body = {"seat": 1} if path == "/chair" else {}
        hidden = await bo.http.post(f"/api/tables/{table}{path}", json=body)
        absent = await bo.http.post(f"/api/tables/{'A' * 22}{path}", json=body)
        assert (hidden.status_code, hidden.content) == (absent.status_code, absent.content)
        assert absent.status_code == 404


@pytest.mark.parametrize("name", ["%00", "x%00y", "%F0%9F%A6%89", "a%20b", "A" * 33])
async def test_what_can_be_no_table_is_none(server: Running, ana: Guest, name: str) -> None:
    assert await code(await ana.http.get(f"/api/tables/{name}")) == (404, "no_such_table")


@on_sqlite
async def test_table_ids_cannot_be_guessed(server: Running, ana: Guest) -> None:
    ids = [(await ana.make("person", "open"))["id"] for _ in range(10)]
    assert all(len(table) == 22 for table in ids)  # 128 bits
    assert len(set(ids)) == 10


async def test_a_bot_takes_the_seat_of_a_friend_who_does_not_come(
    server: Running, ana: Guest, bo: Guest
) -> None:
    table = (await ana.make("person", "open"))["id"]
    wish = {"seat": 1, "bot": "greedy"}
    assert await code(await bo.http.post(f"/api/tables/{table}/chair", json=wish)) == (409, "not_at_table")
    card = await ana.post(f"/api/tables/{table}/chair", wish)
    assert (card["phase"], card["seats"][1]["bot"]) == ("playing", "greedy")


async def test_leaving_and_resigning(server: Running, ana: Guest, bo: Guest) -> None:
    table = (await ana.make("person", "open"))["id"]
    assert await code(await bo.http.post(f"/api/tables/{table}/leave")) == (409, "not_at_table")
    assert await code(await ana.http.post(f"/api/tables/{table}/resign")) == (409, "not_started")
    await bo.post(f"/api/tables/{table}/join", {"nonce": nonce()})
    assert await code(await ana.http.get(f"/api/tables/{table}/record")) == (409, "not_finished")
    assert await code(await ana.http.post(f"/api/tables/{table}/rematch")) == (409, "not_finished")
    await ana.post(f"/api/tables/{table}/resign")
    card = await bo.post(f"/api/tables/{table}/leave")
    async with bo.sit(table) as chair:
        await chair.until_type("view")
        assert [seat["presence"] for seat in chair.state["seats"]] == [
            "resigned",
            "here",
        ]  # connecting brings back
    assert card["phase"] in ("playing", "finished")


async def test_giving_up_against_bots_ends_the_game(server: Running, ana: Guest) -> None:
    table = (await ana.make("person", "person", "greedy", begins=0))["id"]
    assert (await ana.post(f"/api/tables/{table}/resign", {"seat": 1}))["phase"] == "playing"
    wrong = await ana.http.post(f"/api/tables/{table}/resign", json={"seat": 7})
    assert await code(wrong) == (400, "bad_message")
    assert await code(await ana.http.post(f"/api/tables/{table}/resign", json={"seat": 2})) == (
        409,
        "not_at_table",
    )
    card = await ana.post(f"/api/tables/{table}/resign")
    assert (card["phase"], card["to_move"], card["your_turn"]) == ("closed", None, False)
    assert (await ana.post(f"/api/tables/{table}/rematch"))["phase"] == "waiting"


async def finish(guest: Guest, table: str) -> None:
    async with guest.sit(table) as chair:
        await chair.play_to_the_end(random.Random(4))


async def test_rematch(server: Running, ana: Guest, bo: Guest) -> None:
    table = (await ana.make("person", "open", "greedy", begins=0))["id"]
    await bo.post(f"/api/tables/{table}/join", {"nonce": nonce()})
    await bo.post(f"/api/tables/{table}/resign")
    await finish(ana, table)
    new = await ana.post(f"/api/tables/{table}/rematch")
    same = await bo.post(f"/api/tables/{table}/rematch")
    assert new["id"] == same["id"] != table
    assert [seat["name"] for seat in new["seats"]] == ["Greedy", "Ana", "Bo"]
    assert [seat["mine"] for seat in same["seats"]] == [False, False, True]
    assert new["phase"] == "waiting"
    async with ana.sit(new["id"]) as first, bo.sit(new["id"]) as second, ana.sit(table) as old:
        await old.until_type("view")
        assert old.state["rematch"] == new["id"]
        assert (await first.ask({"type": "ready", "nonce": nonce()}))["type"] == "ack"
        assert (await second.ask({"type": "ready", "nonce": nonce()}))["type"] == "ack"
        await first.until(lambda _: first.state["phase"] == "playing")


async def test_records_are_for_those_who_sat_there_or_public(server: Running, ana: Guest, bo: Guest) -> None:
    for public in (False, True):
        table = (await ana.make("person", "greedy", public=public))["id"]
        await finish(ana, table)
        assert (await ana.get(f"/api/tables/{table}/record"))["fair"]["table"] == table
        answer = await bo.http.get(f"/api/tables/{table}/record")
        assert answer.status_code == (200 if public else 404)
        assert (await bo.get(f"/api/tables/{table}/fair"))["secret"] is not None
    # That nobody may watch does not make a public game's record a secret.
    table = (await ana.make("person", "greedy", public=True, spectators=False))["id"]
    assert await code(await bo.http.get(f"/api/tables/{table}/record")) == (409, "not_finished")
    await finish(ana, table)
    assert (await bo.get(f"/api/tables/{table}/record"))["fair"]["table"] == table


async def test_the_secret_is_kept_until_the_end(server: Running, ana: Guest) -> None:
    table = (await ana.make("person", "greedy"))["id"]
    fair: dict[str, Any] = await ana.get(f"/api/tables/{table}/fair")
    assert fair["secret"] is None
    assert len(fair["commitment"]) == 64
    assert fair["nonces"][0]["seat"] == 0


async def test_fifty_tables_are_enough(server: Running, ana: Guest) -> None:
    def wish(number: int) -> Awaitable[httpx.Response]:
        seats = [{"kind": "person"}, {"kind": "open"}]
        return ana.http.post("/api/tables", json={"seats": seats, "id": f"table-{number}"})

    answers = await asyncio.gather(*map(wish, range(60)))
    made = {number: answer.json()["id"] for number, answer in enumerate(answers) if answer.status_code == 201}
    assert len(made) == 50
    assert await code(await wish(60)) == (409, "too_many_tables")
    first = min(made)
    assert (await wish(first)).json()["id"] == made[first]  # what is there already is given again


@on_sqlite
async def test_what_there_is(server: Running) -> None:
    async with httpx.AsyncClient(base_url=server.base) as http:
        answer = await http.get("/api/tiles")
        assert answer.headers["content-encoding"] == "gzip"
        tiles = answer.json()
        assert len(tiles["tiles"]) == 120
        assert tiles["sha256"] == classic().fingerprint
        bots = [bot["name"] for bot in (await http.get("/api/bots")).json()]
        assert bots == [level.id for level in LEVELS]
        assert (await http.get("/health")).json()["status"] == "ok"
        assert "dalapapa_sockets 0.0" in (await http.get("/metrics")).text
        document = (await http.get("/api/schema/openapi.json")).json()
        assert {"ClientMessage", "ServerMessage", "Card"} <= set(document["components"]["schemas"])


# ── What cannot be read ──────────────────────────────────────────────────────────────────────────


@on_sqlite
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"name": "Ana", "admin": true}',
        b'{"name": "\xff\xfe"}',
        b"[" * 8000,
        b'{"name":' * 1500,
    ],
)
async def test_bodies_that_are_no_requests(server: Running, body: bytes) -> None:
    async with httpx.AsyncClient(base_url=server.base) as http:
        headers = {"content-type": "application/json"}
        answer = await http.post("/api/session", content=body, headers=headers)
        assert await code(answer) == (400, "bad_message")


@on_sqlite
async def test_bodies_over_16_kib_are_refused(server: Running) -> None:
    async with httpx.AsyncClient(base_url=server.base) as http:
        answer = await http.post("/api/session", json={"name": "x" * 20_000})
        assert await code(answer) == (413, "too_big")


@on_sqlite
async def test_unknown_addresses_and_methods(server: Running) -> None:
    async with httpx.AsyncClient(base_url=server.base) as http:
        assert await code(await http.get("/api/nothing")) == (404, "not_found")
        assert await code(await http.put("/api/session")) == (405, "not_allowed")


async def test_hasty_addresses_wait(sqlite: str) -> None:
    async with (
        serving(quick(sqlite, address_rate=0.001, address_burst=5)) as server,
        httpx.AsyncClient(base_url=server.base) as http,
    ):
        statuses = [(await http.get("/api/bots")).status_code for _ in range(8)]
        assert statuses == [200] * 5 + [429] * 3


@on_sqlite
@pytest.mark.parametrize("wrong", [{"target": "60"}, {"target": 60.0}, {"public": "true"}, {"clock": "45"}])
async def test_numbers_are_numbers(server: Running, ana: Guest, wrong: dict[str, Any]) -> None:
    wish = {"seats": [{"kind": "person"}, {"kind": "open"}], **wrong}
    answer = await ana.http.post("/api/tables", json=wish)
    assert await code(answer) == (400, "bad_message")
    assert str(next(iter(wrong))) in answer.json()["details"]["faults"][0]
    table = (await ana.make("person", "open"))["id"]
    for path, body in (("join", {"seat": "1"}), ("chair", {"seat": "1", "bot": "greedy"})):
        answer = await ana.http.post(f"/api/tables/{table}/{path}", json=body)
        assert await code(answer) == (400, "bad_message")


async def test_tables_are_made_at_a_human_pace(sqlite: str) -> None:
    limits = {"guest_table_rate": 0.001, "guest_table_burst": 3, "table_rate": 0.001, "table_burst": 5}
    async with serving(quick(sqlite, **limits)) as server:
        ana, bo = await Guest.named(server.base, "Ana"), await Guest.named(server.base, "Bo")
        for _ in range(3):
            table = (await ana.make("person", "open"))["id"]
        assert (await ana.make("person", "open", status=429))["code"] == "too_fast"
        await bo.post(f"/api/tables/{table}/join", {})
        await bo.make("person", "open")
        cy = await Guest.named(server.base, "Cy")
        assert (await cy.make("person", "open", status=429))["code"] == "too_fast"  # the same address
        await cy.get(f"/api/tables/{table}")
        for guest in (ana, bo, cy):
            await guest.close()
