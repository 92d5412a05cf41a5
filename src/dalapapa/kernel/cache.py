"""Where compiled code is kept on disk."""

import hashlib
import os
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent


def digest_of(folders: Iterable[Path]) -> str:
    """Names the sources: Numba sees a change in a function's own file, not in those it calls."""
    text = hashlib.sha256()
    for folder in sorted(set(folders)):
        for path in sorted(folder.glob("*.py")):
            text.update(path.read_bytes())
    return text.hexdigest()[:16]


def first_writable(bases: Iterable[Path], name: str) -> Path:
    """A folder of this name in the first place that can be written; where none can, in a temporary one."""
    for base in bases:
        place = base / name
        try:
            place.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=place):
                return place
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="dalapapa-")) / name


@cache
def cache_directory(*beside: Path) -> Path:
    """For the compiled functions of the kernel, and of folders that use it.

    It is in NUMBA_CACHE_DIR, this package's folder, the user's cache, or a temporary place.
    """
    asked = os.environ.get("NUMBA_CACHE_DIR")
    users = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    bases = [Path(asked)] if asked else []
    bases += [HERE / "__pycache__", Path(users) / "dalapapa"]
    return first_writable(bases, f"kernel-{digest_of((HERE, *beside))}")
