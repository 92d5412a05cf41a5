import random
from dataclasses import replace

import pytest

from dalapapa.bots import BOTS, Budget
from dalapapa.envs import actions
from dalapapa.envs.actions import ACTIONS, LAYS, PASS, STOP, WINDOW, decode, encode, inside, origin_of
from dalapapa.envs.moment import Moment, options_of
from dalapapa.rules import Board, Game, Placement, classic, legal_placements, shuffled_bag, view


def deal(seed: int, players: int = 2, target: int = 60) -> Moment:
    return Moment(Game.start(shuffled_bag(classic(), random.Random(seed)), players, target))


def test_every_action_of_the_window_means_one_placement() -> None:
    origin = (-WINDOW // 2, -WINDOW // 2)
    for action in range(0, LAYS, 7):
        placement = decode(action, (3, 9), origin)
        assert placement is not None
        assert encode((3, 9).index(placement.tile), placement, origin) == action
    assert [decode(action, (3, 9), origin) for action in (STOP, PASS, ACTIONS, -1)] == [None] * 4
    assert decode(LAYS - 1, (3, None), origin) is None
    assert decode(LAYS - 1, (3,), origin) is None


@pytest.mark.parametrize("seed", range(2))
def test_options_are_what_the_rules_allow(seed: int) -> None:
    moment = deal(seed, players=2 + seed % 3)
    rng = random.Random(seed)
    points = 0
    while moment.game.result is None:
        placements = {option.placement for option in moment.options} - {None}
        hand = [tile for tile in moment.hand(moment.player) if tile is not None]
        assert placements == {place for tile in hand for place in legal_placements(moment.board, tile)}
        actions = {option.action for option in moment.options}
        assert (STOP in actions) == (moment.first is not None)
        assert (PASS in actions) == (moment.first is None and not placements)
        option = rng.choice(moment.options)
        points = option.points + (0 if moment.first is None else points)
        after = moment.step(option.action)
        if after.game.turns != moment.game.turns:
            assert after.game.turns[-1].points == points
        moment = after


def test_a_whole_turn_is_made_of_actions() -> None:
    moment, rng = deal(3), random.Random(3)
    kinds = set()
    while moment.game.result is None:
        game = moment.game
        bot = BOTS["greedy2" if len(game.turns) % 3 else "greedy"]
        turn = bot.choose(view(game, game.to_move), rng, Budget())
        actions = list(moment.actions(turn))
        kinds.add((game.in_setup, len(actions), actions[-1] == STOP))
        for action in actions:
            moment = moment.step(action)
        assert moment == Moment(game.play(turn))
    assert kinds == {(True, 1, False), (False, 2, True), (False, 2, False)}


def test_a_moment_is_written_down_and_read_again() -> None:
    moment, rng = deal(5, players=3), random.Random(5)
    for number in range(60):
        if number % 4 == 0 or moment.first is not None:
            again = Moment.parse(str(moment))
            assert (again, str(again)) == (moment, str(moment))
            assert again.options == moment.options
        moment = moment.step(rng.choice(moment.options).action)


def row_of(tiles: int) -> Board:
    """A board as wide as it can be: tiles end to end, each the first that fits."""
    board = Board(classic()).place(Placement(0, 0, 0, 0, 0))
    for number in range(1, tiles):
        board = board.place(
            next(
                place
                for tile in range(120)
                if all(tile != laid.tile for laid in board.placements)
                for place in legal_placements(board, tile)
                if place.x == 2 * number and place.y == 0 and place.rotation % 2 == 0
            )
        )
    return board


def test_at_the_windows_edge_tiles_are_not_offered_outside() -> None:
    board = row_of(12)  # the last one ends at the window's edge
    assert max(x for x, _ in board.cells) == 23
    tile = next(t for t in range(120) if all(t != laid.tile for laid in board.placements))
    placements = legal_placements(board, tile)
    offered = [option.placement for option in options_of(board, (tile,), in_setup=False, second=False)]
    outside = [place for place in placements if not inside(place, origin_of(board))]
    assert outside
    assert set(offered) == set(placements) - set(outside)


def test_a_game_is_cut_off_when_the_window_leaves_nothing() -> None:
    """No real game comes near: a board is put together in which the only places lie outside."""
    moment = deal(1)
    for _ in range(2):
        moment = moment.step(moment.options[0].action)
    far = row_of(13)  # its last tile lies outside, as somebody else could have laid it
    game = replace(moment.game, board=far)
    assert Moment(game).cut_off
    assert not moment.cut_off


def test_who_could_lay_outside_only_cannot_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a window of one cell every place beside the first tile is outside."""
    moment = deal(1)
    flat = next(option for option in moment.options if option.placement and option.placement.rotation == 0)
    monkeypatch.setattr(actions, "WINDOW", 1)
    after = moment.step(flat.action)
    assert after.options == ()
    assert after.cut_off
