import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts
from open_spiel.python.algorithms.evaluate_bots import evaluate_bots
from open_spiel.python.bots.uniform_random import UniformRandomBot

from dalapapa.bots import BOTS, Budget
from dalapapa.envs import spiel
from dalapapa.envs.moment import Moment
from dalapapa.rules import view


def test_open_spiels_own_simulation_test() -> None:
    game = pyspiel.load_game("dalapapa", {"players": 3})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_a_state_is_serialised_in_our_notation() -> None:
    game = pyspiel.load_game("dalapapa")
    state, rng = game.new_initial_state(), random.Random(2)
    for number in range(60):
        if number % 5 == 0 or state.is_chance_node():
            text = pyspiel.serialize_game_and_state(game, state)
            _, again = pyspiel.deserialize_game_and_state(text)
            assert str(again) == str(state)
            assert again.legal_actions() == state.legal_actions()
            copy = state.clone()
            assert str(copy) == str(state)
        state.apply_action(rng.choice(state.legal_actions()))
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert str(Moment.parse(str(state)).game.hash) == state.moment.game.hash


def test_chance_draws_every_tile_once_and_hands_are_hidden() -> None:
    game = pyspiel.load_game("dalapapa")
    state, rng = game.new_initial_state(), random.Random(1)
    drawn: list[int] = []
    while len(drawn) < 30:
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert {tile for tile, _ in outcomes} == set(range(120)) - set(drawn)
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            drawn.append(rng.choice(outcomes)[0])
            state.apply_action(drawn[-1])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    mine, theirs = (state.moment.game.hands[player] for player in (0, 1))
    for words in (state.information_state_string(0), state.observation_string(0)):
        assert str(mine) in words
        assert str(theirs) not in words
    shape = game.observation_tensor_shape()
    assert np.array(state.observation_tensor(0)).size == np.prod(shape)
    assert state.observation_tensor(0) != state.observation_tensor(1)


def test_its_search_and_its_bots_play() -> None:
    game = pyspiel.load_game("dalapapa(open_hands=true)")
    search = mcts.MCTSBot(
        game,
        uct_c=2,
        max_simulations=2,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1), max_length=8),
        random_state=np.random.RandomState(1),
    )
    state, rng = game.new_initial_state(), random.Random(1)
    acted = 0
    while acted < 3:
        if state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        else:
            action = search.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            acted += 1


def test_our_levels_sit_at_its_tables() -> None:
    game = pyspiel.load_game("dalapapa")
    bots = [spiel.LevelBot("greedy", seed=1), UniformRandomBot(1, np.random.RandomState(1))]
    returns = evaluate_bots(game.new_initial_state(), bots, np.random.RandomState(1))
    assert returns == [1.0, -1.0]


def test_a_level_plays_there_what_it_plays_here() -> None:
    game = pyspiel.load_game("dalapapa")
    state, bot = game.new_initial_state(), spiel.LevelBot("greedy2", seed=4)
    lots, rng = random.Random(4), random.Random(4)
    for _ in range(30):
        if state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
            continue
        if state.moment.first is None:
            before = state.moment
            turn = BOTS["greedy2"].choose(view(before.game, before.player), lots, Budget())
            wanted = list(before.actions(turn))
        assert bot.step(state) == wanted[0]
        state.apply_action(wanted.pop(0))
