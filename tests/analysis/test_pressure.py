"""Open groups and what may close them, against a slow count."""

from dataclasses import replace
from itertools import combinations

import pytest

from dalapapa.analysis.pressure import chance_of_one, coming, open_groups, pressures
from dalapapa.kernel.questions import Position
from dalapapa.rules import Board, Group, complete_groups, legal_placements, receipt, view
from tests.analysis.played import played, states


def closes(board: Board, tile: int, disc: tuple[int, int]) -> bool:
    """Whether any placement of a tile closes the group that holds a disc."""
    return any(
        disc in group.discs
        for placement in legal_placements(board, tile)
        for group in receipt(board, placement).groups
    )


def test_pressure_equals_a_slow_count_over_all_hands() -> None:
    _, record = played(("greedy2", "greedy"), 2)
    game = states(record)[6]
    seen = view(game, game.to_move)
    unseen = seen.unseen[::4]
    found = coming(Position(game.board), game.board, unseen).groups
    assert found
    for one in found:
        holds = {tile for tile in unseen if closes(game.board, tile, one.group.discs[0])}
        assert one.closing == len(holds)
        hands = list(combinations(unseen, 2))
        share = sum(bool(holds.intersection(hand)) for hand in hands) / len(hands)
        assert one.chance == pytest.approx(share, abs=1e-4)
    silent = {group.discs for group in open_groups(game.board)} - {one.group.discs for one in found}
    for discs in silent:
        assert not any(closes(game.board, tile, discs[0]) for tile in unseen)


def test_a_seat_is_told_the_same_of_every_open_group() -> None:
    _, record = played(("greedy2", "greedy", "greedy"), 4)
    for game in states(record)[3::5]:
        for player in range(3):
            seen = view(game, player)
            counted = coming(Position(game.board), game.board, seen.unseen).groups
            told = {one.group.discs: (one.closing, one.chance) for one in pressures(seen, game.board)}
            assert told.keys() == {group.discs for group in open_groups(game.board)}
            slow = {one.group.discs: (one.closing, one.chance) for one in counted}
            assert {discs: found for discs, found in told.items() if found[0]} == slow


def test_open_hands_leave_nothing_to_chance() -> None:
    _, record = played(("greedy", "greedy"), 5)
    chances = set()
    for game in states(record)[2::3]:
        seen = replace(view(game, game.to_move), hands=game.hands, open_hands=True)
        for one in pressures(seen, game.board):
            hand = game.hands[1 - game.to_move]
            assert one.closing == sum(closes(game.board, tile, one.group.discs[0]) for tile in hand)
            assert one.chance == (1.0 if one.closing else 0.0)
            chances.add(one.chance)
    assert chances == {0.0, 1.0}


def test_every_disc_is_in_a_complete_or_an_open_group() -> None:
    last, _ = played(("greedy", "random"), 3)
    groups: list[Group] = list(complete_groups(last.board))
    opened = open_groups(last.board)
    spots = [spot for group in groups for spot in group.discs] + [s for g in opened for s in g.discs]
    assert sorted(spots) == sorted(last.board.discs)
    for group in opened:
        assert all(last.board.halves[spot] is group.colour for spot in group.halves)


def test_cells_that_no_tile_fits() -> None:
    last, _ = played(("greedy2", "greedy2"), 9)
    unseen = view(last, 0).unseen[:12]
    found = coming(Position(last.board), last.board, unseen).dead
    covered = {
        cell
        for tile in unseen
        for placement in legal_placements(last.board, tile)
        for cell in placement.cells
    }
    assert found
    assert not covered.intersection(found)
    assert not set(last.board.cells).intersection(found)


@pytest.mark.parametrize(
    ("unseen", "closing", "held", "chance"),
    [(0, 0, 2, 0.0), (1, 1, 2, 1.0), (1, 0, 2, 0.0), (2, 1, 2, 1.0), (4, 1, 1, 0.25), (4, 4, 0, 0.0)],
)
def test_chances_when_hardly_a_tile_is_left(unseen: int, closing: int, held: int, chance: float) -> None:
    assert chance_of_one(unseen, closing, held) == chance
