from pathlib import Path

import pytest

from dalapapa.rules import classic
from tests.conftest import Run
from tests.print.reader import count


@pytest.mark.parametrize(
    ("arguments", "pages"),
    [
        (("tiles", "--paper", "Letter", "--layout", "fold", "--grey", "--size", 40), 5),
        (("scores", "--players", 2), 1),
        (("rules", "--language", "fr"), 2),
        (("bag", "--language", "nl"), 1),
        (("calibration",), 2),
    ],
)
def test_each_sheet_is_written(call: Run, tmp_path: Path, arguments: tuple[object, ...], pages: int) -> None:
    done = call("print", *arguments, "--out", "sheets.pdf")
    assert (done.returncode, done.stderr) == (0, "")
    assert "100 %" in done.stdout
    assert count((tmp_path / "sheets.pdf").read_bytes()) == pages


def test_a_set_of_ones_own(call: Run, tmp_path: Path) -> None:
    faces = (line.split() for line in str(classic()).splitlines()[:31])
    lines = (f'[[tile]]\nfront = "{front}"\nback = "{back}"' for front, back in faces)
    (tmp_path / "box.toml").write_text("\n".join(('name = "a small box"', *lines)))
    done = call("print", "tiles", "--tile-set", "box.toml", "--out", "sheets.pdf")
    assert done.returncode == 0, done.stderr
    assert count((tmp_path / "sheets.pdf").read_bytes()) == 4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("tiles", "--size", 5), "20"),
        (("tiles", "--shift-back", "left"), "two numbers of millimetres"),
        (("tiles", "--layout", "round"), "duplex"),
        (("tiles", "--tile-set", "nothing.toml"), "nothing.toml"),
        (("scores", "--players", 7), "4"),
        (("rules", "--language", "tlh"), "fr"),
    ],
)
def test_what_cannot_be_printed(call: Run, tmp_path: Path, arguments: tuple[object, ...], words: str) -> None:
    done = call("print", *arguments, "--out", "sheets.pdf")
    assert done.returncode != 0
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "sheets.pdf").exists()


def test_a_full_disk_leaves_what_was_there(run: Run, tmp_path: Path) -> None:
    assert run("print", "scores", "--out", "scores.pdf").returncode == 0
    before = (tmp_path / "scores.pdf").read_bytes()
    assert run("print", "scores", "--out", "scores.pdf", file_limit=500).returncode == 1
    assert (tmp_path / "scores.pdf").read_bytes() == before
