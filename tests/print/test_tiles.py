"""The tiles as a person holds them: opened in a reader, turned into pictures, measured."""

import itertools
from functools import cache

import pytest

from dalapapa.print.choices import Language, Layout, Paper
from dalapapa.print.marks import Text
from dalapapa.print.tiles import BLEED, grid, tiles
from dalapapa.print.words import words_in
from dalapapa.render.palette import PAINTS, wood_of
from dalapapa.rules import Colour, Placement, TileSet, classic

from .reader import Page, Tone, count, numbers, pages

ENGLISH = words_in(Language.EN)
TILES = classic().tiles
FEW = TileSet("few", TILES[:30])
# From the design: half-discs of an upright tile, by position, in half units.
SPOTS = Placement(0, 0, 1, 0, 0).spots


@cache
def printed(paper: Paper, layout: Layout) -> list[Page]:
    return pages(tiles(classic(), ENGLISH, paper=paper, layout=layout).pdf)


def near(tone: Tone, wanted: str, by: int = 12) -> bool:
    parts = [int(wanted[at : at + 2], 16) for at in (1, 3, 5)]
    return all(abs(a - b) <= by for a, b in zip(tone, parts, strict=True))


def sample(page: Page, x: float, y: float, unit: float, spot: tuple[int, int], out: float) -> Tone:
    """The colour of a disc, beside its sign: so far out along the way from the tile's middle."""
    u, v = spot
    du, dv = {(1, 0): (0, -1), (1, 4): (0, 1)}.get((u, v), ((u > 1) - (u < 1), 0))
    # Sideways past the sign; then across the cut or back from it.
    side = 15.0 * unit
    px, py = x + u * 30 * unit + du * out, y + v * 30 * unit + dv * out
    return page.at(px + (side if dv else 0), py + (side if du or not dv else 0))


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("layout", [Layout.DUPLEX, Layout.SEPARATE])
def test_four_sheets_of_thirty_with_every_id_once_on_each_side(paper: Paper, layout: Layout) -> None:
    sheets = printed(paper, layout)
    assert len(sheets) == 8
    assert {page.size for page in sheets} == {paper.size}
    fronts, backs = (sheets[0::2], sheets[1::2]) if layout is Layout.DUPLEX else (sheets[:4], sheets[4:])
    for side in (fronts, backs):
        assert [len(numbers(page)) for page in side] == [30] * 4
        assert sorted(itertools.chain.from_iterable(map(numbers, side))) == list(range(120))


@pytest.mark.parametrize("paper", list(Paper))
def test_front_and_back_of_a_tile_lie_on_each_other(paper: Paper) -> None:
    sheets = printed(paper, Layout.DUPLEX)
    places = grid(paper, Layout.DUPLEX, 50, 120)
    unit = 50 / 120
    for tile in TILES:
        number, place = divmod(tile.id, places.places)
        for face, box in ((0, places.front(place)), (1, places.back(place))):
            assert (box.width, box.height) == (25, 50)
            page = sheets[2 * number + face]
            for spot, colour in zip(SPOTS, tile.faces[face], strict=True):
                body = PAINTS[colour].body
                if spot == (1, 2):
                    assert near(sample(page, box.x, box.y, unit, spot, 0), body)
                    continue
                # The colour is there on both sides of the cut, nearly to the end of the bleed.
                for out in (-1.0, -0.2, 0.2, BLEED - 0.2):
                    assert near(sample(page, box.x, box.y, unit, spot, out), body), (tile.id, face, spot, out)
    width = paper.size[0]
    for place in range(places.places):
        front, back = places.front(place), places.back(place)
        # Flipped on the long edge, x becomes the width less x.
        assert (width - back.right, back.y) == pytest.approx((front.x, front.y))


@pytest.mark.parametrize("paper", list(Paper))
def test_wood_ends_where_the_bleed_does_to_a_tenth_of_a_millimetre(paper: Paper) -> None:
    places = grid(paper, Layout.DUPLEX, 50, 120)
    page = printed(paper, Layout.DUPLEX)[0]
    for place in range(places.places - 1):
        if (place + 1) % places.columns == 0:
            continue
        box, tile = places.front(place), TILES[place]
        y = box.y + 0.2  # beside the half-discs of the ends
        row = page.across(box.x - BLEED, box.right + 3 * BLEED, y)
        wood = [int(wood_of(tile.id)[at : at + 2], 16) for at in (1, 3, 5)]
        mine = [bool((abs(dot[:3] - wood) <= 3).all()) for dot in row.astype(int)]
        # Its own wood at both ends, from bleed to bleed; then its neighbour's.
        assert mine[2]
        border = (box.width + 2 * BLEED) * 12
        assert mine[round(border) - 2]
        assert not any(mine[round(border) + 1 : round(border) + 20])


def test_a_number_that_is_another_one_upside_down_is_underlined() -> None:
    sheets, places = printed(Paper.A4, Layout.DUPLEX), grid(Paper.A4, Layout.DUPLEX, 50, 120)
    unit = 50 / 120
    for side, box_of in ((0, places.front), (1, places.back)):
        underlined = []
        for tile in TILES:
            number, place = divmod(tile.id, places.places)
            box = box_of(place)
            if sheets[2 * number + side].dark(box.x + 2.5 * unit, box.y + 7.3 * unit, 0.05):
                underlined.append(tile.id)
        assert underlined == [6, 9, 66, 68, 86, 89, 98, 99]


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("layout", list(Layout))
def test_every_cut_has_its_marks_at_both_ends(paper: Paper, layout: Layout) -> None:
    places = grid(paper, layout, 50, 120)
    page = printed(paper, layout)[0]
    boxes = [places.front(place) for place in range(places.places)]
    width, height = paper.size
    # Beside the colours, or where these come near the edge of the sheet, as far from it as printers print.
    left, top = (max(min(starts) - BLEED - 2, 5) for starts in zip(*((b.x, b.y) for b in boxes), strict=True))
    right = min(max(b.right for b in boxes) + BLEED + 2, width - 5)
    bottom = min(max(b.bottom for b in boxes) + BLEED + 2, height - 5)
    for x in {cut for b in boxes for cut in (b.x, b.right)}:
        assert page.dark(x, top, 0.1)
        assert page.dark(x, bottom, 0.1)
    for y in {cut for b in boxes for cut in (b.y, b.bottom)}:
        assert page.dark(left, y, 0.1)
        assert page.dark(right, y, 0.1)


@pytest.mark.parametrize("layout", list(Layout))
@pytest.mark.parametrize("size", [20, 24.4, 30, 41.2, 50, 92.3, 120])
def test_what_a_sheet_says_of_itself_stands_on_no_tile(layout: Layout, size: float) -> None:
    for paper in Paper:
        words = tiles(FEW, ENGLISH, paper=paper, layout=layout, size=size).pages[0][-1]
        assert isinstance(words, Text)
        assert "front" in words.text
        places = grid(paper, layout, size, 30)
        assert words.x <= places.left - 0.1 if words.upwards else words.y <= places.top - 0.1


def test_folded_sheets_have_both_faces_mirrored_about_the_fold() -> None:
    places = grid(Paper.LETTER, Layout.FOLD, 50, 120)
    page, *others = printed(Paper.LETTER, Layout.FOLD)
    assert len(others) == 7
    fold = Paper.LETTER.size[0] / 2
    for place in range(places.places):
        front, back, tile = places.front(place), places.back(place), TILES[place]
        assert front.right + BLEED <= fold + 1e-9 <= back.x - BLEED + 2e-9
        assert fold - front.right == pytest.approx(back.x - fold)
        for face, box in ((0, front), (1, back)):
            middle = page.at(box.x + 12.5, box.y + 25 + 15 * 50 / 120)
            assert near(middle, PAINTS[tile.faces[face][6]].body)
    assert sorted(numbers(page)) == sorted(2 * list(range(15)))
    assert "sheet 1 of 8 · front | back" in page.text


def test_backs_can_be_shifted_for_printers_that_drift() -> None:
    here, there = (
        pages(tiles(FEW, ENGLISH, shift_back=shift).pdf, range(2)) for shift in ((0, 0), (1.5, -0.75))
    )
    assert here[0].ink == there[0].ink
    left, top, *_ = here[1].ink
    places = grid(Paper.A4, Layout.DUPLEX, 50, 30)
    assert top == pytest.approx(places.top - BLEED, abs=0.1)
    assert there[1].ink[1] == pytest.approx(top - 0.75, abs=0.1)
    assert there[1].ink[0] == left  # the words at the edge stay
    assert there[1].ink[2] == pytest.approx(here[1].ink[2] + 1.5, abs=0.1)


def test_greys_have_no_colour_and_differ() -> None:
    page = pages(tiles(FEW, ENGLISH, grey=True).pdf, range(1))[0]
    box = grid(Paper.A4, Layout.DUPLEX, 50, 120)
    seen: dict[Colour, Tone] = {}
    for place in range(30):
        front = box.front(place)
        seen[TILES[place].faces[0][6]] = page.at(front.x + 12.5, front.y + 25 + 15 * 50 / 120)
    assert all(max(tone) - min(tone) <= 1 for tone in seen.values())
    lights = sorted(tone[0] for tone in seen.values())
    assert len(lights) == 4
    assert all(b - a >= 15 for a, b in itertools.pairwise(lights))


@pytest.mark.parametrize(
    ("number", "size", "sheets"), [(1, 50, 1), (7, 50, 1), (31, 50, 2), (6, 120, 1), (7, 120, 2)]
)
def test_sets_of_any_number_and_tiles_of_any_size(number: int, size: float, sheets: int) -> None:
    few = TileSet("few", TILES[:number])
    document = tiles(few, ENGLISH, size=size).pdf
    assert count(document) == 2 * sheets
    assert sorted(itertools.chain.from_iterable(map(numbers, pages(document)[::2]))) == list(range(number))


@pytest.mark.parametrize("size", [19, 121, float("nan")])
def test_tiles_too_small_to_hold_or_too_large_for_a_sheet(size: float) -> None:
    with pytest.raises(ValueError, match="20 to 120 mm"):
        tiles(classic(), ENGLISH, size=size)


def test_a_reader_is_told_to_print_both_sides_and_not_to_scale() -> None:
    duplex, fold = (tiles(FEW, ENGLISH, layout=layout).pdf for layout in (Layout.DUPLEX, Layout.FOLD))
    for document in (duplex, fold):
        assert b"/PrintScaling /None" in document
    assert b"/DuplexFlipLongEdge" in duplex
    assert b"/Simplex" in fold
    assert duplex == tiles(FEW, ENGLISH).pdf, "the same bytes for the same tiles"
