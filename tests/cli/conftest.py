"""Running the command as a person does: a process of its own, its output and its exit code."""

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Done, Run

Interrupt = Callable[..., Done]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run `dalapapa` in a folder of its own; `file_limit` makes its disk full after so many bytes."""

    def start(*arguments: object, stdin: bytes = b"", file_limit: int = 0, timeout: float = 120) -> Done:
        def limit() -> None:
            if file_limit:
                resource.setrlimit(resource.RLIMIT_FSIZE, (file_limit, file_limit))

        done = subprocess.run(
            [sys.executable, "-m", "dalapapa", *map(str, arguments)],
            cwd=tmp_path,
            input=stdin,
            capture_output=True,
            preexec_fn=limit,
            timeout=timeout,
        )
        out, err = done.stdout.decode(), done.stderr.decode()
        assert "Traceback" not in err, err
        return Done(done.args, done.returncode, out, err)

    return start


@pytest.fixture
def interrupt(tmp_path: Path) -> Interrupt:
    """Run `dalapapa` and press Ctrl-C as soon as `when` says so."""

    def start(*arguments: object, when: Callable[[], bool]) -> Done:
        with subprocess.Popen(
            [sys.executable, "-m", "dalapapa", *map(str, arguments)],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                while not when():
                    assert process.poll() is None, "it ended by itself"
                    time.sleep(0.02)
                os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the whole family
                out, err = process.communicate(timeout=60)
            finally:
                process.kill()
        assert "Traceback" not in err, err
        return Done(process.args, process.returncode, out, err)

    return start


@pytest.fixture
def games(call: Run, tmp_path: Path) -> Path:
    """A file with three recorded games."""
    file = tmp_path / "games.jsonl"
    game = ("simulate", "--games", 3, "--bots", "greedy,random", "--seed", 5, "--jobs", 1)
    done = call(*game, "--out", file)
    assert done.returncode == 0, done.stderr
    return file
