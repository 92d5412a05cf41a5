"""A browser and its table with nothing between them: what a websocket carries, a worker can carry too."""

import asyncio
import json
import random
from typing import Any

import pytest

from dalapapa.rules import DalapapaError, ErrorCode
from dalapapa.service.people.guests import session_of
from dalapapa.service.stores.memory import MemoryStore
from dalapapa.service.tables import commands
from dalapapa.service.tables.table import Table
from dalapapa.service.telling import attendance, messages, requests
from dalapapa.service.telling.audience import MOST_WAITING
from dalapapa.service.telling.channel import NoChannel, Note
from dalapapa.service.telling.conversation import LONGEST_MESSAGE, Goodbye
from tests.offered import offered

from ..rooms import ANA, BO, CY, Carrier, Room, room, talking

pytestmark = pytest.mark.anyio


def a_turn(options: dict[str, Any], number: int = 0) -> dict[str, Any]:
    place = random.Random(number).choice(offered(options))["place"]
    turn = {"type": "turn", "id": f"t{options['version']}", "version": options["version"]}
    return turn | {"seat": options["seat"], "placements": [place]}


async def test_a_whole_game_against_a_bot() -> None:
    async with room() as at:
        table = await at.make("person", "greedy")
        async with talking(at, table, ANA) as ana:
            state = (await ana.told("view"))["state"]
            while state["phase"] != "finished":
                message = json.loads(await ana.talk.next())
                state = message.get("state", state)
                if message["type"] == "options":
                    assert await ana.say(**a_turn(message)) is None
        assert state["result"]["scores"] == (await at.tables.get(table.id)).scores


async def test_an_answer_comes_before_the_news() -> None:
    async with room() as at:
        table = await at.make("person", "person", begins=0)
        async with talking(at, table, ANA) as ana:
            turn = a_turn(await ana.told("options"))
            heard = await ana.talk.hear(json.dumps(turn))
            assert isinstance(heard.message, messages.TakeTurn)
            assert heard.refusal is None
            kinds = [json.loads(await ana.talk.next())["type"] for _ in range(3)]
            assert kinds == ["ack", "update", "options"]


async def test_who_finds_placements_alone_is_sent_none_but_may_ask() -> None:
    async with room() as at:
        table = await at.make("person", "person", begins=0)
        async with talking(at, table, ANA) as ana:
            options = await ana.told("options")
            for wanted, told in ((False, "asked"), (True, None)):
                turn = a_turn(options)
                assert await ana.say(type="help", wanted=wanted) is None
                assert await ana.say(**turn) is None
                update = await ana.told("update")
                await asyncio.sleep(0.01)  # what comes unasked is there by now
                seat = update["state"]["to_move"]
                assert await ana.say(type="try", id="asked", seat=seat, placements=[]) is None
                options = json.loads(await ana.talk.next())
                assert (options["type"], options["id"]) == ("options", told)


async def test_a_stale_turn_is_refused_after_what_was_missed() -> None:
    async with room() as at:
        table = await at.make("person", "person", begins=0)
        async with talking(at, table, ANA) as one, talking(at, table, ANA) as two:
            turn = a_turn(await one.told("options"))
            await two.told("options")
            assert await one.say(**turn) is None
            assert await two.say(**turn | {"id": "other"}) is ErrorCode.STALE
            assert (await two.told("update"))["state"]["version"] == 1
            refusal = await two.told("error")
            assert (refusal["code"], refusal["id"]) == ("stale", "other")


async def test_since_says_what_is_known_already() -> None:
    async with room() as at:
        table = await at.join(await at.make("person", "open"), BO)
        async with talking(at, table, BO, since=table.seq - 1) as bo:
            assert [event["seq"] for event in (await bo.told("view"))["events"]] == [table.seq]


async def test_who_comes_is_back() -> None:
    async with room(pace=1e6) as at:
        table = await at.join(await at.make("person", "open", begins=0), BO)
        table = await at.tables.run(table.id, "l", lambda now: commands.leave(now, ANA))
        async with talking(at, table, CY):
            assert (await at.tables.get(table.id)).seq == table.seq  # a watcher changes nothing
        async with talking(at, table, ANA) as ana:
            state = (await ana.told("view"))["state"]
            assert [seat["presence"] for seat in state["seats"]] == ["here", "here"]
        async with talking(at, table, ANA):
            assert (await at.tables.get(table.id)).seq == table.seq + 1  # here already: nothing to do


async def test_tables_that_are_not_to_be_seen() -> None:
    async with room() as at:
        table = await at.make("person", "greedy", spectators=False)
        for person in (BO, None):
            with pytest.raises(DalapapaError) as refusal:
                await Carrier(at, table, person).talk.open()
            assert refusal.value.code is ErrorCode.NO_SUCH_TABLE
        assert len(at.audience) == 0


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (None, ErrorCode.BAD_MESSAGE),
        ("{", ErrorCode.BAD_MESSAGE),
        ('{"type": "shout"}', ErrorCode.BAD_MESSAGE),
        ("x" * (LONGEST_MESSAGE + 1), ErrorCode.TOO_BIG),
        ('{"type": "try", "id": "x", "seat": 0}', ErrorCode.NOT_AT_TABLE),
        ('{"type": "react", "reaction": "wow"}', ErrorCode.NOT_AT_TABLE),
    ],
)
@pytest.mark.parametrize("person", [CY, None])
async def test_refusals_end_nothing(text: str | None, code: ErrorCode, person: str | None) -> None:
    async with room() as at:
        table = await at.make("person", "person")
        async with talking(at, table, person) as watcher:
            assert (await watcher.talk.hear(text)).refusal is code
            assert (await watcher.told("error"))["code"] == code.value
            assert await watcher.say(type="ping") is None
            await watcher.told("pong")
            assert not watcher.hung_up


@pytest.mark.parametrize(
    "message", [{"type": "try", "id": "x", "seat": 0}, {"type": "react", "reaction": "wow"}]
)
async def test_a_carrier_may_have_limits(message: dict[str, Any]) -> None:
    async with room() as at:
        table = await at.make("person", "person", begins=0)
        left = [True, False]
        async with talking(at, table, ANA, admits=lambda _: left.pop(0), helped=False) as ana:
            assert await ana.say(**message) is None
            assert await ana.say(**message) is ErrorCode.TOO_FAST


async def test_who_does_not_read_is_hung_up_on() -> None:
    async with room() as at:
        table = await at.make("person", "person", begins=0)
        async with talking(at, table, ANA) as ana:
            for _ in range(MOST_WAITING):
                await ana.say(type="ping")
            assert (ana.talk.over, ana.hung_up) == (Goodbye.SLOW, 1)


async def test_nobody_is_hung_up_on_while_a_turn_is_stored() -> None:
    async with room() as at:
        table = await at.make("person", "person", begins=0)
        async with talking(at, table, ANA) as ana, talking(at, table, BO) as watcher:
            turn = a_turn(await ana.told("options"))
            at.tables.on_append.append(lambda _: ana.talk.end(Goodbye.SILENT))
            at.tables.on_append.append(lambda _: ends.append(ana.hung_up))
            ends: list[int] = []
            assert await ana.say(**turn) is None
            assert ends == [0]
            assert (ana.talk.over, ana.hung_up) == (Goodbye.SILENT, 1)
            assert (await watcher.told("update"))["state"]["version"] == 1


async def test_reactions_are_shown_to_everybody() -> None:
    async with room() as at:
        table = await at.join(await at.make("person", "open"), BO)
        async with talking(at, table, ANA) as ana, talking(at, table, None) as watcher:
            assert await ana.say(type="react", reaction="bravo") is None
            assert await watcher.told("reaction") == {"type": "reaction", "seat": 0, "reaction": "bravo"}


async def test_connecting_on_ones_turn_counts_as_a_try() -> None:
    allowed: list[messages.ClientMessage] = []
    may = True

    def admits(message: messages.ClientMessage) -> bool:
        allowed.append(message)
        return may

    async with room() as at:
        table = await at.make("person", "person", begins=0)
        async with talking(at, table, ANA, admits=admits) as ana:
            await ana.told("options")
            assert [type(each) for each in allowed] == [messages.Try]
        may = False
        async with talking(at, table, ANA, admits=admits) as ana:
            await ana.told("view")
            assert not ana.talk._listener.waiting
            may = True
            await ana.told("options")  # a little later
        async with talking(at, table, None, admits=admits):
            pass
        assert len(allowed) == 3


async def test_a_message_that_is_none_is_answered_under_its_id() -> None:
    async with room() as at:
        table = await at.make("person", "person", begins=0)
        async with talking(at, table, ANA) as ana:
            for bad in (
                {"type": "turn", "id": "a1", "version": "0", "seat": 0, "placements": []},
                {"type": "dance", "id": "a1"},
                {"type": "here", "id": "a1", "more": 1},
            ):
                assert await ana.say(**bad) is ErrorCode.BAD_MESSAGE
                assert (await ana.told("error"))["id"] == "a1"
            for bad in ({"type": "here", "id": "a b"}, {"type": "here", "id": 7}, {"type": "here"}):
                assert await ana.say(**bad) is ErrorCode.BAD_MESSAGE
                assert (await ana.told("error"))["id"] is None


async def test_who_knows_more_than_the_server_is_told_everything() -> None:
    """It was restored from an older copy."""
    async with room() as at:
        table = await at.join(await at.make("person", "open"), BO)
        async with talking(at, table, BO, since=table.seq + 5) as bo:
            view = await bo.told("view")
            assert view["seq"] == table.seq
            assert [event["seq"] for event in view["events"]] == list(range(2, table.seq + 1))


# ── Who is here ──────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is gone is said at once."""
    monkeypatch.setattr(attendance, "RELOAD", 0.0)


async def a_game_of_two(at: Room, **wishes: Any) -> Table:
    return await at.join(await at.make("person", "open", "greedy", begins=0, **wishes), BO)


@pytest.mark.usefixtures("at_once")
async def test_who_comes_and_goes_is_told() -> None:
    async with room(pace=1e6) as at:
        table = await a_game_of_two(at)
        async with talking(at, table, ANA) as ana:
            seats = (await ana.told("view"))["state"]["seats"]
            assert [seat["away_ms"] for seat in seats] == [None, 0, None]
            async with talking(at, table, BO), talking(at, table, BO):
                assert (await ana.told("presence"))["away_ms"] == [None, None, None]
            assert (await ana.told("presence"))["away_ms"] == [None, 0, None]
            at.time += 70
            await ana.say(**a_turn(await options_of(ana)))
            seats = (await ana.told("update"))["state"]["seats"]
            assert [seat["away_ms"] for seat in seats] == [None, 70_000, None]


async def options_of(carrier: Carrier) -> dict[str, Any]:
    assert await carrier.say(type="try", id="o", seat=0) is None
    return await carrier.told("options")


async def test_loading_the_page_anew_is_no_absence() -> None:
    async with room(pace=1e6) as at:
        table = await a_game_of_two(at)
        async with talking(at, table, ANA) as ana:
            await ana.told("view")
            for _ in range(2):
                async with talking(at, table, BO) as bo:
                    assert [seat["away_ms"] for seat in (await bo.told("view"))["state"]["seats"]] == [
                        None
                    ] * 3
                at.time += attendance.RELOAD - 1
            assert await ana.say(type="ping") is None
            kinds = [json.loads(await ana.talk.next())["type"] for _ in range(2)]
            assert kinds == ["options", "pong"]


@pytest.mark.usefixtures("at_once")
async def test_others_let_a_bot_play_for_who_stays_away() -> None:
    async with room() as at:
        table = await a_game_of_two(at)
        async with talking(at, table, ANA) as ana, talking(at, table, None) as watcher:
            async with talking(at, table, BO) as bo:
                assert await ana.say(type="stand_in", id="a", seat=1) is ErrorCode.NOT_ALLOWED
                assert "is here" in (await ana.told("error"))["words"]
                assert await bo.say(type="stand_in", id="a", seat=1) is ErrorCode.NOT_ALLOWED
                assert await bo.say(type="stand_in", id="b", seat=2) is None  # a bot plays there anyhow
                assert await bo.say(type="stand_in", id="c", seat=3) is ErrorCode.SEAT_TAKEN
            assert await watcher.say(type="stand_in", id="a", seat=1) is ErrorCode.NOT_AT_TABLE
            at.time += commands.PATIENCE - 1
            assert await ana.say(type="stand_in", id="b", seat=1) is ErrorCode.NOT_ALLOWED
            assert (await ana.told("error"))["details"] == {"seat": 1, "seconds": 1}
            at.time += 1
            assert await ana.say(type="stand_in", id="c", seat=1) is None
            await ana.told("ack")
            update = await ana.told("update")
            assert update["events"] == [{"type": "held", "seq": table.seq + 1, "seat": 1}]
            assert update["state"]["seats"][1]["presence"] == "held"
            assert await ana.say(**a_turn(await options_of(ana))) is None
            while (update := await ana.told("update"))["state"]["to_move"] != 0:
                pass
            played = [turn for turn in (await at.tables.get(table.id)).happenings if turn.seq > table.seq]
            by = [turn.by for turn in played if isinstance(turn, messages.TurnPlayed)]
            assert by == ["player", "stand_in", "bot"]
            async with talking(at, table, BO) as bo:
                assert (await bo.told("view"))["state"]["seats"][1]["presence"] == "here"


@pytest.mark.usefixtures("at_once")
async def test_who_sits_at_another_process_is_here_too() -> None:
    store = MemoryStore(shared=True)
    async with room(store, pace=1e6) as at, room(store, pace=1e6) as other:
        wire(at, other)
        wire(other, at)
        table = await a_game_of_two(at)
        async with talking(at, table, ANA) as ana:
            await ana.told("view")
            await asyncio.sleep(0)
            async with talking(other, table, BO):
                assert (await ana.told("presence"))["away_ms"] == [None, None, None]
                async with talking(at, table, BO):
                    pass
                assert at.house.attendance.away(table.id, BO) is None  # there still
            assert (await ana.told("presence"))["away_ms"] == [None, 0, None]
            async with talking(other, table, BO):
                assert (await ana.told("presence"))["away_ms"] == [None, None, None]
                # A process that dies says nothing any more: what it said is believed for a while.
                other.house.channel = NoChannel()
                at.time += attendance.BELIEVED + 1
                at.house.attendance.tick()
                assert (await ana.told("presence"))["away_ms"][1] > 0
                wire(other, at)
                other.time += attendance.BELIEVED + 1
                other.house.attendance.tick()
                assert (await ana.told("presence"))["away_ms"] == [None, None, None]


def wire(sender: Room, hearer: Room) -> None:
    """Have one house hear the notes of another."""

    class Wire(NoChannel):
        def send(self, note: Note) -> None:
            tasks.append(asyncio.ensure_future(hearer.house.hear(note)))

    tasks: list[asyncio.Future[None]] = []
    sender.house.channel = Wire()


# ── Logging out ──────────────────────────────────────────────────────────────────────────────────


async def test_who_logs_out_plays_no_more() -> None:
    async with room(pace=1e6) as at:
        people = at.house.people
        guest, token = await people.welcome("Ana")
        other = (await people.claim(await people.link(guest)))[1]
        wish = requests.NewTable([requests.NewSeat("person"), requests.NewSeat("open")])
        table = await at.tables.get((await at.house.lobby.make(guest, wish)).id)
        link = await people.link(guest)
        sessions = [session_of(token), session_of(other)]
        async with (
            talking(at, table, guest.id, session=sessions[0]) as here,
            talking(at, table, guest.id, session=sessions[1]) as there,
            talking(at, table, BO, session="bo") as bo,
        ):
            await at.house.log_out(guest, token, everywhere=False)
            assert (here.talk.over, here.hung_up) == (Goodbye.LOGGED_OUT, 1)
            assert there.talk.over is None
            assert await people.find(token) is None
            with pytest.raises(DalapapaError, match="link"):
                await people.claim(link)
            await at.house.log_out(guest, other, everywhere=True)
            assert there.talk.over is Goodbye.LOGGED_OUT
            assert bo.talk.over is None
            assert await people.find(other) is None
