"""Turns of two tiles: exact, and the same on the plain rules and on the kernel."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from dalapapa import kernel
from dalapapa.bots import BOTS, Budget, plain
from dalapapa.bots.base import Clock
from dalapapa.bots.expected import EXPECTED_TURNS, NOWHERE, expected_turn
from dalapapa.kernel import TooWideError
from dalapapa.kernel.constants import EXPECTED
from dalapapa.kernel.questions import Position, evaluate
from dalapapa.rules import (
    Board,
    Placement,
    View,
    classic,
    legal_placements,
    receipt,
    view,
    why_illegal,
)

from .positions import game_after, states


def most_points(board: Board, hand: tuple[int, ...]) -> int:
    """The best turn, found by trying every one."""

    def scored(board: Board, tile: int) -> list[tuple[int, Placement]]:
        return [(receipt(board, placement).points, placement) for placement in legal_placements(board, tile)]

    best = -(10**6)
    for tile in hand:
        for points, first in scored(board, tile):
            best = max(best, points)
            for other in hand:
                if other != tile:
                    seconds = scored(board.place(first), other)
                    best = max([best, *(points + more - 4 for more, _ in seconds)])
    return best


@pytest.mark.parametrize("seed", range(4))
def test_greedy2_finds_the_best_turn(seed: int) -> None:
    game = game_after(4 + 5 * seed, players=2 + seed % 3, seed=seed)
    seen = view(game, game.to_move)
    turn = BOTS["greedy2"].choose(seen, random.Random(0), Budget())
    most = most_points(seen.board, seen.hand)
    assert game.play(turn).turns[-1].points == most
    assert plain.candidates(seen.board, seen.hand, Clock(Budget()))[0].points == most


def late_views() -> list[View]:
    """Positions with so few unseen tiles that the plain evaluation needs no sample."""
    views = [view(game, game.to_move) for game in states(players=4, target=240, seed=1) if not game.result]
    return [seen for seen in views if 5 <= len(seen.unseen) <= plain.SAMPLE][::9]


def test_both_evaluations_agree() -> None:
    compared = 0
    for seen in late_views():
        fast = evaluate(Position(seen.board), seen.hand, seen.unseen, EXPECTED_TURNS, candidates=8)
        slow = plain.judged(seen.board, seen.hand, seen.unseen, 8, random.Random(0), Budget())
        known = {frozenset(candidate.turn.placements): candidate for candidate in slow}
        for evaluated in fast:
            candidate = known.get(frozenset(evaluated.turn.placements))
            if candidate is None:  # of equally good second tiles each names one
                assert len(evaluated.turn.placements) == 2
                continue
            assert evaluated.points == candidate.points
            assert evaluated.reply == pytest.approx(candidate.reply)
            assert evaluated.own == pytest.approx(candidate.own)
            compared += 1
    assert compared > 5


@pytest.mark.parametrize("name", ["greedy2", "master"])
def test_live_turns_do_not_wait_for_the_kernel(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "ready", lambda: False)
    started = []
    monkeypatch.setattr(kernel, "warm_in_background", lambda: started.append(name))
    for moves, players in ((1, 2), (9, 2), (25, 4)):
        game = game_after(moves, players=players)
        turn = BOTS[name].choose(view(game, game.to_move), random.Random(0), Budget(seconds=0.2))
        game.play(turn)
    assert started


def test_a_board_too_wide_for_the_kernel_is_played_all_the_same() -> None:
    game = game_after(2)
    board, tiles = Board(classic()), list(range(120))
    while True:
        try:
            Position(board)
        except TooWideError:
            break
        x = 2 * len(board.placements)
        board = board.place(next(row for row in row_of(x, tiles) if why_illegal(board, row) is None))
        tiles.remove(board.placements[-1].tile)
    seen = replace(view(game, game.to_move), board=board, hands=(tuple(tiles[:1]), None))
    for name in ("greedy2", "master"):
        for budget in (Budget(), Budget(seconds=0.2)):
            turn = BOTS[name].choose(seen, random.Random(0), budget)
            assert why_illegal(board, *turn.placements) is None


def row_of(x: int, tiles: list[int]) -> Iterator[Placement]:
    """Placements that go on with a row of tiles, end to end."""
    return (Placement(tile, face, half, x, 0) for tile in tiles for face in (0, 1) for half in (0, 2))


def test_the_better_a_hand_the_more_it_is_expected_to_make() -> None:
    for one in range(-1, 20):
        for other in range(-1, 20):
            expected = expected_turn(one, other)
            assert expected == expected_turn(other, one)
            assert expected >= max(one, other, 0)
            assert expected_turn(one + 1, other) >= expected


def test_the_kernel_reads_the_same_table() -> None:
    for one in range(NOWHERE, 20):
        for other in range(NOWHERE, 20):
            at = EXPECTED * (one - NOWHERE) + other - NOWHERE
            assert EXPECTED_TURNS[at] == expected_turn(one, other)
