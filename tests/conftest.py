import io
import os
import random
import secrets
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

# Before anybody imports it: its asserts are those of tests in several rooms.
pytest.register_assert_rewrite("tests.service.promises")

# Started in the background by a script a process ignores Ctrl-C, and so would all that the tests press it at.
signal.signal(signal.SIGINT, signal.default_int_handler)

Done = subprocess.CompletedProcess[str]
Run = Callable[..., Done]


@pytest.fixture
def lot(request: pytest.FixtureRequest) -> str:
    """What all chance in a test hangs on; `LOTS=2 make test` draws other lots."""
    return f"{request.node.nodeid} {os.environ.get('LOTS', '')}"


@pytest.fixture(autouse=True)
def lots(lot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test meets the same bags, ids and bots' lots every time: what it finds, it finds again."""
    drawn = random.Random(lot)
    monkeypatch.setattr(secrets, "token_bytes", lambda size=32: drawn.randbytes(size))
    monkeypatch.setattr(secrets, "randbits", drawn.getrandbits)


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Run `dalapapa` in this process, where all is loaded: for what does not depend on one of its own."""
    from dalapapa.cli import main

    monkeypatch.chdir(tmp_path)

    def start(*arguments: object, stdin: bytes = b"") -> Done:
        words = ["dalapapa", *map(str, arguments)]
        monkeypatch.setattr(sys, "argv", words)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capfd.readouterr()
        return Done(words, ended.value.code if isinstance(ended.value.code, int) else 0, out, err)

    return start
