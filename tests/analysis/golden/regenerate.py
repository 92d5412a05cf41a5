"""Looks back at the golden games anew: `python -m tests.analysis.golden.regenerate`.

One line a turn, to be read: points = offered + drawn + taken, the loss, the win chances before and after.
"""

from pathlib import Path

from dalapapa.analysis.account import Analysis, analyse
from dalapapa.rules.records.reading import loads

FOLDER = Path(__file__).parent
RECORDS = FOLDER.parents[1] / "rules" / "golden"
GAMES = ("two-players", "three-players", "four-players")


def analysis_of(game: str) -> Analysis:
    """The analysis of a golden game."""
    return analyse(loads((RECORDS / f"{game}.jsonl").read_text()))


def text_of(analysis: Analysis) -> str:
    """An analysis to read."""
    lines = [f"method {analysis.method}, turning points {list(analysis.turning_points)}"]
    for number, account in enumerate(analysis.turns):
        found, choice = account.ledger, account.choice
        assert found is not None
        assert choice is not None
        best = " + ".join(map(str, choice.best[0].turn.placements)) or "pass"
        lines.append(
            f"{number:3} player {account.played.player}: {account.played.points:2} = {found.offered:.4f} "
            f"{found.drawn:+.4f} {found.taken:+d}; loss {choice.loss:.4f} {choice.kind}, best {best}; "
            f"{_chances(account.win_before)} -> "
            f"{_chances(account.win_after)}; "
            f"{len(account.coming.groups)} open, {sum(one.closing for one in account.coming.groups)} close, "
            f"{len(account.coming.dead)} dead"
        )
    assert analysis.seats is not None
    lines += [
        f"seat {seat}: {one.score} = {one.offered:.4f} {one.drawn:+.4f} {one.taken:+d}; against {one.rival}: "
        f"{one.margin:+d} = tiles {one.tiles:+d}, table {one.table:+d}, choices {one.choices:+d}"
        for seat, one in enumerate(analysis.seats)
    ]
    return "\n".join(lines) + "\n"


def _chances(found: tuple[float, ...] | None) -> str:
    return " ".join(f"{chance:.4f}" for chance in found or ())


if __name__ == "__main__":
    for game in GAMES:
        (FOLDER / f"{game}.txt").write_text(text_of(analysis_of(game)))
