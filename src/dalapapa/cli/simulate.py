"""`dalapapa simulate`: bots play each other, and every game is written down."""

import json
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import typer
from rich.progress import track

from dalapapa.bots import BOTS, Budget, bot_named
from dalapapa.bots.arena.workers import Crew, fingerprint
from dalapapa.bots.playing import by_bots, play, warm_up
from dalapapa.cli.options import (
    ClusterOption,
    JobsOption,
    TileSetOption,
    crew_from,
    error_console,
    tile_set_from,
    writing_bytes,
)
from dalapapa.rules import DalapapaError, ErrorCode, Game, TileSet, shuffled_bag
from dalapapa.rules.game import PLAYERS, check_target
from dalapapa.rules.records.record import Player, dumps, record_of

FORMAT = "dalapapa-dataset"


def simulate(
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1,
    bots: Annotated[str, typer.Option(help="A bot for each seat, with commas between.")] = "greedy,greedy",
    target: Annotated[int, typer.Option(help="Points to play to, 60 to 240.")] = 60,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    out: Annotated[
        str,
        typer.Option(
            help="Where to write; - is standard output. Records, compressed if it ends with .zst; "
            "a table of turns if it ends with .parquet."
        ),
    ] = "-",
    shard: Annotated[
        int | None,
        typer.Option(
            min=1, help="Games a file: several files with numbers, those there are not played again."
        ),
    ] = None,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    tile_set: TileSetOption = None,
) -> None:
    """Let bots play each other and write one record a line, or one row a turn."""
    wanted = Wanted(games, bots_named(bots), target, seed, tile_set_from(tile_set))
    check_target(target)
    crew = crew_from(jobs, cluster)
    if out.endswith((".parquet", ".zst")):
        import dalapapa.envs.dataset  # noqa: F401 (what is missing is said before anything is played)
    files = [(out, range(games))]
    if shard is not None:
        if out == "-":
            raise DalapapaError(ErrorCode.BAD_RECORD, "--shard writes several files: name them with --out")
        files = _shards(Path(out), games, shard)
        _check_card(Path(out), wanted, shard)
        files = [(name, numbers) for name, numbers in files if not Path(name).exists()]
    missing = [number for _, numbers in files for number in numbers]
    kept = games - len(missing)
    played = _watched(wanted.played(crew, missing, _kind(out)), kept, games)
    for name, numbers in files:
        with writing_bytes(name) as file:
            _write(out, islice(played, len(numbers)), file)
    if out != "-":
        counted = f"{games} {'game' if games == 1 else 'games'}"
        print(f"{counted} written to {out}" if shard is None else f"{counted} in {-(-games // shard)} files")


@dataclass(frozen=True, slots=True)
class Wanted:
    """The games that are asked for: the same again, whoever plays them."""

    games: int
    bots: tuple[str, ...]
    target: int
    seed: int
    tile_set: TileSet

    def played(self, crew: Crew, numbers: list[int], kind: "Kind") -> Iterator[Any]:
        """What is to be written of each of these games, in order."""
        warm_up(BOTS[name] for name in self.bots)
        return crew.spread(partial(kind, self), numbers)

    def states(self, number: int) -> list[Game]:
        """One whole game; each has a generator of its own, so that any one can be played again."""
        rng = random.Random(f"dalapapa {self.seed} {number}")
        game = Game.start(shuffled_bag(self.tile_set, rng), len(self.bots), self.target, self.tile_set)
        bots = [BOTS[name] for name in self.bots]
        return [game, *play(game, by_bots(bots, [rng] * len(bots), Budget()))]


Kind = Callable[[Wanted, int], Any]


def _record(wanted: Wanted, number: int) -> str:
    last = wanted.states(number)[-1]
    return dumps(record_of(last, [Player(name.capitalize(), "bot", name) for name in wanted.bots]))


def _turns(wanted: Wanted, number: int) -> Any:
    from dalapapa.envs.dataset import turn_rows

    return turn_rows(number, wanted.states(number), wanted.bots)


def _kind(out: str) -> Kind:
    return _turns if out.endswith(".parquet") else _record


def _write(out: str, played: Iterable[Any], file: BinaryIO) -> None:
    if out.endswith(".parquet"):
        from dalapapa.envs.dataset import write_turns

        write_turns(played, file)
    elif out.endswith(".zst"):
        from dalapapa.envs.dataset import write_compressed

        write_compressed(played, file)
    else:
        for line in played:
            file.write(line.encode() + b"\n")


def _watched(played: Iterator[Any], done: int, wanted: int) -> Iterator[Any]:
    """The games as they come, under a progress bar if a person is watching."""
    console = error_console()
    hidden = not console.is_terminal
    return iter(
        track(
            played, "Playing", total=wanted, completed=done, console=console, transient=True, disable=hidden
        )
    )


def _shards(out: Path, games: int, shard: int) -> list[tuple[str, range]]:
    """The files of a data set and the numbers of the games in each."""
    count = -(-games // shard)
    stem, *ends = out.name.split(".")
    return [
        (
            str(out.with_name(".".join((f"{stem}-{number:05}-of-{count:05}", *ends)))),
            range(number * shard, min((number + 1) * shard, games)),
        )
        for number in range(count)
    ]


def _check_card(out: Path, wanted: Wanted, shard: int) -> None:
    """Write beside the files what they are made of; refuse to go on with files that are of another kind."""
    path = out.with_name(out.name.partition(".")[0] + ".json")
    card = {
        "format": FORMAT,
        "version": 1,
        "games": wanted.games,
        "shard": shard,
        "bots": list(wanted.bots),
        "target": wanted.target,
        "seed": wanted.seed,
        "tile_set_sha256": wanted.tile_set.fingerprint,
        "made_by": fingerprint(),
    }
    text = json.dumps(card, indent=1) + "\n"
    if not path.exists():
        with writing_bytes(str(path)) as file:
            file.write(text.encode())
    elif path.read_text(encoding="utf-8") != text:
        raise DalapapaError(
            ErrorCode.BAD_RECORD, f"{path}: is of another data set; name another file with --out"
        )


def bots_named(names: str) -> tuple[str, ...]:
    """The names of the bots for the seats, in order; refuses unknown ones."""
    seats = tuple(name.strip() for name in names.split(","))
    for name in seats:
        bot_named(name)
    if len(seats) not in PLAYERS:
        raise DalapapaError(ErrorCode.BAD_PLAYERS, f"2 to 4 players can play, not {len(seats)}")
    return seats
