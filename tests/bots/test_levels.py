import random
import threading

import pytest

from dalapapa.bots import BOTS, LEVELS, Budget, Level
from dalapapa.rules import PASS, Colour, Game, Tile, TileSet, view

from .positions import game_after, states


def test_five_levels_each_with_a_name_of_its_own() -> None:
    assert [level.id for level in LEVELS] == ["duckling", "hedgehog", "greedy", "greedy2", "master"]
    assert list(BOTS) == ["random", *(level.id for level in LEVELS)]
    assert len({level.name for level in LEVELS}) == 5
    for level in LEVELS:
        assert BOTS[level.id] is level.bot
        assert level.bot.name == level.id


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


@pytest.mark.parametrize("name", ["duckling", "hedgehog", "greedy"])
def test_the_first_levels_lay_one_tile(name: str) -> None:
    for game in states(bot=name, seed=5):
        assert all(len(turn.placements) == 1 for turn in game.turns[-1:])
