"""The rulebook of paper and page keeps step with RULES.md, clause by clause, in six languages."""

import json
import re
from pathlib import Path

import pytest

from dalapapa.lessons.figures import FIGURES
from dalapapa.lessons.rulebook import LANGUAGES, PARTS, clauses, rulebook

ROOT = Path(__file__).parents[2]
AUTHORITY = (ROOT / "RULES.md").read_text()
NUMBERED = re.findall(r"^- \*\*(R[1-6]\.\d+)\*\*(.*?)(?=^- |^## |\Z)", AUTHORITY, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_of_the_authority_is_there_and_no_other(language: str) -> None:
    texts = rulebook(language)
    assert [clause for clause, _ in NUMBERED] == [clause for part in PARTS for clause in clauses(part)]
    told = {name for name in texts if re.fullmatch(r"R\d\.\d+", name)}
    assert told == {clause for clause, _ in NUMBERED}
    assert all(texts[name].strip() for name in texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_of_ours_is_marked_as_one(language: str) -> None:
    rulings = {clause for clause, text in NUMBERED if "**(ruling)**" in text}
    assert {name.removesuffix("_why") for name in rulebook(language) if name.endswith("_why")} == rulings


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_have_the_same_texts_and_figures(language: str) -> None:
    assert rulebook(language).keys() == rulebook("en").keys()
    for name in ("R1.1", "R4.2", "R5.1", "R5.5", "figure_group", "figure_great"):
        numbers = re.findall(r"\d+", rulebook(language)[name])
        assert sorted(numbers) == sorted(re.findall(r"\d+", rulebook("en")[name])), (language, name)


def test_captions_say_what_the_figures_show() -> None:
    points = {name: FIGURES[name].receipt.points for name in ("join", "three", "group", "nine", "great")}
    assert points == {"join": 2, "three": 4, "group": 6, "nine": 9, "great": 12}
    assert not FIGURES["join"].groups
    assert (FIGURES["colours"].fault, FIGURES["corner"].fault) == ("two_colours", "no_disc")
    assert len(FIGURES["open"].where) == 1
    assert sorted(map(len, FIGURES["six"].groups)) == [1, 1, 2, 5, 6, 7]


def test_the_page_shows_the_same_figures() -> None:
    shown = json.loads((ROOT / "web/src/gen/rulebook.json").read_text())
    assert shown.keys() == FIGURES.keys()
    for name, figure in FIGURES.items():
        tiles = [
            tuple(tile[key] for key in ("tile", "face", "rotation", "x", "y"))
            for tile in shown[name]["tiles"]
        ]
        assert tiles == [(p.tile, p.face, p.rotation, p.x, p.y) for p in figure.laid]
        assert shown[name].get("fault") == figure.fault
