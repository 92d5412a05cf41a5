"""What people may do at a table, and what they are told when they may not."""

import random
from functools import partial

import msgspec
import pytest

from dalapapa.bots import BOTS, Budget
from dalapapa.rules import DalapapaError, ErrorCode, Turn, legal_placements, view
from dalapapa.rules.records.record import dumps
from dalapapa.rules.records.referee import referee
from dalapapa.service.stores.memory import MemoryStore
from dalapapa.service.tables import commands, events, layout
from dalapapa.service.tables.authority import Decide
from dalapapa.service.tables.table import Table
from dalapapa.service.telling import messages, requests, views
from dalapapa.service.telling.happenings import place

from ..rooms import ANA, BO, CY, NONCE, room

pytestmark = pytest.mark.anyio


def greedy_turn(table: Table) -> Turn:
    assert table.game is not None
    return BOTS["greedy"].choose(view(table.game, table.game.to_move), random.Random(1), Budget())


def move_for(table: Table, turn: Turn, seat: int | None = None) -> messages.TakeTurn:
    assert table.game is not None
    assert table.to_move is not None
    placed = [place(p) for p in turn.placements]
    return messages.TakeTurn("x", table.game.version, table.to_move if seat is None else seat, placed)


def refused(code: ErrorCode) -> "pytest.RaisesExc[DalapapaError]":
    return pytest.raises(DalapapaError, check=lambda error: error.code is code)


async def test_a_table_starts_when_everybody_is_ready() -> None:
    async with room() as at:
        table = await at.make("person", "open", "random")
        assert table.phase == "waiting"
        table = await at.join(table, BO)
        assert table.phase == "playing"
        assert [seat.kind for seat in table.seats] == ["person", "person", "bot"]


async def test_one_person_and_bots_start_in_one_request() -> None:
    async with room() as at:
        assert (await at.make("person", "random", "greedy", "greedy")).phase == "playing"


async def test_without_a_nonce_the_table_waits_for_ready() -> None:
    async with room() as at:
        table = await at.make("person", "greedy", ready=False)
        assert table.phase == "waiting"
        table = await at.tables.run(table.id, "r", lambda now: commands.ready(now, ANA, NONCE))
        assert table.phase == "playing"
        again = await at.tables.run(table.id, "s", lambda now: commands.ready(now, ANA, "f" * 32))
        assert again.seats[0].nonce == NONCE  # what was given stays


async def test_the_chosen_seat_begins() -> None:
    async with room() as at:
        table = await at.make("person", "person", "person", begins=2)
        assert table.first == 2
        assert table.to_move == 2


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"seats": [{"kind": "person"}, {"kind": "open"}], "target": 59}, ErrorCode.BAD_TARGET),
        ({"seats": [{"kind": "person"}, {"kind": "open"}], "target": 241}, ErrorCode.BAD_TARGET),
        ({"seats": [{"kind": "person"}, {"kind": "open"}], "begins": 2}, ErrorCode.BAD_PLAYERS),
        ({"seats": [{"kind": "open"}, {"kind": "open"}]}, ErrorCode.BAD_PLAYERS),
        ({"seats": [{"kind": "person"}, {"kind": "bot"}]}, ErrorCode.NO_SUCH_BOT),
        ({"seats": [{"kind": "person"}, {"kind": "bot", "bot": "nobody"}]}, ErrorCode.NO_SUCH_BOT),
        ({"seats": [{"kind": "person"}, {"kind": "open", "bot": "greedy"}]}, ErrorCode.NO_SUCH_BOT),
        ({"seats": [{"kind": "person", "name": "\u202e"}, {"kind": "open"}]}, ErrorCode.BAD_NAME),
        ({"seats": [{"kind": "person"}, {"kind": "open", "name": "Bo"}]}, ErrorCode.BAD_NAME),
    ],
)
def test_tables_that_cannot_be(wish: dict[str, object], code: ErrorCode) -> None:
    asked = msgspec.convert(wish, requests.NewTable)
    with refused(code):
        commands.make_table(Table("t"), ANA, "Ana", asked)


async def test_people_at_one_device_have_names_of_their_own() -> None:
    async with room() as at:
        table = await at.make("person", "person", "greedy", "greedy")
        assert [seat.name for seat in table.seats] == ["Ana", "Ana 2", "Greedy", "Greedy 2"]


async def test_joining() -> None:
    async with room() as at:
        table = await at.make("person", "greedy", "open", "open")
        with refused(ErrorCode.SEAT_TAKEN):
            await at.join(table, BO, 0)
        with refused(ErrorCode.SEAT_TAKEN):
            await at.join(table, BO, 1)
        table = await at.join(table, BO, 3)
        assert table.seats_of(BO) == [3]
        assert (await at.join(table, BO, 3)).seq == table.seq  # joining twice changes nothing
        assert (await at.join(table, BO)).seq == table.seq
        table = await at.join(table, BO, 2)  # a second person at the same device
        assert [table.seats[i].name for i in (2, 3)] == ["Bo 2", "Bo"]
        with refused(ErrorCode.ALREADY_STARTED):
            await at.join(table, CY)


async def test_open_seats_can_be_given_to_bots_and_freed_again() -> None:
    async with room() as at:
        table = await at.make("person", "greedy", "open", "open")

        async def give(person: str, seat: int, bot: str | None) -> Table:
            wish = requests.ChairRequest(seat, bot)
            return await at.tables.run(
                table.id, layout.new_table_id(), lambda now: commands.give_chair(now, person, wish)
            )

        with refused(ErrorCode.NOT_AT_TABLE):
            await give(BO, 2, "greedy")
        table = await at.join(table, BO, 2)
        for seat, bot in ((1, None), (3, "greedy")):
            with refused(ErrorCode.NOT_HOST):
                await give(BO, seat, bot)
        table = await at.tables.run(table.id, "l", lambda now: commands.leave(now, BO))
        for seat in (0, 4):
            for bot in ("greedy", None):  # the host's own seat is not freed but left
                with refused(ErrorCode.SEAT_TAKEN):
                    await give(ANA, seat, bot)
        with refused(ErrorCode.SEAT_TAKEN):
            await give(ANA, 1, "hedgehog")  # freed first
        with refused(ErrorCode.NO_SUCH_BOT):
            await give(ANA, 2, "deep blue")
        given = await give(ANA, 2, "greedy")
        assert given.seats[2].name == "Greedy 2"
        assert given.phase == "waiting"
        assert (await give(ANA, 2, "greedy")).seq == given.seq  # giving twice changes nothing
        freed = await give(ANA, 1, None)
        assert freed.seats[1].kind == "open"
        assert (await give(ANA, 1, None)).seq == freed.seq
        assert freed.happenings[-2:] == [
            messages.Joined(given.seq, 2, "Greedy 2"),
            messages.Left(freed.seq, [1]),
        ]
        assert (await give(ANA, 1, "greedy")).seats[1].name == "Greedy"
        begun = await give(ANA, 3, "hedgehog")
        assert begun.phase == "playing"
        assert (await give(ANA, 3, "hedgehog")).seq == begun.seq
        with refused(ErrorCode.ALREADY_STARTED):
            await give(ANA, 3, None)


async def test_when_the_host_leaves_the_next_one_is_it() -> None:
    async with room() as at:
        table = await at.join(await at.make("person", "open", "open"), BO)
        assert (table.host, views.state(table, BO, None).host) == (ANA, 0)
        table = await at.tables.run(table.id, "l", lambda now: commands.leave(now, ANA))
        assert (table.host, views.state(table, BO, None).host) == (BO, 1)
        wish = requests.ChairRequest(0, "greedy")
        table = await at.tables.run(table.id, "g", lambda now: commands.give_chair(now, BO, wish))
        assert table.seats[0].bot == "greedy"
        table = await at.tables.run(table.id, "m", lambda now: commands.leave(now, BO))
        assert (table.phase, table.host) == ("closed", None)
        assert views.state(table, BO, None).host is None


async def test_a_process_that_knows_less_looks_again_before_it_says_that_nothing_is_to_do() -> None:
    store = MemoryStore(shared=True)
    async with room(store) as at, room(store) as elsewhere:
        table = await at.make("person", "open", "open")

        def give(bot: str | None) -> Decide:
            return lambda now: commands.give_chair(now, ANA, requests.ChairRequest(1, bot))

        await at.tables.run(table.id, "a", give("greedy"))
        await elsewhere.tables.run(table.id, "b", give(None))
        again = await at.tables.run(table.id, "c", give("greedy"))
        assert again.seats[1].bot == "greedy"
        assert await store.heads([table.id]) == {table.id: again.seq}


async def test_leaving_before_the_game_frees_the_seat() -> None:
    async with room() as at:
        table = await at.make("person", "open", "open")
        table = await at.join(table, BO)
        table = await at.tables.run(table.id, "l", lambda now: commands.leave(now, BO))
        assert [seat.kind for seat in table.seats] == ["person", "open", "open"]
        table = await at.tables.run(table.id, "m", lambda now: commands.leave(now, ANA))
        assert table.phase == "closed"
        with refused(ErrorCode.ALREADY_STARTED):
            await at.join(table, CY)


async def test_turns_are_for_those_whose_turn_it_is() -> None:
    async with room() as at:
        table = await at.make("person", "open", begins=1)
        turn = Turn()
        with refused(ErrorCode.NOT_STARTED):
            commands.take_turn(table, ANA, messages.TakeTurn("x", 0, 0, []), turn)
        table = await at.join(table, BO)
        turn = greedy_turn(table)
        with refused(ErrorCode.NOT_AT_TABLE):
            commands.take_turn(table, CY, move_for(table, turn), turn)
        with refused(ErrorCode.NOT_AT_TABLE):
            commands.take_turn(table, ANA, move_for(table, turn), turn)  # Bo's seat
        with refused(ErrorCode.NOT_YOUR_TURN):
            commands.take_turn(table, ANA, move_for(table, turn, seat=0), turn)
        with refused(ErrorCode.STALE):
            commands.take_turn(table, BO, messages.TakeTurn("x", 7, 1, []), turn)
        with refused(ErrorCode.MUST_PLACE):
            commands.take_turn(table, BO, move_for(table, turn), Turn())
        happened = commands.take_turn(table, BO, move_for(table, turn), turn)
        assert [type(event) for event in happened.events] == [events.Played]


async def test_a_command_sent_again_gets_its_first_answer() -> None:
    async with room() as at:
        table = await at.make("person", "person")
        turn = greedy_turn(table)
        move = move_for(table, turn)
        answers: list[int] = []
        for _ in range(3):
            now = await at.tables.run(
                table.id, "ana:1", lambda t: commands.take_turn(t, ANA, move, turn), answers.append
            )
        assert len(set(answers)) == 1
        assert now.game is not None
        assert now.game.version == 1


def hasty_turn(table: Table, rng: random.Random) -> Turn:
    """Seat 0 lays two tiles whenever it can, so that it runs out of tiles before the others."""
    assert table.game is not None
    seen = view(table.game, table.game.to_move)
    turn = BOTS["random"].choose(seen, rng, Budget())
    if table.to_move != 0 or seen.in_setup:
        return turn
    board = seen.board.place(turn.placements[0])
    rest = [tile for tile in seen.hand if tile != turn.placements[0].tile]
    second = [p for tile in rest for p in legal_placements(board, tile)]
    return Turn((*turn.placements, rng.choice(second))) if second else turn


async def test_who_has_nothing_to_lay_passes() -> None:
    async with room() as at:
        table = await at.make("person", "person", "person", "person", target=240)
        rng = random.Random(3)
        while table.phase == "playing":
            assert table.game is not None
            assert not table.game.must_pass()
            turn = hasty_turn(table, rng)
            move = move_for(table, turn)
            table = await at.tables.run(
                table.id,
                layout.new_table_id(),
                partial(commands.take_turn, person=ANA, move=move, turn=turn),
            )
        passes = [h for h in table.happenings if isinstance(h, messages.TurnPlayed) and h.by == "forced"]
        assert passes
        assert all(not turn.laid for turn in passes)
        referee(views.record(table))


async def test_rematch_turns_the_seats_by_one() -> None:
    async with room() as at:
        table = await at.make("person", "open", "greedy", begins=0)
        table = await at.join(table, BO)
        with refused(ErrorCode.NOT_FINISHED):
            commands.next_table(table, ANA)
        finished = table.copy()
        finished.phase = "finished"
        with refused(ErrorCode.NOT_AT_TABLE):
            commands.next_table(finished, CY)
        new = Table("next")
        for event in commands.make_rematch(finished).events:
            new.apply(event, "make", 0.0)
        assert [seat.name for seat in new.seats] == ["Greedy", "Ana", "Bo"]
        assert new.phase == "waiting"
        assert new.secret != table.secret


async def test_the_host_frees_a_persons_seat() -> None:
    async with room() as at:
        table = await at.join(await at.make("person", "person", "open", "open"), BO, 2)

        def free(person: str, seat: int) -> commands.Decision:
            return commands.give_chair(table, person, requests.ChairRequest(seat))

        with refused(ErrorCode.NOT_HOST):
            free(BO, 0)
        assert free(ANA, 1).events == [events.WentAway(ANA, [1])]  # of two seats at this device
        table = await at.tables.run(table.id, "f", lambda _: free(ANA, 2))
        assert [seat.kind for seat in table.seats] == ["person", "person", "open", "open"]
        assert (table.seats_of(BO), table.happenings[-1]) == ([], messages.Left(table.seq, [2]))
        assert await at.store.tables_of(BO, 10) == []
        begun = await at.join(await at.join(table, BO), CY)
        assert begun.phase == "playing"
        with refused(ErrorCode.ALREADY_STARTED):
            commands.give_chair(begun, ANA, requests.ChairRequest(2))


async def test_one_seat_of_a_device_can_be_given_up() -> None:
    async with room(pace=1e6) as at:
        table = await at.make("person", "person", "greedy", begins=0)
        with refused(ErrorCode.NOT_AT_TABLE):
            commands.resign(table, ANA, 2)
        table = await at.tables.run(table.id, "r", lambda now: commands.resign(now, ANA, 0))
        assert [seat.presence for seat in table.seats] == ["resigned", "here", "here"]
        assert (table.phase, table.happenings[-1]) == ("playing", messages.Resigned(table.seq, [0]))
        assert commands.resign(table, ANA, 0) == commands.NOTHING
        turn = greedy_turn(table)
        move = move_for(table, turn)
        with refused(ErrorCode.NOT_AT_TABLE):
            commands.take_turn(table, ANA, move, turn)
        table = await at.tables.run(table.id, "l", lambda now: commands.leave(now, ANA))
        table = await at.tables.run(table.id, "b", lambda now: commands.come_back(now, ANA))
        assert [seat.presence for seat in table.seats] == ["resigned", "here", "here"]  # for good
        assert table.happenings[-1] == messages.Back(table.seq, [1])
        table = await at.tables.run(table.id, "s", lambda now: commands.resign(now, ANA))
        assert (table.phase, table.to_move) == ("closed", None)
        assert table.happenings[-2:] == [messages.Resigned(table.seq - 1, [1]), messages.Closed(table.seq)]
        with refused(ErrorCode.GAME_OVER):
            commands.take_turn(table, ANA, move, turn)


async def test_a_waiting_tables_log_does_not_grow_for_ever() -> None:
    async with room() as at:
        table = await at.make("person", "open", "open")
        for number in range(commands.CHAIRS):
            wish = requests.ChairRequest(1, None if number % 2 else "greedy")
            table = await at.tables.run(
                table.id, f"c{number}", partial(commands.give_chair, person=ANA, wish=wish)
            )
        with refused(ErrorCode.TOO_FAST):
            commands.give_chair(table, ANA, requests.ChairRequest(1, "greedy"))
        for number in range(commands.SITS):
            await at.join(table, BO)
            table = await at.tables.run(table.id, f"l{number}", partial(commands.leave, person=BO))
        with refused(ErrorCode.TOO_FAST):
            commands.join(table, BO, "Bo", requests.JoinRequest())
        assert commands.join(table, CY, "Cy", requests.JoinRequest()).events


async def test_commands_change_nothing() -> None:
    async with room() as at:
        table = await at.join(await at.make("person", "open", begins=0), BO)
        before = msgspec.structs.asdict(table.copy())
        turn = greedy_turn(table)
        commands.take_turn(table, ANA, move_for(table, turn), turn)
        commands.leave(table, BO)
        commands.resign(table, ANA)
        assert msgspec.structs.asdict(table) == before


async def test_a_table_read_from_its_log_is_the_same() -> None:
    async with room() as at:
        at.tables.on_append.clear()  # nobody else drives the table on
        table = await at.make("person", "person", "greedy")
        rng = random.Random(5)
        for _ in range(12):
            assert table.game is not None
            turn = BOTS["greedy"].choose(view(table.game, table.game.to_move), rng, Budget())
            version = table.game.version
            table = await at.tables.run(
                table.id,
                f"t{version}",
                partial(commands.play_by_itself, version=version, turn=turn, expired=True),
            )
        read = Table(table.id)
        for entry in await at.store.entries(table.id):
            read.apply(events.decode(entry.body), entry.command, entry.at)
        assert msgspec.structs.asdict(read) == msgspec.structs.asdict(table)


async def test_a_log_of_an_older_version_says_only_who_gave_up() -> None:
    async with room() as at:
        table = await at.make("person", "person", "greedy")
        read = Table(table.id)
        for entry in await at.store.entries(table.id):
            read.apply(events.decode(entry.body), entry.command, entry.at)
        read.apply(events.decode(b'{"type":"resigned","person":"%s"}' % ANA.encode()), "old", read.updated)
        assert [read.seats[i].presence for i in read.seats_of(ANA)] == ["resigned", "resigned"]
        assert read.happenings[-1] == messages.Resigned(read.seq, read.seats_of(ANA))


async def test_records_are_for_finished_games() -> None:
    async with room() as at:
        table = await at.make("person", "person")
        with refused(ErrorCode.NOT_FINISHED):
            views.record(table)
        assert table.secret.hex() not in dumps({"state": str(views.state(table, ANA, None))})
