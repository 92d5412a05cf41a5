"""The command line: `dalapapa …`. Each command has a file of its own; nothing imports this room."""

import io
import os
import sys

import typer

from dalapapa.cli.arena import arena
from dalapapa.cli.options import clean
from dalapapa.cli.serve import schema, serve
from dalapapa.cli.show import show
from dalapapa.cli.simulate import simulate
from dalapapa.cli.tiles import tiles
from dalapapa.cli.verify import verify
from dalapapa.cli.watch import watch
from dalapapa.rules import DalapapaError

app = typer.Typer(
    name="dalapapa",
    help="The tile-laying game Dalapapa: play, watch, check and draw games.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
app.add_typer(tiles)
for command in (serve, watch, simulate, verify, show, arena, schema):
    app.command()(command)


def main() -> None:
    """Run the command line; what goes wrong is said in one line, never as a traceback."""
    _open_what_is_closed()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal may lack a letter of somebody's name
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _give_up_stdout()  # the reader (`| head`) has what it wanted
    except OSError as error:
        _give_up_stdout()
        _fail(f"{error.filename}: {error.strerror}" if error.filename else error.strerror or str(error))
    except DalapapaError as error:
        _fail(error.words)


def _open_what_is_closed() -> None:
    """Somebody may have closed a stream (`>&-`): nothing is read from it, and what it is told is lost."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 (open as long as the program runs)


def _give_up_stdout() -> None:
    """Keep Python from flushing what is left to a place that does not take it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(words: str) -> None:
    print(f"dalapapa: {clean(words)}", file=sys.stderr)
    sys.exit(1)
