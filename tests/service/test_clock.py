"""The time of a house never goes back."""

from dalapapa.service.clock import Clock


def test_a_clock_set_back_is_not_followed() -> None:
    day, steady = 1_000_000.0, 50.0
    clock = Clock(lambda: day, lambda: steady)
    assert clock() == 1_000_000.0
    day, steady = day - 7200 + 5, steady + 5
    assert clock() == 1_000_005.0
    day, steady = day + 10, steady + 10
    assert clock() == 1_000_015.0


def test_sleep_and_a_clock_set_forward_are_followed() -> None:
    day, steady = 1_000_000.0, 50.0
    clock = Clock(lambda: day, lambda: steady)
    day, steady = day + 3600, steady + 1
    assert clock() == 1_003_600.0
