"""Games played on from a view: what is known stays as it is, what is hidden is mixed."""

import random

import numpy as np

from dalapapa.bots.expected import EXPECTED_TURNS
from dalapapa.kernel.desk import ScoredTurn
from dalapapa.kernel.games import Kind, Policy, play_games, roll_out
from dalapapa.kernel.questions import Position, best_turn
from dalapapa.rules import Game, classic, shuffled_bag, view

GREEDY2 = [Policy(Kind.GREEDY2)] * 3


def middle_of_a_game(seed: int, turns: int, open_hands: bool = False) -> Game:
    bag = shuffled_bag(classic(), random.Random(seed))
    moves: list[ScoredTurn] = []
    play_games(np.array([bag]), GREEDY2, EXPECTED_TURNS, 60, seed, moves=moves)
    game = Game.start(bag, 3, 60, open_hands=open_hands)
    for move in moves[: 3 + turns]:
        game = game.play(move.turn)
    return game


def test_one_turn_is_the_own_best_turn() -> None:
    for seed in range(5):
        game = middle_of_a_game(seed, 7)
        seen = view(game, game.to_move)
        position = Position(game.board)
        before = position.state
        scores = roll_out(position, seen, GREEDY2, EXPECTED_TURNS, samples=4, turns=1)
        expected = list(game.scores)
        expected[game.to_move] += best_turn(position, seen.hand).points
        assert scores.tolist() == [expected] * 4
        assert position.state == before


def test_open_hands_are_played_as_they_are() -> None:
    game = middle_of_a_game(3, 9, open_hands=True)
    scores = roll_out(
        Position(game.board), view(game, game.to_move), GREEDY2, EXPECTED_TURNS, samples=1, turns=3
    )
    for _ in range(3):
        game = game.play(best_turn(Position(game.board), game.hands[game.to_move]).turn)
    assert tuple(scores[0].tolist()) == game.scores


def test_games_are_played_to_the_end_and_differ() -> None:
    game = middle_of_a_game(1, 8)
    seen = view(game, game.to_move)
    scores = roll_out(Position(game.board), seen, GREEDY2, EXPECTED_TURNS, samples=12, seed=5)
    assert (scores.max(axis=1) >= 60).all()
    assert (scores >= np.array(game.scores) - 4).all()
    assert len({tuple(row) for row in scores.tolist()}) > 6
    again = roll_out(Position(game.board), seen, GREEDY2, EXPECTED_TURNS, samples=12, seed=5)
    assert again.tolist() == scores.tolist()


def test_after_a_trial_turn_the_next_seat_goes_on() -> None:
    game = middle_of_a_game(2, 8, open_hands=True)
    seen = view(game, game.to_move)
    position = Position(game.board)
    turn = best_turn(position, seen.hand).turn
    for placement in turn.placements:
        position.lay(placement)
    following = (game.to_move + 1) % 3
    scores = roll_out(position, seen, GREEDY2, EXPECTED_TURNS, samples=2, turns=1, trial=True)
    expected = list(game.scores)
    expected[following] += best_turn(position, game.hands[following]).points
    assert scores.tolist() == [expected] * 2
