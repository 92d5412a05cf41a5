"""The legal placements of a seat with their receipts, as a message: in columns, each thing said once."""

from dalapapa.kernel.offers import offers
from dalapapa.rules import Board, DalapapaError, ErrorCode, Game, hands_seen
from dalapapa.rules.game import check_count, without
from dalapapa.rules.scoring import DISC_POINTS
from dalapapa.service.tables.table import Table
from dalapapa.service.telling import messages, views, words
from dalapapa.service.telling.happenings import placement

# A digit stands for 0 to 63; those below 16 are the hexadecimal ones.
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"
_COLOURS = "rgby"


def _table(letters: str) -> bytes:
    return letters.encode().ljust(256, b"?")


_DIGIT_OF, _COLOUR_OF = _table(DIGITS), _table(_COLOURS)


def options(
    table: Table, person: str | None, seat: int, tried: list[words.Place], command: str | None
) -> messages.Options:
    """What a seat is offered, now or after a tried first placement."""
    game, board, hand = tried_on(table, person, seat, tried)
    check_count(len(tried) + 1, game.in_setup)
    scored = not game.in_setup
    return offered(
        board,
        hand,
        tried,
        seat=seat,
        version=table.version,
        scored=scored,
        command=command,
        both_orders=scored and len(tried) == len(hand) == 1,
    )


def offered(
    board: Board,
    hand: tuple[int, ...],
    tried: list[words.Place],
    *,
    seat: int,
    version: int,
    scored: bool,
    command: str | None = None,
    both_orders: bool = False,
) -> messages.Options:
    """The legal placements of a hand on a board; `scored` unless it is set-up (R3.1).

    With `both_orders`, for the tile that is left after one was tried: also what the other order would change.
    """
    found = offers(board, hand, both_orders)
    receipts = None
    if scored:
        receipts = words.Receipts(
            discs=found.made.translate(_DIGIT_OF).decode(),
            disc_colours=found.colours.translate(_COLOUR_OF).decode(),
            disc_points=DISC_POINTS,
            groups=[discs for _, discs in found.groups],
            group_colours="".join([_COLOURS[colour] for colour, _ in found.groups]),
            closed_by=found.closed_by,
        )
    fits = [column.translate(_DIGIT_OF).decode() for column in found.fits]
    return messages.Options(
        command, seat, version, tried, hand, found.flat, found.x, found.y, fits, receipts, found.other_order
    )


def tried_on(
    table: Table, person: str | None, seat: int, tried: list[words.Place]
) -> tuple[Game, Board, tuple[int, ...]]:
    """The game, its board with what somebody tries there, and what is left in their hand."""
    if table.agreed.purist:
        raise DalapapaError(ErrorCode.PURIST, "this table plays without help")
    game = table.game
    if game is None:
        raise DalapapaError(ErrorCode.NOT_STARTED, "the game has not begun")
    if seat not in table.seats_of(person) or seat != views.seat_shown(table, person):
        raise DalapapaError(
            ErrorCode.NOT_AT_TABLE, "this seat's tiles are not yours to see now", {"seat": seat}
        )
    player = table.player_at(seat)
    board, hand = game.board, hands_seen(game, player)[player] or ()
    for laid in map(placement, tried):
        hand, board = without(hand, laid.tile), board.place(laid)
    return game, board, hand
