"""Plays the golden games anew: `python -m tests.rules.golden.regenerate`.

Each game is a record (`NAME.jsonl`) and the same game to read (`NAME.txt`): one line a move with the tiles
laid, the points, the total and the first letters of the state's hash. A change of the rules shows as a
difference in both.
"""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from dalapapa.rules import (
    PASS,
    Game,
    Placement,
    Turn,
    View,
    classic,
    legal_placements,
    receipt,
    shuffled_bag,
    view,
)
from dalapapa.rules.records.record import Player, dumps, record_of
from dalapapa.rules.records.referee import replay
from dalapapa.rules.tile_file import load_tile_set

FOLDER = Path(__file__).parent
WORLDS = FOLDER.parent / "scenarios" / "worlds.toml"


# The players live here, apart from the bots of the game: a better bot must not change what is recorded.


def lay_any(view: View, rng: random.Random) -> Turn:
    """Any legal placement."""
    legal = _legal(view)
    return Turn((rng.choice(legal),)) if legal else PASS


def lay_best(view: View, rng: random.Random) -> Turn:
    """One placement of those that score most."""
    board = None if view.in_setup else view.board
    points = {placement: receipt(board, placement).points if board else 0 for placement in _legal(view)}
    best = [placement for placement, scored in points.items() if scored == max(points.values())]
    return Turn((rng.choice(best),)) if best else PASS


def lay_both(view: View, rng: random.Random) -> Turn:
    """The best placement, then any of the other tile: uses up the bag, and runs dry before the others."""
    turn = lay_best(view, rng)
    if view.in_setup or not turn.placements:
        return turn
    board = view.board.place(turn.placements[0])
    others = [tile for tile in view.hand if tile != turn.placements[0].tile]
    second = [placement for tile in others for placement in legal_placements(board, tile)]
    return Turn((*turn.placements, rng.choice(second))) if second else turn


def _legal(view: View) -> list[Placement]:
    return [placement for tile in view.hand for placement in legal_placements(view.board, tile)]


PLAYERS = {"random": lay_any, "greedy": lay_best, "both": lay_both}


@dataclass(frozen=True)
class Golden:
    """A game to be played: the same seed gives the same game."""

    name: str
    bots: tuple[str, ...]
    target: int
    seed: int
    custom: bool = False

    def play(self) -> Game:
        """The finished game."""
        rng = random.Random(self.seed)
        tile_set = load_tile_set(WORLDS) if self.custom else classic()
        game = Game.start(shuffled_bag(tile_set, rng), len(self.bots), self.target, tile_set)
        while game.result is None:
            game = game.play(PLAYERS[self.bots[game.to_move]](view(game, game.to_move), rng))
        return game

    @property
    def players(self) -> list[Player]:
        """Who sits where, for the record."""
        return [Player(f"{bot.capitalize()} {seat}", "bot", bot) for seat, bot in enumerate(self.bots)]


GAMES = (
    Golden("two-players", ("greedy", "random"), 60, 1),
    Golden("three-players", ("greedy", "random", "greedy"), 60, 1),
    Golden("four-players", ("greedy", "greedy", "random", "greedy"), 100, 1),
    Golden("shared-win", ("greedy", "greedy"), 60, 393),
    Golden("bag-runs-out", ("greedy", "greedy", "greedy", "greedy"), 240, 1),
    Golden("both-tiles-and-passes", ("both", "greedy", "random"), 240, 1),
    Golden("two-worlds", ("greedy", "both", "greedy"), 60, 4, custom=True),
)


def readable(name: str, states: Iterable[Game]) -> str:
    """A game as lines for a person, from its states in order."""
    lines = [name]
    for before, after in zip(states := list(states), states[1:], strict=False):
        if before.in_setup:
            text = str(after.setup[-1][1]) if len(after.setup) > len(before.setup) else "lays nothing"
            line = f"set-up {before.to_move}: {text}"
        else:
            turn = after.turns[-1]
            line = (
                f"{len(after.turns)}. {turn.player}: {Turn(turn.placements)}  {turn.points:+} = {turn.score}"
            )
            groups = [f"{g.colour.word} {len(g)}" for receipt in turn.receipts for g in receipt.groups]
            line += f"  ({', '.join(groups)})" if groups else ""
        lines.append(f"{line}  #{after.hash[:8]}")
    result = states[-1].result
    assert result is not None
    lines.append(f"{result.reason}: {result.scores}, won by {result.winners}")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write every golden game."""
    for golden in GAMES:
        game = golden.play()
        record = record_of(game, golden.players)
        (FOLDER / f"{golden.name}.jsonl").write_text(dumps(record) + "\n", "utf-8")
        text = readable(golden.name, replay(record, game.tile_set))
        (FOLDER / f"{golden.name}.txt").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
