"""Games as data: compressed records, and a table with a row for every turn; written whole, read again here.

docs/dataset.md is the card: what each column says, and how the games were made.
"""

import glob
import io
import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from dalapapa.rules import Game, Turn
from dalapapa.rules.records.reading import loads
from dalapapa.rules.records.record import Json

ROW_GROUP = 1000
"""Games in a row group: always as many, so that the same games are the same bytes."""

TURNS = pa.schema(
    [
        ("game", pa.int64()),
        ("turn", pa.int16()),
        ("players", pa.int8()),
        ("target", pa.int16()),
        ("player", pa.int8()),
        ("bot", pa.string()),
        ("hand", pa.list_(pa.int16())),
        ("bag", pa.int16()),
        ("tiles_on_board", pa.int16()),
        ("score", pa.int16()),
        ("lead", pa.int16()),
        ("played", pa.string()),
        ("tiles", pa.int8()),
        ("discs", pa.int8()),
        ("disc_points", pa.int8()),
        ("group_points", pa.int16()),
        ("points", pa.int16()),
        ("final_score", pa.int16()),
        ("final_lead", pa.int16()),
        ("win", pa.float32()),
    ]
)

Row = tuple[object, ...]


def turn_rows(number: int, states: Sequence[Game], bots: Sequence[str]) -> list[Row]:
    """A row for each turn of a finished game, from its states in order; as TURNS has them."""
    rows: list[Row] = []
    result = states[-1].result
    assert result is not None
    for before, after in pairwise(states):
        if before.in_setup:
            continue
        played = after.turns[-1]
        player = played.player
        won = player in result.winners
        rows.append(
            (
                number,
                len(before.turns),
                before.players,
                before.target,
                player,
                bots[player],
                before.hands[player],
                before.bag_count,
                len(before.board.placements),
                before.scores[player],
                _lead(before.scores, player),
                str(Turn(played.placements)),
                len(played.placements),
                sum(len(receipt.discs) for receipt in played.receipts),
                sum(receipt.disc_points for receipt in played.receipts),
                sum(receipt.group_points for receipt in played.receipts),
                played.points,
                result.scores[player],
                _lead(result.scores, player),
                won / len(result.winners),
            )
        )
    return rows


def _lead(scores: Sequence[int], player: int) -> int:
    """Points ahead of the best of the others; behind them if negative."""
    return scores[player] - max(score for other, score in enumerate(scores) if other != player)


def write_turns(games: Iterable[list[Row]], file: BinaryIO) -> None:
    """Write rows, given game by game, as Parquet."""
    with pq.ParquetWriter(file, TURNS, compression="zstd") as writer:
        waiting = iter(games)
        while group := list(islice(waiting, ROW_GROUP)):
            rows = [row for game in group for row in game]
            columns = zip(*rows, strict=True)
            arrays = [pa.array(column, field.type) for column, field in zip(columns, TURNS, strict=True)]
            writer.write_table(pa.Table.from_arrays(arrays, schema=TURNS))


def write_compressed(lines: Iterable[str], file: BinaryIO) -> None:
    """Write lines of text, compressed with Zstandard."""
    own = open(os.dup(file.fileno()), "wb")  # noqa: SIM115 (the stream closes it)
    with pa.CompressedOutputStream(pa.PythonFile(own, "w"), "zstd") as stream:
        for line in lines:
            stream.write(line.encode() + b"\n")


def compressed(file: BinaryIO) -> BinaryIO:
    """What a file compressed with Zstandard holds."""
    return io.BufferedReader(pa.CompressedInputStream(pa.PythonFile(file, "r"), "zstd"))


def read_games(pattern: str) -> Iterator[Json]:
    """The records of every file that fits a pattern, in order, one at a time."""
    for name in _files(pattern):
        with open(name, "rb") as file:
            for line in compressed(file) if name.endswith(".zst") else file:
                yield loads(line)


def read_turns(pattern: str, columns: Sequence[str] | None = None) -> Any:
    """The turns of every file that fits a pattern as one Arrow table; `.to_pandas()` if you have pandas."""
    tables = [pq.read_table(name, columns=list(columns) if columns else None) for name in _files(pattern)]
    return pa.concat_tables(tables)


def _files(pattern: str) -> list[str]:
    names = sorted(glob.glob(pattern))
    if not names:
        raise FileNotFoundError(2, "no such file", pattern)
    return names
