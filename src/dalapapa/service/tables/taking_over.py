"""A game that was begun at a real table is played on at one of ours.

What was laid there is known, and perhaps what everybody holds; in which order it came out of that bag is not.
So the bag here has an order from which the same game follows (`draws`). All other places in it are filled
by the fair bag (docs/protocol.md).
"""

from collections.abc import Iterable

from dalapapa.rules import PASS, DalapapaError, ErrorCode, Game, TileSet, Turn
from dalapapa.rules.game import HAND
from dalapapa.service.tables import events
from dalapapa.service.tables.draws import Order, order_of
from dalapapa.service.telling import requests
from dalapapa.service.telling.happenings import placement

# Tiles fit nearly always. Where they hardly do, it takes long to find hands that explain every pass.
MOST_PASSES = 12


def known(kept: events.Kept | None) -> list[int]:
    """The tiles that were laid or are held at the real table: none of them is mixed."""
    if kept is None:
        return []
    laid = [placement.tile for turn in _turns(kept) for placement in turn.placements]
    return sorted(laid + [tile for hand in kept.hands for tile in hand])


def kept_of(wish: requests.NewTable, tile_set: TileSet) -> events.Kept | None:
    """What was played at a real table, once the rules bear it out."""
    if wish.kept is None:
        return None
    if sum(not move for move in wish.kept.moves) > MOST_PASSES:
        raise DalapapaError(
            ErrorCode.NOT_ALLOWED,
            f"nobody goes on after more than {MOST_PASSES} passes",
            {"most": MOST_PASSES},
        )
    moves = [str(Turn(tuple(map(placement, move)))) for move in wish.kept.moves]
    kept = events.Kept(moves, wish.kept.hands)
    check(kept, len(wish.seats), wish.target, tile_set)
    return kept


def check(kept: events.Kept, players: int, target: int, tile_set: TileSet) -> None:
    """Refuse what the rules do not bear out, hands that nobody can hold, and a game that is over."""
    tiles = known(kept)
    for number, tile in enumerate(tiles):
        if tile not in tile_set:
            raise DalapapaError(
                ErrorCode.BAD_PLACEMENT, f"there is no tile {tile} in this set", {"tile": tile}
            )
        if tile in tiles[:number]:
            raise DalapapaError(ErrorCode.LAID_TWICE, f"tile {tile} is there twice", {"tile": tile})
    if len(kept.hands) > players:
        raise DalapapaError(
            ErrorCode.BAD_PLAYERS, f"{players} play, not {len(kept.hands)}", {"players": len(kept.hands)}
        )
    rest = [tile for tile in range(len(tile_set)) if tile not in tiles]
    game = Game.start(bag(kept, players, tile_set, rest), players, target, tile_set)
    for turn in _turns(kept):
        # Whether somebody had to pass (R4.4) only their hand can tell; what is mixed later could have fitted.
        if not turn.placements and set(rest).intersection(game.hands[game.to_move]):
            raise DalapapaError(
                ErrorCode.MUST_PLACE, "somebody has passed since: say which tiles they hold", {"passed": True}
            )
        game = game.play(turn)
    if game.result is not None:
        raise DalapapaError(ErrorCode.GAME_OVER, "the game is over")


def bag(kept: events.Kept, players: int, tile_set: TileSet, rest: Iterable[int]) -> tuple[int, ...]:
    """The bag, with what was mixed in all places that the real table leaves open."""
    mixed = iter(rest)
    return tuple(next(mixed) if tile is None else tile for tile in _order(kept, players, tile_set))


def begun(kept: events.Kept, game: Game) -> tuple[list[events.AnyEvent], list[Game]]:
    """The moves of the real table as the log has them, with the game after each."""
    played, games = list[events.AnyEvent](), list[Game]()
    for turn in _turns(kept):
        played.append(events.Played(game.to_move, str(turn), "player"))
        game = game.play(turn)
        games.append(game)
    return played, games


def _turns(kept: events.Kept) -> list[Turn]:
    return [Turn.parse(move) if move else PASS for move in kept.moves]


def _order(kept: events.Kept, players: int, tile_set: TileSet) -> Order:
    order, possible = order_of(_turns(kept), kept.hands[:players], players, tile_set)
    if not possible:
        raise DalapapaError(ErrorCode.TOO_MANY_TILES, "nobody can hold so many tiles", {"most": HAND})
    return order
