"""Score sheet, rules, label and calibration, in every language and on every paper."""

import json
import re
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from dalapapa.lessons.rulebook import PARTS, clauses, rulebook
from dalapapa.print.bag import bag
from dalapapa.print.calibration import calibration
from dalapapa.print.choices import Language, Paper
from dalapapa.print.marks import Shape, Stamp, Stamped, circle
from dalapapa.print.paper import BLACK, Sheets
from dalapapa.print.rules import rules
from dalapapa.print.scores import scores
from dalapapa.print.words import words_in

from .reader import pages

SVG = "{http://www.w3.org/2000/svg}"
WEB = Path(__file__).parents[2] / "web"


def one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text.replace("\ufffe", "-")).strip()


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("language", list(Language))
def test_everything_that_is_said_stands_on_the_paper_within_its_edges(
    paper: Paper, language: Language
) -> None:
    words = words_in(language)
    clauses = pages(rules(words, paper=paper).pdf)
    assert 2 <= len(clauses) <= 4
    said = one_line(" ".join(page.text for page in clauses))
    for name, text in rulebook(language).items():
        if not name.endswith("_why"):
            for word in text.split():
                assert word in said
    for page in (*clauses, *pages(scores(words, paper=paper).pdf), *pages(bag(words, paper=paper).pdf)):
        assert page.size == paper.size
        left, top, right, bottom = page.ink
        assert left >= 4
        assert top >= 4
        assert right <= paper.size[0] - 4
        assert bottom <= paper.size[1] - 4


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("language", list(Language))
def test_each_part_of_the_rules_is_on_one_page_with_its_figures(paper: Paper, language: Language) -> None:
    texts = rulebook(language)
    said = [one_line(page.text) for page in pages(rules(words_in(language), paper=paper).pdf)]
    figures = {"R2": "join colours corner", "R5": "group great"}
    for part in PARTS:
        names = [*clauses(part), *(f"figure_{name}" for name in figures.get(part, "").split())]
        parts = [part, *names]
        assert any(all(one_line(texts[name]) in page for name in parts) for page in said), part


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_score_sheet_has_a_column_for_each_player(players: int) -> None:
    words = words_in(Language.EN)
    (page,) = pages(scores(words, players=players).pdf)
    assert one_line(page.text).count("discs groups −4 total") == players
    assert page.text.count(words["name"]) == players
    for line in ("scoring_discs", "scoring_groups", "scoring_end"):
        assert words[line] in one_line(page.text)
    with pytest.raises(ValueError, match="2 to 4 players"):
        scores(words, players=5)


def test_the_scales_of_the_back_lie_on_the_crosses_of_the_front() -> None:
    front, back = pages(calibration(words_in(Language.EN)).pdf)
    for x, y in ((35, 35), (175, 262), (105, 148.5)):
        for page, at in ((front, x), (back, 210 - x)):
            assert page.dark(at + 7.3, y, 0.1)
            assert page.dark(at, y - 7.3, 0.1)
    # A millimetre's step on the scale, and none on the cross.
    assert back.dark(175 + 3, 35 + 1, 0.1)
    assert not front.dark(35 + 3, 35 + 1, 0.1)
    # The ruler is as long as it says.
    assert front.dark(105 - 50, 188.5 + 1.5, 0.1)
    assert front.dark(105 + 50, 188.5 + 1.5, 0.1)


def test_no_picture_on_a_label_lies_on_its_words() -> None:
    (page,) = pages(bag(words_in(Language.FR)).pdf)
    # Between the picture and the name there is white paper, on both labels.
    for middle in (297 / 4 + 5, 3 * 297 / 4 - 5):
        row = page.across(40, 170, middle - 45 + 48.5)
        assert (row > 250).all()


def test_a_stamp_of_any_size_is_drawn_whole() -> None:
    sheets = Sheets(Paper.A4, "a ring")
    sheets.add_page()
    ring = Shape(circle(150), line=BLACK, width=10)
    sheets.put(Stamped(Stamp([ring]), 105, 100, 0.5))
    (page,) = pages(sheets.pdf)
    assert page.ink == pytest.approx((27.5, 22.5, 182.5, 177.5), abs=0.1)


def test_what_is_looked_at_is_what_is_printed() -> None:
    words = words_in(Language.ES)
    for sheets in (scores(words, players=3), rules(words), bag(words), calibration(words)):
        assert len(sheets.pictures) == len(sheets.pages)
        for page, picture in zip(pages(sheets.pdf), sheets.pictures, strict=True):
            shown = [element.text for element in fromstring(picture).iter(f"{SVG}text")]
            assert one_line(" ".join(filter(None, shown))) == one_line(page.text)
            size = fromstring(picture).attrib["viewBox"].split()[2:]
            assert tuple(map(float, size)) == page.size


def test_every_language_says_the_same_things() -> None:
    english = words_in(Language.EN)
    for language in Language:
        words = words_in(language)
        assert words.names == english.names
        for name in words.names:
            assert re.findall(r"{\w+}", words[name]) == re.findall(r"{\w+}", english[name]), (language, name)


def test_words_of_the_game_are_those_of_the_glossary() -> None:
    glossary = json.loads((WEB / "messages/glossary.json").read_text())
    for language in Language:
        words = words_in(language)
        said = [*(words[name] for name in words.names), *rulebook(language).values()]
        text = " ".join(said).replace("Dalapapa", "")  # the game itself
        for never in glossary["never"].get(language, []):
            pattern = never["pattern"].replace(r"\p{L}", r"[^\W\d_]")  # as Python writes “a letter”
            assert not re.search(rf"\b({pattern})\b", text, re.IGNORECASE), (language, never)
