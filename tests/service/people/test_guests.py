"""Guests, their sessions and the links that carry these elsewhere."""

import hashlib

import pytest

from dalapapa.rules import DalapapaError, ErrorCode
from dalapapa.service.people.guests import LINK_SECONDS, People, check_guest
from dalapapa.service.stores.memory import MemoryStore

pytestmark = pytest.mark.anyio


async def test_a_guest_keeps_the_session_under_a_new_name() -> None:
    people = People(MemoryStore())
    ana, token = await people.welcome(" Ana ")
    assert (await people.find(token)) == ana
    renamed = await people.rename(ana, "Anna")
    assert (renamed.id, renamed.name) == (ana.id, "Anna")
    assert await people.find(token) == renamed
    await people.forget(token)
    assert await people.find(token) is None


@pytest.mark.parametrize("token", [None, "", "A" * 43, "x" * 101, "tokén"])
async def test_a_session_that_was_not_given_out_is_nobodys(token: str | None) -> None:
    people = People(MemoryStore())
    await people.welcome("Ana")
    assert await people.find(token) is None
    with pytest.raises(DalapapaError) as refusal:
        check_guest(await people.find(token))
    assert refusal.value.code is ErrorCode.NO_SESSION


@pytest.mark.parametrize("name", ["", "x" * 25, "\u202e"])
async def test_names_are_plain_text(name: str) -> None:
    people = People(MemoryStore())
    ana, _ = await people.welcome("Ana")
    for refused in (people.welcome(name), people.rename(ana, name)):
        with pytest.raises(DalapapaError) as refusal:
            await refused
        assert refusal.value.code is ErrorCode.BAD_NAME


async def test_what_is_kept_opens_nothing() -> None:
    store = MemoryStore()
    people = People(store)
    ana, token = await people.welcome("Ana")
    link = await people.link(ana)
    assert min(len(token), len(link)) >= 43  # 256 bits
    # Who reads the store finds a hash, and that is no token.
    for secret in (token, link):
        kept = hashlib.sha256(secret.encode()).hexdigest()
        assert await people.find(kept) is None
        with pytest.raises(DalapapaError):
            await people.claim(kept)
    assert await store.person_of(token) is None
    assert await store.person_of(hashlib.sha256(token.encode()).hexdigest()) == ana


@pytest.mark.parametrize(("later", "opens"), [(0, True), (LINK_SECONDS, True), (LINK_SECONDS + 1, False)])
async def test_a_link_opens_a_session_of_the_same_guest_once_and_soon(later: float, opens: bool) -> None:
    time = 1000.0
    people = People(MemoryStore(), lambda: time)
    ana, token = await people.welcome("Ana")
    link = await people.link(ana)
    time += later
    for usable in (opens, False):
        if usable:
            guest, session = await people.claim(link)
            assert guest == ana
            assert session not in (token, link)
            assert await people.find(session) == ana
        else:
            with pytest.raises(DalapapaError) as refusal:
                await people.claim(link)
            assert refusal.value.code is ErrorCode.BAD_LINK
