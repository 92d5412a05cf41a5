import random
import threading
from itertools import pairwise
from pathlib import Path

import pytest

from dalapapa.bots import BOTS, LEVELS, YARDSTICKS, Budget, Level
from dalapapa.bots.arena.contest import Contest, play_matches
from dalapapa.bots.arena.rating import standings
from dalapapa.bots.arena.workers import Crew
from dalapapa.bots.ladder import elo_of, ladder, steps
from dalapapa.bots.levels import SEEING
from dalapapa.rules import PASS, Colour, Game, Tile, TileSet, view

from .positions import game_after, states


def test_ten_levels_each_with_a_name_of_its_own() -> None:
    assert len(LEVELS) == len({level.name for level in LEVELS}) == len({level.id for level in LEVELS}) == 10
    assert list(BOTS) == [bot.name for bot in YARDSTICKS] + [level.id for level in LEVELS]
    for level in LEVELS:
        assert BOTS[level.id] is level.bot
        assert level.bot.name == level.id


def test_levels_of_old_records_still_play() -> None:
    assert {"duckling", "hedgehog", "greedy", "greedy2", "master"} <= set(BOTS)


def test_a_stronger_level_errs_less_and_thinks_of_its_second_tile_more_often() -> None:
    for weaker, stronger in pairwise(SEEING):
        assert weaker.sight.striking >= stronger.sight.striking
        assert weaker.second <= stronger.second
        assert weaker.noise >= stronger.noise


def test_the_steps_that_were_measured_are_neither_too_wide_nor_too_small() -> None:
    assert [(step.weaker, step.stronger) for step in steps()] == [
        (weaker.id, stronger.id) for weaker, stronger in pairwise(LEVELS)
    ]
    for step in steps():
        assert step.games >= 400
        assert 150 <= step.elo <= 250
    assert [rung.level for rung in ladder()] == [level.id for level in LEVELS]
    assert ladder()[-1].elo == pytest.approx(sum(step.elo for step in steps()))
    assert elo_of(0.5) == 0


# Every other level, so that few games tell: seeded, they always say the same.
@pytest.mark.parametrize(("stronger", "weaker"), [(LEVELS[n + 2].id, LEVELS[n].id) for n in (0, 2, 4, 6)])
def test_who_stands_higher_wins(stronger: str, weaker: str) -> None:
    contest = Contest((stronger, weaker), seed=5)
    result = standings(contest, list(play_matches(contest, range(12), Crew(1))))
    assert result.games == 24
    assert result.bots[0].win_share.mean > 0.6


def test_the_weakest_is_beaten_by_a_child() -> None:
    """One that takes the first place where a tile makes two discs."""
    contest = Contest(("first", LEVELS[0].id), seed=5)
    result = standings(contest, list(play_matches(contest, range(12), Crew(1))))
    assert result.bots[0].win_share.mean > 0.7


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.id)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_level_lays_its_set_up_tile(level: Level, players: int) -> None:
    for game in states(players=players, moves=players - 1):
        turn = level.bot.choose(view(game, game.to_move), random.Random(1), Budget())
        assert len(turn.placements) == 1
        game.play(turn)


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.id)
def test_cancelled_thinking_still_gives_a_legal_turn(level: Level) -> None:
    stop = threading.Event()
    stop.set()
    for moves in (0, 1, 2, 12):
        game = game_after(moves)
        turn = level.bot.choose(view(game, game.to_move), random.Random(1), Budget(cancelled=stop.is_set))
        game.play(turn)


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_passes_when_nothing_fits(name: str) -> None:
    def plain_tile(number: int, colour: Colour) -> Tile:
        return Tile(number, "plain", ((colour,) * 7, (colour,) * 7))

    red_first = tuple(plain_tile(number, Colour.RED if number < 2 else Colour.BLUE) for number in range(12))
    game = Game.start(range(12), tile_set=TileSet("two colours", red_first))
    while game.in_setup:
        game = game.play(BOTS[name].choose(view(game, game.to_move), random.Random(1), Budget()))
    for budget in (Budget(), Budget(seconds=0.01)):
        assert BOTS[name].choose(view(game, game.to_move), random.Random(1), budget) == PASS


@pytest.mark.parametrize("level", LEVELS[:4], ids=lambda level: level.id)
def test_the_first_levels_lay_one_tile(level: Level) -> None:
    for game in states(bot=level.id, seed=5):
        assert all(len(turn.placements) == 1 for turn in game.turns[-1:])


def test_the_lab_book_shows_the_ladder_and_the_eyes_as_they_are() -> None:
    book = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")
    for level, rung in zip(LEVELS, ladder(), strict=True):
        assert f"| `{level.id}` | {level.name} | {rung.elo:.0f} ±{rung.within:.0f} |" in book
    for bot in SEEING:
        eyes = bot.sight
        striking = "" if eyes.striking >= 1000 else eyes.striking
        seen = f"{eyes.looks:g} | {eyes.near} | {eyes.contacts} | {eyes.closing} | {striking}"
        assert f"| `{bot.name}` | {seen} | {bot.second:g} | {bot.noise:g} |" in book
