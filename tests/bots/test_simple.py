import random

from dalapapa.bots import Budget
from dalapapa.bots.simple import FirstBot, RandomBot, SingleBot, placements_of
from dalapapa.rules import receipt, view

from .positions import game_after


def test_greedy_makes_the_most_points_of_one_tile() -> None:
    for seed in range(10):
        game = game_after(8, players=3, seed=seed)
        seen = view(game, game.to_move)
        (chosen,) = SingleBot().choose(seen, random.Random(seed), Budget()).placements
        most = max(receipt(game.board, placement).points for placement in placements_of(seen))
        assert receipt(game.board, chosen).points == most


def test_equal_placements_are_drawn_by_lot() -> None:
    game = game_after(1)
    seen = view(game, game.to_move)
    chosen = {SingleBot().choose(seen, random.Random(seed), Budget()) for seed in range(50)}
    assert len(chosen) > 5


def test_a_cancelled_bot_lays_the_first_tile_it_looked_at() -> None:
    game = game_after(14)
    seen = view(game, game.to_move)
    chosen = {
        SingleBot().choose(seen, random.Random(seed), Budget(cancelled=lambda: True)) for seed in range(30)
    }
    assert len(chosen) > 5  # any of them, not the best ones


def test_the_first_place_with_two_discs_is_taken() -> None:
    for seed in range(10):
        game = game_after(10, seed=seed)
        seen = view(game, game.to_move)
        most = max(len(receipt(game.board, placement).discs) for placement in placements_of(seen))
        (chosen,) = FirstBot().choose(seen, random.Random(seed), Budget()).placements
        assert len(receipt(game.board, chosen).discs) >= min(most, 2)
    assert FirstBot().choose(seen, random.Random(0), Budget()) != RandomBot().choose(
        seen, random.Random(0), Budget()
    )
