"""Guests: a name, sessions kept as hashes only, and links that carry a session to another device."""

import hashlib
import secrets
import time
from collections.abc import Callable

from dalapapa.rules import DalapapaError, ErrorCode
from dalapapa.service.people.names import clean_name
from dalapapa.service.people.register import Person, Register

LINK_SECONDS = 900
_LONGEST_TOKEN = 100


class People:
    """Everybody who has given a name."""

    def __init__(self, register: Register, now: Callable[[], float] = time.time) -> None:
        self.now = now
        self._register = register

    async def find(self, token: str | None) -> Person | None:
        """Whose session this is; None for one that was not given out here."""
        if not token or len(token) > _LONGEST_TOKEN or not token.isascii():
            return None
        return await self._register.person_of(session_of(token), self.now())

    async def welcome(self, name: str) -> tuple[Person, str]:
        """A new guest and the token of their session."""
        person, token = Person(secrets.token_hex(16), clean_name(name)), _new_token()
        await self._register.add_person(person, session_of(token), self.now())
        return person, token

    async def rename(self, person: Person, name: str) -> Person:
        """Change a guest's name for tables to come."""
        renamed = Person(person.id, clean_name(name))
        await self._register.rename(renamed.id, renamed.name)
        return renamed

    async def forget(self, token: str) -> None:
        """End a session, and the links that its guest has given out."""
        await self._register.end_session(session_of(token))

    async def forget_everywhere(self, person: Person) -> None:
        """End every session of a guest, and the links."""
        await self._register.end_sessions(person.id)

    async def link(self, person: Person) -> str:
        """A token that opens this guest's session on another device, once and soon."""
        token, now = _new_token(), self.now()
        await self._register.add_link(session_of(token), person.id, now, now + LINK_SECONDS)
        return token

    async def claim(self, token: str) -> tuple[Person, str]:
        """Use a link up: its guest, and the token of a new session."""
        session = _new_token()
        person = await self._register.claim_link(session_of(token), session_of(session), self.now())
        if person is None:
            raise DalapapaError(ErrorCode.BAD_LINK, "this link was used already, is too old, or never was")
        return person, session


def check_guest(person: Person | None) -> Person:
    """Refuse who has not said who they are."""
    if person is None:
        raise DalapapaError(ErrorCode.NO_SESSION, "say who you are first: give a name")
    return person


def _new_token() -> str:
    return secrets.token_urlsafe(32)


def session_of(token: str) -> str:
    """What is kept of a token: its session's name in the house, from which nobody can tell the token."""
    # Tokens are 256 random bits: nothing slower than SHA-256 is needed.
    return hashlib.sha256(token.encode()).hexdigest()
