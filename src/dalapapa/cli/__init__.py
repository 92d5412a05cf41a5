"""The command line: `dalapapa …`."""

import typer

from dalapapa.cli.serve import schema, serve

app = typer.Typer(name="dalapapa", no_args_is_help=True, add_completion=False)
app.command()(serve)
app.command()(schema)


def main() -> None:
    """Run the command line."""
    app()
