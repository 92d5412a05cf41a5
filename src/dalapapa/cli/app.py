"""All commands together."""

from typing import Annotated

import typer

from dalapapa import __version__
from dalapapa.cli.analyse import analyse
from dalapapa.cli.arena import arena
from dalapapa.cli.bots import bots
from dalapapa.cli.clean import clean
from dalapapa.cli.paper import paper
from dalapapa.cli.serve import schema, serve
from dalapapa.cli.show import show
from dalapapa.cli.simulate import simulate
from dalapapa.cli.site import site
from dalapapa.cli.tiles import tiles
from dalapapa.cli.verify import verify
from dalapapa.cli.watch import watch

app = typer.Typer(
    name="dalapapa",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
app.add_typer(tiles)
app.add_typer(paper)
for command in (serve, site, clean, watch, simulate, verify, show, analyse, arena, bots, schema):
    app.command()(command)


def _say_version(wanted: bool) -> None:
    if wanted:
        print(__version__)
        raise typer.Exit


@app.callback()
def _dalapapa(
    version: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """The tile-laying game Dalapapa: play, watch, check and draw games."""
