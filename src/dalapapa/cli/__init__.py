"""The command line: `dalapapa …`."""

import typer

app = typer.Typer(name="dalapapa", no_args_is_help=True, add_completion=False)


def main() -> None:
    """Run the command line."""
    app()
