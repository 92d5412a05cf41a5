"""The letters that stand on paper: two weights of one font, as far as six languages need them.

`scripts/letters.py` has cut them out of Source Sans Pro.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

POINT = 25.4 / 72  # in millimetres


@dataclass(frozen=True, slots=True)
class Lettering:
    """One weight: the font file, and for each letter its number there and its width in thousandths."""

    name: str
    font: bytes
    letters: Mapping[str, tuple[int, int]]
    box: tuple[int, int, int, int]
    ascent: int
    descent: int
    capital: int

    def width(self, text: str, size: float) -> float:
        """How wide a text is, in millimetres, in letters of a size in points."""
        return sum(self.letters[letter][1] for letter in text) * size * POINT / 1000


@cache
def lettering(*, bold: bool) -> Lettering:
    """The letters of a weight."""
    weight, folder = "bold" if bold else "regular", files("dalapapa.print") / "letters"
    known = json.loads((folder / "letters.json").read_text("utf-8"))[weight]
    font = (folder / f"{weight}.ttf").read_bytes()
    return Lettering(f"DalapapaLetters-{weight.capitalize()}", font, **known)
