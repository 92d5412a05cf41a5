"""What one browser may see of a table. Which hands it sees, `rules.view` decides and nobody else."""

import msgspec

from dalapapa.rules import (
    DalapapaError,
    ErrorCode,
    View,
    hands_seen,
    legal_placements,
    view,
)
from dalapapa.rules.records.record import Json, Player, record_of
from dalapapa.rules.scoring import receipt_of_legal
from dalapapa.service import messages
from dalapapa.service.events import Agreed
from dalapapa.service.table import Table
from dalapapa.service.telling import place, placement, receipt_seen


class SummarySeat(msgspec.Struct, frozen=True):
    """A seat in a summary."""

    person: str | None
    name: str | None
    bot: str | None
    score: int


class Summary(msgspec.Struct, frozen=True):
    """What lists of tables need, kept beside the log so that no game is replayed for them."""

    id: str
    phase: messages.Phase
    agreed: Agreed
    seats: list[SummarySeat]
    to_move: int | None
    commitment: str
    created: float
    updated: float


def summary(table: Table) -> Summary:
    """The table for lists, with the people's ids: not for browsers."""
    scores = _scores(table)
    return Summary(
        id=table.id,
        phase=table.phase,
        agreed=table.agreed,
        seats=[
            SummarySeat(seat.person, seat.name, seat.bot, score)
            for seat, score in zip(table.seats, scores, strict=True)
        ],
        to_move=table.to_move,
        commitment=table.commitment,
        created=table.created,
        updated=table.updated,
    )


def card(summed: Summary, person: str | None) -> messages.Card:
    """The table as lists show it to this person."""
    mine = [person is not None and seat.person == person for seat in summed.seats]
    return messages.Card(
        id=summed.id,
        phase=summed.phase,
        seats=[
            messages.CardSeat(
                "bot" if seat.bot else "person" if seat.person else "open",
                seat.name,
                seat.bot,
                own,
                seat.score,
            )
            for seat, own in zip(summed.seats, mine, strict=True)
        ],
        to_move=summed.to_move,
        your_turn=summed.to_move is not None and mine[summed.to_move],
        commitment=summed.commitment,
        created=summed.created,
        updated=summed.updated,
        **msgspec.structs.asdict(summed.agreed),
    )


def may_see(table: Table, person: str | None) -> bool:
    """Whether somebody with the table's address may look at it: to play, to join, or to watch."""
    if table.seats_of(person) or table.agreed.spectators:
        return True
    return table.phase == "waiting" and any(seat.kind == "open" for seat in table.seats)


def check_may_see(table: Table, person: str | None) -> None:
    """Answer as if there were no table where there is none for this person."""
    if not may_see(table, person):
        raise no_such_table()


def no_such_table() -> DalapapaError:
    """The one answer for tables that are absent or not to be seen."""
    return DalapapaError(ErrorCode.NO_SUCH_TABLE, "there is no such table")


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
    return view(table.game, None if seat is None else table.player(seat), past=False)


def state(table: Table, person: str | None, clock_ms: int | None) -> messages.State:
    """The table now, for this browser."""
    game = table.game
    shown = seat_shown(table, person)
    hands = hands_seen(game, None if shown is None else table.player(shown)) if game else ()
    seats = []
    for i, seat in enumerate(table.seats):
        player = table.player(i)
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
    """What has happened after a seq; event 1 lays the table out and is not told."""
    return table.happenings[max(0, since - 1) :]


def options(
    table: Table, person: str | None, seat: int, tried: list[messages.Place], command: str | None
) -> messages.Options:
    """The legal placements of a seat's tiles with their receipts, now or after a tried first one."""
    if table.agreed.purist:
        raise DalapapaError(ErrorCode.PURIST, "this table plays without help")
    seen = view_for(table, person)
    if seen is None:
        raise DalapapaError(ErrorCode.NOT_STARTED, "the game has not begun")
    if seat not in table.seats_of(person) or seen.seat != table.player(seat):
        raise DalapapaError(
            ErrorCode.NOT_AT_TABLE, "this seat's tiles are not yours to see now", {"seat": seat}
        )
    board, hand = seen.board, list(seen.hand)
    if tried:
        first = placement(tried[0])
        if seen.in_setup:
            raise DalapapaError(ErrorCode.TOO_MANY_TILES, "one tile is laid in set-up", {"most": 1})
        if first.tile not in hand:
            words = f"tile {first.tile} is not in this player's hand"
            raise DalapapaError(ErrorCode.NOT_YOUR_TILE, words, {"tile": first.tile})
        hand.remove(first.tile)
        board = board.place(first)
    found = [
        messages.Option(place(p), None if seen.in_setup else receipt_seen(receipt_of_legal(board, p)))
        for tile in hand
        for p in legal_placements(board, tile)
    ]
    return messages.Options(command, seat, table.version, tried, found)


def record(table: Table) -> Json:
    """The record of a finished game, with all that is needed to check its bag."""
    if table.game is None or table.game.result is None or table.first is None:
        raise DalapapaError(ErrorCode.NOT_FINISHED, "the game is not over yet")
    seats = [table.seats[table.table_seat(player)] for player in range(len(table.seats))]
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


def fair(table: Table) -> messages.Fair:
    """What is needed to check the bag; the secret only when the game is over."""
    return messages.Fair(
        table=table.id,
        commitment=table.commitment,
        nonces=[messages.NonceGiven(seat, nonce) for seat, nonce in table.nonces],
        secret=table.secret.hex() if table.phase == "finished" else None,
    )


def _scores(table: Table) -> list[int]:
    if table.game is None:
        return [0] * len(table.seats)
    return [table.game.scores[table.player(i)] for i in range(len(table.seats))]


def _outcome(table: Table) -> messages.Outcome | None:
    if table.game is None or table.game.result is None:
        return None
    result = table.game.result
    return messages.Outcome(
        scores=_scores(table),
        winners=sorted(table.table_seat(winner) for winner in result.winners),
        reason="target" if result.reason == "target" else "exhausted",
    )
