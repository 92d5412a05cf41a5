"""Where the page finds what it needs of the kernel's memory: `python web/scripts/kernel.py`.

`npm run types` writes it to src/gen/kernel.ts.
"""

import sys

from dalapapa.kernel import constants, packing

HEAD = "/* Made by `npm run types` from dalapapa.kernel.constants, which says what each is; do not edit. */\n"
GROUPS = {
    "The board and its grid.": ("SIDE", "CELLS", "MARGIN", "MOST_TILES"),
    "A position, in 16-bit words.": ("ALL_WORDS", "CELL", "FRAME", "LONE", "TOP", "BOTTOM"),
    "A desk, in 64-bit numbers.": ("LOG_END", "COLOURS", "PLACES", "ALONE", "CORNERS", "HAND"),
    "Options, in 64-bit numbers: the board comes in, all else goes out.": (
        "OFFERS_END",
        "BOARD",
        "PLACES_OFFERED",
        "FLAT_OFFERED",
        "DISCS_OFFERED",
        "CLOSED_OFFERED",
        "ORDERS_OFFERED",
        "AT_X",
        "AT_Y",
        "FITS_FIRST",
        "FITS_SECOND",
        "MADE_AT",
        "COLOUR_MADE",
        "CLOSED",
        "ORDERS",
    ),
}


def typescript() -> str:
    """The numbers as a module."""
    known = vars(packing) | vars(constants)
    parts = [HEAD]
    for title, names in GROUPS.items():
        parts += [f"/** {title} */", *(f"export const {name} = {known[name]};" for name in names), ""]
    return "\n".join(parts)


if __name__ == "__main__":
    sys.stdout.write(typescript())
