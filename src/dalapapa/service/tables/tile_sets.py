"""The sets that tables play with: those that come with the game, and sets of one's own, each stored once."""

from collections import OrderedDict
from functools import lru_cache
from typing import TypedDict

from dalapapa.rules import TileSet
from dalapapa.rules.tile_file import parse_tile_set, tile_set_of_lines
from dalapapa.rules.tiles import COME_WITH_THE_GAME, UNNAMED
from dalapapa.service.stores.protocol import Store, StoreError
from dalapapa.service.tables.events import Agreed

# So many sets of one's own are kept in memory.
KEPT = 500


class Stored(TypedDict):
    """What an append says of its table's set."""

    tile_set: str | None
    tiles: bytes | None


class TileSets:
    """Sets by name and fingerprint. Their tiles are what the store keeps; the name belongs to the table."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[tuple[str, str], TileSet] = OrderedDict()

    def one(self, tile_set: TileSet) -> TileSet:
        """The set of that name with those tiles: the same object for all its tables."""
        key = (tile_set.name, tile_set.fingerprint)
        kept = self._kept.setdefault(key, tile_set)
        self._kept.move_to_end(key)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return kept

    async def agreed(self, agreed: Agreed) -> TileSet:
        """The set of a table that is there already."""
        name, fingerprint = agreed.tile_set, agreed.tile_set_sha256
        if (kept := self._kept.get((name, fingerprint))) is not None:
            return kept
        found = await self.find(fingerprint)
        if found is None:
            raise StoreError(f"the tile set {fingerprint} is missing")
        return self.one(found if found.name == name else TileSet(name, found.tiles))

    async def find(self, fingerprint: str) -> TileSet | None:
        """The tiles with this fingerprint; those of one's own have no name here."""
        if (known := _with_game(fingerprint)) is not None:
            return known
        stored = await self._store.tile_set(fingerprint)
        return tile_set_of_lines(UNNAMED, stored.decode().splitlines()) if stored else None


@lru_cache(16)  # a score-keeper asks with the same set again and again
def wished(tile_set: str) -> TileSet:
    """The set that somebody wants to play with, by its name or as its file has it."""
    known = COME_WITH_THE_GAME.get(tile_set)
    return known() if known else parse_tile_set(tile_set)


def stored(tile_set: TileSet, *, first: bool) -> Stored:
    """What the store is told of a table's set: its tiles with the table's first lines."""
    if _with_game(tile_set.fingerprint) is not None:
        return Stored(tile_set=None, tiles=None)
    return Stored(tile_set=tile_set.fingerprint, tiles=str(tile_set).encode() if first else None)


def _with_game(fingerprint: str) -> TileSet | None:
    sets = (make() for make in COME_WITH_THE_GAME.values())
    return next((one for one in sets if one.fingerprint == fingerprint), None)
