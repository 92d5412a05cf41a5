"""Bots at a table have the time of their level, and one that fails holds nobody up."""

import random

import pytest

from dalapapa.bots import BOTS, LEVELS, Budget, Level
from dalapapa.rules import PASS, Game, Turn, View, classic, view
from dalapapa.service.tables.thinking import STAND_IN, Thinkers, choose_here, think

SEEN = view(Game.start(range(len(classic()))), 0)

pytestmark = pytest.mark.anyio


class Spy:
    """A bot that notes what it is given."""

    name = "spy"

    def __init__(self) -> None:
        self.budgets: list[Budget] = []

    def choose(self, view: View, rng: random.Random, budget: Budget) -> Turn:
        self.budgets.append(budget)
        return PASS


class Broken(Spy):
    def choose(self, view: View, rng: random.Random, budget: Budget) -> Turn:
        raise RuntimeError("a bot that fails")


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.id)
def test_each_level_has_its_own_time(level: Level, monkeypatch: pytest.MonkeyPatch) -> None:
    spy = Spy()
    monkeypatch.setitem(BOTS, level.id, spy)
    think(level.id, SEEN)
    think(level.id, SEEN, most=0.001)
    assert spy.budgets == [level.live, Budget(seconds=0.001)]


@pytest.mark.parametrize("name", ["broken", "one that there was in an older version"])
async def test_a_bot_that_fails_or_is_gone_is_stood_in_for(
    name: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    spy = Spy()
    monkeypatch.setitem(BOTS, "broken", Broken())
    monkeypatch.setitem(BOTS, STAND_IN, spy)
    assert await choose_here(name, SEEN) == PASS
    assert len(spy.budgets) == 1
    assert ("a bot failed to choose" in caplog.text) == (name == "broken")


async def test_thinking_elsewhere() -> None:
    thinkers = Thinkers(most=1.0)
    turn = await thinkers.choose("greedy", SEEN)
    thinkers.close()
    assert [placement.tile for placement in turn.placements] == [0]
