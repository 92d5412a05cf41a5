"""Reading scenario files: rule clauses told as small stories, one TOML file each.

    clause = "R5.4"            the clause or worked figure it shows
    says = "..."               the clause in plain words, as seen in this position
    tile_set = "worlds.toml"   a set beside the scenarios; the classic set if left out
    board = ["12b3@2,-1", …]   tiles already laid, in order; each must be a legal placement
    groups = ["red 3", …]      every complete group on that board, colour and discs
    [[look]]                   how one tile lies on an empty table
    [[try]]                    a placement tried on that board; the board stays as it is
    [table]                    a game in progress on that board, or a new one (`bag` and nothing on the board)
    [[step]]                   a turn played at the table, one after another, and what is seen then
    [[start]]                  a new game that players try to agree on
    [set]                      facts about the tile set

Every key must be known (`SHAPE`): a misspelt one would make a check vanish.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dalapapa.rules import (
    Board,
    DalapapaError,
    Game,
    Placement,
    Receipt,
    TileSet,
    Turn,
    classic,
    complete_groups,
    legal_placements,
    receipt,
    view,
    why_illegal,
)
from dalapapa.rules.tile_facts import broken_facts
from dalapapa.rules.tile_file import load_tile_set
from tests.naive import NaiveBoard

FOLDER = Path(__file__).parent / "scenarios"

SCORED = {"discs", "disc_points", "groups", "group_points", "points"}
SHAPE = {
    "": {"clause", "says", "tile_set", "board", "groups", "look", "try", "table", "step", "start", "set"},
    "look": {"placement", "half_discs", "middle"},
    "try": {"says", "placement", "refused", "words", "all_groups", *SCORED},
    "table": {"players", "target", "hands", "bag", "scores", "open_hands"},
    "step": {
        "says", "turn", "seat", "version", "refused", "words", "to_move", "points", "penalty", "receipts",
        "scores", "hands", "bag", "drawn", "in_setup", "final_round", "must_pass", "over", "winners",
        "sees", "board",
    },
    "sees": {"seat", "hands", "hand_sizes", "bag", "drawn"},
    "receipts": SCORED,
    "start": {"says", "players", "target", "bag", "refused"},
    "set": {"tiles", "sha256", "families", "broken_facts", "faces"},
}  # fmt: skip


@dataclass(frozen=True)
class Scenario:
    """One file, read and found to have known keys only."""

    name: str
    data: dict[str, Any]

    @property
    def clause(self) -> str:
        clause: str = self.data["clause"]
        return clause


def parse(name: str, text: str) -> Scenario:
    """Read a scenario; raises ValueError at an unknown key, or when it checks nothing."""
    data = tomllib.loads(text)
    _check_keys(data, "")
    if not data.get("says"):
        raise ValueError(f"{name}: a scenario says in words what it shows")
    if not name.startswith(f"{data['clause']}-"):
        raise ValueError(f"{name}: the file is named after its clause")
    if not data.keys() & {"groups", "look", "try", "step", "start", "set"}:
        raise ValueError(f"{name}: nothing is checked")
    return Scenario(name, data)


def load_all() -> list[Scenario]:
    """Every scenario file, in the order of the clauses."""
    return [parse(path.stem, path.read_text("utf-8")) for path in sorted(FOLDER.glob("*-*.toml"))]


def _check_keys(entry: Any, where: str) -> None:
    if isinstance(entry, list):
        for item in entry:
            _check_keys(item, where)
    elif isinstance(entry, dict):
        if unknown := sorted(entry.keys() - SHAPE[where]):
            raise ValueError(f"unknown key {unknown[0]!r}")
        for key in entry.keys() & SHAPE.keys():
            _check_keys(entry[key], key)


def run(scenario: Scenario) -> None:
    """Check everything a scenario says; raises AssertionError naming the part that does not hold."""
    data = scenario.data
    tile_set = load_tile_set(FOLDER / data["tile_set"]) if "tile_set" in data else classic()
    board = _lay(tile_set, data.get("board", []))
    if "groups" in data:
        _same("groups on the board", _group_words(complete_groups(board)), Counter(data["groups"]))
    for look in data.get("look", []):
        _look(tile_set, look)
    for attempt in data.get("try", []):
        _try(board, attempt)
    if "table" in data:
        game = _table(board, data["table"])
        for number, step in enumerate(data["step"], 1):
            game = _step(game, step, f"step {number}")
    elif "step" in data:
        raise ValueError("steps need a table")
    for start in data.get("start", []):
        _start(start)
    if "set" in data:
        _set(tile_set, data["set"])


def _same(what: str, found: object, told: object) -> None:
    assert found == told, f"{what}: {found!r}, the scenario says {told!r}"


def _said(what: str, fault: DalapapaError, told: dict[str, Any]) -> None:
    assert told.get("words", "") in fault.words, f"{what}: {fault.words!r}, not {told['words']!r}"


def _lay(tile_set: TileSet, texts: list[str]) -> Board:
    board = Board(tile_set)
    naive = NaiveBoard(tile_set)
    tiles = set()
    for text in texts:
        placement = Placement.parse(text)
        assert placement.tile not in tiles, f"tile {placement.tile} is laid twice"
        tiles.add(placement.tile)
        _same(f"what R2 has against {text}", naive.refusal(placement), None)
        naive.lay(placement)
        board = board.place(placement)
    _same("groups counted the slow way", naive.sizes(), _sizes(board))
    return board


def _sizes(board: Board) -> Counter[tuple[str, int]]:
    return Counter((group.colour.word, len(group)) for group in complete_groups(board))


def _group_words(groups: Any) -> Counter[str]:
    return Counter(f"{group.colour.word} {len(group)}" for group in groups)


_SIDE = re.compile(r"(\w+) (above|right of|below|left of) (-?\d+),(-?\d+)")
_HALF_UNITS = {"above": (1, 0), "right of": (2, 1), "below": (1, 2), "left of": (0, 1)}


def _look(tile_set: TileSet, look: dict[str, Any]) -> None:
    board = Board(tile_set).place(Placement.parse(look["placement"]))
    told = {}
    for words in look["half_discs"]:
        match = _SIDE.fullmatch(words)
        assert match, f"{words!r} is not like 'red above 0,0'"
        colour, side, x, y = match.groups()
        du, dv = _HALF_UNITS[side]
        told[2 * int(x) + du, 2 * int(y) + dv] = colour
    _same("half-discs", {spot: colour.word for spot, colour in board.halves.items()}, told)
    _same("the middle disc", [colour.word for colour in board.discs.values()], [look["middle"]])


def _try(board: Board, attempt: dict[str, Any]) -> None:
    placement = Placement.parse(attempt["placement"])
    what = f"{placement}"
    fault = why_illegal(board, placement)
    _same(f"refusal of {what}", fault and fault.code.value, attempt.get("refused"))
    if board.placements:
        legal = placement in legal_placements(board, placement.tile)
        _same(f"{what} among the legal placements", legal, fault is None)
    if fault is not None:
        _said(what, fault, attempt)
        assert not attempt.keys() & (SCORED | {"all_groups"}), f"{what} is refused: it scores nothing"
        return
    _scored(what, receipt(board, placement), attempt)
    if board.placements:
        naive = NaiveBoard.of(board.tile_set, board.placements)
        _same(f"points of {what}, recounted", naive.points(placement), receipt(board, placement).points)
    if "all_groups" in attempt:
        after = _group_words(complete_groups(board.place(placement)))
        _same(f"groups on the board after {what}", after, Counter(attempt["all_groups"]))


def _scored(what: str, scored: Receipt, told: dict[str, Any]) -> None:
    figures: dict[str, object] = {
        "discs": len(scored.discs),
        "disc_points": scored.disc_points,
        "group_points": scored.group_points,
        "points": scored.points,
    }
    for key in figures.keys() & told.keys():
        _same(f"{key} of {what}", figures[key], told[key])
    if "groups" in told:
        _same(f"groups closed by {what}", _group_words(scored.groups), Counter(told["groups"]))


def _table(board: Board, table: dict[str, Any]) -> Game:
    """A game as the scenario finds it; tiles neither laid, in hand nor in the bag are out of this story."""
    if "hands" not in table:
        bag = [*table["bag"], *(tile for tile in range(len(board.tile_set)) if tile not in table["bag"])]
        return Game.start(
            bag, table["players"], table.get("target", 60), board.tile_set, table.get("open_hands", False)
        )
    hands = tuple(map(tuple, table["hands"]))
    gone = [*(placement.tile for placement in board.placements), *(tile for hand in hands for tile in hand)]
    order = (*gone, *table["bag"])
    assert len(set(order)) == len(order), "a tile is in two places"
    return Game(
        board=board,
        target=table.get("target", 60),
        order=order,
        drawn=len(gone),
        hands=hands,
        scores=tuple(table.get("scores", [0] * len(hands))),
        in_setup=False,
        open_hands=table.get("open_hands", False),
    )


def _step(game: Game, step: dict[str, Any], what: str) -> Game:
    if "turn" in step:
        game = _play(game, step, what)
    elif step.keys() & {"seat", "version", "refused", "words"}:
        raise ValueError(f"{what} has no turn")
    seen: dict[str, Callable[[], object]] = {
        "to_move": lambda: game.to_move,
        "points": lambda: game.turns[-1].points,
        "penalty": lambda: game.turns[-1].penalty,
        "drawn": lambda: list(game.turns[-1].drawn),
        "scores": lambda: list(game.scores),
        "hands": lambda: [list(hand) for hand in game.hands],
        "bag": lambda: len(game.bag),
        "in_setup": lambda: game.in_setup,
        "final_round": lambda: game.final_round,
        "must_pass": lambda: game.must_pass(),
        "over": lambda: game.result.reason.value if game.result else "no",
        "winners": lambda: list(game.result.winners) if game.result else [],
        "board": lambda: len(game.board.placements),
    }
    for key in step.keys() & seen.keys():
        _same(f"{what}, {key}", seen[key](), step[key])
    for number, told in enumerate(step.get("receipts", [])):
        _scored(f"placement {number + 1} of {what}", game.turns[-1].receipts[number], told)
    for told in step.get("sees", []):
        _sees(game, told, what)
    return game


def _play(game: Game, step: dict[str, Any], what: str) -> Game:
    try:
        after = game.play(Turn.parse(step["turn"]), player=step.get("seat"), version=step.get("version"))
    except DalapapaError as error:
        _same(f"{what}, refusal ({error.words})", error.code.value, step.get("refused"))
        _said(what, error, step)
        return game
    _same(f"{what}, refusal", None, step.get("refused"))
    return after


def _sees(game: Game, told: dict[str, Any], what: str) -> None:
    seat = None if told["seat"] == "spectator" else told["seat"]
    seen = view(game, seat)
    figures = {
        "hands": ["hidden" if hand is None else list(hand) for hand in seen.hands],
        "hand_sizes": list(seen.hand_sizes),
        "bag": seen.bag_count,
        "drawn": [list(turn.drawn) for turn in seen.turns],
    }
    for key in figures.keys() & told.keys():
        _same(f"{what}, what {told['seat']} sees of {key}", figures[key], told[key])


def _start(start: dict[str, Any]) -> None:
    bag = start.get("bag", list(range(120)))
    options = {key: start[key] for key in ("players", "target") if key in start}
    try:
        game = Game.start(bag, **options)
    except DalapapaError as error:
        _same(f"refusal of {options} ({error.words})", error.code.value, start.get("refused"))
    else:
        _same(f"refusal of {options}", None, start.get("refused"))
        _same("players", game.players, start.get("players", 2))
        _same("target", game.target, start.get("target", 60))


def _set(tile_set: TileSet, told: dict[str, Any]) -> None:
    families = Counter(tile.family for tile in tile_set.tiles)
    figures = {
        "tiles": len(tile_set),
        "sha256": tile_set.fingerprint,
        "families": dict(families),
        "broken_facts": [str(fact) for fact in broken_facts(tile_set)],
        "faces": {
            str(tile.id): str(tile) for tile in tile_set.tiles if str(tile.id) in told.get("faces", {})
        },
    }
    for key in told:
        _same(key, figures[key], told[key])
