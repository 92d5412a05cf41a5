"""A table in short: what lists of tables need, kept beside the log so that no game is replayed for them."""

import msgspec

from dalapapa.service.tables.events import Agreed
from dalapapa.service.tables.table import Table
from dalapapa.service.telling.words import Phase


class SummarySeat(msgspec.Struct, frozen=True):
    """A seat in a summary."""

    person: str | None
    name: str | None
    bot: str | None
    score: int


class Summary(msgspec.Struct, frozen=True):
    """A table as the store keeps it for lists, with the people's ids: not for browsers."""

    id: str
    phase: Phase
    agreed: Agreed
    seats: list[SummarySeat]
    to_move: int | None
    commitment: str
    created: float
    updated: float
    brought: bool = False
    kept: bool = False


encode = msgspec.json.encode
decode = msgspec.json.Decoder(Summary).decode


def summary(table: Table) -> Summary:
    """The table in short."""
    return Summary(
        id=table.id,
        phase=table.phase,
        agreed=table.agreed,
        seats=[
            SummarySeat(seat.person, seat.name, seat.bot, score)
            for seat, score in zip(table.seats, table.scores, strict=True)
        ],
        to_move=table.to_move,
        commitment=table.commitment,
        created=table.created,
        updated=table.updated,
        brought=table.brought is not None,
        kept=table.kept is not None,
    )
