"""`dalapapa watch`: a game of bots, laid tile by tile in the terminal."""

import random
import shlex
import time
from typing import Annotated

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from dalapapa.bots import BOTS, Budget
from dalapapa.bots.playing import by_bots, play, warm_up
from dalapapa.cli.options import TileSetOption, tile_set_from
from dalapapa.cli.show import headline, picture, turn_words
from dalapapa.cli.simulate import bots_named
from dalapapa.rules import Game, Result, shuffled_bag
from dalapapa.rules.records.record import Player
from dalapapa.rules.records.unseen import Scene

_HEADING = 4  # lines above the board


def watch(
    bots: Annotated[
        str, typer.Option(help="A bot for each seat, with commas between.")
    ] = "greedy,random,greedy",
    target: Annotated[int, typer.Option(help="Points to play to, 60 to 240.")] = 60,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same game.")] = None,
    delay: Annotated[float, typer.Option(min=0.0, max=3600.0, help="Seconds between turns.")] = 0.7,
    tile_set: TileSetOption = None,
) -> None:
    """Watch bots play a game, turn by turn."""
    names = bots_named(bots)
    chosen = tile_set_from(tile_set)
    seed = random.SystemRandom().randrange(10**6) if seed is None else seed
    rng = random.Random(f"dalapapa watch {seed}")
    game = Game.start(shuffled_bag(chosen, rng), len(names), target, chosen)
    players = tuple(
        Player(f"{name.capitalize()} {number}", "bot", name) for number, name in enumerate(names, 1)
    )
    seats = [BOTS[name] for name in names]
    warm_up(seats)
    console = Console()
    moving = console.is_terminal
    with Live(console=console, auto_refresh=False, screen=moving, vertical_overflow="crop") as live:
        for game in play(game, by_bots(seats, [rng] * len(seats), Budget())):  # noqa: B020
            if moving:
                live.update(_page(game, players, console), refresh=True)
                time.sleep(delay)
        if moving:
            time.sleep(2 * delay)
    print(picture(_scene(game)))
    print(headline(_scene(game), players))
    if game.result is not None:
        print(_result_words(game.result, players))
    again = f"dalapapa watch --bots {bots} --target {target} --seed {seed}"
    print(f"The same game again: {again}{f' --tile-set {shlex.quote(str(tile_set))}' if tile_set else ''}")


def _scene(game: Game) -> Scene:
    return Scene(game.board, game.scores, game.turns)


def _page(game: Game, players: tuple[Player, ...], console: Console) -> Group:
    scene = _scene(game)
    board = picture(scene)
    if board.count("\n") + _HEADING > console.height:
        board = picture(scene, width=0)  # the smallest that can be drawn
    said = turn_words(game.turns[-1], players) if game.turns else "Set-up: everybody lays a first tile"
    if game.final_round:
        said += "   Final round: everybody finishes it"
    heading = Text(f"{headline(scene, players)}   to {game.target}   bag {len(game.bag)}", style="bold")
    return Group(heading, Text(said), Text(), Text.from_ansi(board, no_wrap=True, overflow="crop"))


def _result_words(result: Result, players: tuple[Player, ...]) -> str:
    names = " and ".join(players[winner].name for winner in result.winners)
    return (
        f"{names} {'wins' if len(result.winners) == 1 else 'share the win'} with {max(result.scores)} points"
    )
