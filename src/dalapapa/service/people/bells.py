"""Bells: browsers that want to hear when it is their person's turn, though no page of ours is open there."""

from typing import Protocol

import msgspec

# So many browsers of one person are rung; the oldest gives way.
MOST_BELLS = 10


class Bell(msgspec.Struct, frozen=True):
    """Where a browser's push service takes news for it, what seals them, and where our site is."""

    endpoint: str
    p256dh: str
    auth: str
    site: str


class Bells(Protocol):
    """Where bells are kept: they end with the session that hung them up."""

    async def hang(self, person: str, session: str, bell: Bell, now: float) -> None:
        """Keep a browser's bell, in the place of any it had."""
        ...

    async def take_down(self, session: str) -> None:
        """Forget the bell of a session."""
        ...

    async def of(self, person: str) -> list[Bell]:
        """All bells of a person."""
        ...

    async def is_hung(self, session: str) -> bool:
        """Whether a session has one."""
        ...

    async def remove(self, endpoint: str) -> None:
        """Forget a bell that nobody hears any more."""
        ...
