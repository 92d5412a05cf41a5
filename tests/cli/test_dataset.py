import json
import os
from pathlib import Path

import pytest

from dalapapa.envs.dataset import TURNS, read_games, read_turns
from dalapapa.rules.records.referee import referee
from tests.conftest import Run

from .conftest import Interrupt

GAMES = ("simulate", "--games", 7, "--bots", "greedy,duckling", "--seed", 4)


@pytest.mark.parametrize("end", ["jsonl.zst", "parquet"])
def test_the_same_bytes_on_one_core_or_two_and_after_a_break(
    call: Run, run: Run, tmp_path: Path, end: str
) -> None:
    whole = {}
    for folder, jobs, start in (("a", 1, call), ("b", 2, run)):
        (tmp_path / folder).mkdir()
        done = start(*GAMES, "--shard", 3, "--jobs", jobs, "--out", f"{folder}/games.{end}")
        assert done.stdout == "7 games in 3 files\n"
        whole[folder] = {file.name: file.read_bytes() for file in (tmp_path / folder).iterdir()}
    assert whole["a"] == whole["b"]
    names = [f"games-0000{number}-of-00003.{end}" for number in range(3)]
    assert sorted(whole["a"]) == [*names, "games.json"]
    kept, missing = tmp_path / "a" / names[0], tmp_path / "a" / names[1]
    missing.unlink()
    before = kept.stat().st_mtime_ns
    assert call(*GAMES, "--shard", 3, "--jobs", 1, "--out", f"a/games.{end}").returncode == 0
    assert missing.read_bytes() == whole["a"][names[1]]
    assert kept.stat().st_mtime_ns == before
    refused = call(*GAMES[:-1], 5, "--shard", 3, "--out", f"a/games.{end}")
    assert refused.returncode == 1
    assert "games.json: is of another data set; name another file with --out" in refused.stderr


def test_what_is_written_can_be_read(call: Run, tmp_path: Path) -> None:
    for end in ("jsonl", "jsonl.zst", "parquet"):
        done = call(*GAMES, "--jobs", 1, "--out", f"games.{end}")
        assert done.stdout == f"7 games written to games.{end}\n"
    records = list(read_games(str(tmp_path / "*.jsonl.zst")))
    assert records == [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    assert call("verify", "games.jsonl.zst").stdout == "7 games verified\n"
    for record in records:
        referee(record)
    table = read_turns(str(tmp_path / "*.parquet"))
    assert table.schema.equals(TURNS)
    rows = table.to_pylist()
    turns = [(game, turn) for game, record in enumerate(records) for turn in record["turns"]]
    assert len(rows) == len(turns)
    for row, (game, turn) in zip(rows, turns, strict=True):
        result = records[game]["result"]
        player = turn["player"]
        assert (row["game"], row["player"], row["points"]) == (game, player, turn["points"])
        assert row["score"] + row["points"] == turn["score"]
        assert row["tiles"] == len(turn["placements"])
        assert row["group_points"] == sum(laid["group_points"] for laid in turn["placements"])
        assert row["final_score"] == result["scores"][player]
        assert row["win"] == (player in result["winners"]) / len(result["winners"])
        assert row["bot"] == ("greedy", "duckling")[player]
    first = read_turns(str(tmp_path / "*.parquet"), ["hand", "points"])
    assert first.column_names == ["hand", "points"]
    with pytest.raises(FileNotFoundError):
        read_turns(str(tmp_path / "*.none"))


def test_ctrl_c_keeps_whole_files_only(run: Run, interrupt: Interrupt, tmp_path: Path) -> None:
    games = ("simulate", "--games", 400, "--bots", "greedy,duckling", "--shard", 2, "--out", "d.jsonl.zst")
    done = interrupt(*games, when=lambda: len(os.listdir(tmp_path)) >= 4)
    assert done.returncode != 0
    names = sorted(os.listdir(tmp_path))
    assert "d.json" in names
    assert not [name for name in names if name.startswith(".")]
    assert all(len(list(read_games(str(tmp_path / name)))) == 2 for name in names if name != "d.json")
