"""A command whose extra is not installed says in one line what to install; the others work."""

from pathlib import Path

import pytest

from tests.install.environment import Environment


def needs(extra: str) -> str:
    return f"dalapapa: this command needs more: pip install 'dalapapa[{extra}]'\n"


@pytest.mark.parametrize("arguments", ["", "--version", "--help", "tiles", "serve", "arena"])
def test_the_core_alone_has_no_commands(core: Environment, tmp_path: Path, arguments: str) -> None:
    for program in (["dalapapa"], ["-m", "dalapapa"]):
        done = core.run(*program, *arguments.split(), folder=tmp_path)
        assert (done.returncode, done.stdout, done.stderr) == (1, "", needs("cli"))


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        ("serve", "server"),
        ("schema", "server"),
        ("arena --games 2", "bots"),
        ("arena --games 2 --bots greedy,random --out log.jsonl", "bots"),
        ("arena --games 2 --bots greedy,random --cluster tcp://127.0.0.1:8786", "cluster"),
        ("simulate --cluster tcp://127.0.0.1:8786", "cluster"),
        ("simulate --out games.jsonl.zst", "data"),
        ("simulate --out turns.parquet", "data"),
    ],
)
def test_a_command_says_which_extra_it_needs(
    cli: Environment, tmp_path: Path, arguments: str, extra: str
) -> None:
    done = cli.run("dalapapa", *arguments.split(), folder=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", needs(extra))


def test_other_commands_need_no_more(cli: Environment, tmp_path: Path) -> None:
    for arguments, words in (
        ("--version", "."),
        ("--help", "simulate"),
        ("print --help", "tiles"),
        ("print tiles", "100 %"),
        ("tiles", "classic: 120 tiles"),
        ("simulate --bots greedy,random --games 2 --jobs 2 --out games.jsonl", "2 games written"),
        ("verify games.jsonl", "2 games verified"),
        ("show games.jsonl --game 2", "Greedy"),
        ("watch --bots greedy,random --seed 1", "--seed 1"),
        # The strong ones play by the plain rules, more slowly.
        ("simulate --bots greedy2,random --out strong.jsonl", "1 game written"),
    ):
        done = cli.run("dalapapa", *arguments.split(), folder=tmp_path)
        assert (done.returncode, done.stderr) == (0, ""), arguments
        assert words in done.stdout
