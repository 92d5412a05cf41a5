"""What stands on paper, in each language."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from dalapapa.print.choices import Language


class Words:
    """The texts of one language, by name."""

    def __init__(self, language: Language, texts: Mapping[str, str]) -> None:
        self.language, self._texts = language, texts

    def __getitem__(self, name: str) -> str:
        """A text."""
        return self._texts[name]

    def fill(self, name: str, **values: object) -> str:
        """A text with values in it."""
        return self._texts[name].format(**values)

    @property
    def names(self) -> frozenset[str]:
        """What there are texts for."""
        return frozenset(self._texts)


@cache
def words_in(language: Language) -> Words:
    """The texts of a language."""
    text = files("dalapapa.print").joinpath("words", f"{language}.toml").read_text("utf-8")
    return Words(language, tomllib.loads(text))
