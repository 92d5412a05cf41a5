"""`dalapapa simulate`: bots play each other, and every game is written down."""

import random
from collections.abc import Iterator
from functools import partial
from typing import Annotated

import typer
from rich.progress import track

from dalapapa.bots import BOTS, Budget, bot_named
from dalapapa.bots.arena.workers import cores, spread
from dalapapa.bots.playing import by_bots, play, warm_up
from dalapapa.cli.options import TileSetOption, error_console, tile_set_from, writing
from dalapapa.rules import DalapapaError, ErrorCode, Game, TileSet, shuffled_bag
from dalapapa.rules.game import PLAYERS, check_target
from dalapapa.rules.records.record import Player, dumps, record_of


def simulate(
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1,
    bots: Annotated[str, typer.Option(help="A bot for each seat, with commas between.")] = "greedy,greedy",
    target: Annotated[int, typer.Option(help="Points to play to, 60 to 240.")] = 60,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    out: Annotated[str, typer.Option(help="Where to write the records; - is standard output.")] = "-",
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes to use; all cores if not given.")] = None,
    tile_set: TileSetOption = None,
) -> None:
    """Let bots play each other and write one record a line."""
    names = bots_named(bots)
    check_target(target)
    chosen = tile_set_from(tile_set)
    with writing(out) as file:
        played = _play_all(games, names, target, seed, chosen, jobs or cores())
        console = error_console()
        for line in track(
            played, "Playing", total=games, console=console, transient=True, disable=not console.is_terminal
        ):
            file.write(line + "\n")
    if out != "-":
        print(f"{games} {'game' if games == 1 else 'games'} written to {out}")


def bots_named(names: str) -> tuple[str, ...]:
    """The names of the bots for the seats, in order; refuses unknown ones."""
    seats = tuple(name.strip() for name in names.split(","))
    for name in seats:
        bot_named(name)
    if len(seats) not in PLAYERS:
        raise DalapapaError(ErrorCode.BAD_PLAYERS, f"2 to 4 players can play, not {len(seats)}")
    return seats


def _play_all(
    games: int, names: tuple[str, ...], target: int, seed: int, tile_set: TileSet, jobs: int
) -> Iterator[str]:
    work = partial(_play, names, target, seed, tile_set)
    warm_up(BOTS[name] for name in names)
    jobs = min(jobs, games)
    yield from spread(work, range(games), jobs) if jobs > 1 else map(work, range(games))


def _play(names: tuple[str, ...], target: int, seed: int, tile_set: TileSet, number: int) -> str:
    """One whole game as a line; each game has a generator of its own, so any one can be played again."""
    rng = random.Random(f"dalapapa {seed} {number}")
    game = Game.start(shuffled_bag(tile_set, rng), len(names), target, tile_set)
    *_, last = play(game, by_bots([BOTS[name] for name in names], [rng] * len(names), Budget()))
    return dumps(record_of(last, [Player(name.capitalize(), "bot", name) for name in names]))
