"""What an agent is paid: the points of each action, or the win at the end."""

from collections.abc import Sequence
from typing import Literal

Rewards = Literal["points", "win"]
ILLEGAL = -1.0
"""What an action pays that is not legal: it ends the game for everybody."""


def win_rewards(scores: Sequence[int]) -> list[float]:
    """Who wins has 1, the others share -1; a shared win is shared, and all together is nothing (R6.3).

    >>> win_rewards([61, 58]), win_rewards([60, 60]), win_rewards([61, 61, 40])
    ([1.0, -1.0], [0.0, 0.0], [0.25, 0.25, -0.5])
    """
    players, best = len(scores), max(scores)
    winners = list(scores).count(best)
    return [((score == best) * players / winners - 1) / (players - 1) for score in scores]
