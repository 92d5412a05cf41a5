"""The Owl's opinion of a turn: S, on the player's own view."""

import random
from dataclasses import replace

import pytest

from dalapapa.analysis.choices import Kind, choice, judge, kind_of
from dalapapa.bots import BOTS, Budget
from dalapapa.bots.expected import EXPECTED_TURNS
from dalapapa.kernel.desk import Weights
from dalapapa.kernel.questions import Position, evaluate
from dalapapa.rules import Turn, legal_placements, receipt, view
from tests.analysis.played import played, states


def test_any_turn_is_judged_as_the_kernel_judges_its_candidates() -> None:
    _, record = played(("greedy2", "random", "greedy"), 4)
    for game in states(record)[::5]:
        seen, position = view(game, game.to_move), Position(game.board)
        for one in evaluate(position, seen.hand, seen.unseen, EXPECTED_TURNS, Weights(1.0, 0.5), 8):
            judged = judge(position, one.turn, seen, (1.0, 0.5))
            assert judged.points == one.points
            assert (judged.value, judged.reply, judged.own) == pytest.approx(
                (one.value, one.reply, one.own), abs=1e-3
            )


def test_the_owl_finds_nothing_to_say_of_itself() -> None:
    _, record = played(("master", "master"), 5)
    for game, entry in zip(states(record), record["turns"], strict=True):
        seen = view(game, game.to_move)
        turn = BOTS["master"].choose(seen, random.Random(0), Budget())
        assert [placement.tile for placement in turn.placements] == [p["tile"] for p in entry["placements"]]
        assert choice(Position(game.board), seen, turn).kind is Kind.FINE


def test_a_turn_outside_the_candidates_has_its_loss_and_its_receipts() -> None:
    _, record = played(("master", "random"), 6)
    game = states(record)[5]
    seen, position = view(game, game.to_move), Position(game.board)
    tile = seen.hand[0]
    worst = min(legal_placements(game.board, tile), key=lambda one: receipt(game.board, one).points)
    found = choice(position, seen, Turn((worst,)))
    assert found.played.receipts == (receipt(game.board, worst),)
    assert found.loss == pytest.approx(found.best[0].value - found.played.value)
    assert found.loss > 0
    values = [one.value for one in found.best]
    assert values == sorted(values, reverse=True)
    assert len(values) == 5
    for one in found.best:
        assert one.points == sum(paid.points for paid in one.receipts) - 4 * (len(one.receipts) == 2)


def test_hidden_tiles_decide_nothing() -> None:
    _, record = played(("greedy2", "greedy2"), 8)
    game = states(record)[7]
    turn = Turn((legal_placements(game.board, game.hands[game.to_move][0])[0],))
    other = 1 - game.to_move
    hidden = [*game.hands[other], *game.bag]
    random.Random(1).shuffle(hidden)
    hands = tuple(
        hand if player == game.to_move else tuple(hidden[:2]) for player, hand in enumerate(game.hands)
    )
    exchanged = replace(game, hands=hands, order=(*game.order[: game.drawn], *hidden[2:]))
    assert exchanged.hash != game.hash
    found = [choice(Position(one.board), view(one, one.to_move), turn) for one in (game, exchanged)]
    assert found[0] == found[1]


def test_losses_have_four_names() -> None:
    assert [kind_of(loss) for loss in (0.0, 0.49, 0.5, 1.5, 2.9, 3.0, 11.0)] == [
        Kind.FINE,
        Kind.FINE,
        Kind.LITTLE,
        Kind.SOME,
        Kind.SOME,
        Kind.MUCH,
        Kind.MUCH,
    ]
