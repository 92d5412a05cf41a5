"""What one browser may see of a table. Which hands it sees, `rules.view` decides and nobody else."""

from collections.abc import Sequence
from functools import cache

import msgspec

from dalapapa.bots import BOTS
from dalapapa.rules import DalapapaError, ErrorCode, View, classic, hands_seen, legal_placements, view
from dalapapa.rules.game import check_count, without
from dalapapa.rules.records.record import Json, Player, record_of
from dalapapa.rules.scoring import receipt_of_legal
from dalapapa.rules.tile_file import tile_set_json
from dalapapa.service.tables.authority import no_such_table
from dalapapa.service.tables.summary import Summary, summary
from dalapapa.service.tables.table import Table, seat_kind
from dalapapa.service.telling import messages, requests, words
from dalapapa.service.telling.happenings import place, placement, receipt_seen


@cache
def tiles() -> words.Tiles:
    """The tile set as messages write it."""
    return msgspec.convert(tile_set_json(classic()), words.Tiles)


def bots() -> list[requests.BotLevel]:
    """The bots that can hold a seat."""
    return [requests.BotLevel(name) for name in BOTS]


def card(table: Table | Summary, person: str | None) -> requests.Card:
    """The table as lists show it to this person."""
    summed = summary(table) if isinstance(table, Table) else table
    mine = [person is not None and seat.person == person for seat in summed.seats]
    return requests.Card(
        id=summed.id,
        phase=summed.phase,
        seats=[
            requests.CardSeat(seat_kind(seat.person, seat.bot), seat.name, seat.bot, own, seat.score)
            for seat, own in zip(summed.seats, mine, strict=True)
        ],
        to_move=summed.to_move,
        your_turn=summed.to_move is not None and mine[summed.to_move],
        commitment=summed.commitment,
        created=summed.created,
        updated=summed.updated,
        **msgspec.structs.asdict(summed.agreed),
    )


def check_may_see(table: Table, person: str | None) -> None:
    """Who has a table's address may look at it to play, to join or to watch; else there is none for them."""
    joinable = table.phase == "waiting" and any(seat.kind == "open" for seat in table.seats)
    if not (table.seats_of(person) or table.agreed.spectators or joinable):
        raise no_such_table()


def seat_shown(table: Table, person: str | None) -> int | None:
    """The seat through whose eyes a browser looks: its own, or of several the one whose turn it is."""
    mine = table.seats_of(person)
    if len(mine) == 1:
        return mine[0]
    return table.to_move if table.to_move in mine else None


def view_for(table: Table, person: str | None) -> View | None:
    """The game as this browser may see it now, without its past; None before it has begun.

    The turns that led here are in `table.happenings`: going through them for each look would cost most of it.
    """
    if table.game is None:
        return None
    seat = seat_shown(table, person)
    return view(table.game, None if seat is None else table.player_at(seat), past=False)


def state(
    table: Table, person: str | None, clock_ms: int | None, away_ms: Sequence[int | None] = (None,) * 4
) -> messages.State:
    """The table now, for this browser."""
    game = table.game
    shown = seat_shown(table, person)
    hands = hands_seen(game, None if shown is None else table.player_at(shown)) if game else ()
    seats = []
    for i, seat in enumerate(table.seats):
        player = table.player_at(i)
        hand = hands[player] if game else None
        seats.append(
            messages.SeatState(
                kind=seat.kind,
                name=seat.name,
                bot=seat.bot,
                mine=person is not None and seat.person == person,
                ready=seat.ready,
                presence=seat.presence,
                score=game.scores[player] if game else 0,
                hand=None if hand is None else list(hand),
                hand_size=len(game.hands[player]) if game else 0,
                away_ms=away_ms[i],
            )
        )
    return messages.State(
        phase=table.phase,
        version=table.version,
        seats=seats,
        host=next(iter(table.seats_of(table.host)), None) if table.phase == "waiting" else None,
        first=table.first,
        to_move=table.to_move,
        in_setup=game is not None and game.in_setup,
        final_round=game is not None and game.final_round,
        bag_count=game.bag_count if game else 0,
        clock_ms=clock_ms,
        result=_outcome(table),
        rematch=table.rematch,
        secret=table.secret.hex() if table.phase == "finished" else None,
    )


def happenings(table: Table, since: int) -> list[messages.Happening]:
    """What has happened after a seq; event 1 lays the table out and is not among them."""
    return table.happenings[max(0, since - 1) :]


def options(
    table: Table, person: str | None, seat: int, tried: list[words.Place], command: str | None
) -> messages.Options:
    """The legal placements of a seat's tiles with their receipts, now or after a tried first one."""
    if table.agreed.purist:
        raise DalapapaError(ErrorCode.PURIST, "this table plays without help")
    seen = view_for(table, person)
    if seen is None:
        raise DalapapaError(ErrorCode.NOT_STARTED, "the game has not begun")
    if seat not in table.seats_of(person) or seen.player != table.player_at(seat):
        raise DalapapaError(
            ErrorCode.NOT_AT_TABLE, "this seat's tiles are not yours to see now", {"seat": seat}
        )
    board, hand = seen.board, seen.hand
    check_count(len(tried) + 1, seen.in_setup)
    for laid in map(placement, tried):
        hand, board = without(hand, laid.tile), board.place(laid)
    found = [
        words.Option(place(p), None if seen.in_setup else receipt_seen(receipt_of_legal(board, p)))
        for tile in hand
        for p in legal_placements(board, tile)
    ]
    return messages.Options(command, seat, table.version, tried, found)


def record(table: Table) -> Json:
    """The record of a finished game, with all that is needed to check its bag."""
    if table.game is None or table.game.result is None or table.first is None:
        raise DalapapaError(ErrorCode.NOT_FINISHED, "the game is not over yet")
    seats = [table.seats[table.seat_of(player)] for player in range(len(table.seats))]
    players = [
        Player(seat.name or "?", "bot", seat.bot) if seat.bot else Player(seat.name or "?") for seat in seats
    ]
    fair = {
        "table": table.id,
        "commitment": table.commitment,
        "secret": table.secret.hex(),
        "nonces": [{"seat": seat, "nonce": nonce} for seat, nonce in table.nonces],
        "begins": table.agreed.begins,
        "first": table.first,
    }
    return record_of(table.game, players, extra={"fair": fair})


def fair(table: Table) -> requests.Fair:
    """What is needed to check the bag; the secret only when the game is over."""
    return requests.Fair(
        table=table.id,
        commitment=table.commitment,
        nonces=[requests.NonceGiven(seat, nonce) for seat, nonce in table.nonces],
        secret=table.secret.hex() if table.phase == "finished" else None,
    )


def _outcome(table: Table) -> messages.Outcome | None:
    if table.game is None or table.game.result is None:
        return None
    result = table.game.result
    return messages.Outcome(
        scores=table.scores,
        winners=sorted(table.seat_of(winner) for winner in result.winners),
        reason="target" if result.reason == "target" else "exhausted",
    )
