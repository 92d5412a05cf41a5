import hashlib
import json
import shlex
import subprocess
import sys
from pathlib import Path

from dalapapa.bots import BOTS
from dalapapa.rules import classic
from tests.conftest import Run


def test_json_lists_the_classic_set(call: Run) -> None:
    listed = json.loads(call("tiles", "--json").stdout)
    assert listed["name"] == "classic"
    assert [tile["id"] for tile in listed["tiles"]] == list(range(120))
    text = "".join(
        " ".join("".join(word[0] for word in face) for face in tile["faces"]) + "\n"
        for tile in listed["tiles"]
    )
    assert hashlib.sha256(text.encode()).hexdigest() == (
        "07416d176073b46f35a71d8236f25042d831dd13bba8414e8addd7f568cd167a"
    )


def test_the_table_has_a_row_a_tile_and_the_fingerprint(call: Run) -> None:
    shown = call("tiles").stdout
    for tile in classic().tiles:
        assert str(tile).split()[0] in shown
    assert classic().fingerprint in shown


def _toml(name: str, lines: list[str]) -> str:
    tiles = ""
    for tile, line in enumerate(lines):
        front, back = line.split()
        tiles += f'[[tile]]\nfamily = "f{tile // 24}"\nfront = "{front}"\nback = "{back}"\n'
    return f'name = "{name}"\n{tiles}'


def test_a_copy_of_the_set_passes_the_check_and_can_be_played(call: Run, tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text(_toml("my box", str(classic()).splitlines()))
    assert (
        call("tiles", "check", "box.toml").stdout == "box.toml: 120 tiles, all known facts of the box hold\n"
    )
    done = call("simulate", "--games", 1, "--tile-set", "box.toml", "--out", "g.jsonl")
    assert done.returncode == 0
    assert call("verify", "g.jsonl", "--tile-set", "box.toml").stdout == "1 game verified\n"
    assert call("verify", "g.jsonl").stdout == "1 game verified\n"  # the record has its tiles
    assert "'my box'" in call("verify", "g.jsonl", "--tile-set", "classic-72").stderr


def test_broken_facts_are_named_one_by_one(call: Run, tmp_path: Path) -> None:
    lines = [*str(classic()).splitlines()[:23], "rrrrrrr ggggggg"]
    (tmp_path / "box.toml").write_text(_toml("half a box", lines))
    done = call("tiles", "check", "box.toml")
    assert done.returncode == 1
    assert "this set has 24" in done.stdout
    assert "the front of tile 23 shows 1" in done.stdout
    assert "the back of tile 23 shows 1" in done.stdout
    assert "tile 23 has no blue and yellow" in done.stdout
    played = call("simulate", "--games", 1, "--tile-set", "box.toml", "--out", "g.jsonl")
    assert played.returncode == 0
    assert "facts of the real box do not hold" in played.stderr


def test_a_slip_is_refused_with_its_line_and_tile(call: Run, tmp_path: Path) -> None:
    lines = str(classic()).splitlines()
    lines[1] = "rrrrbgx yyyybgb"
    (tmp_path / "box.toml").write_text(_toml("my box", lines))
    done = call("tiles", "check", "box.toml")
    assert done.returncode == 1
    assert done.stderr == (
        "dalapapa: box.toml: line 6, tile 1: 'front': unknown colour 'x': "
        "the colours are red, green, blue and yellow\n"
    )
    assert (
        call("tiles", "check", "absent.toml").stderr == "dalapapa: absent.toml: No such file or directory\n"
    )


def _one_colour_each(tmp_path: Path) -> Path:
    """Twelve tiles of one colour each: most fit nowhere in set-up (R3.3)."""
    box = tmp_path / "mono.toml"
    box.write_text(_toml("mono Zoë", [f"{colour * 7} {colour * 7}" for colour in "rgby" * 3]))
    return box


def test_every_bot_can_be_without_a_place_in_set_up(call: Run, tmp_path: Path) -> None:
    box = _one_colour_each(tmp_path)
    for bot in BOTS:
        done = call("simulate", "--bots", f"{bot},{bot},{bot}", "--tile-set", box, "--out", "g.jsonl")
        assert done.returncode == 0, done.stderr
        assert call("verify", "g.jsonl", "--tile-set", box).stdout == "1 game verified\n"
        record = json.loads((tmp_path / "g.jsonl").read_text())
        assert len(record["setup"]) < 3
        for turn in record["turns"]:
            del turn["drawn"]
        unfinished = {key: record[key] for key in record if key not in ("bag", "result")} | {"turns": []}
        (tmp_path / "hidden.jsonl").write_text(json.dumps(unfinished | {"turns": record["turns"][:1]}))
        assert call("verify", "hidden.jsonl", "--tile-set", box).returncode == 0


def test_records_of_any_set_are_verified_without_its_file(call: Run, tmp_path: Path) -> None:
    for tile_set in (_one_colour_each(tmp_path), "classic-72"):
        assert call("simulate", "--tile-set", tile_set, "--out", "g.jsonl").returncode == 0
        assert call("verify", "g.jsonl").stdout == "1 game verified\n"
        assert call("verify", "g.jsonl", "--tile-set", tile_set).returncode == 0
        assert call("show", "g.jsonl").returncode == 0
    assert json.loads((tmp_path / "g.jsonl").read_text())["tile_set"] == "classic-72"
    listed = json.loads(call("tiles", "--json", "--tile-set", "classic-72").stdout)
    assert {tile["family"] for tile in listed["tiles"]} == {"angle", "corner", "zigzag"}
    assert len(listed["tiles"]) == 72


def test_a_contest_with_a_set_of_ones_own_is_another_contest(call: Run, tmp_path: Path) -> None:
    box = _one_colour_each(tmp_path)
    contest = ("arena", "--bots", "greedy,random", "--games", 2, "--jobs", 1, "--json", "--out", "log.jsonl")
    assert json.loads(call(*contest, "--tile-set", box).stdout)["tile_set"] == "mono Zoë"
    assert json.loads(call(*contest, "--tile-set", box).stdout)["games"] == 2
    assert "holds another contest (tile_set_sha256 " in call(*contest).stderr
    assert call(*contest[:-1], "classic.jsonl").returncode == 0
    assert "(tile_set_sha256 classic, not " in call(*contest[:-1], "classic.jsonl", "--tile-set", box).stderr


def test_what_is_shown_of_a_set_cannot_steer_the_terminal(call: Run, tmp_path: Path) -> None:
    box = tmp_path / "odd.toml"
    odd = _toml("odd", str(classic()).splitlines()).replace('"f0"', '"[/x]\\u001b[31m"')
    box.write_text(odd)
    shown = call("tiles", "--tile-set", box).stdout
    assert "[/x]�[31m" in shown
    assert "\x1b" not in shown


def test_the_same_game_again_is_the_same_game(call: Run, tmp_path: Path) -> None:
    box = _one_colour_each(tmp_path)
    first = call("watch", "--bots", "random,random", "--tile-set", box, "--seed", 4).stdout
    again = shlex.split(first.splitlines()[-1].partition("dalapapa ")[2])
    assert call(*again).stdout == first


def test_streams_that_are_closed_or_know_few_letters(tmp_path: Path) -> None:
    box = _one_colour_each(tmp_path)
    me = f"{sys.executable} -m dalapapa"
    for command, code in (
        (f"{me} tiles >&-", 0),
        (f"{me} verify - <&-", 1),
        (f"{me} tiles nothing 2>&-", 2),
        (f"PYTHONIOENCODING=ascii {me} watch --bots random,random --tile-set {box}", 0),
        (f"PYTHONIOENCODING=ascii {me} tiles --tile-set {box}", 0),
    ):
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True)
        assert (done.returncode, "Traceback" in done.stderr) == (code, False), (command, done.stderr)
    # What programs read is UTF-8 all the same.
    script = f"PYTHONIOENCODING=ascii {me} simulate --bots random,random --tile-set {box} --out -"
    written = subprocess.run(["sh", "-c", script], capture_output=True).stdout
    assert json.loads(written.decode())["tile_set"] == "mono Zoë"
