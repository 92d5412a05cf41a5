"""Cold starts: what is imported, where compiled code is kept, and who waits."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dalapapa import kernel
from dalapapa.kernel import cache


@pytest.mark.parametrize(
    "name", ["dalapapa", "dalapapa.rules", "dalapapa.bots", "dalapapa.kernel", "dalapapa.cli.app"]
)
def test_importing_does_not_import_numba(name: str) -> None:
    code = f"import sys, {name}; print('numba' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "False\n"


def test_ready_after_warming_in_the_background() -> None:
    thread = kernel.warm_in_background()
    assert kernel.warm_in_background() is thread
    thread.join(timeout=300)
    assert kernel.ready()
    assert "dalapapa.kernel.api" in sys.modules


def test_the_cache_goes_where_it_is_asked_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "new"))
    cache.cache_directory.cache_clear()
    try:
        place = cache.cache_directory()
    finally:
        cache.cache_directory.cache_clear()
    assert place.parent == tmp_path / "new"
    assert place.is_dir()


def test_the_cache_moves_on_where_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("not a directory")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(file / "below"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    monkeypatch.setattr(cache, "_HERE", file)
    cache.cache_directory.cache_clear()
    try:
        assert cache.cache_directory().parent == tmp_path / "user" / "dalapapa"
        cache.cache_directory.cache_clear()
        monkeypatch.setenv("XDG_CACHE_HOME", str(file))
        temporary = cache.cache_directory()
    finally:
        cache.cache_directory.cache_clear()
    assert tmp_path not in temporary.parents
    temporary.mkdir()
    assert os.access(temporary, os.W_OK)
