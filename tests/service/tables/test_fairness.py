import copy
import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dalapapa.rules import DalapapaError, ErrorCode
from dalapapa.service.tables import fairness

SECRET = bytes(range(32))
NONCES = [(0, "aa" * 16), (2, "0b" * 16)]


def by_hand(secret: bytes, table: str, nonces: list[tuple[int, str]], tiles: int) -> list[int]:
    """The bag as docs/protocol.md words it, written down a second time."""
    message = b"dalapapa-bag-1\n" + table.encode() + b"\n"
    for seat, nonce in nonces:
        message += b"%d %s\n" % (seat, nonce.encode())
    stream = b"".join(
        hmac.new(secret, message + block.to_bytes(8, "big"), hashlib.sha256).digest() for block in range(64)
    )
    at = 0
    bag = list(range(tiles))
    for i in range(tiles - 1, 0, -1):
        while True:
            number = int.from_bytes(stream[at : at + 4], "big")
            at += 4
            if number < 2**32 - 2**32 % (i + 1):
                break
        j = number % (i + 1)
        bag[i], bag[j] = bag[j], bag[i]
    return bag


def test_the_bag_is_the_one_that_the_protocol_describes() -> None:
    bag, first = fairness.draw(SECRET, "table", NONCES, tiles=120, seats=3, begins=1)
    assert list(bag) == by_hand(SECRET, "table", NONCES, 120)
    assert first == 1


def test_commitment_is_sha256_of_secret_and_table() -> None:
    assert fairness.commitment(SECRET, "table") == hashlib.sha256(SECRET + b"table").hexdigest()


@given(st.binary(min_size=32, max_size=32), st.integers(1, 200))
def test_every_tile_is_in_the_bag_once(secret: bytes, tiles: int) -> None:
    bag, _ = fairness.draw(secret, "t", NONCES, tiles=tiles, seats=2, begins="random")
    assert sorted(bag) == list(range(tiles))


def test_numbers_of_the_uneven_rest_are_thrown_away() -> None:
    limit = 2**32 - 2**32 % 120
    stream: Iterator[int] = iter([limit, 2**32 - 1, limit - 1])
    assert fairness.below(120, stream) == (limit - 1) % 120
    assert next(stream, None) is None


def test_each_order_is_as_likely_as_any_other() -> None:
    # 4! = 24 orders; with 24,000 bags each comes about 1,000 times. The secrets are fixed, so is the outcome.
    counts = Counter(
        fairness.draw(n.to_bytes(32, "big"), "t", [], tiles=4, seats=2, begins=0)[0] for n in range(24_000)
    )
    assert len(counts) == 24
    chi_squared = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert chi_squared < 49.7  # 23 degrees of freedom: one fair lottery in a thousand exceeds it


@pytest.mark.parametrize("change", ["secret", "table", "nonce", "seat"])
def test_each_part_changes_the_bag(change: str) -> None:
    parts: dict[str, Any] = {"secret": SECRET, "table": "t", "nonces": NONCES}
    before = fairness.draw(**parts, tiles=120, seats=3, begins=0)
    changes: dict[str, dict[str, Any]] = {
        "secret": {"secret": SECRET[::-1]},
        "table": {"table": "u"},
        "nonce": {"nonces": [(0, "ab" * 16), NONCES[1]]},
        "seat": {"nonces": [(1, NONCES[0][1]), NONCES[1]]},
    }
    parts |= changes[change]
    assert fairness.draw(**parts, tiles=120, seats=3, begins=0) != before


def fair_record(begins: int | str = "random") -> dict[str, Any]:
    bag, first = fairness.draw(SECRET, "table", NONCES, tiles=120, seats=3, begins=begins)
    nonces = [{"seat": seat, "nonce": nonce} for seat, nonce in NONCES]
    fair = {
        "table": "table",
        "commitment": fairness.commitment(SECRET, "table"),
        "secret": SECRET.hex(),
        "nonces": nonces,
        "begins": begins,
        "first": first,
    }
    return {"bag": list(bag), "players": [{}, {}, {}], "fair": fair}


@pytest.mark.parametrize("begins", ["random", 0, 2])
def test_a_fair_record_is_accepted(begins: int | str) -> None:
    fairness.check(fair_record(begins))


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("fair",), None, "no 'fair' part"),
        (("bag",), None, "no 'bag'"),
        (("fair", "secret"), "00" * 32, "not the one that was committed to"),
        (("fair", "secret"), "zz" * 32, "64 hexadecimal digits"),
        (("fair", "secret"), 5, "64 hexadecimal digits"),
        (("fair", "commitment"), "00" * 32, "not the one that was committed to"),
        (("fair", "table"), "tablé", "the table's id"),
        (("fair", "first"), 3, "the seat that began"),
        (("fair", "first"), True, "the seat that began"),
        (("fair", "begins"), "me", "the seat that began"),
        (("fair", "nonces"), "none", "needs the players' 'nonces'"),
        (("fair", "nonces"), [5], "each nonce needs"),
        (("fair", "nonces"), [{"seat": 0, "nonce": "AA" * 16}], "32 hexadecimal digits"),
        (("fair", "nonces"), [], "the secret and the nonces give"),
    ],
)
def test_what_does_not_add_up_is_refused(path: tuple[str, ...], value: object, words: str) -> None:
    record = fair_record(0)
    *parents, last = path
    place = record
    for parent in parents:
        place = place[parent]
    place[last] = value
    with pytest.raises(DalapapaError, match=words) as refusal:
        fairness.check(record)
    assert refusal.value.code is ErrorCode.UNFAIR


def test_two_tiles_exchanged_are_noticed() -> None:
    record = fair_record()
    changed = copy.deepcopy(record)
    changed["bag"][7], changed["bag"][8] = changed["bag"][8], changed["bag"][7]
    with pytest.raises(DalapapaError, match="tile 8 of the bag"):
        fairness.check(changed)


def test_another_beginner_is_noticed() -> None:
    record = fair_record()
    record["fair"]["first"] = (record["fair"]["first"] + 1) % 3
    with pytest.raises(DalapapaError, match="should have begun"):
        fairness.check(record)
