"""What drawings are put together from, each defined once: wood, edges, discs, half-discs and signs."""

from dalapapa.render.palette import PAINTS, Paint
from dalapapa.rules.tiles import Colour

HALF = 30  # a half unit, the distance in which spots are counted
CELL = 2 * HALF
DISC = 21  # the radius; at 21.2 neighbouring discs touch (R5.2)
GAP = 0.7  # what a tile is smaller than its cells on each side
ROUND = 6
GRAINS = 8

# A sign for each colour. All look the same after a quarter turn, so that they read from every seat,
# and half of each is still told from half of any other.
SIGNS = {
    Colour.RED: '<path d="M0-9 9 0 0 9-9 0z"/>',
    Colour.GREEN: '<path d="M-2.6-9H2.6V-2.6H9V2.6H2.6V9H-2.6V2.6H-9V-2.6H-2.6z"/>',
    Colour.BLUE: '<path fill-rule="evenodd" d="M-9 0A9 9 0 0 1 9 0A9 9 0 0 1-9 0zM-5 0A5 5 0 0 0 5 0A5 5 0 0 0-5 0z"/>',
    Colour.YELLOW: '<path d="M0-12Q1.8-1.8 12 0Q1.8 1.8 0 12Q-1.8 1.8-12 0Q-1.8-1.8 0-12z"/>',
}

# Half-discs are named for the side of their spot on which their tile lies.
_HALF_PLANES = {
    "north": f"M-{HALF}-{HALF}H{HALF}V-{GAP}H-{HALF}z",
    "east": f"M{GAP}-{HALF}H{HALF}V{HALF}H{GAP}z",
    "south": f"M-{HALF} {GAP}H{HALF}V{HALF}H-{HALF}z",
    "west": f"M-{HALF}-{HALF}H-{GAP}V{HALF}H-{HALF}z",
}


def definitions(signs: bool) -> str:
    """Everything that `use` elements refer to."""
    parts = [
        '<filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="5"/></filter>',
        '<linearGradient id="bevel" x2="1" y2="1"><stop stop-color="#fff" stop-opacity=".6"/>'
        '<stop offset=".45" stop-color="#fff" stop-opacity=".1"/>'
        '<stop offset=".6" stop-color="#5b3a12" stop-opacity=".1"/>'
        '<stop offset="1" stop-color="#5b3a12" stop-opacity=".4"/></linearGradient>',
        '<linearGradient id="sheen" x2="1" y2="1"><stop stop-color="#fff" stop-opacity=".16"/>'
        '<stop offset=".5" stop-color="#fff" stop-opacity="0"/>'
        '<stop offset="1" stop-color="#6b4312" stop-opacity=".13"/></linearGradient>',
        _rect("flat", 2 * CELL, CELL, GAP),
        _rect("upright", CELL, 2 * CELL, GAP),
        '<clipPath id="flat-clip"><use href="#flat"/></clipPath>',
    ]
    for number in range(GRAINS):
        parts.append(
            f'<g id="flat-{number}"><use href="#flat"/><g clip-path="url(#flat-clip)" fill="none" '
            f'stroke="#9a6324">{_grain(number)}</g></g>'
            f'<g id="upright-{number}"><use href="#flat-{number}" transform="translate({CELL}) rotate(90)"/></g>'
        )
    for name, width, height in (("flat", 2 * CELL, CELL), ("upright", CELL, 2 * CELL)):
        parts.append(
            f'<g id="{name}-edge" fill="none">'
            f'<rect width="{width}" height="{height}" rx="{ROUND}" stroke="#2b1a08" stroke-opacity=".5" '
            f'stroke-width="{2 * GAP:g}"/>'
            f'<rect x="1.8" y="1.8" width="{width - 3.6:g}" height="{height - 3.6:g}" rx="{ROUND - 1.6:g}" '
            f'stroke="url(#bevel)" stroke-width="2.2"/>'
            f'<rect x="{GAP}" y="{GAP}" width="{width - 2 * GAP:g}" height="{height - 2 * GAP:g}" rx="{ROUND}" '
            f'fill="url(#sheen)"/></g>'
        )
    for side, path in _HALF_PLANES.items():
        parts.append(f'<clipPath id="{side}"><path d="{path}"/></clipPath>')
    for colour, paint in PAINTS.items():
        parts.append(_disc(colour, paint, signs))
        parts += [
            f'<g id="{colour.word}-{side}" clip-path="url(#{side})"><use href="#{colour.word}"/></g>'
            for side in _HALF_PLANES
        ]
    return "<defs>" + "\n".join(parts) + "</defs>"


def _rect(name: str, width: int, height: int, inset: float) -> str:
    return (
        f'<rect id="{name}" x="{inset}" y="{inset}" width="{width - 2 * inset:g}" '
        f'height="{height - 2 * inset:g}" rx="{ROUND}"/>'
    )


def _disc(colour: Colour, paint: Paint, signs: bool) -> str:
    sign = f'<g fill="{paint.sign}" fill-opacity=".85">{SIGNS[colour]}</g>' if signs else ""
    return (
        f'<radialGradient id="{colour.word}-paint" cx=".36" cy=".3" r=".8"><stop stop-color="{paint.light}"/>'
        f'<stop offset="1" stop-color="{paint.body}"/></radialGradient>'
        f'<g id="{colour.word}"><circle r="{DISC - 0.5}" fill="url(#{colour.word}-paint)" '
        f'stroke="{paint.rim}" stroke-opacity=".75"/>{sign}</g>'
    )


def _grain(number: int) -> str:
    """Lines along the wood that give way to an eye in it; where the eye is differs by number."""
    eye = 1 + number * 5 % 9
    left = 10 + number * 37 % 60
    lines = []
    for i in range(11):
        y = 1 + 6 * i + (number * 3 + i * 5) % 3
        apart = i - eye
        push = (1 if apart >= 0 else -1) * 18 // (1 + abs(apart))
        slope = (number * 7) % 9 - 4
        width = 4 + (number * 5 + i * 7) % 6
        opacity = 10 + (number * 11 + i * 13) % 17
        lines.append(
            f'<path d="M-2 {y}C{left} {y + push} {left + 30} {y + push + slope} 122 {y + slope}" '
            f'stroke-width="{width / 5:g}" opacity=".{opacity}"/>'
        )
    return "".join(lines)
