"""The course for the browser, as JSON: `python web/scripts/lessons.py`.

`npm run types` writes it to src/gen/lessons.json. Of every task it says all that could be asked while it is
done: what can be laid, as the service would say it, what solves it, and why everything else does not. So
lessons need no server. With `--figures`: the drawings of the rulebook, made of the same tasks. With `--rules`
and a language: the words of the rulebook, for messages/rules.
"""

import json
import sys
from typing import Any

import msgspec

from dalapapa.lessons import LESSONS, Task, judge, position, turns
from dalapapa.lessons.figures import FIGURES, Figure
from dalapapa.lessons.judging import clashes, misfit
from dalapapa.lessons.rulebook import rulebook
from dalapapa.rules import Board, Game, Placement, classic, complete_groups, legal_placements, why_illegal
from dalapapa.rules.placement import ROTATIONS, cells_at
from dalapapa.service.telling import messages
from dalapapa.service.telling.happenings import place, receipt_seen
from dalapapa.service.telling.options import offered

ME, PARTNER = 0, 1
AROUND = 2  # so far beyond the tiles a press can still be meant


def cells_near(board: Board) -> list[tuple[int, int]]:
    """The cells in and around what is laid."""
    (left, right), (top, bottom) = (
        (min(cell[axis] for cell in board.cells), max(cell[axis] for cell in board.cells)) for axis in (0, 1)
    )
    return [
        (x, y)
        for y in range(top - AROUND, bottom + AROUND + 1)
        for x in range(left - AROUND, right + AROUND + 1)
    ]


def history(game: Game) -> list[messages.TurnPlayed]:
    """The turns that led here, as a table tells them."""
    seat = [(player - game.to_move) % 2 for player in range(2)]
    by = ("player", "bot")
    told = [
        messages.TurnPlayed(
            0, 0, seat[player], True, (messages.Laid(place(p), None),), 0, 0, 0, by[seat[player]]
        )
        for player, p in game.setup
    ]
    for turn in game.turns:
        laid = tuple(
            messages.Laid(place(p), receipt_seen(r))
            for p, r in zip(turn.placements, turn.receipts, strict=True)
        )
        told.append(
            messages.TurnPlayed(
                0,
                0,
                seat[turn.player],
                False,
                laid,
                turn.penalty,
                turn.points,
                turn.score,
                by[seat[turn.player]],
            )
        )
    return [msgspec.structs.replace(turn, seq=n + 1, version=n) for n, turn in enumerate(told)]


def offers(task: Task, game: Game) -> dict[str, messages.Options]:
    """What can be laid, at first and after each first tile, by that tile's notation."""
    version = len(task.laid)

    def after(board: Board, hand: tuple[int, ...], *tried: Placement) -> messages.Options:
        laid = list(map(place, tried))
        both = len(tried) == len(hand) == 1
        return offered(board, hand, laid, seat=ME, version=version, scored=True, both_orders=both)

    found = {"": after(game.board, task.hand)}
    if len(task.hand) > 1:
        for tile in task.hand:
            rest = tuple(other for other in task.hand if other != tile)
            for first in legal_placements(game.board, tile):
                found[str(first)] = after(game.board.place(first), rest, first)
    return found


def refusals(task: Task, board: Board) -> dict[str, object]:
    """Where tiles cannot lie: two colours by notation, for a table without help; all else meets nothing."""
    found: dict[str, object] = {}
    for x, y in cells_near(board):
        for face in (0, 1):
            for rotation in ROTATIONS:
                if any(cell in board.cells for cell in cells_at(rotation, x, y)):
                    continue
                tried = Placement(task.hand[0], face, rotation, x, y)
                fault = why_illegal(board, tried)
                if fault and fault.code == "two_colours":
                    found[str(tried)] = clashes(board, tried)
    return found


def task_told(task: Task) -> dict[str, Any]:
    """All that the browser must know to let somebody do a task."""
    game = position(task)
    board = game.board
    judged = {str(turn): judge(task, turn, board) for turn in turns(task)}
    after = board
    for placement in task.solution.placements:
        after = after.place(placement)
    goal = {"kind": task.goal.reason, **{name: getattr(task.goal, name) for name in task.goal.__slots__}}
    if "colour" in goal:
        goal["colour"] = goal["colour"].word
    mine = game.to_move
    return {
        "name": task.name,
        "goal": goal,
        "par": task.par,
        "unaided": task.unaided,
        "marked": task.marked,
        "scored": task.scored,
        "hand": task.hand,
        "scores": [game.scores[mine], game.scores[1 - mine]],
        "target": game.target,
        "final_round": game.final_round,
        "bag": game.bag_count,
        "history": history(game),
        "solution": [place(placement) for placement in task.solution.placements],
        "options": {} if task.unaided else offers(task, game),
        "solved": [text for text, verdict in judged.items() if verdict.solved],
        "open": {text: verdict.where for text, verdict in judged.items() if verdict.where},
        "refused": refusals(task, board) if task.unaided else {},
        "misfits": {
            tile: {f"{x},{y}": code for x, y in cells_near(board) if (code := misfit(board, tile, (x, y)))}
            for tile in task.hand
        },
        "groups": [{"colour": group.colour.word, "discs": group.discs} for group in complete_groups(after)]
        if task.clause == "W2"
        else [],
    }


def figure_told(figure: Figure) -> dict[str, Any]:
    """A drawing: tiles with their discs, the last one just laid, its receipt or its fault."""
    tiles = [
        {
            **msgspec.structs.asdict(place(p)),
            "discs": "".join(c.initial for c in classic()[p.tile].faces[p.face]),
        }
        for p in figure.laid
    ]
    told: dict[str, Any] = {"tiles": tiles, "task": figure.task, "open": figure.where}
    if figure.fault:
        told["fault"] = figure.fault
    elif figure.scored:
        found = figure.receipt
        told["receipt"] = {
            "discs": [spot for spot, _ in found.discs],
            "groups": [{"colour": group.colour.word, "discs": group.discs} for group in figure.groups],
            "points": found.points,
        }
    return told


def course() -> dict[str, Any]:
    """The lessons, and the faces of all tiles."""
    return {
        "tiles": list(map(str, classic().tiles)),
        "lessons": [
            {"name": lesson.name, "tasks": [task_told(task) for task in lesson.tasks]} for lesson in LESSONS
        ],
    }


def words(language: str) -> dict[str, str]:
    """The rulebook's texts as messages."""
    texts = {f"rule.{name}".replace("_", "."): text for name, text in rulebook(language).items()}
    del texts["rule.title"]  # the page has a title of its own
    return dict(sorted(texts.items()))


def main() -> None:
    """Write what was asked for."""
    match sys.argv[1:]:
        case ["--figures"]:
            what: object = {name: figure_told(figure) for name, figure in FIGURES.items()}
        case ["--rules", language]:
            print(json.dumps(words(language), ensure_ascii=False, indent=2))
            return
        case _:
            what = course()
    print(json.dumps(json.loads(msgspec.json.encode(what)), separators=(",", ":")))


if __name__ == "__main__":
    main()
