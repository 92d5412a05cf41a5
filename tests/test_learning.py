"""The worked example learns, in small: what is published comes from `python -m lab learn`."""

import numpy as np

from lab import learning


def test_it_learns_to_beat_lots_in_a_few_lessons() -> None:
    learnt = learning.train(3, games=64)
    assert np.array_equal(learnt[0], np.zeros(len(learning.NAMES)))
    assert learnt[-1][learning.NAMES.index("points")] > 0
    assert learning.win_share(learnt[0], "random", games=32) < 0.2
    assert learning.win_share(learnt[-1], "random", games=32) > 0.8


def test_the_same_seed_learns_the_same() -> None:
    one, other = (learning.train(1, games=16, seed=3)[-1] for _ in range(2))
    assert np.array_equal(one, other)
