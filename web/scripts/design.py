"""What the browser needs of the project's one design, as TypeScript: `python web/scripts/design.py`.

`npm run types` writes it to src/gen/design.ts; with `--examples`, drawings to compare with, as JSON.
"""

import json
import random
import sys
from dataclasses import asdict

from dalapapa.bots import LEVELS
from dalapapa.render.contour import CORNERS, REACH, Arc, contour
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
    HALF_DISC,
    HALF_SIGNS,
    SIDES,
    grain_of,
    upright,
)
from dalapapa.render.lines import arc, curves, number
from dalapapa.render.palette import GRAIN, HAIRLINE, INK, LIGHTS, PAINTS, SIDE, WOODS, wood_of
from dalapapa.rules import Board, Colour, classic, complete_groups, legal_placements
from dalapapa.rules.placement import OFFSETS, Placement, Spot
from dalapapa.rules.tiles import small


def piece(start: tuple[float, float], to: Arc) -> str:
    """One arc of a contour as a path of its own, from the middle of its disc."""
    begin, end = (complex(*point) * HALF for point in (start, (to.u, to.v)))
    radius = (REACH if to.outward else 1 - REACH) * HALF
    return f"m{number(begin.real)} {number(begin.imag)}{arc(radius, to.outward, end - begin)}"


def design() -> dict[str, object]:
    """Every constant by its name."""
    return {
        "COLOURS": [colour.word for colour in Colour],
        "SIDES": SIDES,
        # Measures.
        "HALF": HALF,
        "CELL": CELL,
        "GAP": GAP,
        "CORNER": CORNER,
        "DISC": DISC,
        "BEVEL": {"inset": BEVEL, "width": BEVEL_WIDTH},
        # Paints.
        "PAINTS": {colour.word: asdict(paint) for colour, paint in PAINTS.items()},
        "WOODS": WOODS,
        "HAIRLINE": HAIRLINE,
        "INK": INK,
        "SIDE": SIDE,
        "GRAIN": {"stroke": GRAIN, "width": GRAIN_WIDTH, "opacity": GRAIN_OPACITY},
        "LIGHTS": {
            name: [
                {"offset": offset, "colour": colour, "opacity": opacity} for offset, colour, opacity in stops
            ]
            for name, stops in LIGHTS.items()
        },
        # Lines: relative paths, from the middle of a disc or from the corner of a tile.
        "HALF_DISCS": {side: str(HALF_DISC.turned(turns)) for turns, side in enumerate(SIDES)},
        "SIGNS": {colour.word: line.doubled for colour, line in HALF_SIGNS.items()},
        "HALF_SIGNS": {
            colour.word: {side: str(line.turned(turns)) for turns, side in enumerate(SIDES)}
            for colour, line in HALF_SIGNS.items()
        },
        "GRAINS": [{"flat": curves(lines), "upright": curves(map(upright, lines))} for lines in GRAINS],
        "CONTOUR": [
            {
                "neighbour": corner.neighbour,
                "gap": corner.gap,
                "around": piece(corner.start, corner.around),
                "over": piece(corner.start, corner.over),
            }
            for corner in CORNERS
        ],
        # Where positions 0 to 6 of a face lie, by rotation.
        "OFFSETS": OFFSETS,
        # The set that nearly all tables play with, by its fingerprint, and the smaller one by its name too.
        "CLASSIC": classic().fingerprint,
        "SMALL": small().name,
        "SMALL_FINGERPRINT": small().fingerprint,
        # The computer's levels, from the gentlest to the cleverest.
        "LEVELS": [level.id for level in LEVELS],
    }


def literal(value: object) -> str:
    """A constant as TypeScript, a line for each of its parts."""
    if isinstance(value, dict):
        parts = [f"  {name}: {json.dumps(part)},\n" for name, part in value.items()]
        return "{\n" + "".join(parts) + "} as const"
    if isinstance(value, list | tuple):
        return "[\n" + "".join(f"  {json.dumps(part)},\n" for part in value) + "] as const"
    return json.dumps(value)


def typescript() -> str:
    """The constants as a module."""
    types = [
        f"export type {name} = (typeof {name.upper()}S)[number];\n" for name in ("Colour", "Side", "Level")
    ]
    return "\n".join(
        (
            "/* Made by `npm run types` from the project's drawings in Python; do not edit. */\n",
            *(f"export const {name} = {literal(value)};\n" for name, value in design().items()),
            *types,
        )
    )


def outline(discs: list[Spot]) -> list[str]:
    """The arcs around a group, each as `from radius sweep to`, in the order of their text."""
    found = []
    for line in contour(discs):
        for before, to in zip([line[-1], *line], line, strict=False):
            radius = number((REACH if to.outward else 1 - REACH) * HALF)
            points = (number(value * HALF) for value in (before.u, before.v, to.u, to.v))
            found.append(" ".join((*points, radius, f"{to.outward:d}")))
    return sorted(found)


def examples() -> dict[str, object]:
    """Groups with the arcs around them, and tiles with their wood."""
    rng = random.Random(7)
    tiles = rng.sample(range(120), 60)
    board = Board(classic()).place(Placement(tiles.pop(), 0, 0, 0, 0))
    for tile in tiles:
        if offers := legal_placements(board, tile):
            board = board.place(min(offers, key=lambda place: (abs(place.x) + abs(place.y), str(place))))
    ring = [(2, 0), (1, 1), (3, 1), (0, 2), (4, 2), (1, 3), (3, 3), (2, 4)]
    block = [(1, 0), (0, 1), (2, 1), (1, 2)]
    groups = [
        [(1, 0)],
        block,
        ring,
        *(list(group.discs) for group in complete_groups(board) if len(group) > 3),
    ]
    return {
        "contours": [{"discs": discs, "arcs": outline(discs)} for discs in groups],
        "woods": [
            {"tile": tile, "face": face, "tint": wood_of(tile), "grain": curves(GRAINS[grain_of(tile, face)])}
            for tile in range(0, 120, 13)
            for face in (0, 1)
        ],
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(examples()) + "\n" if "--examples" in sys.argv else typescript())
