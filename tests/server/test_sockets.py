"""The websocket: one turn, one winner; nothing lost on the way; nothing forged."""

import asyncio
import random

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.offered import offered

from .client import Guest, closed_with, two_player_table
from .serving import Running, on_sqlite

pytestmark = pytest.mark.anyio


async def test_two_sockets_one_turn_different_moves(server: Running, ana: Guest, bo: Guest) -> None:
    table = await two_player_table(ana, bo)
    async with ana.sit(table) as one, ana.sit(table) as two, bo.sit(table) as other:
        await one.until_type("options")
        await two.until_type("options")
        assert one.options is not None
        rng = random.Random(1)
        first, second = one.turn(rng), two.turn(random.Random(99))
        first["placements"] = [offered(one.options)[0]["place"]]
        second["placements"] = [offered(one.options)[-1]["place"]]
        answers = await asyncio.gather(one.ask(first), two.ask(second))
        kinds = sorted(answer["type"] for answer in answers)
        assert kinds == ["ack", "error"]
        refusal = next(answer for answer in answers if answer["type"] == "error")
        assert refusal["code"] == "stale"
        await other.until_seq(next(answer["seq"] for answer in answers if answer["type"] == "ack"))
        assert len([event for event in other.events if event["type"] == "turn"]) == 1
        # The one that was too late has been told what it missed before it was refused.
        late = two if answers[1]["type"] == "error" else one
        assert late.state["version"] == 1


async def test_a_resend_after_reconnecting_gets_the_first_answer(
    server: Running, ana: Guest, bo: Guest
) -> None:
    table = await two_player_table(ana, bo)
    async with ana.sit(table) as chair:
        await chair.until_type("options")
        turn = chair.turn(random.Random(1))
        await chair.tell(turn)  # the answer is never read: the connection is lost
    async with ana.sit(table, since=chair.seq) as again:
        await again.until_type("view")
        answers = [await again.ask(turn) for _ in range(3)]
        assert [answer["type"] for answer in answers] == ["ack"] * 3
        assert len({answer["seq"] for answer in answers}) == 1
        assert again.state["version"] == 1


async def test_ids_belong_to_their_sender(server: Running, ana: Guest, bo: Guest) -> None:
    table = await two_player_table(ana, bo)
    async with ana.sit(table) as first, bo.sit(table) as second:
        await first.until_type("options")
        turn = first.turn(random.Random(1)) | {"id": "same"}
        assert (await first.ask(turn))["type"] == "ack"
        await second.until_type("options")
        theirs = second.turn(random.Random(1)) | {"id": "same"}
        answer = await second.ask(theirs)
        assert answer["type"] == "ack"
        assert answer["seq"] > first.seq - 1


async def test_resume_from_any_seq(server: Running, ana: Guest, bo: Guest) -> None:
    table = await two_player_table(ana, bo)
    async with ana.sit(table) as first, bo.sit(table) as second:
        for version, chair in enumerate((first, second) * 4):
            while chair.options is None or chair.options["version"] != version:
                await chair.hear()
            answer = await chair.ask(chair.turn(random.Random(2)))
        await first.until_seq(answer["seq"])
        whole = first.events
    for since in range(first.seq + 3):
        async with bo.sit(table, since=since) as chair:
            view = await chair.until_type("view")
            # Who knows of more than there is (a store was restored) is told everything again.
            known = since if since <= first.seq else 0
            assert view["events"] == [event for event in whole if event["seq"] > known]
            assert view["seq"] == first.seq


@on_sqlite
@pytest.mark.parametrize("since", ["-1", "x", "1e3", "999999999999", "٣", ""])
async def test_a_since_that_is_no_seq_means_all(server: Running, ana: Guest, since: str) -> None:
    table = (await ana.make("person", "open"))["id"]
    async with ana.sit(table, query=f"&since={since}") as chair:
        assert (await chair.until_type("view"))["seq"] == 2


async def test_trying_tiles(server: Running, ana: Guest, bo: Guest) -> None:
    table = await two_player_table(ana, bo)
    async with ana.sit(table) as first, bo.sit(table) as second:
        for chair in (first, second):
            await chair.until_type("options")
            await chair.ask(chair.turn(random.Random(3)))
        await first.until(lambda message: message["type"] == "options" and message["version"] == 2)
        now = await first.ask({"type": "try", "seat": 0})
        assert first.options is not None
        assert now | {"id": None} == first.options
        place = offered(now)[0]["place"]
        after = await first.ask({"type": "try", "seat": 0, "placements": [place]})
        assert after["after"] == [place]
        assert {option["place"]["tile"] for option in offered(after)} == set(now["tiles"]) - {place["tile"]}
        off_turn = await second.ask({"type": "try", "seat": 1})
        assert off_turn["tiles"] == second.state["seats"][1]["hand"]
        both = {"type": "turn", "version": 2, "seat": 0, "placements": [place, offered(after)[0]["place"]]}
        assert (await first.ask(both))["type"] == "ack"
        await first.until(lambda message: message["type"] == "update")
        turn = first.events[-1]
        assert turn["penalty"] == 4
        assert turn["points"] == sum(laid["receipt"]["points"] for laid in turn["laid"]) - 4


async def test_purist_tables_send_no_options(server: Running, ana: Guest) -> None:
    table = (await ana.make("person", "person", purist=True, begins=0))["id"]
    async with ana.sit(table) as chair:
        await chair.until_type("view")
        assert (await chair.ask({"type": "try", "seat": 0}))["code"] == "purist"
        assert chair.options is None
        tile = chair.state["seats"][0]["hand"][0]
        place = {"tile": tile, "face": 0, "rotation": 0, "x": 0, "y": 0}
        answer = await chair.ask({"type": "turn", "version": 0, "seat": 0, "placements": [place]})
        assert answer["type"] == "ack"


@on_sqlite
async def test_reactions(server: Running, ana: Guest, bo: Guest) -> None:
    table = await two_player_table(ana, bo)
    async with ana.sit(table) as first, bo.sit(table) as second:
        await second.until_type("view")
        await first.tell({"type": "react", "reaction": "bravo"})
        heard = await second.until_type("reaction")
        assert heard == {"type": "reaction", "seat": 0, "reaction": "bravo"}
        await first.tell({"type": "react", "reaction": "you are all fools"})
        assert (await first.until_type("error"))["code"] == "bad_message"


async def test_held_and_back(server: Running, ana: Guest, bo: Guest) -> None:
    table = await two_player_table(ana, bo)
    async with bo.sit(table) as chair:
        await ana.post(f"/api/tables/{table}/leave")
        await chair.until(lambda _: chair.state["seats"][0]["presence"] == "left")
        async with ana.sit(table) as back:
            await back.until_type("view")
            assert back.state["seats"][0]["presence"] == "here"
        await chair.until(lambda _: chair.state["seats"][0]["presence"] == "here")


# ── Forgeries ────────────────────────────────────────────────────────────────────────────────────


async def test_forged_seats_tables_and_sessions(server: Running, ana: Guest, bo: Guest) -> None:
    table = await two_player_table(ana, bo)
    stranger = Guest(server.base)
    async with ana.sit(table) as first:
        await first.until_type("options")
        turn = first.turn(random.Random(1))
        tries: list[tuple[Guest, dict[str, str]]] = [(bo, {}), (stranger, {})]
        tries.append((stranger, {"Cookie": "dalapapa_session=" + "x" * 43}))
        for guest, headers in tries:
            async with guest.sit(table, headers=headers) as chair:
                await chair.until_type("view")
                assert (await chair.ask(dict(turn)))["code"] == "not_at_table"
                hands = [seat["hand"] for seat in chair.state["seats"]]
                assert hands[0] is None
                answer = await chair.ask({"type": "try", "seat": 0})
                assert answer["code"] == "not_at_table"
        assert (await first.ask(turn))["type"] == "ack"
    other = (await bo.make("person", "person"))["id"]
    async with ana.sit(other) as chair:  # a watcher of another table
        await chair.until_type("view")
        assert (await chair.ask(turn | {"id": "y"}))["code"] == "not_at_table"
    async with stranger.sit("A" * 22) as chair:
        assert await closed_with(chair) == 4404
    await stranger.close()


async def test_a_table_without_spectators_is_like_an_absent_one(
    server: Running, ana: Guest, bo: Guest
) -> None:
    table = (await ana.make("person", "greedy", spectators=False))["id"]
    async with bo.sit(table) as chair:
        assert await closed_with(chair) == 4404
        assert chair.raw == []


@on_sqlite
@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://127.0.0.1"])
async def test_a_foreign_origin_is_refused_before_anything_is_said(
    server: Running, ana: Guest, origin: str
) -> None:
    table = (await ana.make("person", "greedy"))["id"]
    with pytest.raises(InvalidStatus) as refusal:
        async with ana.sit(table, headers={"Origin": origin}):
            pass
    assert refusal.value.response.status_code == 403
    async with ana.sit(table, headers={"Origin": server.base}) as chair:
        await chair.until_type("view")


# ── What cannot be read ──────────────────────────────────────────────────────────────────────────


@on_sqlite
@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"type": "turn"}',
        '{"type": "shout"}',
        '{"type": "ping", "extra": 1}',
        '{"type": "try", "id": "x", "seat": 7}',
        '{"type": "try", "id": "x y", "seat": 0}',
        '{"type": "turn", "id": "x", "version": 0, "seat": 0, "placements": [{"tile": 1e99}]}',
        "[" * 4000,
        '{"type":' * 500,
        b"\x00\x01",
    ],
)
async def test_what_is_no_message_is_refused_and_the_socket_stays(
    server: Running, ana: Guest, text: str | bytes
) -> None:
    table = (await ana.make("person", "greedy"))["id"]
    async with ana.sit(table) as chair:
        await chair.until_type("view")
        await chair.socket.send(text)
        assert (await chair.until_type("error"))["code"] == "bad_message"
        await chair.tell({"type": "ping"})
        await chair.until_type("pong")


@pytest.mark.parametrize("everywhere", [False, True])
async def test_who_logs_out_is_sent_away(server: Running, ana: Guest, everywhere: bool) -> None:
    table = (await ana.make("person", "greedy", begins=0))["id"]
    link = (await ana.post("/api/session/link", status=201))["token"]
    tablet = Guest(server.base)
    await tablet.post("/api/session/claim", {"token": link})
    async with ana.sit(table) as here, tablet.sit(table) as there:
        await here.until_type("options")
        await there.until_type("options")
        query = "?everywhere=true" if everywhere else ""
        assert (await ana.http.delete(f"/api/session{query}")).status_code == 204
        with pytest.raises(ConnectionClosed) as closed:
            await here.until_type("update")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401
        if everywhere:
            with pytest.raises(ConnectionClosed):
                await there.until_type("update")
        else:
            assert (await there.ask(there.turn(random.Random(1))))["type"] == "ack"
    assert (await tablet.http.get("/api/session")).status_code == (401 if everywhere else 200)
    await tablet.close()
