"""What a player is offered: the rules' own placements and receipts, and only for the player's own eyes."""

import random

import msgspec
import pytest

from dalapapa import kernel
from dalapapa.bots import BOTS, Budget
from dalapapa.rules import (
    Board,
    DalapapaError,
    ErrorCode,
    Game,
    classic,
    legal_placements,
    receipt,
    shuffled_bag,
    view,
)
from dalapapa.service.telling import messages, words
from dalapapa.service.telling.happenings import placement, receipt_seen
from dalapapa.service.telling.options import offered as offered_columns
from dalapapa.service.telling.options import options
from tests.offered import Json, offered

from ..rooms import ANA, BO, CY, room
from .test_views import play, true_hands

pytestmark = pytest.mark.anyio


def read(offer: messages.Options) -> list[Json]:
    """The placements as a browser reads them, after the way there."""
    return offered(msgspec.json.decode(msgspec.json.encode(offer)))


def where(option: Json) -> words.Place:
    return words.Place(**option["place"])


def check(offer: messages.Options, board: Board, hand: list[int]) -> None:
    """Every legal placement is offered, and nothing else, each with its receipt."""
    found = {placement(where(option)): option["receipt"] for option in read(offer)}
    assert sorted(found) == sorted(p for tile in hand for p in legal_placements(board, tile))
    for laid, seen in found.items():
        truth = msgspec.json.encode(receipt_seen(receipt(board, laid)))
        assert seen == msgspec.json.decode(truth)


@pytest.mark.parametrize("ready", [False, True])
async def test_options_are_the_rules_own(ready: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if ready:
        kernel.warm()
    else:
        monkeypatch.setattr("dalapapa.kernel.offers.ready", lambda: False)
    async with room() as at:
        table = await play(at, await at.make("person", "greedy", begins=0, target=240), 22)
        game = table.game
        assert game is not None
        hand = true_hands(table)[0]
        now = options(table, ANA, 0, [], "c")
        assert (now.id, now.seat, now.version, now.tiles) == ("c", 0, table.version, tuple(hand))
        check(now, game.board, hand)
        for option in read(now)[::40]:
            first = where(option)
            after = options(table, ANA, 0, [first], "d")
            assert after.after == [first]
            left = [tile for tile in hand if tile != first.tile]
            check(after, game.board.place(placement(first)), left)


def middle_of_a_game(seed: int) -> Game:
    """The same on every machine: whether an order matters must not hang on a table's own bag."""
    rng = random.Random(seed)
    game = Game.start(shuffled_bag(classic(), rng), players=2, target=240)
    while len(game.board.placements) < 22:
        game = game.play(BOTS["greedy"].choose(view(game, game.to_move), rng, Budget()))
    return game


def test_the_other_order_is_the_rules_own() -> None:
    kernel.warm()
    matters = 0
    for seed in range(3):
        game = middle_of_a_game(seed)
        board, hand = game.board, game.hands[game.to_move]
        for option in read(offered_columns(board, hand, [], seat=0, version=0, scored=True))[::10]:
            first = where(option)
            tried = placement(first)
            (left,) = [tile for tile in hand if tile != first.tile]
            after = offered_columns(
                board.place(tried), (left,), [first], seat=0, version=0, scored=True, both_orders=True
            )
            told = dict(after.other_order or [])
            alone = set(legal_placements(board, left))
            for number, then in enumerate(read(after)):
                second = placement(where(then))
                if second not in alone:
                    assert number not in told
                    continue
                this = receipt(board, tried).points + receipt(board.place(tried), second).points
                other = receipt(board, second).points + receipt(board.place(second), tried).points
                assert told.get(number, 0) == other - this
                matters += other != this
    assert matters


async def test_in_set_up_nothing_scores() -> None:
    async with room() as at:
        table = await at.make("person", "person", begins=0)
        first = options(table, ANA, 0, [], None)
        ways = {tuple(option["place"].values())[1:] for option in read(first)}
        assert ways == {(face, rotation, 0, 0) for face in range(2) for rotation in range(4)}  # R3.1
        assert [option["receipt"] for option in read(first)] == [None] * 8
        table = await play(at, table, 1)
        assert table.game is not None
        second = options(table, ANA, 1, [], None)
        assert {option["receipt"] for option in read(second)} == {None}
        assert sorted(placement(where(option)) for option in read(second)) == sorted(
            legal_placements(table.game.board, true_hands(table)[1][0])
        )


async def test_options_off_turn_are_a_try_out() -> None:
    async with room() as at:
        table = await at.join(await at.make("person", "open", begins=0), BO)
        table = await play(at, table, 4)
        assert table.game is not None
        assert table.to_move == 0
        check(options(table, BO, 1, [], "c"), table.game.board, true_hands(table)[1])


async def test_each_thing_is_said_once() -> None:
    async with room() as at:
        table = await play(at, await at.make("person", "person", begins=0, target=240), 30)
        offer = options(table, ANA, table.to_move or 0, [], None)
        assert offer.receipts is not None
        places = list(zip(offer.x, offer.y, strict=True))
        assert places[: offer.flat] == sorted(set(places[: offer.flat]))
        assert places[offer.flat :] == sorted(set(places[offer.flat :]))
        assert all(any(column[place] != "0" for column in offer.fits) for place in range(len(places)))
        groups = list(map(tuple, offer.receipts.groups))
        assert len(groups) == len(set(groups))
        assert all(offer.receipts.closed_by)


@pytest.mark.parametrize(
    ("person", "seat", "tried", "code"),
    [
        (ANA, 1, None, ErrorCode.NOT_AT_TABLE),
        (CY, 0, None, ErrorCode.NOT_AT_TABLE),
        (None, 0, None, ErrorCode.NOT_AT_TABLE),
        (ANA, 0, words.Place(999, 0, 0, 0, 0), ErrorCode.NOT_YOUR_TILE),
    ],
)
async def test_options_for_others_are_refused(
    person: str | None, seat: int, tried: words.Place | None, code: ErrorCode
) -> None:
    async with room() as at:
        table = await at.join(await at.make("person", "open", begins=0), BO)
        table = await play(at, table, 4)
        with pytest.raises(DalapapaError) as refusal:
            options(table, person, seat, [tried] if tried else [], "c")
        assert refusal.value.code is code


async def test_on_a_shared_device_only_the_hand_whose_turn_it_is_is_offered() -> None:
    async with room() as at:
        table = await play(at, await at.make("person", "person", begins=0), 2)
        assert table.to_move == 0
        with pytest.raises(DalapapaError) as refusal:
            options(table, ANA, 1, [], "c")
        assert refusal.value.code is ErrorCode.NOT_AT_TABLE


async def test_a_tried_placement_must_be_legal() -> None:
    async with room() as at:
        table = await play(at, await at.make("person", "greedy", begins=0), 4)
        assert table.game is not None
        there = table.game.board.placements[0]
        with pytest.raises(DalapapaError) as refusal:
            options(table, ANA, 0, [words.Place(true_hands(table)[0][0], 0, 0, there.x, there.y)], "c")
        assert refusal.value.code is ErrorCode.OVERLAP


async def test_purist_tables_give_no_help() -> None:
    async with room() as at:
        table = await at.make("person", "person", purist=True)
        with pytest.raises(DalapapaError) as refusal:
            options(table, ANA, 0, [], "c")
        assert refusal.value.code is ErrorCode.PURIST
