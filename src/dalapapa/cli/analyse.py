"""`dalapapa analyse`: look back at recorded games."""

from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import Progress, TaskID

from dalapapa.bots.arena.workers import Crew
from dalapapa.cli.options import (
    ClusterOption,
    JobsOption,
    TileSetOption,
    crew_from,
    error_console,
    reading,
    tile_set_given,
    write_utf8,
    writing,
)
from dalapapa.cli.show import picture, turn_words
from dalapapa.cli.verify import lines
from dalapapa.cli.words import clean
from dalapapa.rules import DalapapaError, ErrorCode, TileSet
from dalapapa.rules.records.reading import loads
from dalapapa.rules.records.record import Json, dumps
from dalapapa.rules.records.referee import scenes
from dalapapa.rules.records.unseen import Scene

if TYPE_CHECKING:
    from dalapapa.analysis.account import Analysis, SeatAccount, TurnAccount

_UNSAID = {
    "no_bag": "The record has no bag, so the hands are unknown: no account of points, and no better turns.",
    "too_wide": "From some turn on the board is too wide to be counted on.",
    "unfinished": "The game is not over.",
}


def analyse(
    file: Annotated[str, typer.Argument(help="Records, one JSON object a line; - is standard input.")],
    game: Annotated[int | None, typer.Option(min=1, help="Only this game of the file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a game and line.")] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write a picture of each turning point there.")
    ] = None,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    tile_set: TileSetOption = None,
) -> None:
    """Look back at recorded games: what luck brought, what was left lying, where the game turned."""
    from dalapapa.analysis.writing import analysis_json

    chosen = tile_set_given(tile_set)
    crew = crew_from(jobs, cluster)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    if as_json:
        write_utf8()
    console = error_console()
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        for number, record, found in _found(file, game, chosen, crew, progress):
            if out is not None:
                _draw(found, record, chosen, out, number)
            if as_json:
                print(dumps(analysis_json(found)), flush=True)
            else:
                _print(found, record, chosen, number)


Numbered = tuple[int, Json]


def _found(
    file: str, game: int | None, tile_set: TileSet | None, crew: Crew, progress: Progress
) -> Iterator[tuple[int, Json, "Analysis"]]:
    """Every game with its number, its record and what was found; one game alone is told turn by turn."""
    records = _records(file, game)
    first = list(islice(records, 2))
    if len(first) == 1 and crew.cluster is None:
        (number, record), task = first[0], progress.add_task(f"Game {first[0][0]}")
        yield number, record, _look_back(file, tile_set, first[0], partial(_tell, progress, task))
        return
    task = progress.add_task("Looking back", total=None)
    waiting: deque[Numbered] = deque()

    def handed_out() -> Iterator[Numbered]:
        for one in chain(first, records):
            waiting.append(one)
            yield one

    for found in crew.spread(partial(_look_back, file, tile_set), handed_out()):
        progress.advance(task)
        yield *waiting.popleft(), found


def _look_back(
    file: str, tile_set: TileSet | None, numbered: Numbered, tell: Callable[[int, int], None] | None = None
) -> "Analysis":
    from dalapapa.analysis.account import analyse as look_back

    number, record = numbered
    try:
        return look_back(record, tile_set, tell)
    except DalapapaError as error:
        raise DalapapaError(error.code, f"{file}: game {number}: {error.words}") from None


def _tell(progress: Progress, task: TaskID, done: int, total: int) -> None:
    progress.update(task, completed=done, total=total)


def _records(file: str, game: int | None) -> Iterator[tuple[int, Json]]:
    number = 0
    with reading(file) as opened:
        for number, (line_number, line) in enumerate(lines(opened), 1):
            if game in (None, number):
                try:
                    yield number, loads(line)
                except DalapapaError as error:
                    raise DalapapaError(error.code, f"{file}: line {line_number}: {error.words}") from None
    if not number:
        raise DalapapaError(ErrorCode.BAD_RECORD, f"{file}: no record in it")
    if game is not None and game > number:
        raise DalapapaError(ErrorCode.BAD_RECORD, f"{file}: there is no game {game} in it")


def _print(found: "Analysis", record: Json, tile_set: TileSet | None, number: int) -> None:
    names = [clean(player.name) for player in found.players]
    print(
        f"Game {number}: "
        + ", ".join(f"{name} {score}" for name, score in zip(names, found.scores, strict=True))
    )
    for why in found.unsaid:
        print(_UNSAID[why])
    print(
        f"{'turn':>4} {'player':<12} {'points':>6} {'offered':>8} {'drawn':>6} {'taken':>6} {'loss':>6}  win"
    )
    for turn, account in enumerate(found.turns, 1):
        print(_row(turn, account, names))
    for seat, one in enumerate(found.seats or ()):
        print(_sentence(names[seat], one, names))
    after = {len(scene.turns): scene for scene in scenes(record, tile_set)}
    for turn in found.turning_points:
        which = "The turning point" if turn == found.turning_points[0] else "Another one"
        print(f"\n{which}, turn {turn + 1}: {_moved(found, turn, names)}")
        scene: Scene = after[turn + 1]
        print(picture(scene))
        print(turn_words(scene.turns[-1], found.players))
    print()


def _row(turn: int, account: "TurnAccount", names: list[str]) -> str:
    played, ledger, choice = account.played, account.ledger, account.choice
    figures = (
        # + 0.0: nothing is neither luck nor bad luck, and has no minus.
        f"{ledger.offered:8.1f} {round(ledger.drawn, 1) + 0.0:+6.1f} {ledger.taken:6d}"
        if ledger
        else f"{'?':>8} {'?':>6} {'?':>6}"
    )
    loss = f"{choice.loss:6.1f}" if choice else f"{'?':>6}"
    win = " ".join(f"{100 * chance:3.0f}%" for chance in account.win_after or ())
    return f"{turn:4} {names[played.player][:12]:<12} {played.points:6} {figures} {loss}  {win}"


def _sentence(name: str, seat: "SeatAccount", names: list[str]) -> str:
    """`Ana, ahead by 9 (Bo): tiles +6, what was left for them +5, choices -2`."""
    how = "level" if seat.margin == 0 else f"{'ahead' if seat.margin > 0 else 'behind'} by {abs(seat.margin)}"
    return (
        f"{name}, {how} ({names[seat.rival]}): tiles {seat.tiles:+d}, "
        f"what was left for them {seat.table:+d}, choices {seat.choices:+d}"
    )


def _moved(found: "Analysis", turn: int, names: list[str]) -> str:
    """How the win chances went at a turning point."""
    now = found.turns[turn].win_after or ()
    before = (found.turns[turn - 1].win_after if turn else found.turns[0].win_before) or ()
    return ", ".join(
        f"{name} {100 * old:.0f}% to {100 * new:.0f}%"
        for name, old, new in zip(names, before, now, strict=False)
    )


def _draw(found: "Analysis", record: Json, tile_set: TileSet | None, folder: Path, number: int) -> None:
    # Drawing is imported where it is used.
    from dalapapa.render.svg import board_svg

    after = {len(scene.turns): scene for scene in scenes(record, tile_set)}
    for turn in found.turning_points:
        scene = after[turn + 1]
        with writing(str(folder / f"game-{number}-turn-{turn + 1}.svg")) as file:
            file.write(board_svg(scene.board, last=scene.turns[-1].placements))
