"""The browser paints tiles as the project's pictures do: same colours, same signs, same woods."""

import re
from pathlib import Path

from dalapapa.render.palette import PAINTS, WOODS
from dalapapa.render.shapes import SIGNS
from dalapapa.rules import Colour

BOARD = Path(__file__).parents[2] / "web/src/lib/board"


def block(file: str, name: str) -> str:
    """The text of one constant."""
    found = re.search(rf"const {name}\b[^=]*= ([\[{{].*?[\]}}]);", (BOARD / file).read_text(), re.DOTALL)
    assert found, name
    return found[1]


def measures(path: str) -> set[float]:
    """The numbers a path is made of, without signs; noughts and ones are also flags of arcs."""
    return {abs(float(number)) for number in re.findall(r"-?\d+\.?\d*", path)} - {0, 1}


def test_the_colours_are_the_same() -> None:
    text = block("paint.ts", "PAINTS").replace("CREAM", "'#fff4dc'")
    for colour, paint in PAINTS.items():
        line = f"{colour.word}: {{ body: '{paint.body}', light: '{paint.light}', rim: '{paint.rim}', "
        assert f"{line}sign: '{paint.sign}' }}" in text


def test_the_signs_have_the_same_measures() -> None:
    lines = re.findall(
        r"^  (\w+): (.*?)(?=^  \w+:|\Z)", block("shapes.ts", "SIGNS"), re.DOTALL | re.MULTILINE
    )
    signs = dict(lines)
    assert {colour.word: measures(signs[colour.word]) for colour in Colour} == {
        colour.word: measures(SIGNS[colour]) for colour in Colour
    }


def test_the_woods_are_the_same() -> None:
    assert tuple(re.findall(r"#\w{6}", block("paint.ts", "WOODS"))) == WOODS
