"""What one browser may see of a table. Which hands it sees, `rules.view` decides and nobody else."""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from dalapapa.bots import LEVELS
from dalapapa.rules import DalapapaError, ErrorCode, TileSet, hands_seen
from dalapapa.rules.records.record import Json, Player, record_of
from dalapapa.rules.tile_facts import broken_facts, families
from dalapapa.rules.tile_file import check_playable, parse_box, tile_set_json
from dalapapa.service.tables import taking_over
from dalapapa.service.tables.authority import no_such_table
from dalapapa.service.tables.summary import Summary, summary
from dalapapa.service.tables.table import Table, seat_kind
from dalapapa.service.telling import messages, requests, words


@lru_cache(32)
def tiles(tile_set: TileSet) -> words.Tiles:
    """A tile set as messages write it."""
    return msgspec.convert(tile_set_json(tile_set), words.Tiles)


def box(text: str) -> requests.BoxSeen:
    """A tile set as somebody has written it down so far; refused if it cannot be read."""
    read = parse_box(text)
    refusal = None
    try:
        check_playable(read)
    except DalapapaError as error:
        refusal = words.Fault(error.code, error.words, dict(error.details))
    broken = [requests.BrokenFact(one.fact, one.words, dict(one.details)) for one in broken_facts(read)]
    return requests.BoxSeen(tiles(read), broken, families(read), refusal)


def bots() -> list[requests.BotLevel]:
    """The levels that people are offered, weakest first; every bot of `BOTS` can hold a seat."""
    return [requests.BotLevel(level.id) for level in LEVELS]


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
        brought=summed.brought,
        kept=summed.kept,
        **msgspec.structs.asdict(summed.agreed),
    )


def check_may_see(table: Table | Summary, person: str | None) -> None:
    """Who has a table's address may look at it to play, to join or to watch; else there is none for them."""
    seated = person is not None and any(seat.person == person for seat in table.seats)
    open_seat = any(seat_kind(seat.person, seat.bot) == "open" for seat in table.seats)
    if not (seated or table.agreed.spectators or (table.phase == "waiting" and open_seat)):
        raise no_such_table()


def seat_shown(table: Table, person: str | None) -> int | None:
    """The seat through whose eyes a browser looks: its own, or of several the one whose turn it is."""
    mine = table.seats_of(person)
    if len(mine) == 1:
        return mine[0]
    return table.to_move if table.to_move in mine else None


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
                hints=seat.hints,
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


def record(table: Table) -> Json:
    """The record of a finished game, with all that is needed to check its bag."""
    if table.game is None or table.game.result is None or table.first is None:
        raise DalapapaError(ErrorCode.NOT_FINISHED, "the game is not over yet")
    seats = [table.seats[table.seat_of(player)] for player in range(len(table.seats))]
    players = [
        Player(seat.name or "?", "bot", seat.bot) if seat.bot else Player(seat.name or "?") for seat in seats
    ]
    fair = {
        "table": table.bag_name,
        "commitment": table.commitment,
        "secret": table.secret.hex(),
        "nonces": [{"seat": seat, "nonce": nonce} for seat, nonce in table.nonces],
        "begins": table.agreed.begins,
        "first": table.first,
    } | ({"known": taking_over.known(table.kept)} if table.kept else {})
    hints = [seat.hints for seat in seats]
    return record_of(table.game, players, extra={"fair": fair} | ({"hints": hints} if any(hints) else {}))


def fair(table: Table) -> requests.Fair:
    """What is needed to check the bag; the secret only when the game is over."""
    return requests.Fair(
        table=table.bag_name,
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
