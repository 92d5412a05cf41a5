"""Tiles and boards as SVG: pictures that stand alone, the same bytes for the same board."""

from collections.abc import Iterable, Iterator, Sequence
from unicodedata import east_asian_width

from dalapapa.render.design import CELL, HALF, grain_of
from dalapapa.render.moving import to_origin
from dalapapa.render.outlines import outlined_groups, outlined_tile
from dalapapa.render.palette import FELT, FELT_LIGHT, INK, PAINTS, SIDE, wood_of
from dalapapa.render.shapes import definitions, escaped, layer
from dalapapa.rules.board import Board
from dalapapa.rules.placement import Placement, Spot, is_flat
from dalapapa.rules.scoring import Group
from dalapapa.rules.tiles import Tile, TileSet

_MARGIN = 48
_CAPTION = 30
_CAPTION_WIDTH = 440
_LONGEST_CAPTION = 120

# x, y, width and height, as a viewBox has them.
_Box = tuple[int, int, int, int]


def board_svg(
    board: Board,
    *,
    last: Sequence[Placement] = (),
    groups: Sequence[Group] = (),
    signs: bool = True,
    caption: str | None = None,
) -> str:
    """A picture of the board; `last` placements and completed `groups` are outlined."""
    words = _printable(caption or "")
    count = len(board.placements)
    move = to_origin(board)
    board = move.board(board)
    width, height = _size(board)
    aside = max(0, min(_CAPTION_WIDTH, 9 * _breadth(words)) - width) // 2  # a small board, many words
    box = (
        -_MARGIN - aside,
        -_MARGIN,
        width + 2 * (_MARGIN + aside),
        height + 2 * _MARGIN + (_CAPTION if words else 0),
    )
    return _picture(
        words or f"Dalapapa board with {count} tile{'' if count == 1 else 's'}",
        box,
        signs,
        [
            _ground(box),
            *_layers(board),
            *(outlined_tile(move.placement(placement)) for placement in last),
            *outlined_groups([move.group(group) for group in groups]),
            _caption(words, box) if words else "",
        ],
    )


def tile_svg(tile: Tile, face: int, *, rotation: int = 0, signs: bool = True, numbers: bool = False) -> str:
    """A picture of one face of a tile by itself, on no ground; `numbers` of positions stand for signs."""
    placement = Placement(0, face, rotation, 0, 0)
    board = Board(TileSet("one tile", (tile,))).place(placement)
    width, height = _size(board)
    title = f"Dalapapa tile {tile.id}, {('front', 'back')[face]}"
    parts = [*_layers(board), _numbers(board, placement) if numbers else ""]
    return _picture(title, (-8, -8, width + 16, height + 16), signs and not numbers, parts)


def _picture(title: str, box: _Box, signs: bool, parts: Iterable[str]) -> str:
    x, y, width, height = box
    picture = "\n".join(filter(None, parts))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="{x} {y} {width} {height}" '
        f'width="{width}" height="{height}">\n'
        f"<title>{escaped(title)}</title>\n{definitions(picture, signs=signs)}\n{picture}\n</svg>\n"
    )


def _size(board: Board) -> tuple[int, int]:
    """Width and height of a board that begins at 0, 0; the empty one has room for a first tile."""
    return (
        (max((x for x, _ in board.cells), default=1) + 1) * CELL,
        (max((y for _, y in board.cells), default=0) + 1) * CELL,
    )


def _ground(box: _Box) -> str:
    x, y, width, height = box
    return (
        f'<radialGradient id="felt" cx=".5" cy=".42" r=".75"><stop stop-color="{FELT_LIGHT}"/>'
        f'<stop offset="1" stop-color="{FELT}"/></radialGradient>'
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="14" fill="url(#felt)"/>'
    )


def _layers(board: Board) -> Iterator[str]:
    """The board from the ground up: shadows, tiles, discs, and edges that part the tiles again."""
    laid = board.placements
    shadows = [_use(_shape(placement), _corner(placement)) for placement in laid]
    yield layer(
        "shadows", shadows, f'fill="{INK}" opacity=".55" filter="url(#blur)" transform="translate(2 5)"'
    )
    yield layer("sides", shadows, f'fill="{SIDE}" transform="translate(0 2.6)"')
    yield layer("tiles", (_wood(board, placement) for placement in laid))
    yield layer("discs", (_use(colour.word, spot) for spot, colour in sorted(board.discs.items())))
    halves = sorted(board.halves.items())
    yield layer("half-discs", (_use(f"{colour.word}-{_side(board, spot)}", spot) for spot, colour in halves))
    yield layer("edges", (_use(f"{_shape(placement)}-edge", _corner(placement)) for placement in laid))


def _use(name: str, spot: Spot, attributes: str = "") -> str:
    u, v = spot
    return f'<use href="#{name}" x="{u * HALF}" y="{v * HALF}"{attributes}/>'


def _shape(placement: Placement) -> str:
    return "flat" if is_flat(placement.rotation) else "upright"


def _corner(placement: Placement) -> Spot:
    return 2 * placement.x, 2 * placement.y


def _wood(board: Board, placement: Placement) -> str:
    tile = board.tile_set[placement.tile].id
    name = f"{_shape(placement)}-{grain_of(tile, placement.face)}"
    return _use(name, _corner(placement), f' fill="{wood_of(tile)}"')


def _side(board: Board, spot: Spot) -> str:
    """The side of a half-disc's spot on which its tile lies."""
    u, v = spot
    covered = (u // 2, v // 2) in board.cells
    if v % 2:
        return "east" if covered else "west"
    return "south" if covered else "north"


# From a half-disc's spot to the middle of what is seen of it.
_INWARD = {"north": (0, -9), "east": (9, 0), "south": (0, 9), "west": (-9, 0)}


def _numbers(board: Board, placement: Placement) -> str:
    face = board.tile_set[placement.tile].faces[placement.face]
    texts = []
    for position, spot in enumerate(placement.spots):
        dx, dy = _INWARD[_side(board, spot)] if spot in board.halves else (0, 0)
        x, y = spot[0] * HALF + dx, spot[1] * HALF + dy + 5
        texts.append(f'<text x="{x}" y="{y}" fill="{PAINTS[face[position]].sign}">{position}</text>')
    return layer(
        "numbers", texts, 'font-family="sans-serif" font-size="14" font-weight="bold" text-anchor="middle"'
    )


def _caption(words: str, box: _Box) -> str:
    x, y, width, height = box
    size = min(19, 1.7 * (width - _MARGIN) / _breadth(words))
    return (
        f'<text class="caption" x="{x + width / 2:g}" y="{y + height - 26}" font-family="serif" '
        f'font-size="{size:.3g}" text-anchor="middle" fill="#f3e7cd">{escaped(words)}</text>'
    )


def _breadth(text: str) -> int:
    """How wide a text is, in narrow letters."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _printable(text: str) -> str:
    """Text as one line of printable characters: XML holds no others, and a picture has no room for more."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return line if len(line) <= _LONGEST_CAPTION else line[: _LONGEST_CAPTION - 1] + "…"
