"""Tile sets from files: a person who owns a box can write theirs down, have it checked, and play with it."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from dalapapa.rules.errors import DalapapaError, ErrorCode
from dalapapa.rules.tiles import POSITIONS, Colour, Face, Tile, TileSet

# Four players need 12 tiles for set-up and hands; the box has 120.
SIZES = range(12, 121)
_MOST_BYTES = 1_000_000


def load_tile_set(path: Path) -> TileSet:
    """Read a tile set from a TOML file; a mistake is refused with its line and tile."""
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        _refuse(f"{path}: {error.strerror}")
    if len(data) > _MOST_BYTES:
        _refuse(f"{path}: too long to be a tile set")
    try:
        return parse_tile_set(data.decode("utf-8"))
    except UnicodeDecodeError:
        _refuse(f"{path}: not UTF-8 text")
    except DalapapaError as error:
        _refuse(f"{path}: {error.words}")


def parse_tile_set(text: str) -> TileSet:
    """Read a tile set from TOML text (the format is in docs/tile-sets.md)."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        _refuse(f"not TOML: {str(error)[:1].lower()}{str(error)[1:]}")
    except ValueError:
        _refuse("not a tile set: a number has too many digits")
    except RecursionError:
        _refuse("not a tile set: nested too deeply")
    if unknown := sorted(data.keys() - {"name", "tile"}):
        _refuse(f"unknown key {unknown[0]!r}: a tile set has 'name' and [[tile]] tables")
    name = data.get("name")
    if not isinstance(name, str) or not re.fullmatch(r"[\w .'-]{1,40}", name):
        _refuse("'name' must be text of 1 to 40 letters, figures, spaces, or . ' - _")
    if name == "classic":
        _refuse("the name 'classic' is taken by the set that comes with the game")
    entries = data.get("tile", [])
    if not isinstance(entries, list) or len(entries) not in SIZES:
        count = len(entries) if isinstance(entries, list) else "no list of"
        _refuse(f"{count} tiles: a set has {SIZES[0]} to {SIZES[-1]} [[tile]] tables")
    places = _places(text, len(entries))
    return TileSet(name, tuple(_tile(number, entry, places[number]) for number, entry in enumerate(entries)))


def broken_facts(tile_set: TileSet) -> list[str]:
    """What is known of the real box and does not hold for this set, one sentence each."""
    return list(_broken_facts(tile_set))


def _broken_facts(tile_set: TileSet) -> Iterator[str]:
    if len(tile_set) != 120:
        yield f"the box has 120 tiles: this set has {len(tile_set)}"
    first: dict[frozenset[Face], int] = {}
    for tile in tile_set.tiles:
        # Turning a tile half round, or over, does not make it another tile.
        same = frozenset(min(face, (*face[3:6], *face[:3], face[6])) for face in tile.faces)
        if same in first:
            yield f"all tiles are different: tile {tile.id} is tile {first[same]} again"
        first.setdefault(same, tile.id)
    for tile in tile_set.tiles:
        for side, face in zip(("front", "back"), tile.faces, strict=True):
            if (shown := len(set(face))) != 3:
                yield f"every face shows exactly three colours: the {side} of tile {tile.id} shows {shown}"
    for tile in tile_set.tiles:
        if missing := set(Colour) - set(tile.faces[0]) - set(tile.faces[1]):
            words = " and ".join(colour.word for colour in sorted(missing))
            yield f"a colour missing from one face is on the other: tile {tile.id} has no {words}"
    count = Counter(colour for tile in tile_set.tiles for face in tile.faces for colour in face)
    if len({count[colour] for colour in Colour}) != 1:
        counted = ", ".join(f"{count[colour]} {colour.word}" for colour in Colour)
        yield f"all colours are equally represented: there are {counted} discs"
    families = Counter(tile.family for tile in tile_set.tiles)
    for family, size in families.items():
        if size != 24:
            yield f"the set falls into families of 24: {family!r} has {size}"


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


def _tile(number: int, entry: Any, place: str) -> Tile:
    if not isinstance(entry, dict):
        _refuse(f"{place}: a tile is a table with 'front' and 'back'")
    if unknown := sorted(entry.keys() - {"family", "front", "back"}):
        _refuse(f"{place}: unknown key {unknown[0]!r}: a tile has 'front', 'back' and perhaps 'family'")
    family = entry.get("family", "unnamed")
    if not isinstance(family, str):
        _refuse(f"{place}: 'family' must be text")
    return Tile(number, family, (_face(entry, "front", place), _face(entry, "back", place)))


def _face(entry: dict[str, Any], side: str, place: str) -> Face:
    text = entry.get(side)
    if not isinstance(text, str):
        _refuse(f"{place}: '{side}' must be text, as in {side} = \"rrrgbgg\"")
    if len(text) != POSITIONS:
        _refuse(
            f"{place}: '{side}' has {len(text)} letters: a face has {POSITIONS} discs, the middle one last"
        )
    try:
        return tuple(Colour.parse(letter) for letter in text)
    except DalapapaError as error:
        _refuse(f"{place}: '{side}': {error.words}")


def _places(text: str, count: int) -> list[str]:
    """Where each tile stands in the file; only the number where tables are not one to a heading."""
    heading = re.compile(r"\s*\[\[\s*tile\s*\]\]")
    lines = [number for number, line in enumerate(text.split("\n"), 1) if heading.match(line)]
    if len(lines) != count:
        return [f"tile {number}" for number in range(count)]
    return [f"line {line}, tile {number}" for number, line in enumerate(lines)]


def _refuse(words: str) -> NoReturn:
    raise DalapapaError(ErrorCode.BAD_TILE_SET, words)
