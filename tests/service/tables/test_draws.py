"""Games with passes: an order of the bag is found from which the same game follows."""

import random

import pytest

from dalapapa.bots import BOTS, Budget
from dalapapa.rules import Colour, Game, Tile, TileSet, Turn, view
from dalapapa.service.tables.draws import order_of


def stubborn(seed: int) -> TileSet:
    """Tiles with faces of one colour, most of them: they often fit nowhere."""
    rng = random.Random(seed)

    def face() -> tuple[Colour, ...]:
        one = rng.choice(list(Colour))
        return (one,) * 7 if rng.random() < 0.6 else tuple(rng.choices(list(Colour), k=7))

    return TileSet("stubborn", tuple(Tile(number, "", (face(), face())) for number in range(24)))


def states_of(tile_set: TileSet, players: int, seed: int) -> list[Game]:
    rng = random.Random(seed)
    game = Game.start(tuple(rng.sample(range(len(tile_set)), len(tile_set))), players, 240, tile_set)
    states = [game]
    while game.result is None:
        game = game.play(BOTS["random"].choose(view(game, game.to_move), rng, Budget()))
        states.append(game)
    return states


# Of these games some have passes at which the tile that is laid after the next one would have fitted.
@pytest.mark.parametrize("seed", range(0, 80, 2))
def test_whoever_passed_can_have_held_what_they_did(seed: int) -> None:
    tile_set, players = stubborn(seed), 2 + seed % 3
    for state in states_of(tile_set, players, seed)[:-1]:
        if len(state.setup) < players:
            continue
        turns = [Turn((laid,)) for _, laid in state.setup] + [Turn(turn.placements) for turn in state.turns]
        order, possible = order_of(turns, state.hands, players, tile_set)
        assert possible
        mixed = iter(sorted(set(range(len(tile_set))).difference(tile for tile in order if tile is not None)))
        game = Game.start(
            tuple(next(mixed) if tile is None else tile for tile in order), players, 240, tile_set
        )
        for turn in turns:
            game = game.play(turn)
        assert game.scores == state.scores
        assert list(map(sorted, game.hands)) == list(map(sorted, state.hands))


def test_nobody_holds_more_than_they_can_have_drawn() -> None:
    tile_set = stubborn(0)
    state = next(state for state in states_of(tile_set, 2, 0) if len(state.setup) == 2)
    turns = [Turn((laid,)) for _, laid in state.setup]
    others = [tile for hand in state.hands for tile in hand]
    assert order_of(turns, [others[:2], others[2:]], 2, tile_set)[1]
    assert not order_of(turns, [others[:3], others[3:]], 2, tile_set)[1]
