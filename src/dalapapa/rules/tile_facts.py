"""What is known of the real box, and where a set of one's own differs: most often a slip while copying."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from dalapapa.rules.tiles import UNNAMED, Colour, Face, TileSet

BOX = 120
FAMILY = 24


class Fact(StrEnum):
    """The known facts of the box (docs/tile-sets.md)."""

    COUNT = "count"
    DIFFERENT = "different"
    THREE_COLOURS = "three_colours"
    ALL_COLOURS = "all_colours"
    EQUAL = "equal"
    FAMILIES = "families"


@dataclass(frozen=True, slots=True)
class Broken:
    """A fact that does not hold: where, in words and as details for a translation."""

    fact: Fact
    words: str
    details: Mapping[str, object]

    def __str__(self) -> str:
        return self.words


def broken_facts(tile_set: TileSet) -> list[Broken]:
    """What is known of the real box and does not hold for this set, one by one."""
    return list(_broken_facts(tile_set))


def _broken_facts(tile_set: TileSet) -> Iterator[Broken]:
    def broken(fact: Fact, words: str, **details: object) -> Broken:
        return Broken(fact, words, details)

    if (count := len(tile_set)) != BOX:
        yield broken(Fact.COUNT, f"the box has {BOX} tiles: this set has {count}", count=count)
    first: dict[frozenset[Face], int] = {}
    for tile in tile_set.tiles:
        # Turning a tile half round, or over, does not make it another tile.
        same = frozenset(min(face, (*face[3:6], *face[:3], face[6])) for face in tile.faces)
        if (other := first.setdefault(same, tile.id)) != tile.id:
            words = f"all tiles are different: tile {tile.id} is tile {other} again"
            yield broken(Fact.DIFFERENT, words, tile=tile.id, other=other)
    for tile in tile_set.tiles:
        for side, face in zip(("front", "back"), tile.faces, strict=True):
            if (shown := len(set(face))) != 3:
                words = f"every face shows exactly three colours: the {side} of tile {tile.id} shows {shown}"
                yield broken(Fact.THREE_COLOURS, words, tile=tile.id, side=side, count=shown)
    for tile in tile_set.tiles:
        if missing := set(Colour) - set(tile.faces[0]) - set(tile.faces[1]):
            colours = [colour.word for colour in sorted(missing)]
            words = f"a colour missing from one face is on the other: tile {tile.id} has no "
            yield broken(Fact.ALL_COLOURS, words + " and ".join(colours), tile=tile.id, colours=colours)
    discs = Counter(colour for tile in tile_set.tiles for face in tile.faces for colour in face)
    if len({discs[colour] for colour in Colour}) != 1:
        counted = ", ".join(f"{discs[colour]} {colour.word}" for colour in Colour)
        words = f"all colours are equally represented: there are {counted} discs"
        yield broken(Fact.EQUAL, words, **{colour.word: discs[colour] for colour in Colour})
    for family, size in families(tile_set).items():
        if size != FAMILY:
            words = f"the set falls into families of {FAMILY}: {family!r} has {size}"
            yield broken(Fact.FAMILIES, words, family=family, count=size)


def families(tile_set: TileSet) -> dict[str, int]:
    """How many tiles there are of each family that has a name."""
    return dict(Counter(tile.family for tile in tile_set.tiles if tile.family != UNNAMED))
