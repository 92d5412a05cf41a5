"""Ideas for master head to head with S, whole games inside compiled code. ± is 95 % over bags.

Set-up is by lot but for the idea `set-up`; all else is as `master` plays it with S.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from lab.games import play
from lab.layout import (
    AGAIN,
    BLOCK,
    CANDIDATES,
    ENDING,
    FIRST,
    MIX,
    NAMES,
    OWN_THEN,
    REPLIES,
    REPLY_THEN,
    SAMPLES,
    SECOND,
    SETTING_UP,
    TRIED,
    WITHIN,
    Reals,
    bags_of,
    lab_desk,
)


def policy(settings: Mapping[int, float], second: Mapping[str, float] | None = None) -> Reals:
    """S with 16 candidates, and what else is set; `second` are weights by the names of features."""
    block = np.zeros(BLOCK)
    block[[CANDIDATES, FIRST, FIRST + 1]] = 16, -1.4, 0.75
    for setting, value in settings.items():
        block[setting] = value
    for name, weight in (second or {}).items():
        block[SECOND + NAMES.index(name)] = weight
    return block


def searching(tried: int, within: float, samples: int, replies: int, then: Sequence[float]) -> Reals:
    """A policy with a search: `then` are the weights of the own turn, the reply to it, and S."""
    settings = (TRIED, WITHIN, SAMPLES, REPLIES, OWN_THEN, REPLY_THEN, MIX)
    return policy(dict(zip(settings, (tried, within, samples, replies, *then), strict=True)))


APART = {"R apart": -1.35, "O after": 0.8}
S = policy({})
IDEAS = {
    "set-up": policy({SETTING_UP: 1}),
    "wide": policy({CANDIDATES: 40}),
    "apart": policy({AGAIN: 1.5}, APART),
    "apart-groups": policy(
        {AGAIN: 1.5}, {**APART, "discs open 2": 0.09, "discs² open 2": -0.027, "contacts 1": 0.03}
    ),
    "kept": policy({AGAIN: 1.5}, {"R": -1.5, "O": 0.88, "kept": -0.2, "kept spare": 0.24}),
    "ending": policy({ENDING: 3.5}),
    "ending-5": policy({ENDING: 5}),
    "ending-8": policy({ENDING: 8}),
    "search-24": searching(6, 2, 24, 1, (0.9, 0.3, 0.5)),
    "search-20": searching(5, 1.2, 20, 1, (0.9, 0.3, 0.4)),
    "search": searching(4, 1, 50, 1, (1, 0.35, 0.35)),
    "search-by-S": searching(4, 1, 24, 6, (1, 0.35, 0.35)),
}


def contest(one: Reals, others: Reals, bags: int, seed: int, players: int = 2, target: int = 60) -> str:
    """One against others like each other, every bag played with the one in each place."""
    wins, margins = np.zeros((2, players, bags))
    for player in range(players):
        seats = [one if i == player else others for i in range(players)]
        scores = np.zeros(players * bags, np.int64)
        desk = lab_desk(seats, target)
        play(desk.words, desk.longs, desk.reals, bags_of(bags, seed), seed, scores)
        by_seat = scores.reshape(bags, players)
        best = by_seat == by_seat.max(1, keepdims=True)
        wins[player] = (best / best.sum(1, keepdims=True))[:, player]
        margins[player] = by_seat[:, player] - (by_seat.sum(1) - by_seat[:, player]) / (players - 1)
    return f"{_mean(wins.mean(0), 4)}, margin {_mean(margins.mean(0), 2)}, {players * bags} games"


def _mean(values: Reals, digits: int) -> str:
    within = 1.96 * values.std(ddof=1) / np.sqrt(len(values))
    return f"{values.mean():.{digits}f} ±{within:.{digits}f}"


def try_idea(name: str, bags: int, seed: int) -> None:
    """An idea against S."""
    print(f"{name} over S: {contest(IDEAS[name], S, bags, seed)}")


def try_weights(bags: int, seed: int, players: int) -> None:
    """One player with other weights than 1.0 and 0.5 among three or four."""
    usual = policy({FIRST: -1.0, FIRST + 1: 0.5})
    for reply, own in ((1.4, 0.75), (0.7, 0.4), (1.0, 0.8), (0.7, 0.7)):
        other = policy({FIRST: -reply, FIRST + 1: own})
        result = contest(other, usual, bags, seed, players)
        print(f"{players} players, {reply} and {own}: {result}", flush=True)
