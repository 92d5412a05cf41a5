"""Who is to move in a game by days is told so: once, sealed, without a tile, and where they asked for it."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Sequence

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from dalapapa.rules import DalapapaError
from dalapapa.server.push.sealing import seal, to_bytes, to_text
from dalapapa.server.push.services import KNOWN, Services
from dalapapa.service.people.bells import MOST_BELLS, Bell
from dalapapa.service.stores.keeping import Keeping

from .client import Chair, Guest, nonce
from .push_service import PushService, Subscriber, check_signature, push_service
from .serving import Running, quick, serving

pytestmark = pytest.mark.anyio

DAY = 86_400


@pytest.fixture
async def service() -> AsyncIterator[PushService]:
    async with push_service() as running:
        yield running


@pytest.fixture
async def server(database: str, service: PushService) -> AsyncIterator[Running]:
    async with serving(quick(database, push_services=(*KNOWN, service.origin))) as running:
        yield running


async def by_days(ana: Guest, bo: Guest, clock: int | None = DAY) -> str:
    """A game of two that Ana begins."""
    table: str = (await ana.make("person", "open", begins=0, clock=clock))["id"]
    await bo.post(f"/api/tables/{table}/join", {"nonce": nonce()})
    return table


async def play(guest: Guest, table: str) -> None:
    """A turn."""
    async with guest.sit(table) as chair:
        await chair.until_type("options")
        assert (await chair.ask(chair.turn(random.Random(1))))["type"] == "ack"


async def settled(running: Running) -> None:
    """All bells have been rung."""
    ringing = running.premises._ringing
    async with asyncio.timeout(20):
        while ringing._tasks:
            await asyncio.sleep(0.01)


async def test_whose_turn_begins_is_told_once_and_nothing_of_tiles(
    server: Running, service: PushService, ana: Guest, bo: Guest
) -> None:
    browser = Subscriber()
    before = await bo.get("/api/bell")
    assert not before["ringing"]
    asked = await bo.post("/api/bell", browser.asks(f"{service.origin}/bo"))
    assert asked == {"key": before["key"], "ringing": True} == await bo.get("/api/bell")
    table = await by_days(ana, bo)
    await play(ana, table)
    path, headers, body = await service.next()
    assert path == "/bo"
    assert browser.open(body) == {"table": table, "names": ["Ana"]}
    claims = check_signature(headers["authorization"], before["key"], service.origin)
    assert time.time() < claims["exp"] <= time.time() + DAY
    assert claims["sub"].startswith(("https://", "mailto:"))
    assert (headers["ttl"], headers["topic"], headers["content-encoding"]) == (str(DAY), table, "aes128gcm")
    # Her own turn is not told to Bo, and Ana has not asked for anything.
    await play(bo, table)
    await settled(server)
    assert service.taken.empty()
    await bo.http.delete("/api/bell")
    assert not (await bo.get("/api/bell"))["ringing"]
    await play(ana, table)
    await settled(server)
    assert service.taken.empty()


async def test_games_that_are_played_at_once_ring_no_bell(
    server: Running, service: PushService, ana: Guest, bo: Guest
) -> None:
    await bo.post("/api/bell", Subscriber().asks(f"{service.origin}/bo"))
    for clock in (None, 180):
        await play(ana, await by_days(ana, bo, clock))
    # Nor does a table at which both seats are one person's: who plays on is there.
    shared = (await bo.make("person", "person", clock=DAY))["id"]
    await play(bo, shared)
    await settled(server)
    assert service.taken.empty()


@pytest.mark.parametrize("status", [404, 410])
async def test_a_browser_that_is_gone_is_forgotten(
    server: Running, service: PushService, ana: Guest, bo: Guest, status: int
) -> None:
    await bo.post("/api/bell", Subscriber().asks(f"{service.origin}/bo"))
    table = await by_days(ana, bo)
    service.status = 500  # a service in trouble is asked again at the next turn
    await play(ana, table)
    await service.next()
    await play(bo, table)
    service.status = status
    await play(ana, table)
    await service.next()
    await settled(server)
    assert not (await bo.get("/api/bell"))["ringing"]


async def test_bells_end_with_the_session_and_have_a_limit(
    server: Running, service: PushService, ana: Guest
) -> None:
    link = await ana.post("/api/session/link", status=201)
    phone = Guest(server.base)
    await phone.post("/api/session/claim", {"token": link["token"]})
    await ana.post("/api/bell", Subscriber().asks(f"{service.origin}/desk"))
    await phone.post("/api/bell", Subscriber().asks(f"{service.origin}/phone"))
    bells = server.premises.bells
    person = await server.house.people.find(ana.http.cookies["dalapapa_session"])
    assert person is not None
    assert [bell.endpoint[-5:] for bell in await bells.of(person.id)] == ["/desk", "phone"]
    # The same browser again, or another person at it: one bell.
    await ana.post("/api/bell", Subscriber().asks(f"{service.origin}/new"))
    assert len(await bells.of(person.id)) == 2
    await phone.http.delete("/api/session")
    assert [bell.endpoint[-4:] for bell in await bells.of(person.id)] == ["/new"]
    # A request of somebody who has logged out meanwhile hangs nothing up.
    await bells.hang(person.id, "no session", Bell(f"{service.origin}/late", "", "", ""), 1.0)
    assert len(await bells.of(person.id)) == 1
    await ana.http.delete("/api/session?everywhere=true")
    assert await bells.of(person.id) == []
    await phone.close()


async def test_bells_are_forgotten_with_their_person(
    server: Running, service: PushService, ana: Guest
) -> None:
    person = await server.house.people.find(ana.http.cookies["dalapapa_session"])
    assert person is not None
    await ana.post("/api/bell", Subscriber().asks(f"{service.origin}/desk"))
    gone = await server.premises.store.clear(Keeping(guests=0.0), time.time() + 5, 10)
    assert gone.guests == [person.id]
    assert await server.premises.bells.of(person.id) == []


async def test_one_person_has_no_more_bells_than_browsers(server: Running, service: PushService) -> None:
    ana = await Guest.named(server.base, "Ana")
    person = await server.house.people.find(ana.http.cookies["dalapapa_session"])
    assert person is not None
    for number in range(MOST_BELLS + 3):
        await ana.post("/api/bell", Subscriber().asks(f"{service.origin}/{number}"))
        token = (await ana.post("/api/session/link", status=201))["token"]
        await ana.post("/api/session/claim", {"token": token})  # as another browser of hers
    hung = [bell.endpoint.rpartition("/")[2] for bell in await server.premises.bells.of(person.id)]
    assert hung == [str(number) for number in range(3, MOST_BELLS + 3)]
    await ana.close()


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
async def test_of_several_processes_one_rings(database: str, service: PushService) -> None:
    settings = quick(database, push_services=(service.origin,))
    async with serving(settings) as one, serving(settings) as other:
        ana, bo = await Guest.named(one.base, "Ana"), await Guest.named(other.base, "Bo")
        assert await ana.get("/api/bell") == await bo.get("/api/bell")  # one key for all
        await bo.post("/api/bell", Subscriber().asks(f"{service.origin}/bo"))
        table = await by_days(ana, bo)
        watching: Chair
        async with bo.sit(table) as watching:
            await watching.until_type("view")
            for number in range(2):
                await play(ana, table)
                await watching.until(lambda said: said.get("state", {}).get("to_move") == 1)
                assert await service.next()
                if not number:
                    await play(bo, table)
        await settled(one)
        await settled(other)
        assert service.taken.empty()
        await ana.close()
        await bo.close()


# ── Nobody can have the server call what it should not ───────────────────────────────────────────

INSIDE = [
    "http://127.0.0.1:8000/api/tables",
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://169.254.169.254/latest/meta-data",
    "https://localhost/",
    "https://intranet.example/push",
    "http://fcm.googleapis.com/fcm/send/x",
    "https://fcm.googleapis.com:8443/x",
    "https://fcm.googleapis.com@127.0.0.1/x",
    "https://user:word@fcm.googleapis.com/x",
    "https://evilfcm.googleapis.com.example/x",
    "https://notfcm-googleapis.com/",
    f"https://{'a' * 64}.push.apple.com/x",
    "https://a..push.apple.com/x",
    "https://fcm.googleapis.com/x\r\nHost: inside",
    "file:///etc/passwd",
    "https://[",
    "push",
]


@pytest.mark.parametrize("endpoint", INSIDE)
def test_only_push_services_are_called(endpoint: str) -> None:
    with pytest.raises(DalapapaError):
        Services(KNOWN).check(endpoint)


def test_push_services_of_browsers_are_known() -> None:
    for endpoint in (
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com/wpush/v2/abc",
        "https://db5p.notify.windows.com/w/?token=abc%3d",
        "https://web.push.apple.com/abc",
    ):
        assert Services(KNOWN).check(endpoint).scheme == "https"


@pytest.mark.parametrize(
    "places",
    [
        ["127.0.0.1"],
        ["10.0.0.7"],
        ["169.254.169.254"],
        ["::1"],
        ["fd00::1"],
        ["::ffff:10.0.0.7"],
        ["8.8.8.8", "10.0.0.7"],
    ],
)
async def test_a_known_name_that_leads_inside_is_not_followed(
    monkeypatch: pytest.MonkeyPatch, places: Sequence[str]
) -> None:
    async def found(*_: object, **__: object) -> list[tuple[object, ...]]:
        return [(2, 1, 6, "", (place, 443)) for place in places]

    async def connected(*_: object, **__: object) -> None:
        raise AssertionError("nobody should be called")

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", found, raising=False)
    monkeypatch.setattr(asyncio, "open_connection", connected)
    with pytest.raises(OSError, match="not on the internet"):
        await Services(KNOWN).post("https://fcm.googleapis.com/x", {}, b"")


async def test_such_an_address_is_refused_at_the_door(server: Running, ana: Guest) -> None:
    refused = await ana.post("/api/bell", Subscriber().asks(INSIDE[0]), 400)
    assert refused["code"] == "bad_message"
    no_point = {**Subscriber().asks("https://fcm.googleapis.com/x"), "p256dh": "A" * 87}
    assert (await ana.post("/api/bell", no_point, 400))["code"] == "bad_message"
    stranger = Guest(server.base)
    asked = Subscriber().asks("https://fcm.googleapis.com/x")
    assert (await stranger.post("/api/bell", asked, 401))["code"] == "no_session"
    await stranger.close()


def test_a_message_is_sealed_as_the_standard_has_it() -> None:
    """RFC 8291, appendix A."""
    ours = int.from_bytes(to_bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    sealed = seal(
        b"When I grow up, I want to be a watermelon",
        to_bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        to_bytes("BTBZMqHH6r4Tts7J_aSIgg"),
        salt=to_bytes("DGv6ra1nlYgDCS1FRnbzlw"),
        ours=ec.derive_private_key(ours, ec.SECP256R1()),
    )
    assert to_text(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK"
        "6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
