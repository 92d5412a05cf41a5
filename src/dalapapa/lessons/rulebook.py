"""The complete rules in six languages, clause by clause: what paper prints and the page shows."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

LANGUAGES = ("fr", "en", "it", "es", "nl", "de")
PARTS = ("R1", "R2", "R3", "R4", "R5", "R6")

# The figures of each part; their names are those of `figures`.
SHOWN: Mapping[str, tuple[str, ...]] = {
    "R1": ("front", "back"),
    "R2": ("join", "colours", "corner"),
    "R5": ("three", "group", "open", "six", "nine", "great"),
}


@cache
def rulebook(language: str) -> Mapping[str, str]:
    """All texts of a language: `R4.2` is a clause, `R4.2_why` our ruling on it, `R4` the heading.

    >>> rulebook("en")["R6.3"]
    'Whoever has the most points wins; a tie is shared.'
    """
    text = files("dalapapa.lessons").joinpath("words", f"{language}.toml").read_text("utf-8")
    texts: dict[str, str] = tomllib.loads(text)
    return texts


def clauses(part: str) -> list[str]:
    """The numbers of a part's clauses, in order."""
    return sorted(name for name in rulebook("en") if re.fullmatch(rf"{part}\.\d+", name))
