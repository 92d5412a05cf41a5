import json
from pathlib import Path
from typing import Any

import pytest

from dalapapa.rules import Game
from dalapapa.rules.records.record import Player, dumps, record_of
from dalapapa.service.tables import fairness
from tests.conftest import Run


def _first(games: Path) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(games.read_text().splitlines()[0])
    return record


def test_good_games_are_counted(run: Run, games: Path) -> None:
    done = run("verify", games)
    assert (done.returncode, done.stdout, done.stderr) == (0, "3 games verified\n", "")


def test_a_wrong_figure_is_named_with_line_turn_and_reason(call: Run, games: Path) -> None:
    good = games.read_text().splitlines()
    record = json.loads(good[1])
    record["turns"][4]["points"] += 1
    points = record["turns"][4]["points"]
    games.write_text("\n".join([good[0], json.dumps(record), good[2]]))
    done = call("verify", games)
    assert done.returncode == 1
    assert done.stderr == (
        f"dalapapa: {games}: line 2: turn 5: 'points' is {points}, the moves give {points - 1}\n"
    )


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"", "no record in it"),
        (b'{"format": "dalapapa-rec', "line 1: not JSON"),
        (b'{"format": "\xff"}', "line 1: not UTF-8 text: byte 13"),
        (b"[]", "line 1: not a record: it must be a JSON object"),
        (b'{"format": "chess"}', "'format' must be 'dalapapa-record'"),
        (b'{"format": "dalapapa-record", "version": 2}', "record version 2 is unknown"),
        (b"[" * 200_000, "nested too deeply"),
        (b"1" * 5_000, "too many digits"),
        (b"x" * 5_000_000, "line 1: too long to be the record of a game"),
    ],
)
def test_what_is_no_record_is_refused_in_one_line(call: Run, line: bytes, words: str) -> None:
    done = call("verify", "-", stdin=line)
    assert done.returncode == 1
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_bag_that_a_server_committed_to_is_recomputed(call: Run, tmp_path: Path) -> None:
    secret, nonces = bytes(range(32)), [(0, "ab" * 16), (1, "cd" * 16)]
    order, first = fairness.draw(secret, "t1", nonces, tiles=120, seats=2, begins="random")
    fair = {
        "table": "t1",
        "commitment": fairness.commitment(secret, "t1"),
        "secret": secret.hex(),
        "nonces": [{"seat": seat, "nonce": nonce} for seat, nonce in nonces],
        "begins": "random",
        "first": first,
    }
    record = record_of(Game.start(order), [Player("Ana"), Player("Bo")], extra={"fair": fair})
    file = tmp_path / "fair.json"
    file.write_text(dumps(record))
    assert call("verify", "--fair", file).stdout == "1 game verified, with a fair bag\n"
    fair["secret"] = bytes(32).hex()
    file.write_text(dumps(record))
    done = call("verify", "--fair", file)
    assert done.returncode == 1
    assert "the secret is not the one that was committed to" in done.stderr
    assert call("verify", file).returncode == 0


def test_a_million_turns_are_refused_at_once(run: Run, games: Path) -> None:
    record = _first(games)
    record["turns"] = [{}] * 1_000_000
    games.write_text(json.dumps(record, separators=(",", ":")))
    assert "1000000 turns: no game has more than 484" in run("verify", games).stderr


def test_files_that_cannot_be_read_are_said(run: Run, tmp_path: Path) -> None:
    assert run("verify", "absent").stderr == "dalapapa: absent: No such file or directory\n"
    assert run("verify", ".").stderr == "dalapapa: .: Is a directory\n"
