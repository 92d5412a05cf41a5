"""What every store promises: its test takes these classes and gives the fixtures `store` and `register`."""

import asyncio

import pytest

from dalapapa.service.people.register import Person, Register
from dalapapa.service.stores.keeping import Keeping, Leftovers
from dalapapa.service.stores.protocol import Append, ConflictError, Entry, Outage, Store, StoreError
from dalapapa.service.telling.words import Phase


def lines(
    table: str,
    seq: int,
    *commands: str,
    phase: Phase = "waiting",
    due: float | None = None,
    public: bool = False,
    people: list[str] | None = None,
    finishes: bool = False,
    tile_set: str | None = None,
) -> Append:
    entries = [Entry(seq + i, command, 5.0 + seq, command.encode()) for i, command in enumerate(commands)]
    summary = f"{table} {seq}".encode()
    return Append(table, entries, public, phase, due, summary, people, finishes, tile_set)


def _at(at: float, table: str, phase: Phase, people: list[str]) -> Append:
    entry = Entry(1, "a", at, b"a")
    return Append(table, [entry], True, phase, None, table.encode(), people, phase == "finished")


class StorePromises:
    """Of the log, the lists, the outages and the finished games."""

    async def test_what_is_appended_is_read_in_order(self, store: Store) -> None:
        await store.append(lines("t", 1, "a", "b"))
        await store.append(lines("t", 3, "c"))
        await store.append(lines("u", 1, "a"))
        assert [(e.seq, e.command, e.body) for e in await store.entries("t")] == [
            (1, "a", b"a"),
            (2, "b", b"b"),
            (3, "c", b"c"),
        ]
        assert [entry.seq for entry in await store.entries("t", 2)] == [3]
        assert await store.entries("none") == []
        assert await store.heads(["t", "u", "none"]) == {"t": 3, "u": 1}

    async def test_an_analysis_is_kept_once_for_each_method(self, store: Store) -> None:
        await store.append(lines("t", 1, "a", phase="finished", finishes=True))
        assert await store.analysis("t", 1) is None
        assert await store.analysis("none", 1) is None
        kept = await asyncio.gather(*(store.keep_analysis("t", 1, f"{n}".encode()) for n in range(5)))
        assert sorted(kept) == [False] * 4 + [True]
        assert await store.analysis("t", 1) == f"{kept.index(True)}".encode()
        assert await store.keep_analysis("t", 2, b"newer")
        assert await store.analysis("t", 2) == b"newer"
        await store.beat(1e6, 1e9)
        gone = await store.clear(Keeping(games=1.0), 1e6, 10)
        assert gone.games == ["t"]
        assert await store.analysis("t", 1) is None

    async def test_a_tile_set_is_kept_once_as_long_as_a_table_plays_with_it(self, store: Store) -> None:
        assert await store.tile_set("f" * 64) is None
        for number, table in enumerate("tuv"):
            entry = Entry(1, "a", 10.0, b"a")
            own = "f" * 64 if number < 2 else None
            tiles = b"rrr yyy\n" if own else None
            await store.append(
                Append(table, [entry], False, "waiting", None, b"", None, tile_set=own, tiles=tiles)
            )
        await store.append(lines("u", 2, "b", phase="playing", tile_set="f" * 64))
        assert await store.tile_set("f" * 64) == b"rrr yyy\n"
        await store.beat(1e6, 1e9)
        gone = await store.clear(Keeping(unbegun=1.0), 1e6, 10)
        assert sorted(gone.unbegun) == ["t", "v"]
        assert await store.tile_set("f" * 64) == b"rrr yyy\n"  # table u plays with it still
        await store.append(lines("u", 3, "c", phase="finished", finishes=True, tile_set="f" * 64))
        assert (await store.clear(Keeping(games=1.0), 1e6, 10)).games == ["u"]
        assert await store.tile_set("f" * 64) is None

    async def test_many_tables_at_once_may_bring_the_same_tile_set(self, store: Store) -> None:
        entry = Entry(1, "a", 10.0, b"a")
        appends = [
            Append(f"t{n}", [entry], False, "waiting", None, b"", None, tile_set="e" * 64, tiles=b"x")
            for n in range(12)
        ]
        await asyncio.gather(*map(store.append, appends))
        assert len(await store.heads(f"t{n}" for n in range(12))) == 12
        assert await store.tile_set("e" * 64) == b"x"

    @pytest.mark.parametrize("again", [lines("t", 2, "x"), lines("t", 3, "b"), lines("t", 1, "x")])
    async def test_a_seq_or_a_command_is_taken_once(self, store: Store, again: Append) -> None:
        await store.append(lines("t", 1, "a"))
        await store.append(lines("t", 2, "b"))
        with pytest.raises(ConflictError):
            await store.append(again)
        assert [entry.command for entry in await store.entries("t")] == ["a", "b"]

    async def test_of_many_at_once_one_wins(self, store: Store) -> None:
        await store.append(lines("t", 1, "a"))
        tries = [store.append(lines("t", 2, f"c{n}")) for n in range(20)]
        others = [store.append(lines(f"u{n}", 1, "a")) for n in range(20)]
        results = await asyncio.gather(*tries, *others, return_exceptions=True)
        assert [type(result) for result in results[:20]].count(ConflictError) == 19
        assert results[20:] == [None] * 20
        assert len(await store.entries("t")) == 2
        assert len(await store.heads([f"u{n}" for n in range(20)])) == 20

    async def test_an_append_is_stored_whole_or_not_at_all(self, store: Store) -> None:
        await store.append(lines("t", 1, "a", "b"))
        with pytest.raises(ConflictError):
            await store.append(lines("t", 3, "c", "d", "a"))
        assert await store.heads(["t"]) == {"t": 2}

    async def test_a_conflict_leaves_the_row_and_the_members_alone(self, store: Store) -> None:
        await store.append(lines("t", 1, "a", public=True, due=30.0, people=["ana"]))
        for late in (
            lines("t", 1, "x", phase="playing", due=10.0, people=["bo"]),
            lines("t", 2, "a", phase="playing", due=10.0, people=["bo"]),
        ):
            with pytest.raises(ConflictError):
                await store.append(late)
        assert await store.public_tables(10) == await store.tables_of("ana", 10) == [b"t 1"]
        assert await store.tables_of("bo", 10) == []
        assert await store.due(20.0, 10) == []

    async def test_an_append_replaces_the_whole_row(self, store: Store) -> None:
        await store.append(lines("t", 1, "a", due=10.0))
        await store.append(lines("t", 2, "b", due=50.0, public=True, phase="playing"))
        assert await store.due(20.0, 10) == []
        assert await store.due(60.0, 10) == ["t"]
        assert await store.public_tables(10) == [b"t 2"]
        await store.append(lines("t", 3, "c", public=True, phase="finished"))
        assert await store.due(60.0, 10) == []
        assert await store.public_tables(10) == []

    async def test_a_table_that_is_not_there_takes_no_later_lines(self, store: Store) -> None:
        with pytest.raises(ConflictError):
            await store.append(lines("ghost", 5, "a"))
        assert await store.entries("ghost") == []

    async def test_due_tables_longest_overdue_first(self, store: Store) -> None:
        for table, due in (("x", 30.0), ("y", 10.0), ("z", 50.0), ("n", None)):
            await store.append(lines(table, 1, "a", due=due))
        assert await store.due(40.0, 10) == ["y", "x"]
        assert await store.due(40.0, 1) == ["y"]
        await store.postpone("y", 60.0, 6.0)
        await store.postpone("x", 60.0, 5.0)  # it was updated later than that
        assert await store.due(40.0, 10) == ["x"]

    async def test_lists(self, store: Store) -> None:
        await store.append(lines("a", 1, "c", public=True, people=["ana"]))
        await store.append(lines("b", 1, "c", public=True, phase="finished", people=["ana", "bo"]))
        await store.append(lines("c", 1, "c", public=False, phase="playing", people=["bo"]))
        await store.append(lines("d", 1, "c", public=True, phase="playing"))
        assert await store.public_tables(10) == [b"a 1", b"d 1"]
        assert await store.tables_of("ana", 10) == [b"a 1", b"b 1"]
        assert await store.unfinished("ana") == 1
        assert await store.unfinished("bo") == 1
        await store.append(lines("a", 2, "d", people=["bo"]))  # ana left, bo came
        assert await store.tables_of("ana", 10) == [b"b 1"]
        assert await store.unfinished("bo") == 2

    async def test_a_table_in_short_is_what_was_last_appended(self, store: Store) -> None:
        assert await store.summary("t") is None
        await store.append(lines("t", 1, "a", people=["ana"]))
        await store.append(lines("u", 1, "a"))
        assert await store.summary("t") == b"t 1"
        await store.append(lines("t", 2, "b", phase="finished", finishes=True))
        assert await store.summary("t") == b"t 2"

    async def test_of_a_persons_tables_the_unfinished_come_first_then_those_last_over(
        self, store: Store
    ) -> None:
        ends: list[tuple[str, Phase]] = [("a", "finished"), ("b", "closed"), ("c", "finished")]
        for table in "abcdefg":
            await store.append(lines(table, 1, "1", phase="playing", people=["ana"]))
        for number, (table, phase) in enumerate(ends):
            over = Entry(2, "2", 100.0 + number, b"2")
            summary = f"{table} 2".encode()
            await store.append(Append(table, [over], False, phase, None, summary, None, phase == "finished"))
        await store.append(lines("e", 2, "2", phase="playing"))
        # What is noted of a game that is over does not make it a newer one.
        await store.append(
            Append("a", [Entry(3, "rematch", 999.0, b"3")], False, "finished", None, b"a 3", None)
        )
        mine = [summary.decode() for summary in await store.tables_of("ana", 10)]
        assert mine[0] == "e 2"
        assert sorted(mine[1:4]) == ["d 1", "f 1", "g 1"]
        assert mine[4:] == ["c 2", "b 2", "a 3"]
        assert [summary.decode() for summary in await store.tables_of("ana", 5)][0::4] == ["e 2", "c 2"]
        assert await store.unfinished("ana") == 4
        assert await store.tables_of("bo", 10) == []

    async def test_the_newest_public_tables_are_listed(self, store: Store) -> None:
        for number in range(6):
            phase: Phase = "playing" if number % 2 else "waiting"
            entry = Entry(1, "a", 10.0 + number, b"a")
            await store.append(Append(f"t{number}", [entry], True, phase, None, b"t%d" % number, None))
        assert await store.public_tables(10) == [b"t4", b"t2", b"t0", b"t5", b"t3", b"t1"]
        assert await store.public_tables(4) == [b"t4", b"t2", b"t0", b"t5"]
        assert await store.public_tables(2) == [b"t4", b"t2"]

    async def test_tables_that_can_be_joined_are_listed_before_those_that_play(self, store: Store) -> None:
        await store.append(lines("w", 1, "c", public=True))
        for n in range(3):
            await store.append(lines(f"p{n}", 1, "c", public=True, phase="playing"))
            await store.append(lines(f"p{n}", 2, "d", public=True, phase="playing"))
        assert (await store.public_tables(2))[0] == b"w 1"

    async def test_silence_longer_than_the_gap_is_an_outage(self, store: Store) -> None:
        await store.beat(100.0, 15.0)
        await store.beat(105.0, 15.0)
        await store.beat(110.0, 15.0)
        assert await store.outages(0.0) == []
        await store.beat(500.0, 15.0)
        await store.beat(505.0, 15.0)
        assert await store.outages(0.0) == [Outage(110.0, 500.0)]
        assert await store.outages(500.0) == []

    async def test_a_finished_game_is_settled_once(self, store: Store) -> None:
        for number, table in enumerate("ab"):
            await store.append(lines(table, 1, "c", phase="playing"))
            over = Entry(2, "d", 20.0 - number, b"d")
            await store.append(Append(table, [over], False, "finished", None, b"", None, finishes=True))
        await store.append(lines("a", 3, "rematch", phase="finished"))
        assert await store.unsettled(10.0, 10) == []
        assert await store.unsettled(30.0, 10) == ["b", "a"]
        assert await store.unsettled(30.0, 1) == ["b"]
        assert await store.facts("a") is None
        answers = await asyncio.gather(*(store.settle("a", b"%d" % n) for n in range(8)))
        assert sorted(answers) == [False] * 7 + [True]
        assert await store.facts("a") == b"%d" % answers.index(True)
        assert await store.unsettled(30.0, 10) == ["b"]
        assert await store.settle("b", b"")  # no facts are facts too
        assert await store.facts("b") == b""
        assert await store.unsettled(30.0, 10) == []

    async def test_only_finished_games_are_settled(self, store: Store) -> None:
        await store.append(lines("t", 1, "a", phase="playing"))
        assert not await store.settle("t", b"x")
        assert not await store.settle("none", b"x")
        assert await store.facts("t") is None
        assert await store.facts("none") is None

    async def test_a_conflict_finishes_nothing(self, store: Store) -> None:
        await store.append(lines("t", 1, "a", phase="playing"))
        with pytest.raises(ConflictError):
            await store.append(lines("t", 1, "b", phase="finished", finishes=True))
        assert await store.unsettled(100.0, 10) == []

    async def test_what_nobody_comes_back_for_is_forgotten_in_small_steps(self, store: Store) -> None:
        keeping = Keeping(guests=None, unbegun=100.0, games=1000.0)
        phases: list[Phase] = ["waiting", "closed", "playing", "finished"]
        for number, phase in enumerate(phases):
            await store.append(_at(10.0 + number, phase, phase, ["bo"]))
        await store.append(_at(1990.0, "young", "closed", ["bo"]))
        await store.beat(1995.0, 60.0)
        assert not await store.clear(keeping, 100.0, 10)
        assert (await store.leftovers(keeping, 2000.0, 10)).unbegun == ["waiting", "closed"]
        assert (await store.clear(keeping, 2000.0, 1)) == Leftovers([], ["waiting"], ["finished"])
        assert (await store.clear(keeping, 2000.0, 10)) == Leftovers([], ["closed"], [])
        assert not await store.clear(keeping, 2000.0, 10)
        assert await store.heads(["waiting", "closed", "finished", "playing", "young"]) == {
            "playing": 1,
            "young": 1,
        }
        assert await store.entries("finished") == []
        assert await store.facts("finished") is None
        assert sorted(await store.tables_of("bo", 10)) == [b"playing", b"young"]
        with pytest.raises(ConflictError):  # whoever still has it in mind cannot go on with it
            await store.append(lines("finished", 2, "b"))

    async def test_for_ever_is_for_ever(self, store: Store) -> None:
        await store.append(_at(10.0, "t", "finished", ["bo"]))
        await store.append(_at(10.0, "u", "closed", ["bo"]))
        await store.beat(1e9, 60.0)
        assert not await store.clear(Keeping(None, None, None), 1e9, 10)

    async def test_time_without_a_server_makes_nothing_old(self, store: Store) -> None:
        keeping = Keeping(None, 100.0, None)
        await store.append(_at(1000.0, "t", "closed", []))
        await store.beat(1010.0, 60.0)
        assert not await store.clear(keeping, 5000.0, 10)  # none has run since
        await store.beat(5000.0, 60.0)
        await store.beat(5050.0, 60.0)
        assert not await store.clear(keeping, 5060.0, 10)
        await store.beat(5100.0, 60.0)
        assert (await store.clear(keeping, 5100.0, 10)).unbegun == ["t"]

    async def test_a_closed_store_says_so(self, store: Store) -> None:
        await store.append(lines("t", 1, "a"))
        await store.close()
        with pytest.raises(StoreError):
            await store.append(lines("t", 2, "b"))


class RegisterPromises:
    """Of guests, sessions and links; whatever is given for a session or a link is a hash."""

    async def test_a_guest_is_found_by_each_of_their_sessions(self, register: Register) -> None:
        ana = Person("a" * 32, "Ana")
        await register.add_person(ana, "s1", 1.0)
        await register.add_link("l1", ana.id, 2.0, 10.0)
        assert await register.claim_link("l1", "s2", 10.0) == ana
        assert await register.person_of("s1") == await register.person_of("s2") == ana
        assert await register.person_of("s3") is None
        await register.end_session("s1")
        await register.end_session("s1")
        assert await register.person_of("s1") is None
        assert await register.person_of("s2") == ana

    async def test_who_logs_out_leaves_no_link_behind(self, register: Register) -> None:
        ana, bo = Person("a" * 32, "Ana"), Person("b" * 32, "Bo")
        for person, sessions in ((ana, ("a1", "a2", "a3")), (bo, ("b1",))):
            await register.add_person(person, sessions[0], 1.0)
            for session in sessions[1:]:
                await register.add_link(session, person.id, 1.0, 10.0)
                assert await register.claim_link(session, session, 2.0) == person
        await register.add_link("bos", bo.id, 1.0, 10.0)
        await register.add_link("anas", ana.id, 1.0, 10.0)
        await register.end_session("a1")
        assert await register.claim_link("anas", "a4", 2.0) is None
        await register.add_link("anas", ana.id, 1.0, 10.0)
        await register.end_sessions(ana.id)
        assert await register.claim_link("anas", "a4", 2.0) is None
        assert [await register.person_of(f"a{n}") for n in range(1, 5)] == [None] * 4
        assert await register.person_of("b1") == bo
        assert await register.claim_link("bos", "b2", 2.0) == bo

    async def test_a_new_name_is_known_to_every_session(self, register: Register) -> None:
        await register.add_person(Person("a" * 32, "Ana"), "s1", 1.0)
        await register.add_person(Person("b" * 32, "Bo"), "s2", 1.0)
        await register.rename("a" * 32, "Anna")
        assert await register.person_of("s1") == Person("a" * 32, "Anna")
        assert await register.person_of("s2") == Person("b" * 32, "Bo")

    async def test_guests_at_no_table_are_forgotten_when_they_do_not_come_back(
        self, register: Register, store: Store
    ) -> None:
        day, keeping = 86_400.0, Keeping(guests=10 * 86_400.0, unbegun=None, games=20 * 86_400.0)
        for number, name in enumerate(("Ana", "Bo", "Cy")):
            await register.add_person(Person(name, name), f"s{number}", 0.0)
            await register.add_link(f"l{number}", name, 0.0, 1e9)
        await store.append(_at(0.0, "game", "finished", ["Bo", "Cy"]))
        for number in range(50):
            await store.beat(number * day, 2 * day)
        await register.person_of("s2", 15 * day)  # Cy keeps coming back
        assert (await store.clear(keeping, 30 * day, 10)) == Leftovers(["Ana"], [], [])
        assert await register.person_of("s0") is None
        assert await register.claim_link("l0", "s9", 1.0) is None
        assert await register.person_of("s1") == Person("Bo", "Bo")
        # When nobody does any more the game goes, and with it the last who sat there.
        assert (await store.clear(keeping, 49 * day, 10)).games == ["game"]
        assert sorted((await store.clear(keeping, 49 * day, 10)).guests) == ["Bo", "Cy"]

    async def test_a_link_is_used_once_and_in_time(self, register: Register) -> None:
        ana = Person("a" * 32, "Ana")
        await register.add_person(ana, "s1", 1.0)
        await register.add_link("old", ana.id, 1.0, 5.0)
        assert await register.claim_link("old", "s2", 6.0) is None
        await register.add_link("new", ana.id, 6.0, 20.0)
        assert await register.claim_link("old", "s2", 4.0) is None  # forgotten since
        claims = await asyncio.gather(*(register.claim_link("new", f"t{n}", 7.0) for n in range(5)))
        assert sorted(map(bool, claims)) == [False] * 4 + [True]
        known = [await register.person_of(f"t{n}") for n in range(5)]
        assert known == claims
        assert await register.claim_link("none", "s3", 7.0) is None
        assert await register.person_of("s2") is None
