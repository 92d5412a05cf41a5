"""A real PDF reader: pages as pictures, measured in millimetres, and what stands on them as text."""

import re
from contextlib import closing
from functools import cached_property

import numpy as np
import pypdfium2 as pdfium
from numpy.typing import NDArray

POINT = 25.4 / 72
DOTS = 12.0  # a millimetre

Tone = tuple[int, int, int]


class Page:
    """One page as a person would see it."""

    def __init__(self, document: bytes, number: int) -> None:
        self._document, self._number = document, number
        with closing(pdfium.PdfDocument(document)) as opened:
            page = opened[number]
            self.size = tuple(round(side * POINT, 1) for side in page.get_size())
            self.text = page.get_textpage().get_text_range()

    @cached_property
    def _dots(self) -> NDArray[np.uint8]:
        with closing(pdfium.PdfDocument(self._document)) as opened:
            seen = opened[self._number].render(scale=DOTS * POINT).to_numpy()
            dots: NDArray[np.uint8] = seen[:, :, ::-1].copy()
        return dots

    def at(self, x: float, y: float) -> Tone:
        """The colour at a place, in millimetres from the upper left corner."""
        red, green, blue = self._dots[int(y * DOTS), int(x * DOTS)][:3]
        return int(red), int(green), int(blue)

    def across(self, x: float, to_x: float, y: float) -> NDArray[np.uint8]:
        """A row of dots."""
        return self._dots[int(y * DOTS), int(x * DOTS) : int(to_x * DOTS)]

    @property
    def ink(self) -> tuple[float, float, float, float]:
        """Where ink begins and ends: left, top, right, bottom."""
        red, green, blue = (self._dots[:, :, part] < 250 for part in range(3))
        inked = red | green | blue
        columns, rows = (np.flatnonzero(inked.any(axis=axis)) / DOTS for axis in (0, 1))
        dot = 1 / DOTS
        return float(columns[0]), float(rows[0]), float(columns[-1]) + dot, float(rows[-1]) + dot

    def dark(self, x: float, y: float, reach: float = 0.3) -> bool:
        """Whether there is a thin line within reach of a place."""
        near = self._dots[
            int((y - reach) * DOTS) : int((y + reach) * DOTS) + 1,
            int((x - reach) * DOTS) : int((x + reach) * DOTS) + 1,
        ]
        return bool(near.max(axis=2).min() < 140)


def pages(document: bytes, only: range | None = None) -> list[Page]:
    """The pages of a document."""
    return [Page(document, number) for number in (only or range(count(document)))]


def count(document: bytes) -> int:
    with closing(pdfium.PdfDocument(document)) as opened:
        return len(opened)


def numbers(page: Page) -> list[int]:
    """The ids that stand on a page, in lines of nothing but numbers."""
    lines = (line for line in page.text.splitlines() if re.fullmatch(r"[\d ]+", line))
    return [int(number) for line in lines for number in line.split()]
