"""What a browser may see, and that nothing else is sent to it."""

import random
from functools import partial

import msgspec
import pytest

from dalapapa.bots import BOTS, Budget
from dalapapa.rules import view
from dalapapa.service.tables import commands
from dalapapa.service.tables.table import Table
from dalapapa.service.telling import messages, views, words
from dalapapa.service.telling.happenings import place, placement

from ..rooms import ANA, BO, CY, Room, room

pytestmark = pytest.mark.anyio


def hands(table: Table, person: str | None) -> list[list[int] | None]:
    return [seat.hand for seat in views.state(table, person, None).seats]


def true_hands(table: Table) -> list[list[int]]:
    assert table.game is not None
    return [list(table.game.hands[table.player_at(i)]) for i in range(len(table.seats))]


async def play(at: Room, table: Table, moves: int) -> Table:
    rng = random.Random(7)
    for _ in range(moves):
        assert table.game is not None
        version = table.game.version
        turn = BOTS["greedy"].choose(view(table.game, table.game.to_move), rng, Budget())
        table = await at.tables.run(
            table.id,
            f"t{version}",
            partial(commands.play_by_itself, version=version, turn=turn, expired=True),
        )
    return table


async def test_each_sees_their_own_hand() -> None:
    async with room() as at:
        table = await at.join(await at.make("person", "open", begins=1), BO)
        table = await play(at, table, 5)
        held = true_hands(table)
        assert hands(table, ANA) == [held[0], None]
        assert hands(table, BO) == [None, held[1]]
        assert hands(table, CY) == hands(table, None) == [None, None]


async def test_one_device_shows_only_the_hand_whose_turn_it_is() -> None:
    async with room() as at:
        table = await at.join(await at.make("person", "person", "open", begins=0), BO)
        for _ in range(8):
            held = true_hands(table)
            shown: list[list[int] | None] = [None, None, None]
            if table.to_move in (0, 1):
                shown[table.to_move] = held[table.to_move]
            assert hands(table, ANA) == shown
            assert hands(table, BO) == [None, None, held[2]]
            table = await play(at, table, 1)


async def test_open_hands_are_seen_by_all() -> None:
    async with room() as at:
        table = await at.join(await at.make("person", "open", open_hands=True), BO)
        table = await play(at, table, 4)
        assert hands(table, None) == hands(table, BO) == true_hands(table)


async def test_what_is_told_is_what_the_rules_scored() -> None:
    async with room() as at:
        table = await play(at, await at.make("person", "greedy", "greedy", begins=1), 12)
        game = table.game
        assert game is not None
        told = [h for h in table.happenings if isinstance(h, messages.TurnPlayed)]
        assert [turn.version for turn in told] == list(range(12))
        assert [turn.setup for turn in told] == [True] * 3 + [False] * 9
        laid = [placement(each.place) for turn in told for each in turn.laid]
        assert laid == list(game.board.placements)
        for turn, played in zip(told[3:], game.turns, strict=True):
            assert turn.seat == table.seat_of(played.player)
            assert (turn.points, turn.penalty, turn.score) == (played.points, played.penalty, played.score)


async def test_nothing_hidden_is_in_what_is_sent() -> None:
    async with room() as at:
        table = await play(at, await at.join(await at.make("person", "open"), BO), 6)
        for person in (BO, CY, None):
            sent = msgspec.json.encode(
                (
                    views.state(table, person, None),
                    views.happenings(table, 0),
                    views.card(table, person),
                    views.fair(table),
                )
            ).decode()
            assert table.secret.hex() not in sent
            assert ANA not in sent
            assert '"order"' not in sent
            assert '"bag"' not in sent


def test_a_place_survives_the_way_there_and_back() -> None:
    assert placement(place(placement(words.Place(3, 1, 2, -4, 5)))) == placement(words.Place(3, 1, 2, -4, 5))
