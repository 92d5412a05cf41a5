"""The import contract: what no row allows is found, however it is imported and whatever it is called."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CONFIG = """
[tool.importlinter]
root_package = "house"
include_external_packages = true
contract_types = ["rooms: scripts.contracts.RoomsContract"]
[[tool.importlinter.contracts]]
name = "rooms"
type = "rooms"
[tool.importlinter.contracts.rows]
cellar = []
hall = ["cellar", "granite"]
"hall.window" = ["glass"]
"""


def lint(folder: Path, files: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Lint a house of two rooms with these files in it."""
    (folder / "pyproject.toml").write_text(CONFIG)
    house = {"__init__": "", "cellar/__init__": "", "hall/__init__": "", "hall/window": ""}
    for name, text in (house | files).items():
        path = folder / "house" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-logo", "--no-cache"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}"},
        capture_output=True,
        text=True,
    )


def test_what_the_rows_list_is_allowed(tmp_path: Path) -> None:
    files = {
        "cellar/__init__": "import json, xml.etree.ElementTree\nfrom house.cellar import wine",
        "cellar/wine": "import house\nfrom . import __doc__",
        "hall/__init__": "import granite.slab\nfrom house import cellar",
        "hall/window": "import glass, granite\nfrom house.cellar.wine import red",
    }
    done = lint(tmp_path, files)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        (
            "cellar/__init__",
            "import nobody_thought_of_it",
            "house.cellar may not import nobody_thought_of_it",
        ),
        (
            "cellar/wine",
            "def f():\n    from numpy import sin",
            "house.cellar.wine may not import numpy (line 2)",
        ),
        (
            "cellar/wine",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import numpy.typing",
            "house.cellar.wine may not import numpy (line 3)",
        ),
        ("cellar/wine", "import granite", "house.cellar.wine may not import granite"),
        ("cellar/wine", "from .. import hall", "house.cellar.wine may not import house.hall"),
        ("cellar/wine", "import house.hall.window", "house.cellar.wine may not import house.hall.window"),
        ("hall/__init__", "import glass", "house.hall may not import glass"),
        ("attic/__init__", "import json", "house.attic may not import json"),
        ("attic/__init__", "from house import cellar", "house.attic may not import house.cellar"),
        ("__init__", "from house import cellar", "house may not import house.cellar"),
    ],
)
def test_what_no_row_lists_is_found(tmp_path: Path, name: str, text: str, words: str) -> None:
    done = lint(tmp_path, {name: text})
    assert done.returncode == 1
    assert words in " ".join(done.stdout.split())
