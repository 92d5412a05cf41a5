"""Boards to draw."""

import random

import pytest

from dalapapa.bots import BOTS, Budget
from dalapapa.rules import Board, Game, classic, shuffled_bag, view


@pytest.fixture(scope="session", params=[1, 2, 3])
def game(request: pytest.FixtureRequest) -> Game:
    """A game of greedy bots after 24 tiles."""
    rng = random.Random(request.param)
    game = Game.start(shuffled_bag(classic(), rng), target=240)
    while len(game.board.placements) < 24:
        game = game.play(BOTS["greedy"].choose(view(game, game.to_move), rng, Budget()))
    return game


@pytest.fixture
def board(game: Game) -> Board:
    """The board of such a game."""
    return game.board
