import re
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import replace

import pytest

from dalapapa.render import board_svg, tile_svg
from dalapapa.rules import Board, Colour, Game, classic, complete_groups
from dalapapa.rules.placement import FIRST_WITHIN, Placement, is_flat

SVG = "{http://www.w3.org/2000/svg}"
HALF = 30


def layer(picture: str, name: str) -> list[ET.Element]:
    """The parts of a picture's layer."""
    found = ET.fromstring(picture).find(f".//{SVG}g[@class='{name}']")
    return [] if found is None else list(found)


def hrefs(picture: str, name: str) -> list[str]:
    return [part.attrib["href"].removeprefix("#") for part in layer(picture, name)]


def test_every_disc_and_half_disc_is_drawn_once_where_it_lies(board: Board) -> None:
    picture = board_svg(board)
    left, top = min(x for x, _ in board.cells), min(y for _, y in board.cells)
    for name, spots in (("discs", board.discs), ("half-discs", board.halves)):
        drawn = [
            (int(part.attrib["x"]) // HALF + 2 * left, int(part.attrib["y"]) // HALF + 2 * top, href)
            for part, href in zip(layer(picture, name), hrefs(picture, name), strict=True)
        ]
        assert sorted((u, v, href.split("-")[0]) for u, v, href in drawn) == sorted(
            (u, v, colour.word) for (u, v), colour in spots.items()
        )


def test_half_discs_lie_on_their_tile(board: Board) -> None:
    toward = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
    left, top = min(x for x, _ in board.cells), min(y for _, y in board.cells)
    picture = board_svg(board)
    for part, href in zip(layer(picture, "half-discs"), hrefs(picture, "half-discs"), strict=True):
        du, dv = toward[href.split("-")[1]]
        u, v = int(part.attrib["x"]) // HALF + 2 * left, int(part.attrib["y"]) // HALF + 2 * top
        assert ((u + du) // 2, (v + dv) // 2) in board.cells
        assert ((u - du) // 2, (v - dv) // 2) not in board.cells


def test_every_tile_is_drawn_flat_or_upright_as_it_lies(board: Board) -> None:
    shapes = Counter("flat" if is_flat(placement.rotation) else "upright" for placement in board.placements)
    picture = board_svg(board)
    for name in ("shadows", "sides", "tiles", "edges"):
        assert Counter(href.split("-")[0] for href in hrefs(picture, name)) == shapes


def test_everything_used_is_defined_and_nothing_else(board: Board) -> None:
    for picture in (board_svg(board), board_svg(Board(classic())), tile_svg(classic()[5], 1)):
        used = set(re.findall(r'(?:href="|url\()#([\w-]+)', picture))
        defined = [part.attrib["id"] for part in ET.fromstring(picture).iter() if "id" in part.attrib]
        assert sorted(used) == sorted(defined)


def test_pictures_stand_alone(board: Board, game: Game) -> None:
    picture = board_svg(board, last=game.turns[-1].placements, groups=complete_groups(board), caption="A")
    assert re.findall(r"https?://[^\"]*", picture) == ["http://www.w3.org/2000/svg"]
    assert "<script" not in picture
    assert set(re.findall(r'font-family="([^"]*)"', picture)) == {"serif", "sans-serif"}


def test_the_same_board_gives_the_same_bytes(board: Board) -> None:
    again = Board(board.tile_set)
    for placement in board.placements:
        again = again.place(placement)
    assert board_svg(board, groups=complete_groups(board)) == board_svg(again, groups=complete_groups(again))


def test_a_board_far_away_gives_the_same_picture(board: Board) -> None:
    dx = FIRST_WITHIN - board.placements[0].x
    dy = -FIRST_WITHIN - board.placements[0].y
    far = Board(board.tile_set)
    for placement in board.placements:
        far = far.place(replace(placement, x=placement.x + dx, y=placement.y + dy))
    last, last_far = board.placements[-1:], far.placements[-1:]
    assert board_svg(far, last=last_far, groups=complete_groups(far)) == board_svg(
        board, last=last, groups=complete_groups(board)
    )


def test_signs_can_be_switched_off(board: Board) -> None:
    with_signs, without = ET.fromstring(board_svg(board)), ET.fromstring(board_svg(board, signs=False))
    signs = with_signs.findall(f".//{SVG}path[@class='sign']")
    assert len({sign.attrib["d"] for sign in signs}) == len(Colour)
    assert without.findall(f".//{SVG}path[@class='sign']") == []


def test_groups_are_outlined_with_their_counts(board: Board) -> None:
    groups = complete_groups(board)
    assert groups
    picture = board_svg(board, groups=groups)
    assert len(ET.fromstring(picture).findall(f".//{SVG}path[@class='group']")) == len(groups)
    assert [text.text for part in layer(picture, "counts") for text in part.iter(f"{SVG}text")] == [
        str(len(group)) for group in groups
    ]
    assert layer(board_svg(board), "groups") == []
    assert layer(board_svg(board), "counts") == []


def test_last_placements_are_outlined_where_they_lie() -> None:
    flat, upright = Placement(0, 0, 0, 3, 4), Placement(0, 0, 1, 3, 4)
    for placement, size in ((flat, ("120", "60")), (upright, ("60", "120"))):
        board = Board(classic()).place(placement)
        assert layer(board_svg(board), "last") == []
        for rect in layer(board_svg(board, last=[placement]), "last"):
            assert (rect.attrib["x"], rect.attrib["y"]) == ("0", "0")
            assert (rect.attrib["width"], rect.attrib["height"]) == size


@pytest.mark.parametrize(
    "caption",
    [
        '</title></svg><script>alert("x")</script>',
        "Ana & Bo <3 \"so\" 'so'",
        "\x00\x1b[31m\ud800\ufffe\u202eend",
        "]]> <!-- &amp; &#0;",
        "two\nlines",
        "W" * 5000,
        "漢" * 200,
    ],
)
def test_captions_are_text_whatever_they_hold(board: Board, caption: str) -> None:
    picture = board_svg(board, caption=caption)
    root = ET.fromstring(picture.encode())
    plain = ET.fromstring(board_svg(board, caption="Ana"))
    assert Counter(part.tag for part in root.iter()) == Counter(part.tag for part in plain.iter())
    shown = root.find(f".//{SVG}text[@class='caption']")
    title = root.find(f"{SVG}title")
    assert shown is not None
    assert title is not None
    words = " ".join("".join(c if c.isprintable() else " " for c in caption).split())
    assert shown.text == title.text == (words if len(words) <= 120 else words[:119] + "…")


@pytest.mark.parametrize("caption", [None, "", " \n"])
def test_without_words_there_is_no_caption_but_a_title(board: Board, caption: str | None) -> None:
    root = ET.fromstring(board_svg(board, caption=caption))
    assert root.attrib["role"] == "img"
    assert root.findtext(f"{SVG}title") == "Dalapapa board with 24 tiles"
    assert root.find(f".//{SVG}text[@class='caption']") is None


def test_the_empty_board_is_bare_ground() -> None:
    root = ET.fromstring(board_svg(Board(classic())))
    assert root.findtext(f"{SVG}title") == "Dalapapa board with 0 tiles"
    assert root.findall(f".//{SVG}use") == []
    ground = root.find(f"{SVG}rect")
    assert ground is not None
    assert root.attrib["viewBox"] == " ".join(ground.attrib[key] for key in ("x", "y", "width", "height"))


def test_a_tile_shows_its_seven_discs() -> None:
    for tile in classic().tiles[::7]:
        for face in (0, 1):
            for rotation in range(4):
                picture = tile_svg(tile, face, rotation=rotation)
                drawn = [
                    href.split("-")[0] for href in hrefs(picture, "discs") + hrefs(picture, "half-discs")
                ]
                assert sorted(drawn) == sorted(colour.word for colour in tile.faces[face])
                assert hrefs(picture, "discs") == [tile.faces[face][6].word]


def test_numbers_stand_at_the_positions_of_a_face() -> None:
    texts = layer(tile_svg(classic()[0], 0, numbers=True), "numbers")
    places = {text.text: (int(text.attrib["x"]), int(text.attrib["y"]) - 5) for text in texts}
    assert places == {
        "0": (30, 9), "1": (90, 9), "2": (111, 30), "3": (90, 51), "4": (30, 51), "5": (9, 30), "6": (60, 30),
    }  # fmt: skip
    assert "sign" not in tile_svg(classic()[0], 0, numbers=True)
