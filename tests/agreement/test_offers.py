"""The columns of compiled code say what the rules say of every placement, on thousands of positions."""

import random
import threading

import pytest

from dalapapa.kernel.errors import TooWideError
from dalapapa.kernel.games import Kind
from dalapapa.kernel.listing import listed
from dalapapa.kernel.offers import Offers, offers, plain_offers
from dalapapa.rules import Board, Placement, TileSet, classic, legal_placements, receipt, shuffled_bag
from dalapapa.rules.placement import spots_at
from dalapapa.rules.scoring import Receipt
from tests.agreement.sets import part_of_classic, wild
from tests.agreement.test_positions import games


def read(offer: Offers, hand: tuple[int, ...]) -> dict[Placement, tuple[object, ...]]:
    """Every placement with its discs and groups, read from the columns alone."""
    found: dict[Placement, tuple[object, ...]] = {}
    colours = iter(offer.colours)
    for place, (x, y) in enumerate(zip(offer.x, offer.y, strict=True)):
        upright = int(place >= offer.flat)
        spots = spots_at(upright, x, y)
        discs = sorted((spots[i], next(colours)) for i in range(6) if offer.made[place] >> i & 1)
        for tile, fits in zip(hand, offer.fits, strict=True):
            for bit in (bit for bit in range(4) if fits[place] >> bit & 1):
                groups = [
                    (colour, tuple(zip(flat[::2], flat[1::2], strict=True)))
                    for (colour, flat), closed_by in zip(offer.groups, offer.closed_by, strict=True)
                    if len(found) in closed_by
                ]
                found[Placement(tile, bit // 2, upright + bit % 2 * 2, x, y)] = tuple(discs), tuple(groups)
    return found


def told(paid: Receipt) -> tuple[object, ...]:
    return paid.discs, tuple((group.colour, group.discs) for group in paid.groups)


def check_columns(board: Board, hand: tuple[int, ...]) -> None:
    """The columns against every receipt of the rules."""
    truth = {p: told(receipt(board, p)) for tile in hand for p in legal_placements(board, tile)}
    assert read(listed(board, hand), hand) == truth


@pytest.mark.parametrize("players", [2, 3, 4])
def test_columns_are_the_receipts_of_the_rules(players: int) -> None:
    for number, game in enumerate(games(classic(), 3, players, 120, Kind.GREEDY2)):
        if number % 3 == 0 and game.hands[game.to_move]:
            check_columns(game.board, game.hands[game.to_move])


@pytest.mark.parametrize(
    ("players", "target", "kind", "count"),
    [
        (2, 60, Kind.RANDOM, 4),
        (3, 60, Kind.GREEDY, 12),
        (4, 60, Kind.GREEDY2, 10),
        (2, 240, Kind.GREEDY2, 5),
        (3, 240, Kind.GREEDY, 3),
        (4, 240, Kind.RANDOM, 2),
    ],
)
def test_compiled_and_plain_columns_are_equal(players: int, target: int, kind: Kind, count: int) -> None:
    positions = 0
    for game in games(classic(), count, players, target, kind):
        if hand := game.hands[game.to_move]:
            assert listed(game.board, hand) == plain_offers(game.board, hand)
            positions += 1
    assert positions >= 100


def other_order(board: Board, first: Placement, hand: tuple[int, ...]) -> list[tuple[int, int]]:
    """By the rules: where the order of two tiles matters, and how many points the other one makes more."""
    after, found = board.place(first), []
    alone = set(legal_placements(board, *hand))
    for number, second in enumerate(read(plain_offers(after, hand), hand)):
        if second in alone:
            this = receipt(board, first).points + receipt(after, second).points
            other = receipt(board, second).points + receipt(board.place(second), first).points
            if other != this:
                found.append((number, other - this))
    return found


@pytest.mark.parametrize(
    ("tile_set", "kind", "every"),
    [(classic(), Kind.GREEDY, 3), (classic(), Kind.RANDOM, 3), (wild(60, 1, 2), Kind.GREEDY, 2)],
)
def test_after_a_first_tile(tile_set: TileSet, kind: Kind, every: int) -> None:
    rng = random.Random(5)
    matters = 0
    for number, game in enumerate(games(tile_set, 2, 2, 180, kind)):
        hand = game.hands[game.to_move]
        ways = [p for tile in hand for p in legal_placements(game.board, tile)]
        if number % every or len(hand) < 2 or not ways:
            continue
        first = rng.choice(ways)
        left = tuple(tile for tile in hand if tile != first.tile)
        after = game.board.place(first)
        truth = other_order(game.board, first, left)
        assert listed(after, left) == plain_offers(after, left)
        assert listed(after, left, tried=True) == plain_offers(after, left)._replace(other_order=truth)
        matters += len(truth)
    assert matters


@pytest.mark.parametrize("colours", [1, 2, 3, 4])
def test_with_tiles_no_box_would_have(colours: int) -> None:
    for seed in range(6):
        for game in games(wild(40, seed, colours), 1, 2, 240, Kind.GREEDY):
            if hand := game.hands[game.to_move]:
                assert listed(game.board, hand) == plain_offers(game.board, hand)


def test_with_a_part_of_the_box() -> None:
    for size in (12, 60):
        for game in games(part_of_classic(size, size), 3, 3, 60, Kind.RANDOM):
            if hand := game.hands[game.to_move]:
                assert listed(game.board, hand) == plain_offers(game.board, hand)


def stretched(tile_set: TileSet, bag: tuple[int, ...], tiles: int, start: int = 0) -> Board:
    """A board as long as can be: each tile as far to the right as it fits."""
    board = Board(tile_set).place(Placement(bag[0], 0, 0, start, -start))
    for tile in bag[1:tiles]:
        if ways := legal_placements(board, tile):
            board = board.place(max(ways, key=lambda p: (p.x, p.y)))
    return board


def test_boards_too_wide_for_the_grid_have_the_plain_rules() -> None:
    wide = 0
    for seed in range(3):
        bag = shuffled_bag(classic(), random.Random(seed))
        hand = bag[-2:]
        for tiles in range(2, 60, 3):
            board = stretched(classic(), bag, tiles, start=(0, 990_000, -990_000)[seed])
            assert offers(board, hand) == plain_offers(board, hand)
            try:
                listed(board, hand)
            except TooWideError:
                wide += 1
    assert wide > 10


def test_an_empty_board_and_an_empty_hand() -> None:
    empty = Board(classic())
    assert offers(empty, (3,)) == plain_offers(empty, (3,))
    assert len(read(offers(empty, (3,)), (3,))) == 8
    one = empty.place(Placement(0, 0, 0, 0, 0))
    assert read(offers(one, ()), ()) == {}


def test_threads_do_not_disturb_each_other() -> None:
    positions = [
        (game.board, game.hands[game.to_move])
        for game in games(classic(), 1, 2, 120, Kind.GREEDY2)
        if game.hands[game.to_move]
    ]
    truth = [listed(*position) for position in positions]
    wrong: list[int] = []

    def ask(seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(300):
            number = rng.randrange(len(positions))
            if listed(*positions[number]) != truth[number]:
                wrong.append(number)

    threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
