"""`dalapapa show`: draw a recorded game in the terminal or as a picture."""

import os
import shutil
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from dalapapa.cli.options import TileSetOption, reading, tile_set_given, writing
from dalapapa.cli.verify import lines
from dalapapa.cli.words import clean
from dalapapa.rules import DalapapaError, ErrorCode, Group, PlayedTurn, complete_groups
from dalapapa.rules.records.reading import loads, players_of
from dalapapa.rules.records.record import Json, Player
from dalapapa.rules.records.referee import scenes
from dalapapa.rules.records.unseen import Scene


def show(
    record: Annotated[str, typer.Argument(help="A file of records; - is standard input.")],
    turn: Annotated[
        int | None, typer.Option(min=0, help="After this turn; 0 is after set-up, the last if not given.")
    ] = None,
    game: Annotated[int, typer.Option(min=1, help="Which game of the file.")] = 1,
    svg: Annotated[str | None, typer.Option(metavar="FILE", help="Write an SVG picture there.")] = None,
    groups: Annotated[bool, typer.Option(help="Outline the complete groups.")] = False,
    signs: Annotated[bool, typer.Option(help="In the picture, show each colour's sign in its disc.")] = True,
    letters: Annotated[bool, typer.Option(help="In the terminal, show each colour's letter too.")] = False,
    tile_set: TileSetOption = None,
) -> None:
    """Draw the board of a recorded game."""
    # Drawing is imported where it is used.
    from dalapapa.render.svg import board_svg

    written = _pick(record, game)
    chosen = tile_set_given(tile_set)
    try:
        players = players_of(written)
        scene = _after(list(scenes(written, chosen)), turn)
    except DalapapaError as error:
        raise DalapapaError(error.code, f"{record}: {error.words}") from None
    last = scene.turns[-1].placements if scene.turns else ()
    closed = complete_groups(scene.board) if groups else ()
    if svg is not None:
        with writing(svg) as file:
            file.write(board_svg(scene.board, last=last, groups=closed, signs=signs))
        return
    print(picture(scene, closed, letters=letters))
    print(headline(scene, players))
    if scene.turns:
        print(turn_words(scene.turns[-1], players))


def picture(
    scene: Scene, groups: Sequence[Group] = (), *, letters: bool = False, width: int | None = None
) -> str:
    """The board for standard output: in colour on a terminal, as letters in a file or a pipe."""
    from dalapapa.render.terminal import ansi
    from dalapapa.render.text import plain

    if not sys.stdout.isatty() or "NO_COLOR" in os.environ:
        return plain(scene.board)
    last = scene.turns[-1].placements if scene.turns else ()
    width = shutil.get_terminal_size().columns if width is None else width
    return ansi(scene.board, last=last, groups=groups, letters=letters, width=width)


def headline(scene: Scene, players: tuple[Player, ...]) -> str:
    """All players with their totals."""
    return "   ".join(
        f"{clean(player.name)} {score}" for player, score in zip(players, scene.scores, strict=True)
    )


def turn_words(turn: PlayedTurn, players: tuple[Player, ...]) -> str:
    """What a turn laid and scored, in words."""
    name = clean(players[turn.player].name)
    if not turn.placements:
        return f"{name} passes"
    parts = []
    for placement, receipt in zip(turn.placements, turn.receipts, strict=True):
        discs = (
            f"{len(receipt.discs)} {'disc' if len(receipt.discs) == 1 else 'discs'} ({receipt.disc_points})"
        )
        closed = [f"{group.colour.word} group of {len(group)}" for group in receipt.groups]
        parts.append(f"{placement}: {', '.join([discs, *closed])}")
    if turn.penalty:
        parts.append(f"second tile −{turn.penalty}")
    return f"{name} {'; '.join(parts)} = {turn.points} points"


def _pick(file: str, game: int) -> Json:
    with reading(file) as opened:
        for number, (_, line) in enumerate(lines(opened), 1):
            if number == game:
                try:
                    return loads(line)
                except DalapapaError as error:
                    raise DalapapaError(error.code, f"{file}: {error.words}") from None
    raise DalapapaError(ErrorCode.BAD_RECORD, f"{file}: there is no game {game} in it")


def _after(found: list[Scene], turn: int | None) -> Scene:
    most = len(found[-1].turns)
    if turn is not None and turn > most:
        raise DalapapaError(ErrorCode.BAD_RECORD, f"the game has {most} turns, so there is no turn {turn}")
    wanted = most if turn is None else turn
    return [scene for scene in found if len(scene.turns) == wanted][-1]
