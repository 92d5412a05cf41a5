import random

from dalapapa.bots import Budget
from dalapapa.bots.simple import SingleBot, placements_of
from dalapapa.rules import receipt, view

from .positions import game_after


def test_greedy_makes_the_most_points_of_one_tile() -> None:
    for seed in range(10):
        game = game_after(8, players=3, seed=seed)
        seen = view(game, game.to_move)
        (chosen,) = SingleBot("greedy").choose(seen, random.Random(seed), Budget()).placements
        most = max(receipt(game.board, placement).points for placement in placements_of(seen))
        assert receipt(game.board, chosen).points == most


def test_equal_placements_are_drawn_by_lot() -> None:
    game = game_after(1)
    seen = view(game, game.to_move)
    chosen = {SingleBot("greedy").choose(seen, random.Random(seed), Budget()) for seed in range(50)}
    assert len(chosen) > 5


def test_who_looks_at_more_places_makes_more_points() -> None:
    points = []
    for looks in (1, 6, 24, 10**6):
        bot = SingleBot("looking", looks)
        total = 0
        for seed in range(25):
            game = game_after(14, seed=seed)
            turn = bot.choose(view(game, game.to_move), random.Random(seed), Budget())
            total += game.play(turn).turns[-1].points
        points.append(total)
    assert points == sorted(points)
    assert points[0] < points[1] < points[2] < points[3]


def test_a_cancelled_bot_lays_the_first_tile_it_looked_at() -> None:
    game = game_after(14)
    seen = view(game, game.to_move)
    one = SingleBot("one", 1).choose(seen, random.Random(7), Budget())
    assert SingleBot("greedy").choose(seen, random.Random(7), Budget(cancelled=lambda: True)) == one
