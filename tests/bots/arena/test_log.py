from pathlib import Path

import pytest

from dalapapa.bots.arena.contest import Contest, Match, PlayedGame
from dalapapa.bots.arena.log import ArenaLog
from dalapapa.rules import DalapapaError

CONTEST = Contest(("greedy", "random"), seed=3)
MATCHES = [
    Match(
        number,
        tuple(PlayedGame(seats, (60, number)) for seats in CONTEST.seatings(number)),
        (20, 19),
        (0.25, 0.125),
    )
    for number in range(3)
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "log.jsonl"
    with ArenaLog(path, CONTEST) as log:
        for match in MATCHES:
            log.add(match)
    return path


def read(path: Path, contest: Contest = CONTEST) -> list[Match]:
    with ArenaLog(path, contest) as log:
        return log.matches


def test_what_was_added_is_there_again(path: Path) -> None:
    before = path.read_bytes()
    assert read(path) == MATCHES
    assert path.read_bytes() == before


def test_a_log_cut_anywhere_goes_on_from_its_whole_lines(path: Path) -> None:
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        kept = max(0, whole[:length].count(b"\n") - 1)
        with ArenaLog(path, CONTEST) as log:
            assert log.matches == MATCHES[:kept]
            for match in MATCHES[kept:]:
                log.add(match)
        assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (Contest(("greedy", "random"), seed=4), "another contest .seed 3, not 4."),
        (
            Contest(("greedy", "duckling"), seed=3),
            "another contest .bots greedy,random, not greedy,duckling.",
        ),
        (Contest(("greedy", "random"), players=3, seed=3), "another contest .players 2, not 3."),
        (Contest(("greedy", "random"), target=90, seed=3), "another contest .target 60, not 90."),
    ],
)
def test_the_log_of_another_contest_is_refused_and_kept(path: Path, other: Contest, words: str) -> None:
    before = path.read_bytes()
    with pytest.raises(DalapapaError, match=words):
        ArenaLog(path, other)
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["my diary\n", "my diary", "[]\n", '{"format":"dalapapa-record"}\n', "\n"])
def test_a_file_that_is_no_log_is_refused_and_kept(tmp_path: Path, text: str) -> None:
    path = tmp_path / "diary.txt"
    path.write_text(text)
    with pytest.raises(DalapapaError, match="not a file of the arena"):
        ArenaLog(path, CONTEST)
    assert path.read_text() == text


@pytest.mark.parametrize(
    "wrong",
    [
        '{"match":',
        "7",
        "{}",
        '{"match":0,"games":[{"seats":[0,1],"scores":[60,0]}],"turns":[9,9],"seconds":[1,1]}',
        '{"match":1,"games":[{"seats":[0,7],"scores":[60,0]}],"turns":[9,9],"seconds":[1,1]}',
        '{"match":"1","games":[],"turns":[9,9],"seconds":[1,1]}',
    ],
)
def test_a_wrong_line_is_refused_with_its_number(path: Path, wrong: str) -> None:
    lines = path.read_text().splitlines()
    text = "\n".join([lines[0], lines[1], wrong, lines[3], ""])
    path.write_text(text)
    with pytest.raises(DalapapaError, match="line 3 is not a finished match of this contest"):
        ArenaLog(path, CONTEST)
    assert path.read_text() == text


def test_a_match_that_is_there_twice_is_refused(path: Path) -> None:
    path.write_text(path.read_text() + path.read_text().splitlines(keepends=True)[1])
    with pytest.raises(DalapapaError, match="line 5 is not a finished match of this contest"):
        ArenaLog(path, CONTEST)
