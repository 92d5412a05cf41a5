"""`dalapapa verify`: referee recorded games again."""

import io
import os
from collections.abc import Iterator
from typing import Annotated, BinaryIO

import typer
from rich.progress import Progress

from dalapapa.cli.options import TileSetOption, error_console, reading, tile_set_given
from dalapapa.rules import DalapapaError, ErrorCode
from dalapapa.rules.records import record as records
from dalapapa.rules.records import scores
from dalapapa.rules.records.reading import loads
from dalapapa.rules.records.referee import referee
from dalapapa.service.tables import fairness

# The longest game takes about 60 KB; unknown keys may add to it, but not without end.
_LONGEST = 4 * 1024 * 1024


def verify(
    file: Annotated[str, typer.Argument(help="Records, one JSON object a line; - is standard input.")],
    fair: Annotated[
        bool, typer.Option("--fair", help="Recompute the bag too, from the secret and the players' nonces.")
    ] = False,
    tile_set: TileSetOption = None,
) -> None:
    """Referee every recorded game again: each move by the rules, each figure recomputed."""
    chosen = tile_set_given(tile_set)
    games = begun_elsewhere = 0
    with reading(file) as opened, _progress() as progress:
        task = progress.add_task("Verifying", total=_size(opened))
        for number, line in lines(opened):
            try:
                record = loads(line, (records.FORMAT, scores.FORMAT))
                if record["format"] == scores.FORMAT:
                    scores.referee_scores(record)
                else:
                    referee(record, chosen)
                if fair:
                    fairness.check(record, taken_over=True)
                    begun_elsewhere += bool(record["fair"].get("known"))
            except DalapapaError as error:
                raise DalapapaError(error.code, f"{file}: line {number}: {error.words}") from None
            games += 1
            progress.advance(task, len(line))
    if not games:
        raise DalapapaError(ErrorCode.BAD_RECORD, f"{file}: no record in it")
    counted = f"{games} {'game' if games == 1 else 'games'} verified"
    print(f"{counted}, with a fair bag" if fair else counted)
    if begun_elsewhere:
        print(f"{begun_elsewhere} of them begun at a real table: only the rest of the bag was checked")


def _progress() -> Progress:
    console = error_console()
    return Progress(console=console, transient=True, disable=not console.is_terminal)


def _size(opened: BinaryIO) -> int | None:
    """How much there is to read, if it can be known."""
    try:
        return os.fstat(opened.fileno()).st_size or None
    except io.UnsupportedOperation:
        return None  # what comes out of a compressed file


def lines(opened: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The non-empty lines of a file with their numbers; a line without end is refused, not read."""
    number = 0
    while line := opened.readline(_LONGEST + 1):
        number += 1
        if len(line) > _LONGEST:
            raise DalapapaError(ErrorCode.BAD_RECORD, f"line {number}: too long to be the record of a game")
        if line.strip():
            yield number, line
