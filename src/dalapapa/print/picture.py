"""Pages as pictures (SVG), to be looked at before they are printed: the same marks, with the same letters."""

from base64 import b64encode
from collections.abc import Iterator, Sequence

from dalapapa.print.lettering import POINT, lettering
from dalapapa.print.marks import Mark, Piece, Shape, Stamp, Stamped, Text, Window
from dalapapa.render.shapes import escaped


def picture(marks: Sequence[Mark], size: tuple[float, float]) -> str:
    """One page, on white."""
    width, height = map(_n, size)
    stamps: dict[Stamp, int] = {}
    drawn = "".join(_mark(mark, stamps) for mark in marks)
    stamped = "".join(
        f'<g id="s{number}">{"".join(map(_shape, stamp.shapes))}</g>' for stamp, number in stamps.items()
    )
    fonts = "".join(map(_font, sorted({text.bold for text in _texts(marks)})))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}mm" '
        f'height="{height}mm"><style>text{{font-family:letters,sans-serif}}{fonts}</style>'
        f'<defs>{stamped}</defs><path d="M0 0H{width}V{height}H0z" fill="#fff"/>{drawn}</svg>'
    )


def _texts(marks: Sequence[Mark]) -> Iterator[Text]:
    for mark in marks:
        if isinstance(mark, Text):
            yield mark
        elif isinstance(mark, Window):
            yield from _texts(mark.marks)


def _font(bold: bool) -> str:
    file = b64encode(lettering(bold=bold).font).decode()
    return (
        f"@font-face{{font-family:letters;font-weight:{_weight(bold)};src:url(data:font/ttf;base64,{file})}}"
    )


def _weight(bold: bool) -> int:
    return 600 if bold else 400


def _mark(mark: Mark, stamps: dict[Stamp, int]) -> str:
    match mark:
        case Shape():
            return _shape(mark)
        case Text():
            return _text(mark)
        case Stamped(stamp, x, y, unit):
            number = stamps.setdefault(stamp, len(stamps))
            return f'<use href="#s{number}" transform="translate({_n(x)} {_n(y)}) scale({_n(unit)})"/>'
        case Window(box, inside):
            left, top, width, height = map(_n, (box.x, box.y, box.width, box.height))
            seen = "".join(_mark(one, stamps) for one in inside)
            return (
                f'<svg x="{left}" y="{top}" width="{width}" height="{height}" '
                f'viewBox="{left} {top} {width} {height}">{seen}</svg>'
            )


def _shape(shape: Shape) -> str:
    path = "".join(map(_piece, shape.outline))
    if shape.fill is not None:
        return f'<path d="{path}" fill="{shape.fill}"/>'
    dash = f' stroke-dasharray="{_n(shape.dash)}"' if shape.dash else ""
    return f'<path d="{path}" fill="none" stroke="{shape.line}" stroke-width="{_n(shape.width)}"{dash}/>'


def _piece(piece: Piece) -> str:
    kind, points = piece
    return kind + " ".join(f"{_n(point.real)} {_n(point.imag)}" for point in points)


def _text(text: Text) -> str:
    x, y = _n(text.x), _n(text.y)
    turned = f' transform="rotate(-90 {x} {y})"' if text.upwards else ""
    # All spaces count: two of them part a number from its sentence.
    return (
        f'<text x="{x}" y="{y}" font-size="{_n(text.size * POINT)}" font-weight="{_weight(text.bold)}" '
        f'fill="{text.colour}" xml:space="preserve"{turned}>{escaped(text.text)}</text>'
    )


def _n(value: float) -> str:
    return f"{round(value, 3) + 0:g}"
