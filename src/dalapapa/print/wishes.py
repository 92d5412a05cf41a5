"""What somebody asks to be printed: as an address says it, for a server and for a browser's own worker."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from dalapapa.print.bag import bag
from dalapapa.print.calibration import calibration
from dalapapa.print.choices import Language, Layout, Paper, Sheet
from dalapapa.print.paper import Sheets
from dalapapa.print.rules import rules
from dalapapa.print.scores import scores
from dalapapa.print.tiles import tiles
from dalapapa.print.words import words_in
from dalapapa.rules import DalapapaError, ErrorCode, TileSet, classic
from dalapapa.rules.tiles import small

_OWN = "own"  # the tiles of somebody's own box, which comes with the question
# How far the backs are moved, in millimetres: to the right and down.
_SHIFT = re.compile(r"-?\d{1,2}(\.\d{1,2})?,-?\d{1,2}(\.\d{1,2})?")

Choice = TypeVar("Choice", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Wish:
    """A document, by all that is chosen for it: two wishes for the same are equal."""

    sheet: Sheet
    paper: Paper = Paper.A4
    language: Language = Language.EN
    layout: Layout = Layout.DUPLEX
    players: int = 4
    shift: tuple[float, float] = (0.0, 0.0)
    fewer: bool = False
    grey: bool = False

    @property
    def name(self) -> str:
        """What the file is called."""
        return f"dalapapa-{self.sheet}.pdf"

    def draw(self, own: TileSet | None = None) -> Sheets:
        """The document; with the tiles of somebody's own box, if it is given."""
        words = words_in(self.language)
        match self.sheet:
            case Sheet.TILES:
                return tiles(
                    own or (small() if self.fewer else classic()),
                    words,
                    paper=self.paper,
                    layout=self.layout,
                    shift_back=self.shift,
                    grey=self.grey,
                )
            case Sheet.SCORES:
                return scores(words, players=self.players, paper=self.paper)
            case Sheet.RULES:
                return rules(words, paper=self.paper, grey=self.grey)
            case Sheet.BAG:
                return bag(words, paper=self.paper, grey=self.grey)
            case Sheet.CALIBRATION:
                return calibration(words, paper=self.paper)


def read(sheet: str, asked: Mapping[str, str]) -> Wish:
    """The wish that an address says, or a refusal; what does not concern its sheet is left out."""
    kind = Sheet.TILES if sheet == _OWN else _choice(Sheet, "sheet", sheet)
    paper = _choice(Paper, "paper", asked.get("paper", Paper.A4))
    language = _choice(Language, "language", asked.get("language", Language.EN))
    layout = _choice(Layout, "layout", asked.get("layout", Layout.DUPLEX))
    players, shift = _players(asked.get("players", "4")), _shift(asked.get("shift", "0,0"))
    fewer, grey = (
        _choice(_Switch, name, asked.get(name, "false")) is _Switch.ON for name in ("small", "grey")
    )
    laid = kind is Sheet.TILES
    return Wish(
        kind,
        paper,
        language,
        layout if laid else Layout.DUPLEX,
        players if kind is Sheet.SCORES else 4,
        shift if laid else (0.0, 0.0),
        fewer and sheet == Sheet.TILES,
        grey and kind in (Sheet.TILES, Sheet.RULES, Sheet.BAG),
    )


class _Switch(StrEnum):
    ON = "true"
    OFF = "false"


def _choice(choices: type[Choice], name: str, text: str) -> Choice:
    try:
        return choices(text)
    except ValueError:
        most = ", ".join(choices)
        raise DalapapaError(ErrorCode.BAD_MESSAGE, f"{name!r} is one of {most}") from None


def _players(text: str) -> int:
    if text not in ("2", "3", "4"):
        raise DalapapaError(ErrorCode.BAD_PLAYERS, "2 to 4 players")
    return int(text)


def _shift(text: str) -> tuple[float, float]:
    if not _SHIFT.fullmatch(text):
        raise DalapapaError(ErrorCode.BAD_MESSAGE, "'shift' is two numbers of millimetres, as in 0.5,-1")
    right, down = map(float, text.split(","))
    return right + 0.0, down + 0.0  # -0 is 0
