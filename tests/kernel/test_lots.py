"""The kernel's random numbers: spread evenly, different streams, the same everywhere."""

from collections import Counter

import numpy as np

from dalapapa.kernel.entrance import doors


def lots(seed: int, stream: int, choices: int, count: int) -> list[int]:
    drawn = np.empty(count, np.int64)
    doors.draw_lots(np.zeros(2, np.int64), seed, stream, choices, drawn)
    return [int(lot) for lot in drawn]


def test_known_lots() -> None:
    """Records of simulations depend on them: they must never change."""
    assert lots(1, 0, 1000, 6) == [88, 282, 632, 305, 580, 561]


def test_every_choice_is_about_equally_likely() -> None:
    for stream in range(20):
        counted = Counter(lots(7, stream, 6, 6000))
        assert set(counted) == set(range(6))
        assert all(850 < count < 1150 for count in counted.values())


def test_first_lots_of_neighbouring_streams_are_spread() -> None:
    counted = Counter(lots(3, stream, 8, 1)[0] for stream in range(4000))
    assert all(400 < counted[choice] < 600 for choice in range(8))


def test_seeds_and_streams_differ() -> None:
    drawn = {tuple(lots(seed, stream, 1 << 30, 4)) for seed in (0, 1, 2, 1 << 40) for stream in range(50)}
    assert len(drawn) == 200
