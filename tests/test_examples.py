"""What the pages and docstrings show is run: Python, commands, and `>>>` with its answers."""

import doctest
import shlex
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from dalapapa.rules import TileSet, classic

from .conftest import Run

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    path for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")] if "_build" not in path.parts
)
# Other words for Python would be passed over, so there are no others.
LANGUAGES = {"python", "json", "toml", "ini", "nginx", ""}
MODULES = sorted(
    ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
    for room in ("rules", "render", "kernel", "bots", "envs")
    for path in (ROOT / "src/dalapapa" / room).rglob("*.py")
    if ">>>" in path.read_text("utf-8")
)


def blocks(page: Path) -> Iterator[Token]:
    """The fenced blocks of a page, but for those that tell Sphinx what to do."""
    for token in MarkdownIt().parse(page.read_text("utf-8")):
        if token.type == "fence" and not token.info.startswith("{"):
            yield token


def python(page: Path) -> list[tuple[int, str]]:
    """The Python of a page, each block with the line it begins in."""
    return [
        (block.map[0] + 1, block.content) for block in blocks(page) if block.info == "python" and block.map
    ]


def commands(page: Path) -> list[list[str]]:
    """The `dalapapa …` that a page shows in blocks, as words without remarks."""
    lines = [line for block in blocks(page) if not block.info for line in block.content.splitlines()]
    words = [shlex.split(line, comments=True) for line in lines]
    return [command for command in words if command and Path(command[0]).name == "dalapapa"]


def named(pages: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("page", pages, ids=[str(page.relative_to(ROOT)) for page in pages])


@named(PAGES)
def test_every_block_is_in_a_language_that_is_run_or_known(page: Path) -> None:
    assert {block.info for block in blocks(page)} <= LANGUAGES


@named([page for page in PAGES if python(page)])
def test_the_python_of_a_page_runs_from_top_to_bottom(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": page.stem}
    for line, text in python(page):
        if text.startswith(">>>"):
            example = doctest.DocTestParser().get_doctest(text, names, page.name, str(page), line)
            assert doctest.DocTestRunner().run(example, clear_globs=False).failed == 0
            names |= example.globs
        else:
            exec(compile("\n" * line + text, page, "exec"), names)


# Those of the page on clusters need one: tests/cli/test_cluster.py runs them.
@named([page for page in PAGES if commands(page) and page.name != "cluster.md"])
def test_the_commands_of_a_page_work(page: Path, call: Run, tmp_path: Path) -> None:
    (tmp_path / "my-box.toml").write_text(as_file(classic()))
    for command in commands(page):
        done = call(*small(command[1:]))
        assert done.returncode == 0, f"{shlex.join(command)}: {done.stdout}{done.stderr}"


def as_file(tile_set: TileSet) -> str:
    """A tile set as somebody would write it down."""
    tiles = [
        '[[tile]]\nfamily = "{}"\nfront = "{}"\nback = "{}"\n'.format(tile.family, *str(tile).split())
        for tile in tile_set.tiles
    ]
    return "\n".join(['name = "my box"\n', *tiles])


def small(command: list[str]) -> list[str]:
    """The same in a moment: a few games in one process, and of a server only whether it knows its options."""
    if command[0] == "serve":
        return [*command, "--help"]
    few = [
        "4" if before == "--games" else word for before, word in zip(["", *command], command, strict=False)
    ]
    plays = command[0] in ("simulate", "analyse", "arena") and "--cluster" not in command
    return [*few, "--jobs", "1"] if plays else few


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_docstrings_hold(name: str) -> None:
    failed, tried = doctest.testmod(import_module(name))
    assert tried
    assert not failed


def test_rules_have_examples() -> None:
    assert {f"dalapapa.rules.{name}" for name in ("board", "game", "placement", "scoring", "view")} <= set(
        MODULES
    )
