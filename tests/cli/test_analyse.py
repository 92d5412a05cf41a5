import json
import xml.etree.ElementTree as ET
from pathlib import Path

from tests.conftest import Run


def test_each_game_is_a_line_whose_turns_add_up(run: Run, games: Path) -> None:
    done = run("analyse", games, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    records = [json.loads(line) for line in games.read_text().splitlines()]
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(found) == 3
    for analysis, record in zip(found, records, strict=True):
        sums = [0.0, 0.0]
        for turn, entry in zip(analysis["turns"], record["turns"], strict=True):
            sums[entry["player"]] += turn["offered"] + turn["drawn"] + turn["taken"]
            assert {"loss", "win_before", "win_after"} <= turn.keys()
        assert [round(total, 6) for total in sums] == record["result"]["scores"]


def test_a_table_a_sentence_each_and_the_turning_point(call: Run, games: Path, tmp_path: Path) -> None:
    done = call("analyse", games, "--game", 2, "--out", "pictures")
    assert done.returncode == 0, done.stderr
    record = json.loads(games.read_text().splitlines()[1])
    ahead = record["result"]["scores"][0] - record["result"]["scores"][1]
    assert f"Greedy, {'ahead' if ahead > 0 else 'behind'} by {abs(ahead)} (Random): tiles " in done.stdout
    assert "The turning point, turn " in done.stdout
    assert done.stdout.count("Game ") == 1
    assert "-0.0" not in done.stdout
    pictures = list((tmp_path / "pictures").iterdir())
    assert pictures
    assert all(ET.fromstring(one.read_text()).tag.endswith("svg") for one in pictures)


def test_a_record_without_a_bag_gets_what_can_be_said(call: Run, games: Path) -> None:
    record = json.loads(games.read_text().splitlines()[0])
    del record["bag"], record["result"]
    record["turns"] = record["turns"][:4]
    games.write_text(json.dumps(record))
    shown = call("analyse", games).stdout
    assert "the hands are unknown" in shown
    assert "%" in shown
    (analysis,) = map(json.loads, call("analyse", games, "--json").stdout.splitlines())
    assert [turn["offered"] for turn in analysis["turns"]] == [None] * 4


def test_what_is_wrong_is_said_in_one_line(call: Run, games: Path, tmp_path: Path) -> None:
    assert "there is no game 4 in it" in call("analyse", games, "--game", 4).stderr
    (tmp_path / "none.jsonl").write_text("")
    assert "no record in it" in call("analyse", "none.jsonl").stderr
    (tmp_path / "bad.jsonl").write_text("hello")
    assert "line 1: not JSON" in call("analyse", "bad.jsonl").stderr
    record = json.loads(games.read_text().splitlines()[0])
    record["turns"][1]["points"] += 1
    games.write_text(json.dumps(record))
    done = call("analyse", games)
    assert done.returncode == 1
    assert "game 1: turn 2" in done.stderr
