"""Clients join, play, drop and come back, in any order: each always has the view that the rules give it."""

import asyncio
import random
from typing import Any

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from dalapapa.rules import DalapapaError, ErrorCode, Game, Turn, View, legal_placements, view
from dalapapa.service.tables import commands, fairness, layout
from dalapapa.service.tables.table import Table
from dalapapa.service.telling import messages, requests
from dalapapa.service.telling.audience import Listener
from dalapapa.service.telling.happenings import place

from ..rooms import ANA, BO, CY, Room, room

PEOPLE = (ANA, BO, CY, "watcher")


class Client:
    """A browser: what it was told, whether connected or not."""

    def __init__(self) -> None:
        self.listener: Listener | None = None
        self.seq = 0
        self.events: list[Any] = []
        self.state: Any = None

    def read(self) -> None:
        assert self.listener is not None
        while self.listener.waiting:
            message = msgspec.json.decode(self.listener.waiting.held.pop(0))
            if message["type"] in ("view", "update"):
                self.events += message["events"]
                self.seq, self.state = message["seq"], message["state"]


async def _never(level: str, seen: View) -> Turn:
    """A bot that thinks for ever: every move here is a rule of the machine."""
    forever: asyncio.Future[Turn] = asyncio.get_running_loop().create_future()
    return await forever


class TableMachine(RuleBasedStateMachine):
    """The service with clients, beside a model: a `Game` of the rules that is played in step."""

    @initialize(seats=st.integers(2, 4), seed=st.integers(0, 2**32))
    def sit_down(self, seats: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.loop = asyncio.new_event_loop()
        self.context = room(choose=_never)
        self.room: Room = self.run(self.context.__aenter__())
        self.room.tables.on_append.clear()  # nobody drives
        kinds = ["person"] + ["open"] * (min(seats, 3) - 1) + ["greedy"] * (seats - 3)
        # The bag must follow from the seed alone: Hypothesis plays the same steps again and compares.
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(fairness, "new_secret", lambda: self.rng.randbytes(fairness.SECRET_BYTES))
            patch.setattr(layout, "new_table_id", lambda: self.rng.randbytes(16).hex())
            self.table: Table = self.run(self.room.make(*kinds, target=60))
        self.clients = {person: Client() for person in PEOPLE}
        self.model: Game | None = None
        self.sent: list[tuple[str, str, messages.TakeTurn, int]] = []

    def run(self, awaitable: Any) -> Any:
        return self.loop.run_until_complete(awaitable)

    def now(self) -> Table:
        return self.run(self.room.tables.get(self.table.id))  # type: ignore[no-any-return]

    @rule(person=st.sampled_from([BO, CY]))
    def join(self, person: str) -> None:
        table = self.now()
        free = any(seat.kind == "open" for seat in table.seats)
        if free or table.seats_of(person):
            self.run(self.room.join(table, person))
        else:
            with pytest.raises(DalapapaError) as refusal:
                self.run(self.room.join(table, person))
            assert refusal.value.code in (ErrorCode.SEAT_TAKEN, ErrorCode.ALREADY_STARTED)
        self.begin()

    @precondition(lambda self: self.model is None)
    @rule(person=st.sampled_from(PEOPLE), seat=st.integers(0, 3), bot=st.sampled_from(["greedy", None]))
    def give_chair(self, person: str, seat: int, bot: str | None) -> None:
        """The host gives free seats to a bot, or frees others' seats; nobody else can."""
        table = self.now()
        wish, name = requests.ChairRequest(seat, bot), f"{person}:{self.rng.getrandbits(64):x}"
        there = table.seats[seat] if seat < len(table.seats) else None
        freed = there is not None and bot is None and there.person != person
        if person == table.host and there is not None and (there.kind != "person" or freed):
            self.submit(name, table, lambda now: commands.give_chair(now, person, wish))
            assert self.now().seats[seat].bot == bot
        else:
            with pytest.raises(DalapapaError):
                self.submit(name, table, lambda now: commands.give_chair(now, person, wish))
            assert self.now().seq == table.seq
        self.begin()

    def begin(self) -> None:
        """The model begins with the table."""
        table = self.now()
        if self.model is None and table.game is not None:
            self.model = Game.start(table.game.order, len(table.seats), 60)

    @rule(person=st.sampled_from(PEOPLE))
    def connect(self, person: str) -> None:
        client = self.clients[person]
        if client.listener is None:
            client.listener = Listener(self.table.id, person, helped=False)
            self.run(self.room.audience.enter(client.listener, client.seq))
            client.read()

    @rule(person=st.sampled_from(PEOPLE))
    def drop(self, person: str) -> None:
        client = self.clients[person]
        if client.listener is not None:
            self.run(self.leave(client.listener))
            client.listener = None

    async def leave(self, listener: Listener) -> None:
        self.room.audience.leave(listener)

    @precondition(lambda self: self.model is not None and self.model.result is None)
    @rule(two=st.booleans())
    def play(self, two: bool) -> None:
        """Whoever is to move plays a legal turn; the model plays the same."""
        assert self.model is not None
        table = self.now()
        turn = self.legal_turn(two)
        seat = table.to_move
        assert seat is not None
        person = table.seats[seat].person
        move = messages.TakeTurn("m", self.model.version, seat, [place(p) for p in turn.placements])
        if person is None:
            self.submit("bot", table, lambda now: commands.play_by_itself(now, move.version, turn, False))
        else:
            name = f"{person}:{self.rng.getrandbits(64):x}"
            seq = self.submit(name, table, lambda now: commands.take_turn(now, person, move, turn))
            self.sent.append((name, person, move, seq))
        self.model = self.model.play(turn)
        while self.model.result is None and self.model.must_pass():
            self.model = self.model.play(Turn())

    def submit(self, name: str, table: Table, decide: Any) -> int:
        answers: list[int] = []
        unique = name if name != "bot" else f"drive:{table.seq}"
        self.run(self.room.tables.run(table.id, unique, decide, answers.append))
        return answers[0]

    def legal_turn(self, two: bool) -> Turn:
        assert self.model is not None
        seen = view(self.model, self.model.to_move)
        first = self.rng.choice([p for tile in seen.hand for p in legal_placements(seen.board, tile)])
        board = seen.board.place(first)
        rest = [p for tile in seen.hand if tile != first.tile for p in legal_placements(board, tile)]
        return Turn((first, self.rng.choice(rest))) if two and rest and not seen.in_setup else Turn((first,))

    @precondition(lambda self: self.sent)
    @rule()
    def send_again(self) -> None:
        """A resent command gets its first answer and changes nothing."""
        name, person, move, seq = self.rng.choice(self.sent)
        before = self.now().seq
        answer = self.submit(name, self.table, lambda now: commands.take_turn(now, person, move, Turn()))
        assert answer == seq
        assert self.now().seq == before

    @precondition(lambda self: self.model is not None)
    @rule(person=st.sampled_from(PEOPLE), behind=st.integers(0, 3))
    def play_nonsense(self, person: str, behind: int) -> None:
        """An illegal, stale or forged turn is refused and changes nothing."""
        assert self.model is not None
        table = self.now()
        seat, version = self.rng.randrange(len(table.seats)), max(0, self.model.version - behind)
        move = messages.TakeTurn("n", version, seat, [])
        others = set(range(120)) - set(self.model.hands[self.model.to_move])
        places = legal_placements(self.model.board, self.rng.choice(sorted(others)))
        if places:
            turn, name = Turn((places[0],)), f"{person}:{self.rng.getrandbits(64):x}"
            with pytest.raises(DalapapaError):
                self.submit(name, table, lambda now: commands.take_turn(now, person, move, turn))
            assert self.now().seq == table.seq

    @invariant()
    def everybody_sees_what_the_rules_show(self) -> None:
        table = self.now()
        if self.model is not None:
            assert table.game == self.model
        for person, client in self.clients.items():
            if client.listener is None:
                continue
            client.read()
            assert client.seq == table.seq
            assert [event["seq"] for event in client.events] == list(range(2, table.seq + 1))
            assert client.events == msgspec.json.decode(msgspec.json.encode(table.happenings))
            if self.model is not None:
                mine = table.seats_of(person)
                seen = view(self.model, table.player_at(mine[0]) if mine else None)
                for i, seat in enumerate(client.state["seats"]):
                    hand = seen.hands[table.player_at(i)]
                    assert seat["hand"] == (None if hand is None else list(hand))
                    assert seat["score"] == seen.scores[table.player_at(i)]
                assert client.state["bag_count"] == seen.bag_count
                assert client.state["version"] == seen.version
                assert (client.state["phase"] == "finished") == (seen.result is not None)

    def teardown(self) -> None:
        if hasattr(self, "context"):
            self.run(self.context.__aexit__(None, None, None))
            self.loop.close()


TestTableMachine = TableMachine.TestCase
TestTableMachine.settings = settings(max_examples=25, stateful_step_count=40, deadline=None)
