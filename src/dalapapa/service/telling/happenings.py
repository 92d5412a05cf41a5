"""What everybody may know of an event: nothing of bag, secret or hands."""

from typing import TYPE_CHECKING

from dalapapa.rules import Placement, Receipt
from dalapapa.service.tables import events
from dalapapa.service.tables.events import AnyEvent
from dalapapa.service.telling import messages, words

if TYPE_CHECKING:
    from dalapapa.service.tables.table import Table


def place(placement: Placement) -> words.Place:
    """A placement as messages write it."""
    return words.Place(placement.tile, placement.face, placement.rotation, placement.x, placement.y)


def placement(placed: words.Place) -> Placement:
    """A placement as the rules know it."""
    return Placement(placed.tile, placed.face, placed.rotation, placed.x, placed.y)


def receipt_seen(receipt: Receipt) -> words.ReceiptSeen:
    """A receipt as messages write it."""
    return words.ReceiptSeen(
        discs=tuple(words.Disc(spot, colour_name(colour)) for spot, colour in receipt.discs),
        disc_points=receipt.disc_points,
        groups=tuple(words.ClosedGroup(colour_name(group.colour), group.discs) for group in receipt.groups),
        group_points=receipt.group_points,
        points=receipt.points,
    )


_COLOURS: tuple[words.ColourName, ...] = ("red", "green", "blue", "yellow")


def colour_name(colour: int) -> words.ColourName:
    """A colour as messages write it."""
    return _COLOURS[colour]


def happening(table: "Table", event: AnyEvent) -> messages.Happening | None:
    """What everybody may know of an event that the table has just taken."""
    seq = table.seq
    match event:
        case events.SatDown(seat, _, name):
            return messages.Joined(seq, seat, name)
        case events.ChairGiven(seat, _, name):
            return messages.Left(seq, [seat]) if name is None else messages.Joined(seq, seat, name)
        case events.WentAway(_, seats):
            return messages.Left(seq, seats)
        case events.GaveNonce(person, nonce):
            return messages.Ready(seq, table.seats_of(person), nonce)
        case events.Began(first):
            return messages.Started(seq, first)
        case events.Played():
            return _turn(table, event)
        case events.TookHint(seat):
            return messages.Hinted(seq, seat)
        case events.WasHeld(seat):
            return messages.Held(seq, seat)
        case events.CameBack(person):
            mine = table.seats_of(person)
            return messages.Back(seq, [i for i in mine if table.seats[i].presence != "resigned"])
        case events.GaveUp(person, seats):
            return messages.Resigned(seq, table.seats_of(person) if seats is None else seats)
        case events.NextTable(next_table):
            return messages.Rematch(seq, next_table)
        case events.GaveTableUp():
            return messages.Closed(seq)
        case events.TableMade():
            return None


def _turn(table: "Table", event: events.Played) -> messages.TurnPlayed:
    game = table.game
    assert game is not None
    if not game.turns:  # a set-up move: nothing scores (R3.1)
        player = table.player_at(event.seat)
        laid = tuple(messages.Laid(place(p), None) for owner, p in game.setup if owner == player)
        version = player
        return messages.TurnPlayed(table.seq, version, event.seat, True, laid, 0, 0, 0, event.by)
    turn = game.turns[-1]
    laid = tuple(
        messages.Laid(place(p), receipt_seen(r)) for p, r in zip(turn.placements, turn.receipts, strict=True)
    )
    return messages.TurnPlayed(
        table.seq, game.version - 1, event.seat, False, laid, turn.penalty, turn.points, turn.score, event.by
    )
