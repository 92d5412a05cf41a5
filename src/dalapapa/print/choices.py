"""What a person chooses before printing. Needs nothing but Python."""

from enum import StrEnum


class Language(StrEnum):
    """The languages of the rulebook."""

    FR = "fr"
    EN = "en"
    IT = "it"
    ES = "es"
    NL = "nl"
    DE = "de"


class Layout(StrEnum):
    """How fronts and backs come together."""

    DUPLEX = "duplex"
    FOLD = "fold"
    SEPARATE = "separate"


class Paper(StrEnum):
    """What printers are loaded with."""

    A4 = "A4"
    LETTER = "Letter"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in millimetres, upright."""
        return (210.0, 297.0) if self is Paper.A4 else (215.9, 279.4)


class Sheet(StrEnum):
    """What can be printed."""

    TILES = "tiles"
    SCORES = "scores"
    RULES = "rules"
    BAG = "bag"
    CALIBRATION = "calibration"
