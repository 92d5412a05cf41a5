"""Whole games played inside the kernel are played again by the rules: every score and the end must agree."""

import random

import numpy as np
import pytest

from dalapapa.bots.expected import EXPECTED_TURNS
from dalapapa.kernel.desk import ScoredTurn, Weights
from dalapapa.kernel.games import Games, Kind, Policy, play_games
from dalapapa.rules import Game, Reason, TileSet, classic, shuffled_bag
from tests.agreement.sets import part_of_classic, wild

MIXED = [
    Policy(Kind.STATIC, 8, Weights(1.0, 0.5)),
    Policy(Kind.GREEDY2),
    Policy(Kind.GREEDY),
    Policy(Kind.RANDOM),
]


def play(
    tile_set: TileSet, policies: list[Policy], target: int, seed: int
) -> tuple[Games, list[ScoredTurn], tuple[int, ...]]:
    bag = shuffled_bag(tile_set, random.Random(seed))
    moves: list[ScoredTurn] = []
    games = play_games(np.array([bag]), policies, EXPECTED_TURNS, target, seed, tile_set, moves=moves)
    return games, moves, bag


def check_game(tile_set: TileSet, policies: list[Policy], target: int, seed: int) -> Reason:
    games, moves, bag = play(tile_set, policies, target, seed)
    players = len(policies)
    game = Game.start(bag, players, target, tile_set)
    for number, move in enumerate(moves):
        assert game.result is None
        game = game.play(move.turn)
        if number >= players:
            assert game.turns[-1].points == move.points
    assert game.result is not None
    assert game.result.scores == tuple(games.scores[0].tolist())
    assert len(game.turns) == games.turns[0]
    laid = [sum(len(turn.placements) for turn in game.turns[seat::players]) for seat in range(players)]
    assert laid == games.tiles[0].tolist()
    return game.result.reason


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("target", [60, 240])
@pytest.mark.parametrize("kind", list(Kind))
def test_games_of_one_kind(players: int, target: int, kind: Kind) -> None:
    for seed in range(3):
        check_game(classic(), [Policy(kind)] * players, target, seed)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_of_mixed_kinds(players: int) -> None:
    for seed in range(12):
        turned = MIXED[seed % 4 :] + MIXED[: seed % 4]
        check_game(classic(), turned[:players], 60, seed)


def test_the_bag_runs_out() -> None:
    reasons = {check_game(classic(), [Policy(Kind.GREEDY)] * 4, 240, seed) for seed in range(10)}
    assert Reason.EXHAUSTED in reasons


@pytest.mark.parametrize("size", [12, 13, 20, 61, 119])
def test_parts_of_the_set(size: int) -> None:
    for seed in range(6):
        players = 2 + seed % 3
        check_game(part_of_classic(size, seed), MIXED[:players], 60 + 30 * seed, seed)


@pytest.mark.parametrize("colours", [2, 3, 4])
def test_sets_no_box_would_have(colours: int) -> None:
    for seed in range(20):
        players = 2 + seed % 3
        check_game(wild(12 + 2 * seed, seed, colours), MIXED[:players], 240, seed)


def test_games_do_not_depend_on_how_they_are_divided() -> None:
    bags = np.array([shuffled_bag(classic(), random.Random(seed)) for seed in range(6)])
    together = play_games(bags, MIXED[:3], EXPECTED_TURNS, 60, 7)
    for number in range(6):
        alone = play_games(bags[number : number + 1], MIXED[:3], EXPECTED_TURNS, 60, 7, first=number)
        assert alone.scores[0].tolist() == together.scores[number].tolist()
