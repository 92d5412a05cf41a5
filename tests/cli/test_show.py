import json
import xml.etree.ElementTree as ET
from pathlib import Path

from tests.conftest import Run


def test_the_last_board_is_drawn_with_totals_and_the_last_turn(call: Run, games: Path) -> None:
    record = json.loads(games.read_text().splitlines()[0])
    shown = call("show", games).stdout
    scores = record["result"]["scores"]
    assert f"Greedy {scores[0]}   Random {scores[1]}" in shown
    assert f"= {record['turns'][-1]['points']} points" in shown


def test_a_turn_and_a_game_can_be_chosen(call: Run, games: Path) -> None:
    record = json.loads(games.read_text().splitlines()[2])
    shown = call("show", games, "--game", 3, "--turn", 1).stdout
    assert f"Greedy {record['turns'][0]['score']}   Random 0" in shown
    assert "Greedy 0   Random 0" in call("show", games, "--turn", 0).stdout
    turns = len(record["turns"])
    assert f"the game has {turns} turns" in call("show", games, "--game", 3, "--turn", turns + 1).stderr
    assert "there is no game 4 in it" in call("show", games, "--game", 4).stderr


def test_the_picture_is_well_formed_and_never_half_written(run: Run, games: Path, tmp_path: Path) -> None:
    assert run("show", games, "--svg", "board.svg", "--groups").returncode == 0
    picture = (tmp_path / "board.svg").read_text()
    assert ET.fromstring(picture).tag.endswith("svg")
    assert run("show", games, "--svg", "board.svg", file_limit=500).returncode == 1
    assert (tmp_path / "board.svg").read_text() == picture


def test_names_cannot_steer_the_terminal(call: Run, games: Path) -> None:
    record = json.loads(games.read_text().splitlines()[0])
    record["players"][0]["name"] = "\x1b[31mAna[bold]"
    games.write_text(json.dumps(record))
    shown = call("show", games).stdout
    assert "\x1b" not in shown
    assert "�[31mAna[bold]" in shown


def test_watching_a_game_through_a_pipe_gives_its_end(run: Run) -> None:
    done = run("watch", "--seed", 3)
    assert "with" in done.stdout
    assert "--seed 3" in done.stdout
    assert run("watch", "--seed", 3).stdout == done.stdout
