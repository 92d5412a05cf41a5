"""On thousands of positions the kernel must say what the rules say, and leave the position as it was."""

import random
from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest

from dalapapa.bots.expected import EXPECTED_TURNS, expected_turn
from dalapapa.kernel.desk import ScoredTurn, Weights
from dalapapa.kernel.games import Kind, Policy, play_games
from dalapapa.kernel.questions import (
    Position,
    best_points_per_tile,
    best_singles,
    best_turn,
    best_turns,
    closed_groups,
    evaluate,
    legal,
)
from dalapapa.rules import (
    PASS,
    Board,
    Game,
    Placement,
    TileSet,
    Turn,
    classic,
    legal_placements,
    receipt,
    shuffled_bag,
    view,
)
from tests.agreement.sets import wild


def games(tile_set: TileSet, count: int, players: int, target: int, kind: Kind) -> Iterator[Game]:
    """Every state of some games, played inside the kernel."""
    for seed in range(count):
        bag = shuffled_bag(tile_set, random.Random(seed))
        moves: list[ScoredTurn] = []
        policies = [Policy(kind)] * players
        play_games(np.array([bag]), policies, EXPECTED_TURNS, target, seed, tile_set, moves=moves)
        game = Game.start(bag, players, target, tile_set)
        for move in moves:
            game = game.play(move.turn)
            if not game.in_setup and game.result is None:
                yield game


def check_tile(board: Board, position: Position, tile: int) -> None:
    found = {scored.placement: scored for scored in legal(position, tile)}
    assert list(found) == legal_placements(board, tile)
    for placement, scored in found.items():
        truth = receipt(board, placement)
        assert (scored.discs, scored.group_points, scored.points) == (
            len(truth.discs),
            truth.group_points,
            truth.points,
        )
        assert closed_groups(position, placement) == sorted((g.colour, len(g)) for g in truth.groups)


@pytest.mark.parametrize(
    ("players", "target", "kind", "count"),
    [
        (2, 60, Kind.RANDOM, 3),
        (3, 60, Kind.GREEDY, 12),
        (4, 60, Kind.GREEDY2, 8),
        (2, 240, Kind.GREEDY2, 3),
        (3, 240, Kind.GREEDY, 2),
        (4, 240, Kind.RANDOM, 1),
    ],
)
def test_legal_placements_and_receipts(players: int, target: int, kind: Kind, count: int) -> None:
    positions = 0
    for game in games(classic(), count, players, target, kind):
        position = Position(game.board)
        for tile in game.hands[game.to_move]:
            check_tile(game.board, position, tile)
        positions += 1
    assert positions >= 100


@pytest.mark.parametrize("colours", [2, 3, 4])
def test_tiles_no_box_would_have(colours: int) -> None:
    for seed in range(8):
        tile_set = wild(36, seed, colours)
        for game in games(tile_set, 1, 2, 240, Kind.GREEDY):
            position = Position(game.board)
            for tile in game.hands[game.to_move]:
                check_tile(game.board, position, tile)
        unseen = view(game, 0).unseen
        check_per_tile(game.board, position, unseen)


def check_per_tile(board: Board, position: Position, tiles: tuple[int, ...]) -> None:
    truth = [
        max((receipt(board, placement).points for placement in legal_placements(board, tile)), default=-1)
        for tile in tiles
    ]
    assert best_points_per_tile(position, tiles).tolist() == truth


@pytest.mark.parametrize("kind", [Kind.RANDOM, Kind.GREEDY2])
def test_best_points_of_every_unseen_tile(kind: Kind) -> None:
    for number, game in enumerate(games(classic(), 2, 3, 60, kind)):
        if number % 18 == 5:
            check_per_tile(game.board, Position(game.board), view(game, game.to_move).unseen)


def brute_force(board: Board, hand: tuple[int, ...]) -> list[tuple[int, tuple[Placement, ...]]]:
    """Every single and for each first placement its best second, one of each final board, best first."""
    best: dict[tuple[Placement, ...], int] = {}
    for tile in hand:
        for first in legal_placements(board, tile):
            points = receipt(board, first).points
            best[(first,)] = points
            after = board.place(first)
            seconds = [
                (receipt(after, second).points, second)
                for other in hand
                if other != tile
                for second in legal_placements(after, other)
            ]
            most = max((points for points, _ in seconds), default=0)
            for got, second in seconds:
                if got == most:
                    best[first, second] = points + got - 4
    return sorted(((points, turn) for turn, points in best.items()), key=lambda item: -item[0])


@pytest.mark.parametrize(("players", "kind"), [(2, Kind.GREEDY2), (3, Kind.RANDOM), (4, Kind.STATIC)])
def test_best_turns_equal_brute_force(players: int, kind: Kind) -> None:
    for number, game in enumerate(games(classic(), 2, players, 60, kind)):
        if number % 6 == 2 and len(game.board.placements) < 40:
            check_best_turns(game)


def test_best_turns_with_wild_tiles() -> None:
    for seed in range(8):
        for number, game in enumerate(games(wild(30, seed, 2 + seed % 3), 1, 2, 240, Kind.GREEDY2)):
            if number % 7 == 1:
                check_best_turns(game)


def check_best_turns(game: Game) -> None:
    hand = game.hands[game.to_move]
    position = Position(game.board)
    truth = brute_force(game.board, hand)
    points_of = {turn: points for points, turn in truth}
    if not truth:
        assert best_turn(position, hand).turn == PASS
        return
    assert best_turn(position, hand).points == truth[0][0]
    found = best_turns(position, hand, 16)
    assert found[0].points == truth[0][0]
    boards = set()
    for scored in found:
        assert points_of[scored.turn.placements] == scored.points
        boards.add(tuple(sorted(scored.turn.placements)))
    assert len(boards) == len(found)
    # Nothing better was left out; of doubles, the best with each first placement, in one of two orders.
    worst = found[-1].points if len(found) == 16 else -99
    for points, turn in truth:
        if points > worst:
            assert any(
                scored.points >= points and turn[0] in scored.turn.placements
                for scored in found
                if len(scored.turn.placements) == len(turn)
            )


@pytest.mark.parametrize("tile_set", [classic(), wild(120, 5), wild(120, 6, 2)])
def test_bounds_leave_no_better_turn_out(tile_set: TileSet) -> None:
    """The fewer turns are asked for, the more first placements are skipped: the best must stay the same."""
    for number, game in enumerate(games(tile_set, 10, 3, 90, Kind.GREEDY2)):
        hand = game.hands[game.to_move]
        position = Position(game.board)
        every = [scored.points for scored in best_turns(position, hand, 128)]
        assert best_turn(position, hand).points == every[0]
        if number % 4 == 0:
            assert [scored.points for scored in best_turns(position, hand, 16)] == every[:16]


def test_a_hand_of_one_tile() -> None:
    for number, game in enumerate(games(classic(), 1, 2, 60, Kind.GREEDY2)):
        if number % 5 == 0:
            hand = game.hands[game.to_move][:1]
            position = Position(game.board)
            best = best_singles(position, hand)
            assert best_turn(position, hand).points == best[0].points
            assert evaluate(position, hand, view(game, 0).unseen, EXPECTED_TURNS)[0].turn.placements


def test_static_evaluation_is_what_it_says() -> None:
    weights = Weights(1.1, 0.6)
    for number, game in enumerate(games(classic(), 2, 3, 60, Kind.STATIC)):
        if number % 9 != 4:
            continue
        hand = game.hands[game.to_move]
        unseen = view(game, game.to_move).unseen
        position = Position(game.board)
        for judged in evaluate(position, hand, unseen, EXPECTED_TURNS, weights, 6):
            board = game.board
            for placement in judged.turn.placements:
                board = board.place(placement)
            after = Position(board)
            offers = best_points_per_tile(after, unseen).tolist()
            reply = float(np.mean([expected_turn(one, other) for one, other in combinations(offers, 2)]))
            laid = {placement.tile for placement in judged.turn.placements}
            own = reply
            for kept in set(hand) - laid:
                (mine,) = best_points_per_tile(after, [kept]).tolist()
                own = float(np.mean([expected_turn(mine, offer) for offer in offers]))
            assert judged.reply == pytest.approx(reply)
            assert judged.own == pytest.approx(own)
            assert judged.value == pytest.approx(judged.points - 1.1 * reply + 0.6 * own)


@pytest.mark.parametrize("tile_set", [classic(), wild(60, 1), wild(60, 2, 2)])
def test_undo_restores_every_word(tile_set: TileSet) -> None:
    rng = random.Random(3)
    bag = shuffled_bag(tile_set, rng)
    position = Position(Board(tile_set, ()).place(Placement(bag[0], 0, 0, 0, 0)))
    states = []
    for tile in bag[1:60]:
        scored = legal(position, tile)
        if not scored:
            continue
        for one in rng.sample(scored, min(4, len(scored))):
            before = position.state
            assert position.lay(one.placement) == one.points
            best_turns(position, bag[-2:], 3)
            evaluate(position, bag[-2:], bag[-12:-2], EXPECTED_TURNS, candidates=3)
            position.undo()
            assert position.state == before
        states.append(position.state)
        position.lay(rng.choice(scored).placement)
    for state in reversed(states):
        position.undo()
        assert position.state == state


def test_where_the_board_lies_does_not_matter() -> None:
    game = list(games(classic(), 1, 2, 60, Kind.GREEDY2))[-1]
    far = Board(classic())
    for p in game.board.placements:
        far = far.place(Placement(p.tile, p.face, p.rotation, p.x - 5000, p.y + 777))
    hand = game.hands[game.to_move]
    here, there = best_turn(Position(game.board), hand), best_turn(Position(far), hand)
    moved = Turn(
        tuple(Placement(p.tile, p.face, p.rotation, p.x - 5000, p.y + 777) for p in here.turn.placements)
    )
    assert (there.turn, there.points) == (moved, here.points)
