"""A bag that can be checked: fixed before the game, mixed with everybody's nonces (docs/protocol.md)."""

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn

from dalapapa.rules import DalapapaError, ErrorCode

SECRET_BYTES = 32
RANDOM = "random"


def new_secret() -> bytes:
    """What the server commits to before anybody draws."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes, table: str) -> str:
    """What is published of the secret before the game: SHA-256 of the secret and the table's id."""
    return hashlib.sha256(secret + table.encode("ascii")).hexdigest()


def numbers(secret: bytes, table: str, nonces: Sequence[tuple[int, str]]) -> Iterator[int]:
    """An endless stream of 32-bit numbers from the secret, the table's id and each seat's nonce."""
    lines = [f"{seat} {nonce}\n" for seat, nonce in sorted(nonces)]
    message = f"dalapapa-bag-1\n{table}\n{''.join(lines)}".encode("ascii")
    block = 0
    while True:
        digest = hmac.digest(secret, message + block.to_bytes(8, "big"), "sha256")
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def below(bound: int, stream: Iterator[int]) -> int:
    """A number from 0 up to `bound`, each equally likely: numbers of the uneven rest are thrown away."""
    limit = 2**32 - 2**32 % bound
    while (number := next(stream)) >= limit:
        pass
    return number % bound


def mixed_bag(tiles: int, stream: Iterator[int]) -> tuple[int, ...]:
    """All tiles in an order of which each is equally likely (Fisher-Yates)."""
    bag = list(range(tiles))
    for last in range(tiles - 1, 0, -1):
        other = below(last + 1, stream)
        bag[last], bag[other] = bag[other], bag[last]
    return tuple(bag)


def draw(
    secret: bytes, table: str, nonces: Sequence[tuple[int, str]], *, tiles: int, seats: int, begins: int | str
) -> tuple[tuple[int, ...], int]:
    """The order of the bag, and the seat that begins."""
    stream = numbers(secret, table, nonces)
    bag = mixed_bag(tiles, stream)
    first = below(seats, stream) if begins == RANDOM else int(begins)
    return bag, first


def check(record: Mapping[str, Any]) -> None:
    """Recompute the bag of a finished record; raises unless it is the one its server committed to."""
    fair, bag, players = record.get("fair"), record.get("bag"), record.get("players")
    if not isinstance(fair, dict):
        _refuse("the record has no 'fair' part: it does not come from a table with a checkable bag")
    if not isinstance(bag, list) or not isinstance(players, list):
        _refuse("the record has no 'bag' or no 'players': only a finished game can be checked")
    table: Any = fair.get("table")
    begins: Any = fair.get("begins")
    first: Any = fair.get("first")
    if not isinstance(table, str) or not table.isascii():
        _refuse("'fair' needs the table's id")
    if not _is_seat(first, players) or not (begins == RANDOM or _is_seat(begins, players)):
        _refuse("'fair' needs 'first', the seat that began, and 'begins', a seat or 'random'")
    secret = _bytes(fair.get("secret"), SECRET_BYTES, "secret")
    nonces = [_nonce(entry, players) for entry in _list(fair.get("nonces"))]
    if commitment(secret, table) != fair.get("commitment"):
        _refuse("the secret is not the one that was committed to before the game")
    order, beginner = draw(
        secret,
        table,
        nonces,
        tiles=len(bag),
        seats=len(players),
        begins=begins,
    )
    if beginner != first:
        _refuse(f"seat {beginner} should have begun, not seat {first}")
    for place, (tile, expected) in enumerate(zip(bag, order, strict=True), 1):
        if tile != expected:
            _refuse(f"tile {place} of the bag is {tile!r:.20}, the secret and the nonces give {expected}")


def _is_seat(seat: object, players: list[Any]) -> bool:
    return type(seat) is int and 0 <= seat < len(players)


def _list(entries: object) -> list[Any]:
    if not isinstance(entries, list):
        _refuse("'fair' needs the players' 'nonces'")
    return entries


def _nonce(entry: object, players: list[Any]) -> tuple[int, str]:
    if not isinstance(entry, dict) or not _is_seat(entry.get("seat"), players):
        _refuse("each nonce needs its 'seat' and 'nonce'")
    _bytes(entry.get("nonce"), 16, "nonce")
    return entry["seat"], entry["nonce"]


def _bytes(text: object, length: int, word: str) -> bytes:
    digits = set("0123456789abcdef")
    if not isinstance(text, str) or len(text) != 2 * length or not digits.issuperset(text):
        _refuse(f"a {word} is {2 * length} hexadecimal digits")
    return bytes.fromhex(text)


def _refuse(words: str) -> NoReturn:
    raise DalapapaError(ErrorCode.UNFAIR, f"fair bag: {words}")
