"""Tile sets as text: a person who owns a box can write theirs down, have it checked, and play with it."""

import json
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NoReturn

from dalapapa.rules.errors import DalapapaError, ErrorCode
from dalapapa.rules.tiles import COME_WITH_THE_GAME, POSITIONS, UNNAMED, Colour, Face, Tile, TileSet

# Four players need 12 tiles for set-up and hands; the box has 120.
SIZES = range(12, 121)
LONGEST_FAMILY = 40
_MOST_BYTES = 1_000_000


def load_tile_set(path: Path) -> TileSet:
    """Read a tile set from a TOML file; a mistake is refused with its line and tile."""
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        _refuse(f"{path}: {error.strerror}", "file")
    if len(data) > _MOST_BYTES:
        _refuse(f"{path}: too long to be a tile set", "file")
    try:
        return parse_tile_set(data.decode("utf-8"))
    except UnicodeDecodeError:
        _refuse(f"{path}: not UTF-8 text", "file")
    except DalapapaError as error:
        raise DalapapaError(error.code, f"{path}: {error.words}", error.details) from None


def parse_tile_set(text: str) -> TileSet:
    """Read a tile set from TOML text (the format is in docs/tile-sets.md)."""
    tile_set = parse_box(text)
    check_playable(tile_set)
    return tile_set


def check_playable(tile_set: TileSet) -> None:
    """Refuse a set of one's own that no table can be played with."""
    _check_name(tile_set.name)
    if len(tile_set) not in SIZES:
        _refuse_size(len(tile_set))


def parse_box(text: str) -> TileSet:
    """Read a box that is still being written down: it may have few tiles yet, and any name."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        _refuse(f"not TOML: {str(error)[:1].lower()}{str(error)[1:]}", "toml")
    except ValueError:
        _refuse("not a tile set: a number has too many digits", "toml")
    except RecursionError:
        _refuse("not a tile set: nested too deeply", "toml")
    if unknown := sorted(data.keys() - {"name", "tile"}):
        _refuse(
            f"unknown key {unknown[0]!r}: a tile set has 'name' and [[tile]] tables", "key", key=unknown[0]
        )
    name = data.get("name")
    if not isinstance(name, str):
        _check_name("")
    entries = data.get("tile", [])
    if not isinstance(entries, list):
        _refuse_size("no list of")
    if len(entries) > SIZES[-1]:
        _refuse_size(len(entries))
    places = _places(text, len(entries))
    return TileSet(
        str(name), tuple(_tile(number, entry, places[number]) for number, entry in enumerate(entries))
    )


def tile_set_toml(tile_set: TileSet) -> str:
    """A tile set as a file has it.

    >>> from dalapapa.rules import classic
    >>> box = TileSet("my box", classic().tiles[:12])
    >>> parse_tile_set(tile_set_toml(box)) == box
    True
    """
    parts = [f"name = {json.dumps(tile_set.name)}\n"]
    for tile in tile_set.tiles:
        front, back = str(tile).split()
        family = "" if tile.family == UNNAMED else f"family = {json.dumps(tile.family)}\n"
        parts.append(f'[[tile]]\n{family}front = "{front}"\nback = "{back}"\n')
    return "\n".join(parts)


def tile_set_of_lines(name: str, lines: Iterable[str]) -> TileSet:
    """A tile set of one text a tile, as `str(tile)` gives it: `rrrgbgg yybgbyb`."""
    tiles = []
    for number, line in enumerate(lines):
        front, _, back = line.partition(" ")
        tiles.append(_tile(number, {"front": front, "back": back}, {"tile": number}))
    tile_set = TileSet(name, tuple(tiles))
    check_playable(tile_set)
    return tile_set


def tile_set_json(tile_set: TileSet) -> dict[str, Any]:
    """A tile set as JSON has it: every tile with the words for the colours of both faces."""
    return {
        "name": tile_set.name,
        "sha256": tile_set.fingerprint,
        "tiles": [
            {
                "id": tile.id,
                "family": tile.family,
                "faces": [[colour.word for colour in face] for face in tile.faces],
            }
            for tile in tile_set.tiles
        ],
    }


# Where in a file something stands: the number of a tile, and its line where that is known.
_Place = dict[str, int]


def _check_name(name: str) -> None:
    if not re.fullmatch(r"[\w .'-]{1,40}", name):
        _refuse("'name' must be text of 1 to 40 letters, figures, spaces, or . ' - _", "name")
    if name in COME_WITH_THE_GAME:
        _refuse(f"the name {name!r} is taken by a set that comes with the game", "taken", name=name)


def _tile(number: int, entry: Any, place: _Place) -> Tile:
    if not isinstance(entry, dict):
        _refuse("a tile is a table with 'front' and 'back'", "tile", place)
    if unknown := sorted(entry.keys() - {"family", "front", "back"}):
        words = f"unknown key {unknown[0]!r}: a tile has 'front', 'back' and perhaps 'family'"
        _refuse(words, "key", place, key=unknown[0])
    family = entry.get("family", UNNAMED)
    if not isinstance(family, str) or len(family) > LONGEST_FAMILY:
        _refuse(f"'family' must be text of at most {LONGEST_FAMILY} letters", "family", place)
    return Tile(number, family, (_face(entry, "front", place), _face(entry, "back", place)))


def _face(entry: dict[str, Any], side: str, place: _Place) -> Face:
    text = entry.get(side)
    if not isinstance(text, str):
        _refuse(f"'{side}' must be text, as in {side} = \"rrrgbgg\"", "face", place, side=side)
    if (count := len(text)) != POSITIONS:
        words = f"'{side}' has {count} letters: a face has {POSITIONS} discs, the middle one last"
        _refuse(words, "letters", place, side=side, count=count)
    try:
        return tuple(Colour.parse(letter) for letter in text)
    except DalapapaError as error:
        _refuse(f"'{side}': {error.words}", "colour", place, side=side, colour=error.details["colour"])


def _places(text: str, count: int) -> list[_Place]:
    """Where each tile stands in the file; only the number where tables are not one to a heading."""
    heading = re.compile(r"\s*\[\[\s*tile\s*\]\]")
    lines = [number for number, line in enumerate(text.split("\n"), 1) if heading.match(line)]
    if len(lines) != count:
        return [{"tile": number} for number in range(count)]
    return [{"line": line, "tile": number} for number, line in enumerate(lines)]


def _refuse_size(count: int | str) -> NoReturn:
    _refuse(f"{count} tiles: a set has {SIZES[0]} to {SIZES[-1]} [[tile]] tables", "size", count=count)


def _refuse(words: str, why: str, place: _Place | None = None, **details: object) -> NoReturn:
    """Refuse in words, with `why` for those who say it in another language."""
    where = ", ".join(f"{key} {number}" for key, number in (place or {}).items())
    said = f"{where}: {words}" if where else words
    raise DalapapaError(ErrorCode.BAD_TILE_SET, said, {"why": why, **(place or {}), **details})
