import hashlib
import json
from pathlib import Path

from dalapapa.rules import classic

from .conftest import Run


def test_json_lists_the_classic_set(run: Run) -> None:
    listed = json.loads(run("tiles", "--json").stdout)
    assert listed["name"] == "classic"
    assert [tile["id"] for tile in listed["tiles"]] == list(range(120))
    text = "".join(
        " ".join("".join(word[0] for word in face) for face in tile["faces"]) + "\n"
        for tile in listed["tiles"]
    )
    assert hashlib.sha256(text.encode()).hexdigest() == (
        "07416d176073b46f35a71d8236f25042d831dd13bba8414e8addd7f568cd167a"
    )


def test_the_table_has_a_row_a_tile_and_the_fingerprint(run: Run) -> None:
    shown = run("tiles").stdout
    for tile in classic().tiles:
        assert str(tile).split()[0] in shown
    assert classic().fingerprint in shown


def _toml(name: str, lines: list[str]) -> str:
    tiles = ""
    for tile, line in enumerate(lines):
        front, back = line.split()
        tiles += f'[[tile]]\nfamily = "f{tile // 24}"\nfront = "{front}"\nback = "{back}"\n'
    return f'name = "{name}"\n{tiles}'


def test_a_copy_of_the_set_passes_the_check_and_can_be_played(run: Run, tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text(_toml("my box", str(classic()).splitlines()))
    assert (
        run("tiles", "check", "box.toml").stdout == "box.toml: 120 tiles, all known facts of the box hold\n"
    )
    done = run("simulate", "--games", 1, "--tile-set", "box.toml", "--out", "g.jsonl")
    assert done.returncode == 0
    assert run("verify", "g.jsonl", "--tile-set", "box.toml").stdout == "1 game verified\n"
    assert "'my box'" in run("verify", "g.jsonl").stderr


def test_broken_facts_are_named_one_by_one(run: Run, tmp_path: Path) -> None:
    lines = [*str(classic()).splitlines()[:23], "rrrrrrr ggggggg"]
    (tmp_path / "box.toml").write_text(_toml("half a box", lines))
    done = run("tiles", "check", "box.toml")
    assert done.returncode == 1
    assert "this set has 24" in done.stdout
    assert "the front of tile 23 shows 1" in done.stdout
    assert "the back of tile 23 shows 1" in done.stdout
    assert "tile 23 has no blue and yellow" in done.stdout
    played = run("simulate", "--games", 1, "--tile-set", "box.toml", "--out", "g.jsonl")
    assert played.returncode == 0
    assert "facts of the real box do not hold" in played.stderr


def test_a_slip_is_refused_with_its_line_and_tile(run: Run, tmp_path: Path) -> None:
    lines = str(classic()).splitlines()
    lines[1] = "rrrrbgx yyyybgb"
    (tmp_path / "box.toml").write_text(_toml("my box", lines))
    done = run("tiles", "check", "box.toml")
    assert done.returncode == 1
    assert done.stderr == (
        "dalapapa: box.toml: line 6, tile 1: 'front': unknown colour 'x': "
        "the colours are red, green, blue and yellow\n"
    )
    assert run("tiles", "check", "absent.toml").stderr == "dalapapa: absent.toml: No such file or directory\n"
