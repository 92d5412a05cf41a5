"""Writes the letters that `dalapapa.print` puts into documents, as part of `make setup`.

Of Source Sans Pro what six languages need. Its license wants another name for a font that was changed.
"""

import json
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any

import font_source_sans_pro as source_sans
from fontTools import subset
from fontTools.ttLib import TTFont

FOLDER = Path(__file__).parents[1] / "src/dalapapa/print/letters"
NAME = "DalapapaLetters"
WEIGHTS = {"regular": "SourceSansPro", "bold": "SourceSansProSemibold"}
# All of Latin-1, and what is printed of quotation marks, dashes, spaces and signs.
LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x100), *map(ord, "ŒœŸ‘’“”„‚‹›–—…·−×\u202f")]


def cut(weight: str) -> tuple[bytes, dict[str, Any]]:
    """A weight with the letters that are needed, and what has to be known to set them."""
    options = subset.Options(hinting=False, layout_features=[], notdef_outline=True, name_IDs=[0, 13, 14])
    options.drop_tables += ["GDEF", "GPOS", "GSUB", "DSIG", "BASE"]
    font = TTFont(source_sans.font_files_ttf[WEIGHTS[weight]], recalcTimestamp=False)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=LETTERS)
    cutter.subset(font)
    names: Any = font["name"]
    for number, text in ((1, NAME), (4, f"{NAME} {weight}"), (6, f"{NAME}-{weight.capitalize()}")):
        names.setName(text, number, 3, 1, 0x409)
    file = BytesIO()
    font.save(file)
    head, line, widths = font["head"], font["OS/2"], font["hmtx"]
    assert head.unitsPerEm == 1000, "widths are in thousandths of a letter's size, as documents have them"
    known = {
        "box": [head.xMin, head.yMin, head.xMax, head.yMax],
        "ascent": font["hhea"].ascent,
        "descent": font["hhea"].descent,
        "capital": line.sCapHeight,
        # The number of each letter in the font, and how wide it is.
        "letters": {
            chr(letter): [font.getGlyphID(glyph), widths[glyph][0]]
            for letter, glyph in sorted(font.getBestCmap().items())
        },
    }
    return file.getvalue(), known


def write(folder: Path) -> None:
    """Write a font file of each weight, what is known of all, and under which license."""
    folder.mkdir(exist_ok=True)
    known = {}
    for weight in WEIGHTS:
        font, known[weight] = cut(weight)
        (folder / f"{weight}.ttf").write_bytes(font)
    license_text = files("font_source_sans_pro") / "files" / "LICENSE.txt"
    (folder / "LICENSE.txt").write_bytes(license_text.read_bytes())
    (folder / "letters.json").write_text(json.dumps(known, ensure_ascii=False, indent=None) + "\n", "utf-8")


if __name__ == "__main__":
    write(FOLDER)
