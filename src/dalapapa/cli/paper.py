"""`dalapapa print`: sheets to print, as PDF files."""

import re
from pathlib import Path
from typing import Annotated

import typer

from dalapapa.cli.options import TileSetOption, tile_set_from, writing_bytes
from dalapapa.print.choices import Language, Layout, Paper
from dalapapa.print.words import words_in

paper = typer.Typer(
    name="print",
    help="Print the game: tiles to cut out, a score sheet, the rules, a label for the bag.",
    no_args_is_help=True,
)

PaperOption = Annotated[Paper, typer.Option("--paper", help="The paper in your printer.")]
LanguageOption = Annotated[Language, typer.Option("--language", help="The language of what stands on it.")]
GreyOption = Annotated[bool, typer.Option("--grey", help="For printers without colours.")]
OutOption = Annotated[str, typer.Option("--out", metavar="FILE", help="The PDF file; - is standard output.")]


@paper.command("tiles")
def tiles(
    out: OutOption = "dalapapa-tiles.pdf",
    sheet: PaperOption = Paper.A4,
    layout: Annotated[
        Layout,
        typer.Option(
            help="duplex: both sides of a sheet; fold: fronts and backs side by side, to fold and glue; "
            "separate: sheets of fronts and sheets of backs, to glue on cardboard."
        ),
    ] = Layout.DUPLEX,
    size: Annotated[float, typer.Option(min=20, max=120, help="How long a tile is, in millimetres.")] = 50,
    shift_back: Annotated[
        str,
        typer.Option(metavar="X,Y", help="Move the backs so far, in millimetres: see `print calibration`."),
    ] = "0,0",
    grey: GreyOption = False,
    language: LanguageOption = Language.EN,
    tile_set: TileSetOption = None,
) -> None:
    """All tiles, to cut out along the marks: four sheets for a whole game."""
    from dalapapa.print.tiles import tiles as draw

    chosen = tile_set_from(tile_set)
    shift = _shift(shift_back)
    sheets = draw(
        chosen, words_in(language), paper=sheet, layout=layout, size=size, shift_back=shift, grey=grey
    )
    _write(out, sheets.pdf)


@paper.command("scores")
def scores(
    out: OutOption = "dalapapa-scores.pdf",
    players: Annotated[int, typer.Option(min=2, max=4, help="How many columns.")] = 4,
    sheet: PaperOption = Paper.A4,
    language: LanguageOption = Language.EN,
) -> None:
    """A score sheet, with the scoring in short."""
    from dalapapa.print.scores import scores as draw

    _write(out, draw(words_in(language), players=players, paper=sheet).pdf)


@paper.command("rules")
def rules(
    out: OutOption = "dalapapa-rules.pdf",
    sheet: PaperOption = Paper.A4,
    grey: GreyOption = False,
    language: LanguageOption = Language.EN,
) -> None:
    """The complete rules with figures."""
    from dalapapa.print.rules import rules as draw

    _write(out, draw(words_in(language), paper=sheet, grey=grey).pdf)


@paper.command("bag")
def bag(
    out: OutOption = "dalapapa-bag.pdf",
    sheet: PaperOption = Paper.A4,
    grey: GreyOption = False,
    language: LanguageOption = Language.EN,
) -> None:
    """A label for the bag."""
    from dalapapa.print.bag import bag as draw

    _write(out, draw(words_in(language), paper=sheet, grey=grey).pdf)


@paper.command("calibration")
def calibration(
    out: OutOption = "dalapapa-calibration.pdf",
    sheet: PaperOption = Paper.A4,
    language: LanguageOption = Language.EN,
) -> None:
    """A sheet that tells what to give --shift-back."""
    from dalapapa.print.calibration import calibration as draw

    _write(out, draw(words_in(language), paper=sheet).pdf)


def _shift(text: str) -> tuple[float, float]:
    if not re.fullmatch(r"[+-]?\d{1,2}(\.\d+)?,[+-]?\d{1,2}(\.\d+)?", text):
        raise typer.BadParameter(
            f"{text!r} is not two numbers of millimetres, as in 0.5,-1", param_hint="--shift-back"
        )
    x, y = map(float, text.split(","))
    return x, y


def _write(out: str, document: bytes) -> None:
    with writing_bytes(out) as file:
        file.write(document)
    if out != "-":
        print(f"{Path(out)}: print it at 100 %, without “fit to page”")
