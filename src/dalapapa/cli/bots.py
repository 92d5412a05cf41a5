"""`dalapapa bots`: the levels that a person can play against."""

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from dalapapa.bots import LEVELS
from dalapapa.bots.ladder import ladder


def bots(
    as_json: Annotated[bool, typer.Option("--json", help="Print the levels as JSON.")] = False,
) -> None:
    """List the computer's levels, the weakest first, and how strong they are."""
    rows = [
        {"name": level.id, "title": level.name, "line": level.description, "elo": round(rung.elo)}
        for level, rung in zip(LEVELS, ladder(), strict=True)
    ]
    if as_json:
        print(json.dumps(rows))
        return
    table = Table("name", "title", "Elo", "how it plays")
    for row in rows:
        table.add_row(str(row["name"]), str(row["title"]), str(row["elo"]), str(row["line"]))
    console = Console()
    console.print(table)
    console.print("Elo of two players to 60 points; the weakest level has 0.", highlight=False)
