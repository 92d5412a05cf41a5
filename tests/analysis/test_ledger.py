"""The account of points: it adds up, and equals a slow count."""

from itertools import combinations
from statistics import mean, stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dalapapa.analysis.account import analyse
from dalapapa.analysis.ledger import drawn_since, ledger
from dalapapa.bots import BOTS
from dalapapa.kernel.questions import Position
from dalapapa.rules import Board, Game, TileSet, classic, legal_placements, receipt
from tests.agreement.sets import part_of_classic, wild
from tests.analysis.played import played, states

SETS = (classic(), part_of_classic(40, 1), wild(30, 2), wild(24, 3, colours=2))


@settings(max_examples=6, deadline=None, derandomize=True)
@given(
    st.lists(st.sampled_from(sorted(BOTS)), min_size=2, max_size=4),
    st.sampled_from(SETS),
    st.integers(0, 10**6),
)
def test_every_account_adds_up(bots: list[str], tile_set: TileSet, seed: int) -> None:
    last, record = played(bots, seed, tile_set=tile_set)
    analysis = analyse(record, tile_set)
    assert analysis.scores == last.scores
    sums = [0.0] * len(bots)
    for account, turn in zip(analysis.turns, last.turns, strict=True):
        found = account.ledger
        assert found is not None
        assert found.offered + found.drawn + found.taken == pytest.approx(turn.points, abs=1e-9)
        assert found.taken <= 0
        sums[turn.player] += found.offered + found.drawn + found.taken
    assert sums == pytest.approx(last.scores, abs=1e-6)
    assert analysis.seats is not None
    for seat in analysis.seats:
        assert seat.tiles + seat.table + seat.choices == seat.margin
        assert seat.margin == seat.score - analysis.scores[seat.rival]


def slow_best(board: Board, hand: tuple[int, ...]) -> int:
    """Straight from R4 and R5: every placement, and every second one after it."""
    best = 0
    for first in hand:
        for laid in legal_placements(board, first):
            points = receipt(board, laid).points
            after = board.place(laid)
            others = [tile for tile in hand if tile != first]
            seconds = (receipt(after, p).points for tile in others for p in legal_placements(after, tile))
            best = max(best, points, points + max(seconds, default=0) - 4)
    return best


def test_what_a_turn_was_offered_equals_a_slow_count() -> None:
    tile_set = wild(12, 5)
    _, record = played(("greedy", "greedy"), 1, tile_set=tile_set)
    kinds = set()
    for game in states(record, tile_set)[:3]:
        drawn = drawn_since(game)
        hand = game.hands[game.to_move]
        kept = tuple(tile for tile in hand if tile not in drawn)
        pool = sorted([*game.bag, *drawn])
        hands = [slow_best(game.board, (*kept, *new)) for new in combinations(pool, len(drawn))]
        best = slow_best(game.board, hand)
        found = ledger(Position(game.board), game, 3, "")
        assert found.best == best
        assert found.offered == pytest.approx(mean(hands), abs=1e-4)
        assert found.drawn == pytest.approx(best - mean(hands), abs=1e-4)
        assert found.taken == 3 - best
        kinds.add(len(drawn))
    assert kinds == {1, 2}


def test_a_sample_says_how_far_off_it_may_be() -> None:
    _, record = played(("greedy2", "greedy2"), 3)
    game = states(record)[0]
    assert len(drawn_since(game)) == 2
    position = Position(game.board)
    found = [ledger(position, game, 0, str(seed)) for seed in range(12)]
    assert found[0] == ledger(position, game, 0, "0")
    assert 0 < found[0].error < 0.3
    assert stdev(one.offered for one in found) == pytest.approx(found[0].error, rel=0.6)


def test_a_tile_kept_from_set_up_was_not_drawn() -> None:
    """R3.3: it fitted nowhere, and only one more was drawn."""
    tile_set = wild(24, 3, colours=2)
    start = Game.start(range(24), 2, 60, tile_set)
    assert drawn_since(start) == ()


@pytest.mark.parametrize("players", [2, 3])
def test_luck_is_fair(players: int) -> None:
    """`bench/analysis.py` asks the same of 2,000 games."""
    drawn: list[list[float]] = [[] for _ in range(players)]
    for seed in range(5):
        _, record = played(("greedy",) * players, seed, tile_set=SETS[1])
        for account in analyse(record, SETS[1]).turns:
            assert account.ledger is not None
            drawn[account.played.player].append(account.ledger.drawn)
    for found in drawn:
        assert abs(mean(found)) < 2 * stdev(found) / len(found) ** 0.5
