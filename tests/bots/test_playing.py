"""Games of bots, with what the compiled code needs and without it."""

import random
import subprocess
import sys

import pytest

from dalapapa import kernel
from dalapapa.bots import BOTS, Budget
from dalapapa.bots.playing import by_bots, play, warm_up
from dalapapa.rules import Game, classic, shuffled_bag

# Nothing can import NumPy or Numba here: as in a browser, or where only the core is installed.
BARE = """
import random, sys
sys.modules["numpy"] = sys.modules["numba"] = None
from dalapapa.bots import BOTS, Budget
from dalapapa.bots.playing import by_bots, play, warm_up
from dalapapa.rules import Game, classic, shuffled_bag, view

def last(names, budget):
    rng = random.Random(3)
    bots = [BOTS[name] for name in names]
    warm_up(bots)
    game = Game.start(shuffled_bag(classic(), rng), len(bots))
    *_, game = play(game, by_bots(bots, [rng] * len(bots), budget))
    return game

print(*last(["greedy", "duckling"], Budget()).scores)
live = last(["master", "greedy2"], Budget(seconds=0.01))
print(live.result is not None)
before = Game.start(shuffled_bag(classic(), random.Random(4)))
while before.in_setup:
    before = before.play(BOTS["random"].choose(view(before, before.to_move), random.Random(1), Budget()))
chosen = [BOTS["master"].choose(view(before, 0), random.Random(1), Budget(candidates=2)) for _ in range(2)]
before.play(chosen[0])
print(chosen[0] == chosen[1])
"""


def finished(*names: str) -> list[Game]:
    """Every state of a game."""
    rng = random.Random(3)
    game = Game.start(shuffled_bag(classic(), rng), len(names))
    return list(play(game, by_bots([BOTS[name] for name in names], [rng] * len(names), Budget())))


def test_a_game_is_played_to_its_end() -> None:
    games = finished("greedy", "duckling")
    assert [game.version for game in games] == list(range(1, len(games) + 1))
    assert [game.result is None for game in games] == [True] * (len(games) - 1) + [False]


def test_bots_play_on_the_plain_rules_where_nothing_is_compiled() -> None:
    done = subprocess.run([sys.executable, "-c", BARE], capture_output=True, text=True)
    assert done.stderr == ""
    scores = " ".join(map(str, finished("greedy", "duckling")[-1].scores))
    assert done.stdout.splitlines() == [scores, "True", "True"]


@pytest.mark.parametrize(("name", "warmed"), [("greedy", False), ("duckling", True), ("greedy2", True)])
def test_the_kernel_is_warmed_for_those_who_think_on_it(
    name: str, warmed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []
    monkeypatch.setattr(kernel, "warm", lambda: calls.append(name))
    warm_up([BOTS["random"], BOTS[name]])
    assert bool(calls) == warmed
