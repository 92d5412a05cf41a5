"""What pictures are put together from, each defined once: wood, edges, discs, half-discs and signs."""

import re
from collections.abc import Iterable, Iterator

from dalapapa.render.palette import GRAIN, HAIRLINE, PAINTS
from dalapapa.rules.tiles import Colour

HALF = 30  # a half unit, in which spots are counted
CELL = 2 * HALF
GAP = 0.7  # what a tile is smaller than its cells on each side
CORNER = 6
GRAINS = 8
_DISC = 20.5  # with half its rim 21: at 21.2 neighbouring discs touch (R5.2)
_BEVEL = 1.5

# A sign for each colour. All look the same after a quarter turn, so that they read from every seat,
# and half of each is still told from half of any other. Red and green, which are mixed up most often,
# have the two that differ most when they are small.
SIGNS = {
    Colour.RED: "M-9.6 0A9.6 9.6 0 0 1 9.6 0A9.6 9.6 0 0 1-9.6 0zM-5 0A5 5 0 0 0 5 0A5 5 0 0 0-5 0z",
    Colour.GREEN: "M-2.6-9.5H2.6V-2.6H9.5V2.6H2.6V9.5H-2.6V2.6H-9.5V-2.6H-2.6z",
    Colour.BLUE: "M0-10 10 0 0 10-10 0z",
    Colour.YELLOW: "M0-12Q1.8-1.8 12 0Q1.8 1.8 0 12Q-1.8 1.8-12 0Q-1.8-1.8 0-12z",
}

# A half-disc is named for the side of its spot on which its tile lies.
_SIDES = {
    "north": f"M-{HALF}-{HALF}H{HALF}V-{GAP}H-{HALF}z",
    "east": f"M{GAP}-{HALF}H{HALF}V{HALF}H{GAP}z",
    "south": f"M-{HALF} {GAP}H{HALF}V{HALF}H-{HALF}z",
    "west": f"M-{HALF}-{HALF}H-{GAP}V{HALF}H-{HALF}z",
}

# Light falls from the upper left.
_LIGHT = """\
<linearGradient id="{name}" x2="1" y2="1"><stop stop-color="#fff" stop-opacity="{light}"/>\
<stop offset=".5" stop-color="#fff" stop-opacity=".04"/>\
<stop offset="1" stop-color="#5b3a12" stop-opacity="{shade}"/></linearGradient>"""

_REFERENCE = re.compile(r'(?:href="|url\()#([\w-]+)')


def layer(name: str, parts: Iterable[str], attributes: str = "") -> str:
    """Parts of one kind, by name; nothing when there are none."""
    inside = "\n".join(parts)
    return f'<g class="{name}"{attributes and " "}{attributes}>\n{inside}\n</g>' if inside else ""


def definitions(picture: str, *, signs: bool) -> str:
    """The definitions that a picture refers to, itself or through others."""
    known = dict(_all(signs))
    wanted = set(_REFERENCE.findall(picture))
    for name in reversed(known):  # each refers to earlier ones only
        if name in wanted:
            wanted.update(_REFERENCE.findall(known[name]))
    return "\n".join(("<defs>", *(text for name, text in known.items() if name in wanted), "</defs>"))


def _all(signs: bool) -> Iterator[tuple[str, str]]:
    yield (
        "blur",
        '<filter id="blur" x="-20%" y="-20%" width="140%" height="140%">'
        '<feGaussianBlur stdDeviation="5"/></filter>',
    )
    yield "bevel", _LIGHT.format(name="bevel", light=".6", shade=".4")
    yield "sheen", _LIGHT.format(name="sheen", light=".16", shade=".13")
    for name, width, height in (("flat", 2 * CELL, CELL), ("upright", CELL, 2 * CELL)):
        yield name, _rect(width, height, GAP, f'id="{name}"')
        yield f"{name}-edge", _edge(f"{name}-edge", width, height)
    yield "flat-clip", '<clipPath id="flat-clip"><use href="#flat"/></clipPath>'
    for number in range(GRAINS):
        yield f"flat-{number}", _wood(number)
        yield (
            f"upright-{number}",
            f'<use id="upright-{number}" href="#flat-{number}" transform="translate({CELL}) rotate(90)"/>',
        )
    for side, path in _SIDES.items():
        yield side, f'<clipPath id="{side}"><path d="{path}"/></clipPath>'
    for colour in Colour:
        yield from _discs(colour, signs)


def _rect(width: float, height: float, inset: float, attributes: str) -> str:
    return (
        f'<rect {attributes} x="{inset:g}" y="{inset:g}" width="{width - 2 * inset:g}" '
        f'height="{height - 2 * inset:g}" rx="{CORNER}"/>'
    )


def _edge(name: str, width: int, height: int) -> str:
    """What lies above a tile's discs: the hairline around it, its bevel and a sheen."""
    parts = (
        _rect(width, height, 0, f'stroke="{HAIRLINE}" stroke-opacity=".8" stroke-width="{2 * GAP:g}"'),
        _rect(width, height, _BEVEL, 'stroke="url(#bevel)" stroke-width="1.6"'),
        _rect(width, height, GAP, 'fill="url(#sheen)"'),
    )
    return f'<g id="{name}" fill="none">{"".join(parts)}</g>'


def _wood(number: int) -> str:
    """A tile of wood; whoever uses it says in which tint."""
    return (
        f'<g id="flat-{number}"><use href="#flat"/><g clip-path="url(#flat-clip)" fill="none" '
        f'stroke="{GRAIN}">{"".join(_grain(number))}</g></g>'
    )


def _grain(number: int) -> Iterator[str]:
    """Lines along the wood that give way to an eye in it; remainders vary them without any chance."""
    eye, left, slope = 1 + number * 5 % 9, 10 + number * 37 % 60, number * 7 % 9 - 4
    for i in range(11):
        y = 1 + 6 * i + (number * 3 + i * 5) % 3
        push = (18 if i >= eye else -18) // (1 + abs(i - eye))
        width, opacity = 8 + (number + i * 7) % 6 * 2, 10 + (number * 11 + i * 13) % 17
        yield (
            f'<path d="M-2 {y}C{left} {y + push} {left + 30} {y + push + slope} 122 {y + slope}" '
            f'stroke-width="{width / 10:g}" opacity=".{opacity}"/>'
        )


def _discs(colour: Colour, signs: bool) -> Iterator[tuple[str, str]]:
    """The whole disc of a colour and its four halves."""
    name, paint = colour.word, PAINTS[colour]
    yield (
        f"{name}-paint",
        f'<radialGradient id="{name}-paint" cx=".36" cy=".3" r=".8"><stop stop-color="{paint.light}"/>'
        f'<stop offset="1" stop-color="{paint.body}"/></radialGradient>',
    )
    circle = f'<circle r="{_DISC}" fill="url(#{name}-paint)" stroke="{paint.rim}" stroke-opacity=".75"/>'
    sign = f'<path class="sign" fill="{paint.sign}" fill-opacity=".85" d="{SIGNS[colour]}"/>' if signs else ""
    yield name, f'<g id="{name}">{circle}{sign}</g>'
    for side in _SIDES:
        yield (
            f"{name}-{side}",
            f'<g id="{name}-{side}" clip-path="url(#{side})"><use href="#{name}"/></g>',
        )
