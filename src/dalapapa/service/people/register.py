"""What the service asks of whatever keeps its guests: it is given hashes only of what browsers hold."""

from typing import Protocol

import msgspec


class Person(msgspec.Struct, frozen=True):
    """A guest; the id never leaves the house."""

    id: str
    name: str


class Register(Protocol):
    """Where guests, their sessions and their links are kept; what has returned is there after any crash."""

    async def add_person(self, person: Person, session: str, now: float) -> None:
        """Keep a new guest with a first session."""
        ...

    async def person_of(self, session: str, now: float | None = None) -> Person | None:
        """Whose session this is; with `now` it is noted, once a day, that they were here."""
        ...

    async def rename(self, person: str, name: str) -> None:
        """Change a guest's name."""
        ...

    async def end_session(self, session: str) -> None:
        """Forget a session, and every link to its guest."""
        ...

    async def end_sessions(self, person: str) -> None:
        """Forget every session of a guest, and every link to them."""
        ...

    async def add_link(self, link: str, person: str, now: float, expires: float) -> None:
        """Keep a link to a guest, and forget those that are too old by now."""
        ...

    async def claim_link(self, link: str, session: str, now: float) -> Person | None:
        """Exchange a link for a new session, once; None when there is no such link, or it is too old."""
        ...
