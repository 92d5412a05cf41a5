"""A game from a real table is played on at one of ours: its moves, the hands, and the rest of the bag."""

from typing import Any

import msgspec
import pytest

from dalapapa.rules import DalapapaError, ErrorCode, Game, Placement
from dalapapa.rules.records.reading import loads
from dalapapa.rules.records.referee import referee, replay
from dalapapa.rules.tile_file import tile_set_toml
from dalapapa.service.analyses import Analyses, Corner
from dalapapa.service.people.register import Person
from dalapapa.service.tables import commands, fairness, layout, taking_over
from dalapapa.service.tables.authority import Decide
from dalapapa.service.tables.table import Table
from dalapapa.service.tables.tile_sets import wished
from dalapapa.service.telling import requests, views
from dalapapa.service.telling.happenings import place
from dalapapa.service.telling.replays import OtherwiseRequest
from tests.rules.golden.regenerate import FOLDER
from tests.service.rooms import ANA, BO, CY, NONCE, Room, room
from tests.service.test_keeping import BOX, played

pytestmark = pytest.mark.anyio

STATES = list(replay(loads((FOLDER / "three-players.jsonl").read_bytes())))
MIDDLE = STATES[len(STATES) // 2]


def moves_of(game: Game) -> list[list[Any]]:
    """All that was laid, as a score-keeper has written it down."""
    laid: list[tuple[Placement, ...]] = [(placement,) for _, placement in game.setup]
    return [[place(one) for one in move] for move in [*laid, *(turn.placements for turn in game.turns)]]


def wish(game: Game, *hands: list[int], **more: Any) -> requests.NewTable:
    """Ana is here, the others get a link."""
    seats = [
        requests.NewSeat("person"),
        requests.NewSeat("open", name="Bo"),
        requests.NewSeat("open", name="Cy"),
    ]
    kept = requests.KeptGame(moves_of(game), list(hands))
    return requests.NewTable(seats, **{"target": game.target, "nonce": NONCE, "kept": kept, **more})


async def make(at: Room, wished: requests.NewTable) -> Table:
    return await at.tables.make(
        layout.new_table_id(), "make", lambda empty: commands.make_table(empty, ANA, "Ana", wished)
    )


async def begun(at: Room, wished: requests.NewTable) -> Table:
    """The table when everybody has come by the link."""
    table = await make(at, wished)
    assert (table.phase, [seat.name for seat in table.seats]) == ("waiting", ["Ana", "Bo", "Cy"])
    await at.join(table, BO, 1)
    return await at.join(table, CY, 2)


async def test_a_free_chair_keeps_the_name_of_who_sat_there_at_the_real_table() -> None:
    async with room() as at:
        table = await make(at, wish(MIDDLE))

        async def called(decide: Decide) -> list[str | None]:
            await at.tables.run(table.id, layout.new_table_id(), decide)
            at.tables._kept.clear()  # and the log, read again, says the same
            return [seat.name for seat in (await at.tables.get(table.id)).seats]

        await at.join(table, "dee", 1)
        assert await called(lambda now: commands.leave(now, "dee")) == ["Ana", "Bo", "Cy"]
        given = requests.ChairRequest(1, "mouse")
        assert await called(lambda now: commands.give_chair(now, ANA, given)) == ["Ana", "Mouse", "Cy"]
        freed = requests.ChairRequest(1, None)
        assert await called(lambda now: commands.give_chair(now, ANA, freed)) == ["Ana", "Bo", "Cy"]
        await at.join(table, CY, 2)
        # Who laid the table out can leave too; somebody else then has their chair to give.
        assert await called(lambda now: commands.leave(now, ANA)) == ["Ana", "Bo", "Cy"]
        assert [seat.kind for seat in (await at.tables.get(table.id)).seats] == ["open", "open", "person"]


@pytest.mark.parametrize("number", range(0, len(STATES) - 1, 5))
async def test_the_same_game_goes_on_with_the_hands_that_were_entered(number: int) -> None:
    before = STATES[number]
    async with room() as at:
        table = await begun(at, wish(before, *map(list, before.hands)))
        game = table.game
        assert game is not None
        assert table.phase == "playing"
        assert (game.board.placements, game.scores) == (before.board.placements, before.scores)
        assert (game.to_move, game.in_setup) == (before.to_move, before.in_setup)
        assert [sorted(hand) for hand in game.hands] == [sorted(hand) for hand in before.hands]
        assert sorted(game.bag) == sorted(before.bag)
        # And so does the log, read again.
        at.tables._kept.clear()
        assert (await at.tables.get(table.id)).game == game


async def test_hands_that_nobody_has_said_are_drawn_and_the_rest_is_mixed_anew() -> None:
    async with room() as at:
        games = [(await begun(at, wish(MIDDLE))).game for _ in range(2)]
        rests = [(game.hands, game.bag) for game in games if game]
        assert all(len(hand) == 2 for hands, _ in rests for hand in hands)
        assert rests[0] != rests[1]
        one = (await begun(at, wish(MIDDLE, [], list(MIDDLE.hands[1][:1])))).game
        assert one is not None
        assert MIDDLE.hands[1][0] in one.hands[1]


async def test_the_rest_of_its_bag_can_be_checked_and_it_is_no_proof_of_a_whole_game() -> None:
    finished: list[str] = []

    async def note(table: Table) -> bytes:
        finished.append(table.id)
        return b""

    last = STATES[-4]
    async with room(finished=note) as at:
        table = await at.finish((await begun(at, wish(last, *map(list, last.hands)))).id)
        record = views.record(table)
        assert referee(record).result is not None
        fairness.check(record, taken_over=True)
        with pytest.raises(DalapapaError, match="real table"):
            fairness.check(record)
        rest = [number for number, tile in enumerate(record["bag"]) if tile not in record["fair"]["known"]]
        one, other = rest[-2:]
        record["bag"][one], record["bag"][other] = record["bag"][other], record["bag"][one]
        with pytest.raises(DalapapaError, match="the secret and the nonces give"):
            fairness.check(record, taken_over=True)
    assert finished == []  # made up or not, it is no game for statistics


@pytest.mark.parametrize(
    ("hands", "code"),
    [
        ([[MIDDLE.board.placements[0].tile]], ErrorCode.LAID_TWICE),
        ([[5, 5]], ErrorCode.LAID_TWICE),
        ([[999]], ErrorCode.BAD_PLACEMENT),
        ([[], [], [], []], ErrorCode.BAD_PLAYERS),
    ],
)
async def test_hands_that_nobody_can_hold_are_refused(hands: list[list[int]], code: ErrorCode) -> None:
    async with room() as at:
        with pytest.raises(DalapapaError) as refused:
            await make(at, wish(MIDDLE, *hands))
        assert refused.value.code is code


async def test_what_the_rules_do_not_bear_out_is_refused() -> None:
    async with room() as at:
        over = wish(STATES[-1])
        with pytest.raises(DalapapaError) as refused:
            await make(at, over)
        assert refused.value.code is ErrorCode.GAME_OVER
        moved = moves_of(MIDDLE)
        moved[4] = []  # a pass, of somebody who held what fits
        with pytest.raises(DalapapaError) as refused:
            await make(at, wish(MIDDLE, kept=requests.KeptGame(moved)))
        assert refused.value.code in (ErrorCode.MUST_PLACE, ErrorCode.NO_DISC, ErrorCode.OVERLAP)
        with pytest.raises(DalapapaError) as refused:
            await make(at, wish(MIDDLE, kept=requests.KeptGame([*moves_of(MIDDLE)[:9], []])))
        assert refused.value.code is ErrorCode.MUST_PLACE


@pytest.mark.parametrize(
    ("more", "code"), [({"hints": True}, ErrorCode.NO_HINTS), ({"public": True}, ErrorCode.NOT_ALLOWED)]
)
async def test_nobody_is_advised_on_it_and_no_stranger_sits_down(
    more: dict[str, bool], code: ErrorCode
) -> None:
    async with room() as at:
        with pytest.raises(DalapapaError) as refused:
            await make(at, wish(MIDDLE, **more))
        assert refused.value.code is code


async def test_a_copy_of_a_running_game_cannot_be_asked_about() -> None:
    """Among bots hints are given at other tables, and finished games are looked back at."""
    seats = [requests.NewSeat("person"), *[requests.NewSeat("bot", bot="greedy")] * 2]
    wished = msgspec.structs.replace(wish(STATES[-4], *map(list, STATES[-4].hands)), seats=seats)
    async with room() as at:
        table = await at.finish((await make(at, wished)).id)
        assert not table.agreed.hints
        assert views.card(table, ANA).kept
        analyses, ana = Analyses(at.tables, Corner()), Person(ANA, "Ana")
        assert not (await analyses.replay(table.id, ana, None)).owl
        for asked in (
            analyses.look(table.id, ana, None, lambda: None),
            analyses.otherwise(table.id, ana, None, OtherwiseRequest(0, [])),
        ):
            with pytest.raises(DalapapaError) as refused:
                await asked
            assert refused.value.code is ErrorCode.UNFAIR


@pytest.mark.parametrize("text", ["classic-72", tile_set_toml(BOX)])
async def test_a_game_with_another_set_goes_on_with_it(text: str) -> None:
    before = played(wished(text), 12)
    seats = [requests.NewSeat("person"), requests.NewSeat("person", name="Bo")]
    hands = [list(hand) for hand in before.hands]
    kept = requests.KeptGame(moves_of(before), hands)
    asked = requests.NewTable(seats, target=60, nonce=NONCE, tile_set=text, kept=kept)
    async with room() as at:
        card = await at.house.lobby.make(Person(ANA, "Ana"), asked)
        assert card.tile_set_sha256 == before.tile_set.fingerprint
        game = (await at.tables.get(card.id)).game
        assert game is not None
        assert (game.board.placements, game.scores) == (before.board.placements, before.scores)
        assert [sorted(hand) for hand in game.hands] == [sorted(hand) for hand in hands]
        assert sorted(game.bag) == sorted(before.bag)
        # The log, read again, has the same tiles.
        at.tables._kept.clear()
        assert (await at.tables.get(card.id)).game == game


def test_tiles_of_another_set_do_not_go_on() -> None:
    with pytest.raises(DalapapaError) as refused:
        taking_over.kept_of(wish(MIDDLE), BOX)
    assert refused.value.code is ErrorCode.BAD_PLACEMENT


def test_so_many_passes_are_not_explained() -> None:
    passes = requests.KeptGame([*moves_of(MIDDLE), *[[]] * (taking_over.MOST_PASSES + 1)])
    with pytest.raises(DalapapaError) as refused:
        taking_over.kept_of(wish(MIDDLE, kept=passes), MIDDLE.tile_set)
    assert refused.value.code is ErrorCode.NOT_ALLOWED
