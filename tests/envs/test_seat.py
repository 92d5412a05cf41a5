import random

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from dalapapa.bots import BOTS
from dalapapa.envs.actions import PASS
from dalapapa.envs.rewards import Rewards
from dalapapa.envs.seat import SeatEnv
from dalapapa.rules import DalapapaError


# Gymnasium's checker takes any action, and most are not legal.
@pytest.mark.filterwarnings("ignore:.*WARN.*")
@pytest.mark.parametrize("opponents", [("duckling",), ("random", "greedy", "random")])
def test_gymnasiums_own_checker(opponents: tuple[str, ...]) -> None:
    check_env(SeatEnv(opponents), skip_render_check=True)
    check_env(SeatEnv(opponents, render_mode="ansi", rewards="win"), skip_render_check=True)


@pytest.mark.parametrize("rewards", ["points", "win"])
def test_a_whole_game_pays_what_the_rules_say(rewards: Rewards) -> None:
    rng = random.Random(1)
    env = SeatEnv([BOTS["duckling"], "random"], rewards=rewards)
    seen, info = env.reset(seed=1)
    paid, over = 0.0, False
    while not over:
        assert env.observation_space.contains(seen)
        legal = np.flatnonzero(env.action_masks())
        seen, reward, over, cut, info = env.step(rng.choice(legal[-8:]))
        assert not cut
        paid += reward
    result = env.moment.game.result
    assert result is not None
    mine = info["scores"][info["seat"]]
    won = info["seat"] in result.winners
    assert paid == (mine if rewards == "points" else pytest.approx(1 if won else -0.5))


def test_the_same_seed_gives_the_same_game_and_any_seat_comes_up() -> None:
    seats = set()
    for seed in range(8):
        env, again = SeatEnv(), SeatEnv()
        one, other = env.reset(seed=seed), again.reset(seed=seed)
        assert one[1] == other[1]
        assert all((one[0][key] == other[0][key]).all() for key in one[0])
        seats.add(one[1]["seat"])
    assert seats == {0, 1}
    assert SeatEnv(seat=1).reset(seed=0)[1]["seat"] == 1


def test_an_illegal_action_ends_the_game() -> None:
    env = SeatEnv()
    env.reset(seed=1)
    assert not env.action_masks()[PASS]
    _, reward, over, cut, _ = env.step(np.int64(PASS))
    assert (reward, over, cut) == (-1.0, True, False)


def test_pictures() -> None:
    for mode, begins in (("ansi", "\x1b"), ("svg", "<svg")):
        env = SeatEnv(seat=1, render_mode=mode)
        env.reset(seed=1)
        picture = env.render()
        assert picture is not None
        assert begins in picture
    assert SeatEnv().render() is None


def test_who_is_not_known_is_refused() -> None:
    with pytest.raises(DalapapaError, match="no bot is called 'nobody'"):
        SeatEnv(["nobody"])
