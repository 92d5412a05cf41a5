"""The same source gives the same games when it is not compiled."""

import os
import subprocess
import sys
from pathlib import Path

from tests.agreement.uncompiled import games

ROOT = Path(__file__).parents[2]


def test_the_same_games_without_compiling() -> None:
    plain = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.agreement.uncompiled"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert plain.stderr == ""
    lines = plain.stdout.splitlines()
    assert lines[0] == "not compiled"
    assert lines[1:] == games()
    assert len(lines) > 20
