"""`dalapapa verify`: referee recorded games again."""

from collections.abc import Iterator
from typing import Annotated, BinaryIO

import typer

from dalapapa.cli.options import TileSetOption, reading, tile_set_from
from dalapapa.rules import DalapapaError, ErrorCode
from dalapapa.rules.reading import loads
from dalapapa.rules.referee import referee

# The longest game takes about 60 KB; unknown keys may add to it, but not without end.
_LONGEST = 4 * 1024 * 1024


def verify(
    file: Annotated[str, typer.Argument(help="Records, one JSON object a line; - is standard input.")],
    tile_set: TileSetOption = None,
) -> None:
    """Referee every recorded game again: each move by the rules, each figure recomputed."""
    chosen = tile_set_from(tile_set)
    games = 0
    with reading(file) as opened:
        for number, line in lines(opened):
            try:
                referee(loads(line), chosen)
            except DalapapaError as error:
                raise DalapapaError(error.code, f"{file}: line {number}: {error.words}") from None
            games += 1
    if not games:
        raise DalapapaError(ErrorCode.BAD_RECORD, f"{file}: no record in it")
    print(f"{games} {'game' if games == 1 else 'games'} verified")


def lines(opened: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The non-empty lines of a file with their numbers; a line without end is refused, not read."""
    number = 0
    while line := opened.readline(_LONGEST + 1):
        number += 1
        if len(line) > _LONGEST:
            raise DalapapaError(ErrorCode.BAD_RECORD, f"line {number}: too long to be the record of a game")
        if line.strip():
            yield number, line
