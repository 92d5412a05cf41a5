import runpy
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


# What an experiment of the lab has drawn: `python -m lab learn`.
FROM_THE_LAB = {"pictures/learning.svg"}


def test_the_figures_in_docs_are_what_the_project_draws() -> None:
    figures = runpy.run_path(str(DOCS / "figures.py"))["figures"]()
    drawn = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.svg")}
    assert figures.keys() | FROM_THE_LAB == {name for name in drawn if not name.startswith("_build")}
    for name, drawing in figures.items():
        assert (DOCS / name).read_bytes() == drawing.encode()
