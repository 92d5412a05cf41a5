"""Where compiled code is kept on disk."""

import hashlib
import os
import tempfile
from functools import cache
from pathlib import Path

_HERE = Path(__file__).parent


def _digest() -> str:
    """Names the sources: Numba sees a change in a function's own file, not in those it calls."""
    text = hashlib.sha256()
    for path in sorted(_HERE.glob("*.py")):
        text.update(path.read_bytes())
    return text.hexdigest()[:16]


@cache
def cache_directory() -> Path:
    """The first place that can be written: NUMBA_CACHE_DIR, this package's, the user's, a temporary one."""
    asked = os.environ.get("NUMBA_CACHE_DIR")
    users = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    bases = [Path(asked)] if asked else []
    bases += [_HERE / "__pycache__", Path(users) / "dalapapa"]
    for base in bases:
        place = base / f"kernel-{_digest()}"
        try:
            place.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=place):
                return place
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="dalapapa-")) / f"kernel-{_digest()}"
