"""What the processes of one house tell each other: which seq a table has reached, who reacted, came or went.

Nothing stored depends on a note arriving: whoever misses one finds the same in the store a little later.
"""

from typing import Protocol

import msgspec

from dalapapa.service.telling.words import Reaction


class Reached(msgspec.Struct, tag="reached", frozen=True):
    """A table has reached a seq."""

    table: str
    seq: int


class Reacted(msgspec.Struct, tag="reacted", frozen=True):
    """Somebody at a table has reacted."""

    table: str
    seat: int
    reaction: Reaction


class Came(msgspec.Struct, tag="came", frozen=True):
    """Browsers of these people are at these tables, in the process that says so."""

    people: list[tuple[str, str]]


class Went(msgspec.Struct, tag="went", frozen=True):
    """The last browser of a person, in the process that says so, has left a table."""

    table: str
    person: str


class LoggedOut(msgspec.Struct, tag="logged_out", frozen=True):
    """A session of a person has ended, or with None every one."""

    person: str
    session: str | None


Note = Reached | Reacted | Came | Went | LoggedOut


class Channel(Protocol):
    """Sends notes to the other processes."""

    def send(self, note: Note) -> None:
        """Send a note, some time soon, perhaps."""
        ...

    async def close(self) -> None:
        """Stop."""
        ...


class NoChannel:
    """There is one process only: nobody else to tell."""

    def send(self, note: Note) -> None:
        """Nobody hears it."""

    async def close(self) -> None:
        """Nothing to stop."""
