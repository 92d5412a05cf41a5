import inspect
import random
import time

import pytest

from dalapapa.bots import BOTS, BotError, Budget, check_bot
from dalapapa.bots.check import with_other_hidden_tiles
from dalapapa.bots.simple import RandomBot, placements_of
from dalapapa.rules import PASS, Game, Turn, View, view

from .positions import game_after


@pytest.mark.parametrize("name", BOTS)
def test_every_bot_passes(name: str) -> None:
    report = check_bot(BOTS[name])
    assert report.games == 3
    assert report.turns > 20
    assert 0 < report.mean_seconds <= report.slowest_seconds


@pytest.mark.parametrize("name", ["greedy2", "master"])
def test_strong_bots_play_on_when_the_bag_is_empty(name: str) -> None:
    assert check_bot(BOTS[name], target=240).turns > 60


class Lazy(RandomBot):
    """Passes although it could lay a tile."""

    def choose(self, view: View, rng: random.Random, budget: Budget) -> Turn:
        return PASS


class Moody(RandomBot):
    """Never does the same thing twice."""

    calls = 0

    def choose(self, view: View, rng: random.Random, budget: Budget) -> Turn:
        self.calls += 1
        placements = placements_of(view)
        return Turn((placements[self.calls % len(placements)],)) if placements else PASS


class Peeping(RandomBot):
    """Looks over the table into the others' hands."""

    def choose(self, view: View, rng: random.Random, budget: Budget) -> Turn:
        frame = inspect.currentframe()
        assert frame is not None
        assert frame.f_back is not None
        game: Game = frame.f_back.f_locals["game"]
        placements = placements_of(view)
        return Turn((placements[sum(game.bag[:3]) % len(placements)],)) if placements else PASS


class Slow(RandomBot):
    """Takes its time whatever the budget."""

    def choose(self, view: View, rng: random.Random, budget: Budget) -> Turn:
        time.sleep(0 if budget.repeatable else 0.3)
        return super().choose(view, rng, budget)


@pytest.mark.parametrize(
    ("bot", "fault"),
    [
        (Lazy(), "random chooses pass at move .: a tile in hand fits: it must be laid"),
        (Moody(), "chooses differently with the same view and seed"),
        (Peeping(), "chooses differently when hidden tiles change"),
        (Slow(), r"takes 0\.\d s with a budget of 0.01 s"),
    ],
)
def test_a_bad_bot_is_found_out(bot: RandomBot, fault: str) -> None:
    with pytest.raises(BotError, match=fault):
        check_bot(bot, seconds=0.01, slack=0.2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_other_hidden_tiles_look_the_same_from_the_seat_to_move(players: int) -> None:
    for moves in (0, 1, players, players + 5, players + 14):
        game = game_after(moves, players=players)
        other = with_other_hidden_tiles(game, random.Random(1))
        assert view(other, game.to_move) == view(game, game.to_move)
        assert sorted(other.order) == sorted(game.order)
        assert other.bag != game.bag
        assert game.in_setup or other.hands != game.hands  # in set-up the others may have laid their tile
