"""Tile sets in files: read, refused with line and tile, and held against what is known of the box."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dalapapa.rules import Colour, DalapapaError, ErrorCode, Tile, TileSet, classic
from dalapapa.rules.tile_facts import Fact, broken_facts, families
from dalapapa.rules.tile_file import (
    load_tile_set,
    parse_box,
    parse_tile_set,
    tile_set_json,
    tile_set_toml,
)
from dalapapa.rules.tiles import UNNAMED, small, without


def text_of(tile_set: TileSet, name: str = "mine") -> str:
    """A tile set as a file; every tile takes five lines, the first at line 3."""
    parts = [f'name = "{name}"\n']
    for tile in tile_set.tiles:
        front, back = str(tile).split()
        parts.append(f'[[tile]]\nfamily = "{tile.family}"\nfront = "{front}"\nback = "{back}"\n')
    return "\n".join(parts)


def few(count: int) -> TileSet:
    return TileSet("few", classic().tiles[:count])


TWELVE = text_of(few(12))


def refusal(text: str) -> str:
    with pytest.raises(DalapapaError) as caught:
        parse_tile_set(text)
    assert caught.value.code is ErrorCode.BAD_TILE_SET
    assert "\n" not in caught.value.words
    return caught.value.words


@pytest.mark.parametrize("count", [12, 57, 120])
def test_a_set_is_read_as_written(count: int) -> None:
    tile_set = parse_tile_set(text_of(few(count)))
    assert tile_set.tiles == classic().tiles[:count]
    assert tile_set.name == "mine"
    assert tile_set.fingerprint == few(count).fingerprint


def test_a_family_may_be_left_out(tmp_path: Path) -> None:
    path = tmp_path / "set.toml"
    path.write_text(TWELVE.replace('family = "angle"\n', ""), "utf-8")
    assert {tile.family for tile in load_tile_set(path).tiles} == {"unnamed"}


def test_a_set_as_json_has_every_tile_in_words() -> None:
    listed = tile_set_json(few(12))
    assert (listed["name"], listed["sha256"]) == ("few", few(12).fingerprint)
    for tile, entry in zip(few(12).tiles, listed["tiles"], strict=True):
        assert (entry["id"], entry["family"]) == (tile.id, tile.family)
        assert [[Colour.parse(word) for word in face] for face in entry["faces"]] == list(
            map(list, tile.faces)
        )


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("[[tile]]", "[[tile", "not TOML: "),
        ('name = "mine"', f"size = {'9' * 5_000}", "not a tile set: a number has too many digits"),
        ('name = "mine"', f"size = {'[' * 100_000}", "not a tile set: nested too deeply"),
        ('name = "mine"', 'nmae = "mine"', "unknown key 'nmae': a tile set has 'name' and [[tile]] tables"),
        ('name = "mine"', "", "'name' must be text"),
        ('name = "mine"', "name = 7", "'name' must be text"),
        ('name = "mine"', 'name = ""', "'name' must be text"),
        ('name = "mine"', f'name = "{"x" * 41}"', "'name' must be text of 1 to 40"),
        ('name = "mine"', 'name = "a\\nb"', "'name' must be text"),
        ('name = "mine"', 'name = "classic"', "the name 'classic' is taken"),
        ('family = "angle"', "family = 1", "line 3, tile 0: 'family' must be text"),
        ('family = "angle"', 'famly = "x"', "line 3, tile 0: unknown key 'famly'"),
        ('front = "rrrybyy"', "front = 5", "line 28, tile 5: 'front' must be text"),
        ('front = "rrrybyy"', "", "line 28, tile 5: 'front' must be text, as in front = \"rrrgbgg\""),
        ('front = "rrrybyy"', 'front = "rrryby"', "line 28, tile 5: 'front' has 6 letters"),
        ('front = "rrrybyy"', 'front = "rrrybyyy"', "line 28, tile 5: 'front' has 8 letters"),
        ('back = "ggbybgb"', 'back = "ggbybgp"', "line 28, tile 5: 'back': unknown colour 'p'"),
        ('back = "ggbybgb"', 'back = "GGBYBGB"', "line 28, tile 5: 'back': unknown colour 'G'"),
        (
            'front = "rrrybyy"',
            '# a line \u2028 in a remark\nfront = ""',
            "line 28, tile 5: 'front' has 0 letters",
        ),
    ],
)
def test_a_mistake_is_refused_with_its_line_and_tile(old: str, new: str, words: str) -> None:
    assert old in TWELVE
    assert words in refusal(TWELVE.replace(old, new, 1))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (text_of(few(11)), "11 tiles: a set has 12 to 120 [[tile]] tables"),
        (text_of(TileSet("x", classic().tiles + few(1).tiles)), "121 tiles: a set has 12 to 120"),
        ('name = "mine"', "0 tiles"),
        ('name = "mine"\n[tile]\nfront = "rrrgbgg"', "no list of tiles"),
        (f'name = "mine"\ntile = [{"7, " * 12}]', "tile 0: a tile is a table with 'front' and 'back'"),
        (f'name = "mine"\ntile = [{"{ front = 3 }, " * 12}]', "tile 0: 'front' must be text"),
    ],
)
def test_what_is_no_list_of_tiles(text: str, words: str) -> None:
    assert refusal(text).startswith(words)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "set.toml"
    faults = {}
    for name, data in {
        "missing": None,
        "latin": b'name = "\xe9"',
        "long": b"#" * 1_000_001,
        "wrong": b"name = 7",
    }.items():
        if data is not None:
            path.write_bytes(data)
        with pytest.raises(DalapapaError) as caught:
            load_tile_set(path)
        faults[name] = caught.value.words.removeprefix(f"{path}: ")
    assert faults["missing"] == "No such file or directory"
    assert faults["latin"] == "not UTF-8 text"
    assert faults["long"] == "too long to be a tile set"
    assert faults["wrong"].startswith("'name' must be text")


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    refusal(text)


@pytest.mark.parametrize(("name", "count"), [("my box", 12), ("L'été d'Été", 57), ("x" * 40, 120)])
def test_a_set_written_down_is_the_same_when_it_is_read(name: str, count: int) -> None:
    unnamed = Tile(0, UNNAMED, classic()[0].faces)
    box = TileSet(name, (unnamed, *classic().tiles[1:count]))
    assert parse_tile_set(tile_set_toml(box)) == box


@pytest.mark.parametrize("count", [0, 1, 11, 120])
def test_a_box_may_be_half_written_down(count: int) -> None:
    box = TileSet("", classic().tiles[:count])
    assert parse_box(tile_set_toml(box)) == box


@pytest.mark.parametrize(
    ("text", "why", "details"),
    [
        ("name = 7", "name", {}),
        ("name = ", "toml", {}),
        ("names = 7", "key", {"key": "names"}),
        (text_of(few(12), "classic-72"), "taken", {"name": "classic-72"}),
        (text_of(few(3)), "size", {"count": 3}),
        (
            TWELVE.replace("rrrgbgg", "rrrgbg", 1),
            "letters",
            {"tile": 0, "line": 3, "side": "front", "count": 6},
        ),
        (
            TWELVE.replace("rrrgbgg", "rrrgbgp", 1),
            "colour",
            {"tile": 0, "line": 3, "side": "front", "colour": "p"},
        ),
        (TWELVE.replace('"angle"', f'"{"x" * 41}"', 1), "family", {"tile": 0, "line": 3}),
    ],
)
def test_why_it_is_refused_can_be_said_in_other_languages(
    text: str, why: str, details: dict[str, object]
) -> None:
    with pytest.raises(DalapapaError) as caught:
        parse_tile_set(text)
    assert caught.value.details == {"why": why, **details}


def test_a_smaller_set_leaves_families_out() -> None:
    assert families(small()) == {"angle": 24, "corner": 24, "zigzag": 24}
    # The ids stay those of the classic set, so that printed tiles do for both.
    assert small().tiles == classic().tiles[:72]
    others = without(classic(), {"angle"}, "others")
    assert [tile.id for tile in others.tiles] == list(range(96))
    assert [tile.faces for tile in others.tiles] == [tile.faces for tile in classic().tiles[24:]]


# The facts known of the box


def said(tile_set: TileSet) -> list[str]:
    return [str(fact) for fact in broken_facts(tile_set)]


def changed(tile: int, front: str, back: str) -> TileSet:
    """The classic set with other faces on one tile."""
    tiles = list(classic().tiles)
    faces = (tuple(map(Colour.parse, front)), tuple(map(Colour.parse, back)))
    tiles[tile] = Tile(tile, tiles[tile].family, faces)
    return TileSet("mine", tuple(tiles))


def test_the_classic_set_keeps_every_fact() -> None:
    assert said(classic()) == []


def test_too_few_tiles() -> None:
    facts = said(few(24))
    assert facts == ["the box has 120 tiles: this set has 24"]


@pytest.mark.parametrize(
    ("front", "back"),
    [
        ("rrrgbgg", "yybgbyb"),  # tile 0 as it is
        ("yybgbyb", "rrrgbgg"),  # turned over
        ("gbgrrrg", "yybgbyb"),  # front turned half round
    ],
)
def test_a_tile_twice(front: str, back: str) -> None:
    assert "all tiles are different: tile 6 is tile 0 again" in said(changed(6, front, back))


def test_a_face_of_two_colours() -> None:
    facts = said(changed(7, "gggrgrr", "bbyryby"))
    assert facts[0] == "every face shows exactly three colours: the front of tile 7 shows 2"
    assert facts[1].startswith(
        "all colours are equally represented: there are 420 red, 421 green, 420 blue, 419"
    )
    assert len(facts) == 2


def test_a_face_of_four_colours() -> None:
    facts = said(changed(7, "gggryrr", "bbgryby"))
    assert facts[0] == "every face shows exactly three colours: the back of tile 7 shows 4"
    assert len(facts) == 2


def test_a_colour_missing_from_both_faces() -> None:
    facts = said(changed(7, "gggryrr", "ggyryry"))
    assert facts[0] == "a colour missing from one face is on the other: tile 7 has no blue"
    assert len(facts) == 2


def test_families_of_other_sizes() -> None:
    tiles = [Tile(t.id, "corner" if t.id == 3 else t.family, t.faces) for t in classic().tiles]
    assert said(TileSet("mine", tuple(tiles))) == [
        "the set falls into families of 24: 'angle' has 23",
        "the set falls into families of 24: 'corner' has 25",
    ]


def test_tiles_without_a_family_say_nothing_of_families() -> None:
    tiles = [Tile(tile.id, UNNAMED, tile.faces) for tile in classic().tiles]
    assert said(TileSet("mine", tuple(tiles))) == []


def test_a_broken_fact_has_its_figures() -> None:
    (count, *_) = broken_facts(few(24))
    assert (count.fact, dict(count.details)) == (Fact.COUNT, {"count": 24})
    (missing, _) = broken_facts(changed(7, "gggryrr", "ggyryry"))
    assert (missing.fact, dict(missing.details)) == (Fact.ALL_COLOURS, {"tile": 7, "colours": ["blue"]})
