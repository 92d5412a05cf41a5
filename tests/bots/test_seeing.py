"""What a level sees, and that it plays the best of it."""

import random
from collections.abc import Iterator

import pytest

from dalapapa import kernel
from dalapapa.bots import Budget, seeing
from dalapapa.bots.levels import SEEING
from dalapapa.bots.seeing import SeeingBot, Sight
from dalapapa.kernel.offers import plain_offers
from dalapapa.rules import Game, Placement, legal_placements, receipt, view
from dalapapa.rules.scoring import SECOND_TILE

from .positions import game_after

EVERYTHING = Sight(1000)


def _games(moves: int = 14, number: int = 12) -> Iterator[Game]:
    kernel.warm()
    return (game_after(moves, seed=seed) for seed in range(number))


def _seen(sight: Sight, game: Game, seed: int = 0) -> list[tuple[int, Placement]]:
    return sight.seen(game.board, game.hands[game.to_move], random.Random(seed))


def test_who_sees_everything_sees_every_placement_with_its_points() -> None:
    for game in _games():
        hand = game.hands[game.to_move]
        fits = [placement for tile in hand for placement in legal_placements(game.board, tile)]
        assert sorted(_seen(EVERYTHING, game), key=lambda one: one[1]) == [
            (receipt(game.board, placement).points, placement) for placement in sorted(fits)
        ]


def test_so_many_places_are_seen_as_there_are_looks() -> None:
    for seed, game in enumerate(_games()):
        places = {(p.x, p.y, p.rotation % 2) for _, p in _seen(Sight(2.5), game, seed)}
        assert len(places) in (2, 3)
    game = game_after(14)
    counts = [len({(p.x, p.y, p.rotation % 2) for _, p in _seen(Sight(2.5), game, s)}) for s in range(200)]
    assert 0.35 < sum(count == 3 for count in counts) / 200 < 0.65


def test_whatever_is_striking_is_seen() -> None:
    for game in _games():
        wanted = [one for one in _seen(EVERYTHING, game) if one[0] >= 5]
        assert set(wanted) <= set(_seen(Sight(1, striking=5), game))


@pytest.mark.parametrize(
    ("sight", "feature"),
    [
        (Sight(2, near=4), "near"),
        (Sight(2, contacts=4), "contacts"),
        (Sight(2, closing=4), "closing"),
    ],
)
def test_what_catches_the_eye_is_seen_more_often(sight: Sight, feature: str) -> None:
    def share(sight: Sight) -> float:
        hits = total = 0
        for game in _games(number=6):
            last = {cell for laid in game.board.placements[-2:] for cell in laid.cells}
            for seed in range(40):
                for _, placement in _seen(sight, game, seed):
                    paid = receipt(game.board, placement)
                    hits += {
                        "near": any(
                            max(abs(x - a), abs(y - b)) <= 2 for x, y in placement.cells for a, b in last
                        ),
                        "contacts": len(paid.discs) > 1,
                        "closing": paid.group_points > 1,
                    }[feature]
                    total += 1
        return hits / total

    assert share(sight) > 1.2 * share(Sight(2))


def test_a_stronger_level_sees_the_best_place_more_often() -> None:
    shares = []
    for bot in SEEING:
        found = 0
        for game in _games(number=20):
            most = max(points for points, _ in _seen(EVERYTHING, game))
            for seed in range(15):
                found += max(points for points, _ in _seen(bot.sight, game, seed)) == most
        shares.append(found)
    assert shares == sorted(set(shares))
    assert shares[-1] >= 0.98 * 20 * 15


def test_it_plays_the_best_of_what_it_sees() -> None:
    single = SeeingBot("single", EVERYTHING)
    double = SeeingBot("double", EVERYTHING, second=1.0, firsts=1000)
    for game in _games():
        seen = view(game, game.to_move)
        most = max(points for points, _ in _seen(EVERYTHING, game))
        assert game.play(single.choose(seen, random.Random(1), Budget())).turns[-1].points == most
        both = -SECOND_TILE
        for points, first in _seen(EVERYTHING, game):
            (other,) = (tile for tile in seen.hand if tile != first.tile)
            seconds = EVERYTHING.seen(game.board.place(first), (other,), random.Random(1))
            both = max([both, *(points + more for more, _ in seconds)])
        chosen = game.play(double.choose(seen, random.Random(1), Budget()))
        assert chosen.turns[-1].points == max(most, both - SECOND_TILE)


def test_the_plain_rules_lead_to_the_same_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    def turns() -> list[str]:
        return [
            str(bot.choose(view(game, game.to_move), random.Random(f"{bot.name} {number}"), Budget()))
            for bot in SEEING
            for number, game in enumerate(_games(number=4))
        ]

    compiled = turns()
    monkeypatch.setattr(seeing, "offers", plain_offers)
    assert turns() == compiled
