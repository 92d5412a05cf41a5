"""Somebody who sees nothing: hears what is read out, presses keys, and keeps the board in mind."""

import re
import time
from dataclasses import dataclass, field

from playwright.sync_api import Page

from dalapapa.rules import Board, Colour, Placement, Receipt, Tile, TileSet, receipt
from dalapapa.rules.placement import OFFSETS, Spot, is_flat, neighbours

# What a screen reader does: it reads what comes into a live region, and nothing else.
_EARS = """() => {
    window.heard = [];
    const LIVE = '[aria-live=polite], [role=alert], [role=status]:not([aria-live=off])';
    new MutationObserver((changes) => {
        for (const { addedNodes, target, type } of changes) {
            const nodes = type === 'characterData' ? [target] : addedNodes;
            for (const node of nodes) {
                const element = node instanceof Element ? node : node.parentElement;
                const words = (node.textContent ?? '').trim();
                if (words && element?.closest(LIVE)) window.heard.push(words);
            }
        }
    }).observe(document, { childList: true, characterData: true, subtree: true });
}"""

# What it reads when the focus moves: name and description.
_FOCUS = """() => {
    const here = document.activeElement;
    const by = here.getAttribute('aria-describedby');
    const name = here.getAttribute('aria-label') ?? here.innerText;
    return name + (by ? '. ' + document.getElementById(by).textContent : '');
}"""

_TURNS = ("as in hand", "turned right", "turned halfway round", "turned left")
PLACE = re.compile(rf"Tile (\d+), (front|back), ({'|'.join(_TURNS)}), column (−?\d+), row (−?\d+)")
_MIDDLE = r"(\w+) in the middle(?:, in an? (?:open|closed) \w+ group of \d+)?"
_SIDES = (
    r"above (\w+(?: and \w+)?), right (\w+(?: and \w+)?), below (\w+(?: and \w+)?), left (\w+(?: and \w+)?)"
)
_FACE = re.compile(f"{_MIDDLE}, {_SIDES}")
_UNKNOWN = (Colour.RED,) * 7

Face = tuple[Colour, ...]
Told = dict[tuple[str, str], int]


class Ears:
    """Keys and ears of a page; nothing on the screen is looked at."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: list[str] = []
        page.add_init_script(f"({_EARS})()")

    def listen(self) -> list[str]:
        """What has been read out since the last time."""
        fresh: list[str] = self.page.evaluate("() => window.heard.splice(0)")
        self.heard += fresh
        return fresh

    def until(self, *patterns: str) -> str:
        """Wait until something like this is read out; gives it."""
        waited = time.monotonic() + 20
        while time.monotonic() < waited:
            for words in self.listen():
                if any(re.search(pattern, words) for pattern in patterns):
                    return words
            self.page.wait_for_timeout(10)
        raise AssertionError(f"nothing like {patterns} was said after {self.heard[-3:]}")

    def press(self, key: str, answer: str = "") -> str:
        """Press a key, and hear what is said then."""
        self.listen()
        self.page.keyboard.press(key)
        return self.until(answer)

    @property
    def focus(self) -> str:
        """What the element in focus says of itself."""
        return str(self.page.evaluate(_FOCUS))


@dataclass(frozen=True)
class Turn:
    """A turn as L tells it."""

    number: int
    name: str
    words: str
    placements: tuple[Placement, ...]


@dataclass
class Mind:
    """What somebody knows who has only listened."""

    faces: dict[tuple[int, int], Face] = field(default_factory=dict)
    turns: list[Turn] = field(default_factory=list)
    laid: list[Placement] = field(default_factory=list)  # in this turn, which is not ended yet

    @property
    def board(self) -> Board:
        """All tiles told of, with the colours told of them."""
        board = Board(self.tile_set)
        for placement in (*(one for turn in self.turns for one in turn.placements), *self.laid):
            board = board.place(placement)
        return board

    @property
    def tile_set(self) -> TileSet:
        """Only the faces that were told are right; no other is ever asked for."""
        return TileSet(
            "heard",
            tuple(
                Tile(tile, "heard", (self._face(tile, 0), self._face(tile, 1)))
                for tile in range(1 + max((tile for tile, _ in self.faces), default=0))
            ),
        )

    def _face(self, tile: int, face: int) -> Face:
        return self.faces.get((tile, face), _UNKNOWN)

    def learn_tile(self, words: str) -> int:
        """Both faces of a tile just taken; gives its number."""
        told = re.search(r"Tile (\d+) picked up\. Front: (.+)\. Back: (.+)\.", words)
        assert told, words
        tile = int(told[1])
        for face in (0, 1):
            self._learn(tile, face, colours(told[2 + face], 0))
        return tile

    def learn_turn(self, words: str) -> Turn:
        """A turn that L has told, with all its colours."""
        told = re.match(r"Turn (\d+), (\w+): ", words)
        assert told, words
        placements = placements_in(words)
        starts = [match.start() for match in PLACE.finditer(words)]
        for placement, start in zip(placements, starts, strict=True):
            self._learn(placement.tile, placement.face, colours(words[start:], placement.rotation))
        return Turn(int(told[1]), told[2], words, placements)

    def _learn(self, tile: int, face: int, discs: Face) -> None:
        assert self.faces.setdefault((tile, face), discs) == discs, f"tile {tile} was told otherwise"


def number(text: str) -> int:
    """A number as a page writes it."""
    return int(text.replace("−", "-"))


def placements_in(words: str) -> tuple[Placement, ...]:
    """Every placement told."""
    return tuple(
        Placement(int(tile), ("front", "back").index(face), _TURNS.index(turn), number(x), number(y))
        for tile, face, turn, x, y in PLACE.findall(words)
    )


def side_of(spot: Spot, rotation: int) -> str:
    """On which side of a tile a half-disc is, from its top left corner."""
    u, v = spot
    wide, high = (4, 2) if is_flat(rotation) else (2, 4)
    return "above" if v == 0 else "below" if v == high else "left" if u == 0 else "right" if u == wide else ""


def edge_of(spot: Spot, rotation: int) -> str:
    """The same, and where on a long side."""
    side = side_of(spot, rotation)
    if is_flat(rotation) and side in ("above", "below"):
        return f"{side} {'left' if spot[0] == 1 else 'right'}"
    if not is_flat(rotation) and side in ("left", "right"):
        return f"{side} at the {'top' if spot[1] == 1 else 'bottom'}"
    return side


def colours(words: str, rotation: int) -> Face:
    """A face by positions, from its colours side by side."""
    told = _FACE.search(words)
    assert told, words
    middle, *sides = told.groups()
    waiting = {
        side: [Colour[name.upper()] for name in names.split(" and ")]
        for side, names in zip(("above", "right", "below", "left"), sides, strict=True)
    }
    face: dict[int, Colour] = {6: Colour[middle.upper()]}
    # A side is told from left to right and from top to bottom.
    for position in sorted(range(6), key=lambda one: OFFSETS[rotation][one][::-1]):
        face[position] = waiting[side_of(OFFSETS[rotation][position], rotation)].pop(0)
    assert not any(waiting.values()), words
    return tuple(face[position] for position in range(7))


def discs_told(words: str) -> set[tuple[str, str]]:
    """Colour and edge of every new disc told of one placement."""
    told = re.search(
        r"new discs?: ((?:(?:red|green|blue|yellow) (?:above|below|left|right)[\w ]*(?:, )?)+)", words
    )
    return {tuple(disc.split(" ", 1)) for disc in told[1].rstrip(", ").split(", ")} if told else set()


def discs_made(board: Board, placement: Placement) -> set[tuple[str, str]]:
    """The same by the rules."""
    u, v = 2 * placement.x, 2 * placement.y
    if not board.placements:
        return set()
    return {
        (colour.word, edge_of((spot[0] - u, spot[1] - v), placement.rotation))
        for spot, colour in receipt(board, placement).discs
    }


def groups_told(words: str) -> list[tuple[str, int]]:
    """Colour and size of every group that is told to be closed."""
    return sorted((colour, int(size)) for colour, size in re.findall(r"closes a (\w+) group of (\d+)", words))


def groups_closed(paid: Receipt) -> list[tuple[str, int]]:
    """The same by the rules."""
    return sorted((group.colour.word, len(group)) for group in paid.groups)


def open_groups(board: Board) -> list[tuple[Colour, frozenset[Spot], frozenset[Spot]]]:
    """Every group that a half-disc keeps open: its colour, its discs, those half-discs."""
    found, seen = [], set()
    for start, colour in board.discs.items():
        if start in seen:
            continue
        members, waiting, border = {start}, set(), [start]
        while border:
            for spot in neighbours(border.pop()):
                if board.halves.get(spot) is colour:
                    waiting.add(spot)
                if board.discs.get(spot) is colour and spot not in members:
                    members.add(spot)
                    border.append(spot)
        seen |= members
        if waiting:
            found.append((colour, frozenset(members), frozenset(waiting)))
    return found
