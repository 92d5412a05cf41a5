"""`dalapapa tiles`: list a tile set, or check one that somebody wrote down."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from dalapapa.cli.options import TileSetOption, tile_set_from, write_utf8
from dalapapa.cli.words import clean
from dalapapa.rules import Tile, TileSet
from dalapapa.rules.tile_facts import broken_facts
from dalapapa.rules.tile_file import load_tile_set, tile_set_json

tiles = typer.Typer(
    name="tiles",
    help="List the tiles, or check a tile set of your own.",
    invoke_without_command=True,
    no_args_is_help=False,
)

_STYLES = {"r": "bold red", "g": "bold green", "b": "bold blue", "y": "bold yellow"}


@tiles.callback()
def list_tiles(
    context: typer.Context,
    as_json: Annotated[bool, typer.Option("--json", help="Print the set as JSON.")] = False,
    tile_set: TileSetOption = None,
) -> None:
    """List the tiles of a set."""
    if context.invoked_subcommand is not None:
        return
    chosen = tile_set_from(tile_set)
    if as_json:
        write_utf8()
        print(json.dumps(tile_set_json(chosen), ensure_ascii=False))
    else:
        _print_table(chosen)


@tiles.command()
def check(file: Annotated[Path, typer.Argument(help="A tile set as a TOML file.")]) -> None:
    """Check a tile set of your own against what is known of the real box."""
    tile_set = load_tile_set(file)
    facts = broken_facts(tile_set)
    for fact in facts:
        print(f"{file}: {fact}")
    if facts:
        raise typer.Exit(1)
    print(f"{file}: {len(tile_set)} tiles, all known facts of the box hold")


def _print_table(tile_set: TileSet) -> None:
    console = Console(width=None)
    table = Table("tile", "family", "front", "back", title=f"{tile_set.name}: {len(tile_set)} tiles")
    for tile in tile_set.tiles:
        table.add_row(str(tile.id), Text(clean(tile.family)), *_faces(tile))
    console.print(table)
    console.print(f"SHA-256 {tile_set.fingerprint}", highlight=False, soft_wrap=True)


def _faces(tile: Tile) -> list[Text]:
    return [Text.assemble(*((letter, _STYLES[letter]) for letter in face)) for face in str(tile).split()]
