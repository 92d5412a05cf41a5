"""A bag that can be checked: fixed before the game, mixed with everybody's nonces (docs/protocol.md)."""

import hashlib
import hmac
import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NoReturn

from dalapapa.rules import DalapapaError, ErrorCode
from dalapapa.rules.game import PLAYERS
from dalapapa.rules.tile_file import SIZES

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


def mixed(tiles: Iterable[int], stream: Iterator[int]) -> tuple[int, ...]:
    """These tiles in an order of which each is equally likely (Fisher-Yates)."""
    bag = list(tiles)
    for last in range(len(bag) - 1, 0, -1):
        other = below(last + 1, stream)
        bag[last], bag[other] = bag[other], bag[last]
    return tuple(bag)


def draw(
    secret: bytes,
    table: str,
    nonces: Sequence[tuple[int, str]],
    *,
    tiles: int,
    seats: int,
    begins: int | str,
    known: Collection[int] = (),
) -> tuple[tuple[int, ...], int]:
    """The order of the bag, without those `known` from a real table, and the seat that begins."""
    stream = numbers(secret, table, nonces)
    bag = mixed((tile for tile in range(tiles) if tile not in known), stream)
    first = below(seats, stream) if begins == RANDOM else int(begins)
    return bag, first


def check(record: Mapping[str, Any], *, taken_over: bool = False) -> None:
    """Recompute the bag of a finished record; raises unless it is the one its server committed to.

    Of a game that was `taken_over` from a real table only the rest of the bag can be checked.
    """
    fair, bag, players = record.get("fair"), record.get("bag"), record.get("players")
    if not isinstance(fair, dict):
        _refuse("the record has no 'fair' part: it does not come from a table with a checkable bag")
    if not isinstance(bag, list) or not isinstance(players, list):
        _refuse("the record has no 'bag' or no 'players': only a finished game can be checked")
    if len(bag) > SIZES[-1]:
        _refuse(f"'bag' holds {len(bag)} tiles: no set has more than {SIZES[-1]}")
    table: Any = fair.get("table")
    begins: Any = fair.get("begins")
    first: Any = fair.get("first")
    if not isinstance(table, str) or not table.isascii():
        _refuse("'fair' needs the table's id")
    if not _is_seat(first, players) or not (begins == RANDOM or _is_seat(begins, players)):
        _refuse("'fair' needs 'first', the seat that began, and 'begins', a seat or 'random'")
    secret = _bytes(fair.get("secret"), SECRET_BYTES, "secret")
    nonces = [_nonce(entry, players) for entry in _list(fair.get("nonces"))]
    known = _known(fair.get("known", []), taken_over)
    if commitment(secret, table) != fair.get("commitment"):
        _refuse("the secret is not the one that was committed to before the game")
    order, beginner = draw(
        secret,
        table,
        nonces,
        tiles=len(bag),
        seats=len(players),
        begins=begins,
        known=known,
    )
    if beginner != first:
        _refuse(f"seat {beginner} should have begun, not seat {first}")
    rest = [tile for tile in bag if tile not in known]
    if len(rest) != len(order):
        _refuse("'known' are not tiles of this bag, each once")
    for place, (tile, expected) in enumerate(zip(rest, order, strict=True), 1):
        if tile != expected:
            _refuse(f"tile {place} of the bag is {tile!r:.20}, the secret and the nonces give {expected}")


def _is_seat(seat: object, players: list[Any]) -> bool:
    return type(seat) is int and 0 <= seat < len(players)


def _list(entries: object) -> list[Any]:
    if not isinstance(entries, list) or len(entries) > PLAYERS[-1]:
        _refuse("'fair' needs the players' 'nonces'")
    return entries


def _known(tiles: object, taken_over: bool) -> list[int]:
    """The tiles that a real table has settled."""
    if not isinstance(tiles, list) or not all(type(tile) is int for tile in tiles):
        _refuse("'known' is a list of tiles")
    if tiles and not taken_over:
        _refuse("the game was begun at a real table, of whose bag nothing can be checked")
    return tiles


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
