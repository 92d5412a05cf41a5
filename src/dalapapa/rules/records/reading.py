"""Reading what a record says, with its types and ranges checked, before any rule is asked."""

import json
from functools import lru_cache
from typing import Any, NoReturn

from dalapapa.rules.errors import DalapapaError, ErrorCode
from dalapapa.rules.game import PLAYERS, check_target
from dalapapa.rules.placement import FARTHEST, Placement, Turn
from dalapapa.rules.records.record import FORMAT, VERSION, Json, Player
from dalapapa.rules.tile_file import tile_set_of_lines
from dalapapa.rules.tiles import COME_WITH_THE_GAME, TileSet

# A round without a placement is the last (R6.2), so no game has more turns than this.
MOST_TURNS = 4 * 121


class RecordError(DalapapaError):
    """Something that is not a record, or a record that does not follow the rules."""


def refuse(words: str) -> NoReturn:
    """Raise RecordError with these words."""
    raise RecordError(ErrorCode.BAD_RECORD, words)


def loads(text: str | bytes, formats: tuple[str, ...] = (FORMAT,)) -> Json:
    """Read one record's JSON object and see that it is of a version this program knows.

    Its moves and figures are checked by `replay` and `referee`.
    """
    try:
        text = text.decode("utf-8") if isinstance(text, bytes) else text
        record = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_each_once)
    except RecordError:
        raise
    except UnicodeDecodeError as error:
        refuse(f"not UTF-8 text: byte {error.start + 1} cannot be read")
    except RecursionError:
        refuse("not a record: nested too deeply")
    except json.JSONDecodeError as error:
        refuse(f"not JSON: {error.msg[:1].lower()}{error.msg[1:]} at character {error.pos + 1}")
    except ValueError:
        refuse("not a record: a number has too many digits")
    if not isinstance(record, dict):
        refuse("not a record: it must be a JSON object")
    if record.get("format") not in formats:
        refuse(f"not a record: 'format' must be {' or '.join(map(repr, formats))}")
    if (version := whole(record, "version")) != VERSION:
        refuse(f"record version {version} is unknown: this program reads version {VERSION}")
    return record


def _refuse_constant(word: str) -> NoReturn:
    """Python reads these words as numbers; JSON has none of them."""
    refuse(f"not JSON: {word} is not a number")


def _each_once(pairs: list[tuple[str, Any]]) -> Json:
    """An object whose keys stand in it once: of two, one reader would take this and another that."""
    entry = dict(pairs)
    if len(entry) < len(pairs):
        keys = [key for key, _ in pairs]
        refuse(f"not a record: {next(key for key in keys if keys.count(key) > 1)!r:.60} stands twice")
    return entry


def value(entry: Any, key: str, where: str = "") -> Any:
    """What stands under a key that must be there."""
    if not isinstance(entry, dict):
        refuse(f"{where}a JSON object is needed here")
    if key not in entry:
        refuse(f"{where}'{key}' is missing")
    return entry[key]


def whole(entry: Any, key: str, where: str = "") -> int:
    """A whole number; JSON's true and 1.0 are none."""
    number = value(entry, key, where)
    if type(number) is not int:
        refuse(f"{where}'{key}' must be a whole number")
    if not -FARTHEST <= number <= FARTHEST:
        refuse(f"{where}'{key}' is out of range")
    return number


def listed(entry: Any, key: str, where: str = "") -> list[Any]:
    """A list."""
    items = value(entry, key, where)
    if not isinstance(items, list):
        refuse(f"{where}'{key}' must be a list")
    return items


def players_of(record: Json) -> tuple[Player, ...]:
    """Who played."""
    entries = listed(record, "players")
    if len(entries) not in PLAYERS:
        refuse(f"2 to 4 players can play, not {len(entries)}")
    players = []
    for number, entry in enumerate(entries, 1):
        where = f"player {number}: "
        name, kind = value(entry, "name", where), value(entry, "kind", where)
        bot = entry.get("bot")
        if not _is_text(name):
            refuse(f"{where}'name' must be text of at least one character")
        if kind not in ("human", "bot"):
            refuse(f"{where}'kind' must be 'human' or 'bot'")
        if bot is not None and not _is_text(bot):
            refuse(f"{where}'bot' must be text of at least one character")
        players.append(Player(name, kind, bot))
    return tuple(players)


def _is_text(words: object) -> bool:
    """Text that can be written again: not empty, and no half of a surrogate pair."""
    return (
        isinstance(words, str) and words != "" and not any("\ud800" <= letter <= "\udfff" for letter in words)
    )


def target_of(record: Json) -> int:
    """The target played to (R1.4)."""
    target = whole(record, "target")
    check_target(target)
    return target


def tile_set_of(record: Json, given: TileSet | None) -> TileSet:
    """The set that a record was played with: what is given, if it is that one, or what the record says."""
    name = value(record, "tile_set")
    if not _is_text(name):
        refuse("'tile_set' must be text of at least one character")
    written = _written_tiles(record, name)
    own = COME_WITH_THE_GAME[name]() if name in COME_WITH_THE_GAME else written
    if given is None:
        if own is None:
            refuse(f"played with the tile set {name!r:.60}: give its file with --tile-set")
        given = own
    if name != given.name:
        refuse(
            f"played with the tile set {name!r:.60}, not with {given.name!r}: give its file with --tile-set"
        )
    fingerprints = {given.fingerprint, record.get("tile_set_sha256", given.fingerprint)}
    if len(fingerprints | ({written.fingerprint} if written else set())) > 1:
        refuse(f"played with another version of the tile set {name!r}: their fingerprints differ")
    return given


def _written_tiles(record: Json, name: str) -> TileSet | None:
    """The tiles of a set of one's own, where the record has them."""
    if "tiles" not in record:
        return None
    if name in COME_WITH_THE_GAME:
        refuse(f"'tiles' is for sets of one's own: everybody has {name!r}")
    tiles = listed(record, "tiles")
    if not all(isinstance(tile, str) for tile in tiles):
        refuse("'tiles' must hold text, as in \"rrrgbgg yybgbyb\"")
    try:
        return _own_set(name, tuple(tiles))
    except DalapapaError as error:
        refuse(f"'tiles': {error.words}")


@lru_cache(16)  # of many records in a file, all may have the same tiles
def _own_set(name: str, tiles: tuple[str, ...]) -> TileSet:
    return tile_set_of_lines(name, tiles)


def open_hands_of(record: Json) -> bool:
    """Whether the table played with open hands (R3.2); hidden when nothing is said."""
    open_hands = record.get("open_hands", False)
    if not isinstance(open_hands, bool):
        refuse("'open_hands' must be true or false")
    return open_hands


def kept_of(record: Json) -> bool:
    """Whether the game was kept at a real table, where nobody knows the order of the bag."""
    kept = record.get("kept", False)
    if not isinstance(kept, bool):
        refuse("'kept' must be true or false")
    return kept


def bag_of(record: Json, tile_set: TileSet) -> list[int]:
    """The order of the bag: each tile of the set once."""
    bag = listed(record, "bag")
    seen = set()
    for tile in bag:
        if type(tile) is not int or tile not in tile_set:
            refuse(f"'bag' holds {tile!r:.40}: its tiles are 0 to {len(tile_set) - 1}")
        if tile in seen:
            refuse(f"'bag' holds tile {tile} twice")
        seen.add(tile)
    if len(bag) != len(tile_set):
        refuse(f"'bag' holds {len(bag)} tiles: all {len(tile_set)} of the set are needed")
    return bag


def setup_of(record: Json) -> list[tuple[int, Placement]]:
    """Who laid what in set-up."""
    return [
        (whole(entry, "player", where), placement_of(entry, where))
        for entry, where in _numbered(listed(record, "setup"), "set-up")
    ]


def turns_of(record: Json) -> list[Any]:
    """The turns as written; `turn_of` reads each."""
    turns = listed(record, "turns")
    if len(turns) > MOST_TURNS:
        refuse(f"{len(turns)} turns: no game has more than {MOST_TURNS}")
    return turns


def turn_of(entry: Any, where: str) -> tuple[int, Turn]:
    """Who laid what in a turn."""
    placements = [placement_of(placement, where) for placement in listed(entry, "placements", where)]
    return whole(entry, "player", where), Turn(tuple(placements))


def placement_of(entry: Any, where: str) -> Placement:
    """One placement."""
    numbers = (whole(entry, key, where) for key in ("tile", "face", "rotation", "x", "y"))
    try:
        return Placement(*numbers)
    except DalapapaError as error:
        refuse(where + error.words)


def _numbered(entries: list[Any], word: str) -> list[tuple[Any, str]]:
    return [(entry, f"{word} {number}: ") for number, entry in enumerate(entries, 1)]
