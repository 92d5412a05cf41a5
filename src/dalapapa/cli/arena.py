"""`dalapapa arena`: bots against each other, and a table of how strong they are."""

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from dalapapa.bots.arena.contest import Contest, Match, play_matches
from dalapapa.bots.arena.log import ArenaLog
from dalapapa.bots.arena.workers import ctrl_c_held_back
from dalapapa.cli.options import ClusterOption, JobsOption, TileSetOption, crew_from, tile_set_from

if TYPE_CHECKING:  # the statistics load NumPy, which no other command should wait for
    from dalapapa.bots.arena.rating import Estimate, Standings

INTERRUPTED = 130  # what shells expect of a program that Ctrl-C ended


def arena(
    bots: Annotated[str, typer.Option(help="Two or more bots, with commas between.")] = "master,greedy2",
    games: Annotated[
        int, typer.Option(min=1, help="Games for each line-up, rounded up to whole turns of the seats.")
    ] = 200,
    players: Annotated[int, typer.Option(help="Seats, 2 to 4; the last bot fills those left over.")] = 2,
    target: Annotated[int, typer.Option(help="Points to play to, 60 to 240.")] = 60,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the table as JSON.")] = False,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    out: Annotated[
        Path | None, typer.Option(help="Keep finished games in this file, and go on from what it has.")
    ] = None,
    tile_set: TileSetOption = None,
) -> None:
    """Rate bots by paired games: the same bag again with the seats turned."""
    crew = crew_from(jobs, cluster)
    names = tuple(name.strip() for name in bots.split(","))
    contest = Contest(names, players, target, seed, tile_set_from(tile_set))
    matches: list[Match] = []
    wanted = contest.matches(games)
    interrupted = False
    with ExitStack() as stack:
        log = stack.enter_context(ArenaLog(out, contest)) if out else None
        if log:
            matches = [match for match in log.matches if match.number < wanted]
        known = {match.number for match in matches}
        missing = [number for number in range(wanted) if number not in known]
        try:
            for match in _watched(play_matches(contest, missing, crew), len(matches), wanted):
                with ctrl_c_held_back():
                    matches.append(match)
                    if log:
                        log.add(match)
        except KeyboardInterrupt:
            interrupted = True
    if interrupted:
        print(f"dalapapa: stopped after {len(matches)} of {wanted} matches", file=sys.stderr)
    if matches:
        _report(contest, matches, len(matches) == wanted, as_json)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _watched(played: Iterator[Match], done: int, wanted: int) -> Iterator[Match]:
    """The matches as they come, under a progress bar if a person is watching."""
    console = Console(stderr=True)
    columns = (
        TextColumn("Playing"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("matches,"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Playing", total=wanted, completed=done)
        for match in played:
            progress.advance(task)
            yield match


def _report(contest: Contest, matches: list[Match], complete: bool, as_json: bool) -> None:
    from dalapapa.bots.arena.rating import standings

    result = standings(contest, matches)
    if as_json:
        print(json.dumps(_json(result, complete)))
        return
    title = (
        f"{result.games} games with {result.bags} {'bag' if result.bags == 1 else 'bags'}, "
        f"{contest.players} players to {contest.target} points"
    )
    table = Table("bot", "win share", "margin", "Elo", "ms a turn", title=title)
    for standing in result.bots:
        table.add_row(
            standing.bot,
            _words(standing.win_share, ".3f"),
            _words(standing.margin, "+.1f"),
            _words(standing.elo, "+.0f"),
            f"{1000 * standing.turn_seconds:.1f}",
        )
    console = Console()
    console.print(table)
    if len(result.bots) > 2:
        console.print(_cross_table(result))
    seats = "   ".join(_words(share, ".3f") for share in result.seats)
    console.print(f"Win share by seat: {seats}", highlight=False)
    console.print("± is the 95 % interval over bags; a shared win counts in parts.", highlight=False)


def _cross_table(result: "Standings") -> Table:
    """Each bot against each other one."""
    names = [standing.bot for standing in result.bots]
    table = Table("against", *names, title="How often a bot has more points than another")
    for one in names:
        shares = (result.against.get((one, other)) for other in names)
        table.add_row(one, *("" if share is None else _words(share, ".3f") for share in shares))
    return table


def _json(result: "Standings", complete: bool) -> dict[str, object]:
    contest = result.contest
    return {
        "bots": list(contest.bots),
        "players": contest.players,
        "target": contest.target,
        "seed": contest.seed,
        "tile_set": contest.tile_set.name,
        "games": result.games,
        "bags": result.bags,
        "complete": complete,
        "table": [
            {
                "bot": standing.bot,
                "games": standing.games,
                **_fields("win_share", standing.win_share, 4),
                **_fields("margin", standing.margin, 3),
                **_fields("elo", standing.elo, 1),
                "ms_per_turn": round(1000 * standing.turn_seconds, 3),
            }
            for standing in result.bots
        ],
        "against": [
            {"bot": one, "other": other, **_fields("win_share", share, 4)}
            for (one, other), share in result.against.items()
        ],
        "seats": [_fields("win_share", share, 4) for share in result.seats],
    }


def _fields(name: str, value: "Estimate", digits: int) -> dict[str, object]:
    mean, within = value.mean, value.within
    interval = None if within is None else [round(mean - within, digits), round(mean + within, digits)]
    return {name: round(mean, digits), f"{name}_95": interval}


def _words(value: "Estimate", form: str) -> str:
    mean = format(value.mean, form)
    return mean if value.within is None else f"{mean} ±{format(value.within, form.lstrip('+'))}"
