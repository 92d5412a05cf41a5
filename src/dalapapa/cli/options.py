"""Options and small services that several commands share."""

import io
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated, BinaryIO, TextIO

import typer
from rich.console import Console

from dalapapa.bots.arena.workers import ClusterError, Crew
from dalapapa.rules import TileSet, classic
from dalapapa.rules.tile_facts import broken_facts
from dalapapa.rules.tile_file import load_tile_set
from dalapapa.rules.tiles import COME_WITH_THE_GAME
from dalapapa.service.stores.keeping import DAY, KEEPING, Keeping

TileSetOption = Annotated[
    Path | None,
    typer.Option(
        "--tile-set", metavar="FILE", help="Play with the tile set in this TOML file, or with `classic-72`."
    ),
]


JobsOption = Annotated[
    int | None, typer.Option(min=1, help="Processes of this machine to use; all cores if not given.")
]
ClusterOption = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Use the workers of a Dask cluster, as in tcp://host:8786."),
]
DataOption = Annotated[Path | None, typer.Option("--data", help="Folder to keep the games in")]
DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--database", envvar="DALAPAPA_DATABASE_URL", help="PostgreSQL address, instead of a folder"
    ),
]


def _days(name: str, help_: str) -> typer.models.OptionInfo:
    chosen: typer.models.OptionInfo = typer.Option(
        f"--keep-{name}", envvar=f"DALAPAPA_KEEP_{name.upper()}", metavar="DAYS", min=0, help=help_
    )
    return chosen


KeepGuests = Annotated[
    float | None, _days("guests", "Forget guests at no table who stay away so long [7; 0: never]")
]
KeepUnbegun = Annotated[
    float | None, _days("unbegun", "Forget tables that never began after so long [7; 0: never]")
]
KeepGames = Annotated[
    float | None, _days("games", "Forget games whose players all stay away so long [180; 0: never]")
]


def keeping_from(guests: float | None, unbegun: float | None, games: float | None) -> Keeping:
    """How long things are kept, from days; what is not said stays as it is."""

    def seconds(days: float | None, otherwise: float | None) -> float | None:
        return otherwise if days is None else days * DAY or None

    return Keeping(
        seconds(guests, KEEPING.guests), seconds(unbegun, KEEPING.unbegun), seconds(games, KEEPING.games)
    )


def crew_from(jobs: int | None, cluster: str | None) -> Crew:
    """Who does the work."""
    if jobs is not None and cluster is not None:
        raise ClusterError("--jobs is for this machine, --cluster for others: name one of them")
    return Crew(jobs, cluster)


def tile_set_from(path: Path | None) -> TileSet:
    """The set to play with; what does not hold for it of the real box is said once."""
    return tile_set_given(path) or classic()


def tile_set_given(path: Path | None) -> TileSet | None:
    """The set of a file, or one that comes with the game by its name; None when none is given."""
    if path is None:
        return None
    if (name := str(path)) in COME_WITH_THE_GAME:
        return COME_WITH_THE_GAME[name]()
    tile_set = load_tile_set(path)
    if facts := len(broken_facts(tile_set)):
        print(
            f"dalapapa: {path}: {facts} {'fact' if facts == 1 else 'facts'} of the real box do not hold; "
            f"see `dalapapa tiles check {path}`",
            file=sys.stderr,
        )
    return tile_set


def error_console() -> Console:
    """Where progress is shown; Rich stays silent when it is no terminal."""
    return Console(stderr=True)


@contextmanager
def writing_bytes(out: str) -> Iterator[BinaryIO]:
    """A file that appears whole or not at all; `-` is standard output.

    The bytes go to a file beside it that takes its name at the end, so a full disk, an error or
    Ctrl-C leaves what was there before.
    """
    if out == "-":
        yield sys.stdout.buffer
        sys.stdout.flush()
        return
    path = Path(os.path.realpath(out))
    if path.exists() and not path.is_file():
        # A device or a pipe: there is nothing to keep, and it must not be replaced by a file.
        with path.open("wb") as file:
            yield file
        return
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".dalapapa-")
    except OSError as error:
        raise OSError(error.errno, error.strerror, out) from None
    try:
        with open(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, path.stat().st_mode if path.exists() else 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


@contextmanager
def writing(out: str) -> Iterator[TextIO]:
    """The same for text."""
    with writing_bytes(out) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="\n", write_through=True)
        try:
            yield text
        finally:
            text.detach()


def write_utf8() -> None:
    """For what programs read: UTF-8, whatever the terminal's own characters are."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@contextmanager
def reading(file: str) -> Iterator[BinaryIO]:
    """A file to read as bytes; `-` is standard input."""
    if file == "-":
        yield sys.stdin.buffer
    else:
        with open(file, "rb") as opened:
            if file.endswith(".zst"):
                from dalapapa.envs.dataset import compressed

                yield compressed(opened)
            else:
                yield opened
