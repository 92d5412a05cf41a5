"""Pages as a PDF document (ISO 32000): vectors, letters of its own, the same bytes for the same pages.

Written here and not by a library, so that it runs wherever Python does: also in a browser, where such a
library, with what it needs of others, would be a third of all that a player takes along.
"""

import hashlib
import zlib
from collections.abc import Iterable, Sequence

from dalapapa import __version__
from dalapapa.print.lettering import POINT, Lettering, lettering
from dalapapa.print.marks import Mark, Piece, Shape, Stamp, Stamped, Text, Window, rectangle

_OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}
_FONTS = {False: "F1", True: "F2"}
# The game's year: when a document was made tells nothing.
_DATE = b"D:20030101000000Z"


def pdf(
    pages: Iterable[Sequence[Mark]], size: tuple[float, float], title: str, *, language: str, duplex: bool
) -> bytes:
    """A document to print, never scaled by the reader; `size` is that of its sheets in millimetres."""
    book = _Book()
    stamps = _Stamps(book)
    contents = [_content(marks, size[1], stamps) for marks in pages]
    fonts = " ".join(f"/{name} {_font(book, lettering(bold=bold))} 0 R" for bold, name in _FONTS.items())
    forms = " ".join(f"/S{number} {number} 0 R" for number in stamps.numbers)
    resources = book.add(f"<< /Font << {fonts} >> /XObject << {forms} >> >>".encode())
    parent = book.reserve()
    box = f"[0 0 {_n(size[0] / POINT)} {_n(size[1] / POINT)}]"
    kids = [
        book.add(
            f"<< /Type /Page /Parent {parent} 0 R /MediaBox {box} /Resources {resources} 0 R "
            f"/Contents {book.stream(content)} 0 R >>".encode()
        )
        for content in contents
    ]
    listed = " ".join(f"{kid} 0 R" for kid in kids)
    book.put(parent, f"<< /Type /Pages /Kids [{listed}] /Count {len(kids)} >>".encode())
    flip = "/DuplexFlipLongEdge" if duplex else "/Simplex"
    root = book.add(
        f"<< /Type /Catalog /Pages {parent} 0 R /Lang ({language}) /ViewerPreferences "
        f"<< /DisplayDocTitle true /PrintScaling /None /Duplex {flip} >> >>".encode()
    )
    info = b"<< /Title <%s> /Creator (Dalapapa %s) /CreationDate (%s) >>"
    told = book.add(
        info % (("\ufeff" + title).encode("utf-16-be").hex().encode(), __version__.encode(), _DATE)
    )
    return book.bound(root, told)


class _Book:
    """The numbered objects of a document."""

    def __init__(self) -> None:
        self._objects: list[bytes] = []

    def reserve(self) -> int:
        self._objects.append(b"")
        return len(self._objects)

    def put(self, number: int, content: bytes) -> None:
        self._objects[number - 1] = content

    def add(self, content: bytes) -> int:
        number = self.reserve()
        self.put(number, content)
        return number

    def stream(self, content: bytes, about: str = "") -> int:
        packed = zlib.compress(content, 9)
        head = f"<< {about} /Filter /FlateDecode /Length {len(packed)} >>\nstream\n"
        return self.add(head.encode() + packed + b"\nendstream")

    def bound(self, root: int, told: int) -> bytes:
        """All objects, and at the end where each begins."""
        document, starts = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"), []
        for number, content in enumerate(self._objects, 1):
            starts.append(len(document))
            document += b"%d 0 obj\n%s\nendobj\n" % (number, content)
        # The same content has the same identity.
        identity = hashlib.sha256(document).hexdigest()[:32].encode()
        end, count = len(document), len(starts) + 1
        document += b"xref\n0 %d\n0000000000 65535 f \n" % count
        document += b"".join(b"%010d 00000 n \n" % start for start in starts)
        document += b"trailer\n<< /Size %d /Root %d 0 R /Info %d 0 R /ID [<%s> <%s>] >>\n" % (
            (count, root, told, identity, identity)
        )
        return bytes(document + b"startxref\n%d\n%%%%EOF\n" % end)


class _Stamps:
    """What is stamped, once each."""

    def __init__(self, book: _Book) -> None:
        self._book, self._found = book, dict[Stamp, int]()

    @property
    def numbers(self) -> Iterable[int]:
        return self._found.values()

    def number(self, stamp: Stamp) -> int:
        if stamp not in self._found:
            self._found[stamp] = self._book.stream(
                " ".join(map(_shape, stamp.shapes)).encode(),
                f"/Type /XObject /Subtype /Form /BBox [{_around(stamp)}] /Resources << >>",
            )
        return self._found[stamp]


def _around(stamp: Stamp) -> str:
    """A box around the whole stamp, for nothing outside it is drawn; curves keep within their points."""
    points = [point for shape in stamp.shapes for _, points in shape.outline for point in points]
    across, down = [point.real for point in points], [point.imag for point in points]
    wide = max(shape.width for shape in stamp.shapes)
    return " ".join(map(_n, (min(across) - wide, min(down) - wide, max(across) + wide, max(down) + wide)))


def _content(marks: Sequence[Mark], height: float, stamps: _Stamps) -> bytes:
    """A page: all is counted in millimetres from the upper left corner."""
    down = f"{_n(1 / POINT, 6)} 0 0 {_n(-1 / POINT, 6)} 0 {_n(height / POINT)} cm\n"
    return (down + "\n".join(_mark(mark, stamps) for mark in marks)).encode()


def _mark(mark: Mark, stamps: _Stamps) -> str:
    match mark:
        case Shape():
            return _shape(mark)
        case Text():
            return _text(mark)
        case Stamped(stamp, x, y, unit):
            return f"q {_n(unit, 5)} 0 0 {_n(unit, 5)} {_n(x)} {_n(y)} cm /S{stamps.number(stamp)} Do Q"
        case Window(box, inside):
            seen = " ".join(_mark(one, stamps) for one in inside)
            return f"q {_path(rectangle(box))} W n {seen} Q"


def _shape(shape: Shape) -> str:
    path = _path(shape.outline)
    if shape.fill is not None:
        return f"{_colour(shape.fill)} rg {path} f"
    dash = f"[{_n(shape.dash)}] 0 d " if shape.dash else ""
    return f"q {_colour(shape.line or '#000000')} RG {_n(shape.width)} w {dash}{path} S Q"


def _text(text: Text) -> str:
    letters = lettering(bold=text.bold).letters
    said = "".join(f"{letters[letter][0]:04x}" for letter in text.text)
    turned = "0 -1 -1 0" if text.upwards else "1 0 0 -1"
    return (
        f"BT {_colour(text.colour)} rg /{_FONTS[text.bold]} {_n(text.size * POINT, 4)} Tf "
        f"{turned} {_n(text.x)} {_n(text.y)} Tm <{said}> Tj ET"
    )


def _path(pieces: Iterable[Piece]) -> str:
    return " ".join(
        " ".join((*(f"{_n(point.real)} {_n(point.imag)}" for point in points), _OPERATORS[kind]))
        for kind, points in pieces
    )


def _colour(tone: str) -> str:
    return " ".join(_n(int(tone[at : at + 2], 16) / 255) for at in (1, 3, 5))


def _n(value: float, digits: int = 3) -> str:
    return f"{round(value, digits) + 0:g}"


def _font(book: _Book, face: Lettering) -> int:
    """A font of ours, with the letters' numbers as codes and what each of them means."""
    file = book.stream(face.font, f"/Length1 {len(face.font)}")
    box = " ".join(map(str, face.box))
    about = book.add(
        f"<< /Type /FontDescriptor /FontName /{face.name} /Flags 32 /FontBBox [{box}] /ItalicAngle 0 "
        f"/StemV 80 /Ascent {face.ascent} /Descent {face.descent} /CapHeight {face.capital} "
        f"/FontFile2 {file} 0 R >>".encode()
    )
    widths = " ".join(f"{number} [{width}]" for number, width in sorted(face.letters.values()))
    glyphs = book.add(
        f"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /{face.name} /CIDToGIDMap /Identity /W [{widths}] "
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> "
        f"/FontDescriptor {about} 0 R >>".encode()
    )
    meant = book.stream(_meaning(face))
    return book.add(
        f"<< /Type /Font /Subtype /Type0 /BaseFont /{face.name} /Encoding /Identity-H "
        f"/DescendantFonts [{glyphs} 0 R] /ToUnicode {meant} 0 R >>".encode()
    )


def _meaning(face: Lettering) -> bytes:
    """Which letter each code is, for those who search or copy a text."""
    known = [f"<{number:04x}> <{ord(letter):04x}>" for letter, (number, _) in face.letters.items()]
    parts = [known[start : start + 100] for start in range(0, len(known), 100)]  # a part has at most so many
    listed = "\n".join(f"{len(part)} beginbfchar\n" + "\n".join(part) + "\nendbfchar" for part in parts)
    return (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
        "/CMapName /Letters def /CMapType 2 def\n"
        "1 begincodespacerange <0000> <ffff> endcodespacerange\n"
        f"{listed}\nendcmap CMapName currentdict /CMap defineresource pop end end"
    ).encode()
