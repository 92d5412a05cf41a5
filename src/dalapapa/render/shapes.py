"""What pictures are put together from, each defined once: wood, edges, discs, half-discs and signs."""

import re
from collections.abc import Iterable, Iterator

from dalapapa.render.design import (
    BEVEL,
    BEVEL_WIDTH,
    CELL,
    CORNER,
    DISC,
    GAP,
    GRAIN_OPACITY,
    GRAIN_WIDTH,
    GRAINS,
    HALF,
    HALF_SIGNS,
    SIDES,
)
from dalapapa.render.lines import curves
from dalapapa.render.palette import GRAIN, HAIRLINE, LIGHTS, PAINTS
from dalapapa.rules.tiles import Colour

# What is seen of a half-disc, by the side of its spot on which its tile lies.
_SEEN = dict(
    zip(
        SIDES,
        (
            f"M-{HALF}-{HALF}H{HALF}V-{GAP}H-{HALF}z",
            f"M{GAP}-{HALF}H{HALF}V{HALF}H{GAP}z",
            f"M-{HALF} {GAP}H{HALF}V{HALF}H-{HALF}z",
            f"M-{HALF}-{HALF}H-{GAP}V{HALF}H-{HALF}z",
        ),
        strict=True,
    )
)

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
    for name, stops in LIGHTS.items():
        yield name, _light(name, stops)
    for name, width, height in (("flat", 2 * CELL, CELL), ("upright", CELL, 2 * CELL)):
        yield name, _rect(width, height, GAP, f'id="{name}"')
        yield f"{name}-edge", _edge(f"{name}-edge", width, height)
    for number in range(len(GRAINS)):
        yield f"flat-{number}", _wood(number)
        yield (
            f"upright-{number}",
            f'<use id="upright-{number}" href="#flat-{number}" transform="translate({CELL}) rotate(90)"/>',
        )
    for side, path in _SEEN.items():
        yield side, f'<clipPath id="{side}"><path d="{path}"/></clipPath>'
    for colour in Colour:
        yield from _discs(colour, signs)


def _light(name: str, stops: Iterable[tuple[float, str, float]]) -> str:
    return (
        f'<linearGradient id="{name}" x2="1" y2="1">'
        + "".join(
            f'<stop offset="{offset:g}" stop-color="{colour}" stop-opacity="{opacity:g}"/>'
            for offset, colour, opacity in stops
        )
        + "</linearGradient>"
    )


def _rect(width: float, height: float, inset: float, attributes: str) -> str:
    return (
        f'<rect {attributes} x="{inset:g}" y="{inset:g}" width="{width - 2 * inset:g}" '
        f'height="{height - 2 * inset:g}" rx="{CORNER}"/>'
    )


def _edge(name: str, width: int, height: int) -> str:
    """What lies above a tile's discs: the hairline around it, its bevel and a sheen."""
    parts = (
        _rect(width, height, 0, f'stroke="{HAIRLINE}" stroke-opacity=".5" stroke-width="{2 * GAP:g}"'),
        _rect(width, height, BEVEL, f'stroke="url(#bevel)" stroke-width="{BEVEL_WIDTH}"'),
        _rect(width, height, GAP, 'fill="url(#sheen)"'),
    )
    return f'<g id="{name}" fill="none">{"".join(parts)}</g>'


def _wood(number: int) -> str:
    """A tile of wood; whoever uses it says in which tint."""
    return (
        f'<g id="flat-{number}"><use href="#flat"/><path fill="none" stroke="{GRAIN}" '
        f'stroke-opacity="{GRAIN_OPACITY}" stroke-width="{GRAIN_WIDTH}" d="{curves(GRAINS[number])}"/></g>'
    )


def _discs(colour: Colour, signs: bool) -> Iterator[tuple[str, str]]:
    """The whole disc of a colour and its four halves."""
    name, paint = colour.word, PAINTS[colour]
    yield (
        f"{name}-paint",
        f'<radialGradient id="{name}-paint" cx=".36" cy=".3" r=".8"><stop stop-color="{paint.light}"/>'
        f'<stop offset="1" stop-color="{paint.body}"/></radialGradient>',
    )
    circle = f'<circle r="{DISC}" fill="url(#{name}-paint)" stroke="{paint.rim}" stroke-opacity=".75"/>'
    sign = (
        f'<path class="sign" fill="{paint.sign}" fill-opacity=".85" d="{HALF_SIGNS[colour].doubled}"/>'
        if signs
        else ""
    )
    yield name, f'<g id="{name}">{circle}{sign}</g>'
    for side in SIDES:
        yield (
            f"{name}-{side}",
            f'<g id="{name}-{side}" clip-path="url(#{side})"><use href="#{name}"/></g>',
        )


def escaped(text: str) -> str:
    """A text as it stands in SVG."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
