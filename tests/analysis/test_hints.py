"""Hints: the Owl's turn, and reasons that are true of it, each counted again by the rules."""

import random
from collections import Counter
from statistics import fmean

import pytest

from dalapapa.analysis.choices import judge
from dalapapa.analysis.hints import BETTER, FEWER, SAID, Hint, Why, hint
from dalapapa.bots import Budget
from dalapapa.bots.strong import MasterBot
from dalapapa.kernel.errors import TooWideError
from dalapapa.kernel.questions import Position
from dalapapa.rules import (
    Board,
    Game,
    Placement,
    Turn,
    View,
    complete_groups,
    legal_placements,
    receipt,
    view,
)
from dalapapa.rules.scoring import SECOND_TILE
from tests.bots.positions import states


def turns(seed: int, players: int, bot: str = "greedy") -> list[Game]:
    """The states of a game in which somebody has to lay a tile."""
    every = states(seed=seed, players=players, bot=bot)
    return [game for game in every if not (game.in_setup or game.result or game.must_pass())]


def owls(seen: View) -> Turn:
    return MasterBot().choose(seen, random.Random(0), Budget())


def best_alone(board: Board, tile: int) -> int:
    return max((receipt(board, one).points for one in legal_placements(board, tile)), default=-1)


def check(seen: View, laid: list[Placement], found: Hint) -> None:
    """Everything that a hint says is so."""
    board = seen.board
    for one in laid:
        board = board.place(one)
    kept = [tile for tile in seen.hand if all(one.tile != tile for one in laid)]
    chosen = [*laid, *([found.placement] if found.placement else [])]
    owl = owls(seen)
    begun = owl.placements[: len(laid)] == tuple(laid)
    whole = owl if begun else Turn(tuple(chosen))
    if found.placement:
        assert found.placement in legal_placements(board, found.placement.tile)
        assert found.receipt == receipt(board, found.placement)
    weighed = MasterBot().judged(seen, random.Random(0), Budget())
    weights = MasterBot().weights(seen, max(one.points for one in weighed))
    position = Position(seen.board)
    assert 1 <= len(found.reasons) <= SAID
    for reason in found.reasons:
        match reason.why:
            case Why.ENDS:
                assert seen.player == seen.players - 1  # R6.1: the round ends with the last
                most = max(one.points for one in weighed)
                assert max(seen.scores[seen.to_move] + most, *seen.scores) >= seen.target
            case Why.CLOSES:
                assert found.receipt
                assert reason.count == max(map(len, found.receipt.groups)) > 1
                assert any((g.colour, len(g)) == (reason.colour, reason.count) for g in found.receipt.groups)
            case Why.DISCS:
                assert found.receipt
                assert reason.count == len(found.receipt.discs) > 1
            case Why.SECOND:
                assert found.placement
                first, second = whole.placements
                assert reason.count == receipt(board.place(first), second).points
            case Why.NO_SECOND:
                assert found.placement is None
                assert not any(legal_placements(board, tile) for tile in kept)
            case Why.DEAR:
                assert found.placement is None
                assert reason.count == max(best_alone(board, tile) for tile in kept) <= SECOND_TILE
            case Why.SHUT:
                assert found.placement
                after = board.place(found.placement)
                closed = {spot for group in complete_groups(after) for spot in group.discs}
                assert closed.issuperset(set(found.placement.spots) & set(after.discs))
            case Why.LITTLE if begun:
                mine = judge(position, whole, seen, weights).reply
                assert mine <= fmean(one.reply for one in weighed) - FEWER + 1e-3
            case Why.KEEPS:
                after = seen.board
                for one in whole.placements:
                    after = after.place(one)
                (own,) = [tile for tile in seen.hand if all(one.tile != tile for one in whole.placements)]
                drawn = fmean(best_alone(after, tile) for tile in seen.unseen)
                assert best_alone(after, own) >= drawn + BETTER
            case Why.MOST:
                points = judge(position, whole, seen, weights).points
                assert points == max(one.points for one in weighed)


def test_what_a_hint_says_is_so() -> None:
    said: Counter[Why] = Counter()
    for game in [game for players in (2, 3, 4) for game in turns(players, players)[::3]]:
        seen = view(game, game.to_move)
        found = hint(seen)
        assert found.placement == owls(seen).placements[0]
        check(seen, [], found)
        said.update(reason.why for reason in found.reasons)
        assert found.placement
        then = hint(seen, [found.placement])
        assert then.placement == next(iter(owls(seen).placements[1:]), None)  # as the Owl goes on
        check(seen, [found.placement], then)
        said.update(reason.why for reason in then.reasons)
    assert set(said) >= {Why.CLOSES, Why.DISCS, Why.SECOND, Why.DEAR, Why.SHUT, Why.MOST}


def test_who_has_begun_otherwise_is_helped_on() -> None:
    lots = random.Random(5)
    ended = gone_on = 0
    for game in turns(4, 2)[::2]:
        seen = view(game, game.to_move)
        every = [one for tile in seen.hand for one in legal_placements(seen.board, tile)]
        first = lots.choice(every)
        found = hint(seen, [first])
        check(seen, [first], found)
        if found.placement is None:
            ended += 1
        else:
            gone_on += 1
            assert found.placement.tile != first.tile
    assert ended
    assert gone_on


def test_a_hint_is_the_same_whatever_others_hold() -> None:
    game = turns(6, 2)[5]
    held = game.hands[1 - game.to_move][0]
    order = list(game.order)
    here, last = order.index(held), len(order) - 1
    assert order[last] not in {*game.hands[0], *game.hands[1]}
    order[here], order[last] = order[last], order[here]
    other = Game.start(order, 2, game.target)
    for _, placement in game.setup:
        other = other.play(Turn((placement,)))
    for turn in game.turns:
        other = other.play(Turn(turn.placements))
    assert other.hands != game.hands
    assert hint(view(other, other.to_move)) == hint(view(game, game.to_move))


def test_a_board_too_wide_for_the_kernel_still_has_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    def narrow(_: Board) -> Position:
        raise TooWideError("too wide")

    game = turns(7, 2)[4]
    seen = view(game, game.to_move)
    monkeypatch.setattr("dalapapa.analysis.hints.Position", narrow)
    found = hint(seen)
    check(seen, [], found)
    assert found.placement
    others = [one for tile in seen.hand for one in legal_placements(seen.board, tile)]
    first = next(one for one in others if one != found.placement)
    assert hint(seen, [first]).reasons
