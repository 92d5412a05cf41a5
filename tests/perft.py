"""Perft files: positions with the number of legal placements of given tiles, per face and rotation.

A file is a JSON list of positions, each

    {"name": "…", "placements": ["0a0@0,0", …], "legal": {"5": {"a0": 3, "a1": 0, …}, "7": {…}}}

`placements` is the board, laid in order; `legal` says for each tile how many legal placements it has with
face a (front) or b (back) up at each rotation 0 to 3, all eight of them. Whoever counts placements (the
rules, a faster kernel) can be held against the same files with `differences`.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from dalapapa.rules import Placement

FOLDER = Path(__file__).parent / "rules" / "perft"
TURNED = tuple(f"{face}{rotation}" for face in "ab" for rotation in range(4))


@dataclass(frozen=True)
class Position:
    """A board, and how many legal placements each tile has on it, by face and rotation."""

    name: str
    placements: tuple[Placement, ...]
    legal: dict[int, dict[str, int]]


def load(path: Path) -> list[Position]:
    """The positions of one perft file."""
    return [
        Position(
            entry["name"],
            tuple(map(Placement.parse, entry["placements"])),
            {int(tile): counts for tile, counts in entry["legal"].items()},
        )
        for entry in json.loads(path.read_text("utf-8"))
    ]


def load_all() -> list[Position]:
    """The positions of every perft file."""
    return [position for path in sorted(FOLDER.glob("*.json")) for position in load(path)]


def dumps(positions: Iterable[Position]) -> str:
    """The text of a perft file: what `load` reads."""
    entries = [
        {
            "name": position.name,
            "placements": list(map(str, position.placements)),
            "legal": {str(tile): counts for tile, counts in position.legal.items()},
        }
        for position in positions
    ]
    return "[\n" + ",\n".join(json.dumps(entry) for entry in entries) + "\n]\n"


def count(placements: Iterable[Placement]) -> dict[str, int]:
    """Placements counted by face and rotation."""
    counted = Counter(f"{'ab'[placement.face]}{placement.rotation}" for placement in placements)
    return {turned: counted[turned] for turned in TURNED}


def differences(position: Position, legal: Callable[[int], Iterable[Placement]]) -> str:
    """Empty when the counts agree; else every tile that differs, with its counts and its placements."""
    lines = []
    for tile, told in position.legal.items():
        found = sorted(legal(tile))
        if (counted := count(found)) != told:
            lines.append(f"{position.name}, tile {tile}: {sum(counted.values())} not {sum(told.values())}")
            for turned in TURNED:
                mark = "  " if counted[turned] == told[turned] else "! "
                there = [
                    str(placement)
                    for placement in found
                    if f"{'ab'[placement.face]}{placement.rotation}" == turned
                ]
                lines.append(f"{mark}{turned}: {counted[turned]} not {told[turned]}: {' '.join(there)}")
    return "\n".join(lines)
