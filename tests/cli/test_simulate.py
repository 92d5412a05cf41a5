import json
import os
import subprocess
import sys
from pathlib import Path

from tests.conftest import Run

from .conftest import Interrupt


def test_the_same_arguments_give_the_same_bytes_on_one_core_or_two(
    call: Run, run: Run, tmp_path: Path
) -> None:
    game = ("simulate", "--games", 4, "--bots", "greedy,random,greedy", "--target", 70, "--seed", 7)
    for name, jobs in (("a", 1), ("b", 2), ("c", 2)):
        assert run(*game, "--jobs", jobs, "--out", name).returncode == 0
    first = (tmp_path / "a").read_bytes()
    assert first == (tmp_path / "b").read_bytes() == (tmp_path / "c").read_bytes()
    records = [json.loads(line) for line in first.splitlines()]
    assert [len(record["players"]) for record in records] == [3] * 4
    assert len({tuple(record["bag"]) for record in records}) == 4
    assert call("verify", "a").stdout == "4 games verified\n"
    assert call(*game[:-1], 8, "--jobs", 1, "--out", "d").returncode == 0
    assert first != (tmp_path / "d").read_bytes()


def test_standard_output_carries_records_and_nothing_else(run: Run) -> None:
    done = run("simulate", "--games", 2, "--out", "-")
    assert len(done.stdout.splitlines()) == 2
    assert done.stderr == ""
    assert run("verify", "-", stdin=done.stdout.encode()).stdout == "2 games verified\n"


def test_wrong_arguments_are_refused_in_the_games_words(call: Run) -> None:
    for arguments, words in (
        (("--target", 59), "the target must be from 60 to 240 points, not 59"),
        (("--target", 241), "the target must be from 60 to 240 points, not 241"),
        (("--bots", "greedy"), "2 to 4 players can play, not 1"),
        (("--bots", "greedy," * 4 + "greedy"), "2 to 4 players can play, not 5"),
        (("--bots", "greedy,gready"), "no bot is called 'gready'"),
        (("--shard", "1"), "--shard writes several files: name them with --out"),
        (("--out", "absent/g.jsonl"), "absent/g.jsonl: No such file or directory"),
        (("--out", "absent/\n\x1b[31m"), "absent/��[31m: No such file or directory"),
    ):
        done = call("simulate", *arguments)
        assert done.returncode == 1
        assert words in done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_a_full_disk_leaves_the_old_file_as_it_was(run: Run, tmp_path: Path) -> None:
    old = tmp_path / "g.jsonl"
    old.write_text("what was there before\n")
    done = run("simulate", "--games", 3, "--out", old, file_limit=8_000)
    assert done.returncode == 1
    assert done.stderr.startswith("dalapapa: ")
    assert len(done.stderr.splitlines()) == 1
    assert old.read_text() == "what was there before\n"
    assert os.listdir(tmp_path) == ["g.jsonl"]


def test_a_full_device_is_said_in_one_line(run: Run) -> None:
    done = run("simulate", "--games", 1, "--out", "/dev/full")
    assert (done.returncode, done.stderr) == (1, "dalapapa: No space left on device\n")
    script = f"{sys.executable} -m dalapapa tiles --json > /dev/full"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "dalapapa: No space left on device\n")


def test_a_closed_pipe_ends_quietly(games: Path) -> None:
    me = f"{sys.executable} -m dalapapa"
    for command in ("simulate --games 50 --out -", "tiles", f"show {games}", f"show {games} --svg -"):
        done = subprocess.run(["sh", "-c", f"{me} {command} | head -c 10"], capture_output=True, text=True)
        assert done.stderr == "", command
        assert len(done.stdout.encode()) >= 10, command


def test_an_interrupted_run_leaves_no_half_written_file(interrupt: Interrupt, tmp_path: Path) -> None:
    done = interrupt(
        *("simulate", "--games", 100_000, "--jobs", 2, "--out", tmp_path / "g.jsonl"),
        when=lambda: bool(os.listdir(tmp_path)),
    )
    assert done.returncode != 0
    assert os.listdir(tmp_path) == []
