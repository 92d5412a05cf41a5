"""Cold starts: what is imported, where compiled code is kept, and who waits."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dalapapa import kernel
from dalapapa.kernel.cache import cache_directory, digest_of, first_writable


@pytest.mark.parametrize(
    "name",
    [
        "dalapapa",
        "dalapapa.rules",
        "dalapapa.kernel",
        "dalapapa.kernel.constants",
        "dalapapa.kernel.packing",
        "dalapapa.bots",
        "dalapapa.bots.playing",
        "dalapapa.bots.arena.contest",
        "dalapapa.cli.app",
    ],
)
def test_importing_needs_neither_numpy_nor_numba(name: str) -> None:
    code = f"import sys; sys.modules['numpy'] = sys.modules['numba'] = None; import {name}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stderr == ""


def test_without_numba_the_kernel_says_so() -> None:
    code = "import sys; sys.modules['numba'] = None; from dalapapa import kernel; print(kernel.available())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
    assert kernel.available()


def test_ready_after_warming_in_the_background() -> None:
    thread = kernel.warm_in_background()
    assert kernel.warm_in_background() is thread
    thread.join(timeout=300)
    assert kernel.ready()


def test_the_cache_goes_where_it_is_asked_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "new"))
    cache_directory.cache_clear()
    try:
        place = cache_directory()
    finally:
        cache_directory.cache_clear()
    assert place.parent == tmp_path / "new"
    assert place.is_dir()


def test_the_cache_moves_on_where_nothing_can_be_written(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("not a directory")
    assert first_writable([file / "below", tmp_path / "user"], "code") == tmp_path / "user" / "code"
    temporary = first_writable([file / "below", file], "code")
    assert tmp_path not in temporary.parents
    temporary.mkdir()
    assert os.access(temporary, os.W_OK)


def test_a_changed_source_has_another_name(tmp_path: Path) -> None:
    """Whether it is the caller's file or that of the functions it calls."""
    caller, called = tmp_path / "caller", tmp_path / "called"
    for folder in (caller, called):
        folder.mkdir()
        (folder / "code.py").write_text("1")
    names = {digest_of((caller, called))}
    for folder in (caller, called):
        (folder / "code.py").write_text("2")
        names.add(digest_of((caller, called)))
    assert len(names) == 3
