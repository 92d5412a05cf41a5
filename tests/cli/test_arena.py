import json
from pathlib import Path

from tests.conftest import Run

from .conftest import Interrupt

CONTEST = ("arena", "--bots", "greedy,duckling", "--games", 8, "--seed", 3)


def test_the_table_as_json(run: Run) -> None:
    done = run(*CONTEST, "--json")
    assert done.returncode == 0
    table = json.loads(done.stdout)
    assert (table["games"], table["bags"], table["complete"]) == (8, 4, True)
    first, second = table["table"]
    assert (first["bot"], second["bot"]) == ("greedy", "duckling")
    assert first["win_share"] + second["win_share"] == 1
    low, high = first["margin_95"]
    assert low < first["margin"] < high
    assert second["elo"] == 0 < first["elo"]
    assert first["ms_per_turn"] > 0
    assert len(table["seats"]) == 2


def test_the_table_for_people(call: Run) -> None:
    done = call("arena", "--bots", "greedy,duckling,random", "--players", 3, "--games", 3, "--jobs", 1)
    assert "3 games with 1 bag, 3 players to 60 points" in done.stdout
    for word in ("win share", "margin", "Elo", "ms a turn", "duckling", "Win share by seat"):
        assert word in done.stdout
    assert done.stderr == ""


def test_wrong_arguments_are_refused_in_the_games_words(call: Run) -> None:
    for arguments, words in (
        (("--bots", "greedy,gready"), "no bot is called 'gready'"),
        (("--players", 5), "2 to 4 players can play, not 5"),
        (("--target", 59), "the target must be from 60 to 240 points, not 59"),
        (("--out", "absent/log.jsonl"), "absent"),
    ):
        done = call(*CONTEST, *arguments)
        assert done.returncode == 1
        assert words in done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_a_second_run_goes_on_where_the_first_stopped(call: Run, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    assert call(*CONTEST, "--out", log, "--jobs", 1).returncode == 0
    whole = log.read_text()
    lines = whole.splitlines(keepends=True)
    log.write_text("".join(lines[:3]) + lines[3][:20])
    done = call(*CONTEST, "--out", log, "--json", "--jobs", 1)
    assert json.loads(done.stdout)["games"] == 8
    again = log.read_text().splitlines(keepends=True)
    assert again[:3] == lines[:3]
    assert _scores(again) == _scores(lines)
    more = call(*CONTEST[:4], 10, *CONTEST[5:], "--out", log, "--json", "--jobs", 1)
    assert json.loads(more.stdout)["games"] == 10
    refused = call(*CONTEST[:-1], 4, "--out", log)
    assert refused.returncode == 1
    assert refused.stderr == (
        f"dalapapa: {log}: holds another contest (seed 3, not 4); name another file with --out\n"
    )


def test_a_contest_of_three_is_complete_when_everybody_has_met(call: Run) -> None:
    for _ in range(2):  # the second time from the file: a match is of two of the three
        done = call(
            *("arena", "--bots", "duckling,random,greedy", "--games", 2, "--json", "--jobs", 1),
            *("--out", "log.jsonl"),
        )
        table = json.loads(done.stdout)
        assert (table["games"], table["bags"], table["complete"]) == (6, 1, True)


DAMAGED = (
    "[" * 5_000,
    '{"match":0,"games":GAMES,"turns":[0,0],"seconds":[1,1]}',
    '{"match":0,"games":GAMES,"turns":[9,9],"seconds":[1e400,1]}',
    '{"match":0,"games":GAMES,"turns":[9,9],"seconds":[-1,1]}',
    '{"match":true,"games":GAMES,"turns":[9,9],"seconds":[1,1]}',
)


def test_a_damaged_log_is_refused(call: Run, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    call(*CONTEST[:4], 2, *CONTEST[5:], "--out", log, "--jobs", 1)
    head, match = log.read_text().splitlines()
    games = json.dumps(json.loads(match)["games"])
    for line in DAMAGED:
        log.write_text(f"{head}\n{line.replace('GAMES', games)}\n")
        done = call(*CONTEST, "--out", log)
        wrong = "line 2 is not a finished match of this contest; name another file with --out"
        assert (done.returncode, done.stderr) == (1, f"dalapapa: {log}: {wrong}\n")


def _scores(lines: list[str]) -> list[object]:
    return [json.loads(line).get("games") for line in lines]


def test_ctrl_c_prints_what_is_known_so_far(interrupt: Interrupt, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    done = interrupt(
        *("arena", "--bots", "greedy,duckling", "--games", 100_000, "--jobs", 2, "--json", "--out", log),
        when=lambda: log.exists() and log.read_text().count("\n") >= 3,
    )
    assert done.returncode == 130
    table = json.loads(done.stdout)
    assert table["bags"] == log.read_text().count("\n") - 1
    assert not table["complete"]
    assert done.stderr == f"dalapapa: stopped after {table['bags']} of 50000 matches\n"
