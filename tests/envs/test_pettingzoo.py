import random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

from dalapapa.envs import dalapapa_v0
from dalapapa.envs.actions import ACTIONS, FEATURES, NO_ACTION, STOP
from dalapapa.rules import DalapapaError

# PettingZoo says so of every environment whose observation is a dictionary with a mask, its own ones too.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),  # of a game that is over
]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pettingzoos_own_test_of_the_interface(players: int) -> None:
    api_test(dalapapa_v0.env(players=players), num_cycles=60 // players)
    api_test(dalapapa_v0.env(players=players, open_hands=True, rewards="win"), num_cycles=5)


def test_pettingzoos_own_test_of_seeds() -> None:
    seed_test(lambda: dalapapa_v0.env(players=3), num_cycles=12)


def test_pettingzoos_own_test_of_rendering() -> None:
    render_test(dalapapa_v0.env, custom_tests={"svg": lambda picture: picture.startswith("<svg")})


def test_pettingzoos_own_benchmark_runs(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(dalapapa_v0.env())
    assert "Finished performance benchmark" in capsys.readouterr().out


def play(seed: int, **options: Any) -> tuple[Any, dict[str, float]]:
    """A whole game, the best by points of a few options each time; what each agent was paid in all."""
    env = dalapapa_v0.env(**options)
    env.reset(seed=seed)
    rng = random.Random(seed)
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        paid[agent] += reward
        if over or cut:
            env.step(None)
            continue
        assert env.observation_space(agent).contains(seen)
        legal = np.flatnonzero(seen["action_mask"]).tolist()
        listed = seen["observation"]["options"]
        assert listed[: len(legal)].tolist() == legal
        assert (listed[len(legal) :] == NO_ACTION).all()
        points = seen["observation"]["features"][: len(legal), FEATURES.index("points")]
        looked_at = rng.sample(range(len(legal)), min(8, len(legal)))
        env.step(legal[max(looked_at, key=points.__getitem__)])
    return env.unwrapped, paid


@pytest.mark.parametrize("seed", range(12))
def test_whole_games_pay_points(seed: int) -> None:
    env, paid = play(seed, players=2 + seed % 3)
    assert tuple(paid.values()) == env.moment.game.result.scores


@pytest.mark.parametrize("seed", range(12, 20))
def test_whole_games_pay_the_win(seed: int) -> None:
    env, paid = play(seed, players=2 + seed % 3, rewards="win")
    result = env.moment.game.result
    assert sum(paid.values()) == pytest.approx(0)
    best = max(paid.values())
    assert tuple(i for i, pay in enumerate(paid.values()) if pay == best) == result.winners


def test_what_others_hold_is_hidden_unless_hands_are_open() -> None:
    for open_hands in (False, True):
        env = dalapapa_v0.env(open_hands=open_hands)
        env.reset(seed=1)
        for _ in range(2):  # set-up
            env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
        seen = env.observe("player_0")["observation"]
        assert seen["hands"][0].any()
        assert seen["hands"][1].any() == open_hands
        assert seen["unseen"].sum() == 120 - 2 - (4 if open_hands else 2)


def test_the_hidden_tiles_change_nothing_that_is_seen() -> None:
    bag = list(range(120))
    seen = []
    for order in (bag, bag[:4] + bag[:3:-1]):  # set-up tiles and the first hand are the same
        env = dalapapa_v0.env()
        env.reset(options={"bag": order})
        for _ in range(2):
            env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
        seen.append(env.observe("player_0"))
    one, other = seen
    assert (one["action_mask"] == other["action_mask"]).all()
    assert all((one["observation"][key] == other["observation"][key]).all() for key in one["observation"])


def test_an_illegal_action_ends_the_game_and_the_bare_environment_says_so(
    caplog: pytest.LogCaptureFixture,
) -> None:
    env = dalapapa_v0.env()
    env.reset(seed=1)
    env.step(STOP)
    assert "Illegal move made" in caplog.text
    assert all(env.terminations.values())
    assert env.rewards == {"player_0": -1, "player_1": 0}
    bare = dalapapa_v0.raw_env()
    bare.reset(seed=1)
    with pytest.raises(DalapapaError, match=f"action {STOP} is not legal here"):
        bare.step(STOP)


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(DalapapaError, match="2 to 4 players"):
        dalapapa_v0.env(players=5)
    with pytest.raises(DalapapaError, match="target"):
        dalapapa_v0.env(target=10)
    assert ACTIONS == 2 * 2 * 4 * 48 * 48 + 2
