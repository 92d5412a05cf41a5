"""The vector environment against the rules: the same options, features, planes and points, game by game."""

import random
from typing import Any

import numpy as np
import pytest

from dalapapa.envs.actions import NO_ACTION, PASS
from dalapapa.envs.moment import Moment
from dalapapa.envs.observing import observe
from dalapapa.envs.rewards import win_rewards
from dalapapa.envs.vector import DalapapaVectorEnv
from dalapapa.rules import DalapapaError, Game, classic, shuffled_bag

GAMES = 2


@pytest.mark.parametrize(("players", "target"), [(2, 60), (3, 60)])
def test_whole_games_are_those_of_the_rules(players: int, target: int) -> None:
    rng = random.Random(players)
    bags = [shuffled_bag(classic(), rng) for _ in range(GAMES)]
    env = DalapapaVectorEnv(GAMES, players=players, target=target, planes=True)
    seen, info = env.reset(seed=1, options={"bags": bags})
    moments = [Moment(Game.start(bag, players, target)) for bag in bags]
    steps = 0
    while any(moment.game.result is None for moment in moments):
        actions = np.full(GAMES, NO_ACTION)
        for game, moment in enumerate(moments):
            if moment.game.result is None:
                _same(moment, {key: value[game] for key, value in seen.items()}, slow=steps % 5 == 0)
                # The best of a few, so that games come to an end.
                looked_at = rng.sample(moment.options, min(6, len(moment.options)))
                actions[game] = max(looked_at, key=lambda option: option.points).action
        masks = env.action_masks()
        before = moments
        seen, rewards, over, cut, info = env.step(actions)
        moments = [
            moment if moment.game.result else moment.step(int(action))
            for moment, action in zip(moments, actions, strict=True)
        ]
        assert not cut.any()
        for game, (old, new) in enumerate(zip(before, moments, strict=True)):
            if old.game.result is None:
                assert set(np.flatnonzero(masks[game])) == {option.action for option in old.options}
                assert rewards[game] == old.option(int(actions[game])).points
                assert over[game] == (new.game.result is not None)
                assert info["scores"][game].tolist() == list(new.game.scores)
        steps += 1
    assert steps > 30


def _same(moment: Moment, seen: dict[str, Any], slow: bool) -> None:
    should = observe(moment, moment.player)
    count = len(moment.options)
    order = np.argsort(seen["options"][:count])
    assert (seen["options"][count:] == NO_ACTION).all()
    assert (seen["options"][order] == should["options"][:count]).all()
    assert (seen["features"][order] == should["features"][:count]).all()
    assert not seen["features"][count:].any()
    assert (seen["scores"] == should["scores"]).all()
    assert (seen["state"] == should["state"]).all()
    hand = [-1 if tile is None else tile for tile in moment.hand(moment.player)]
    assert seen["hand"].tolist() == [*hand, -1, -1][:2]
    if slow:
        assert (seen["planes"] == should["planes"]).all()


def by_lot(seen: dict[str, Any], rng: np.random.Generator) -> Any:
    counts = (seen["options"] != NO_ACTION).sum(1)
    picked = (rng.random(len(counts)) * np.maximum(counts, 1)).astype(int)
    return seen["options"][np.arange(len(counts)), picked]


@pytest.mark.parametrize("opponent", ["random", "greedy", "greedy2", "static"])
def test_one_seat_against_the_kernel(opponent: str) -> None:
    env = DalapapaVectorEnv(32, players=3, opponent=opponent, rewards="win", copy=True)
    seen, info = env.reset(seed=3)
    assert env.observation_space.contains(seen)
    assert set(seen["state"][:, 2]) == {0, 1, 2}  # any seat
    rng = np.random.default_rng(0)
    ended = 0
    begun = np.zeros(32, bool)
    for _ in range(120):
        seat = seen["state"][:, 2].copy()
        seen, rewards, over, cut, info = env.step(by_lot(seen, rng))
        assert not cut.any()
        for game in np.flatnonzero(over):
            assert rewards[game] == win_rewards(info["scores"][game].tolist())[seat[game]]
            assert (seen["options"][game] == NO_ACTION).all()
        assert not rewards[~over].any()
        assert (info["scores"][begun] == 0).all() or opponent != "random"
        assert (info["player"][~over] == seen["state"][~over, 2]).all()
        ended += over.sum()
        begun = over
    assert ended > 10
    assert env.observation_space.contains(seen)


def test_the_same_seed_gives_the_same_games() -> None:
    def play(seed: int) -> list[Any]:
        env = DalapapaVectorEnv(8, opponent="greedy")
        rng = np.random.default_rng(0)
        seen, _ = env.reset(seed=seed)
        found = []
        for _ in range(60):
            seen, rewards, *_ = env.step(by_lot(seen, rng))
            found.append((rewards.tolist(), seen["hand"].tolist(), seen["scores"].tolist()))
        return found

    assert play(5) == play(5)
    assert play(5) != play(6)
    env = DalapapaVectorEnv(2)
    assert not (env.reset()[0]["hand"] == env.reset()[0]["hand"]).all()


def test_without_scores_the_games_are_the_same() -> None:
    bags = [shuffled_bag(classic(), random.Random(seed)) for seed in range(4)]
    scored, plain = DalapapaVectorEnv(4), DalapapaVectorEnv(4, scores=False)
    seen, _ = scored.reset(seed=1, options={"bags": bags})
    less, _ = plain.reset(seed=1, options={"bags": bags})
    rng = np.random.default_rng(1)
    for _ in range(100):
        assert (seen["options"] == less["options"]).all()
        assert (seen["features"][:, :, :2] == less["features"][:, :, :2]).all()
        assert not less["features"][:, :, 3].any()
        actions = by_lot(seen, rng)
        seen, rewards, *_ = scored.step(actions)
        less, again, *_ = plain.step(actions)
        assert (rewards == again).all()


def test_an_illegal_action_ends_that_game_only() -> None:
    env = DalapapaVectorEnv(2)
    seen, _ = env.reset(seed=1)
    _, rewards, over, cut, _ = env.step(np.array([PASS, seen["options"][1, 0]]))
    assert (rewards.tolist(), over.tolist(), cut.tolist()) == ([-1.0, 0.0], [True, False], [False, False])


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(DalapapaError, match="no opponent is called 'nobody'"):
        DalapapaVectorEnv(2, opponent="nobody")
    with pytest.raises(DalapapaError, match="2 to 4"):
        DalapapaVectorEnv(2, players=5)
    with pytest.raises(TypeError, match="one seed"):
        DalapapaVectorEnv(2).reset(seed=[1, 2])
