"""Keeps what the kernel is compiled to: made once for its sources and the tools it comes from."""

import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from dalapapa.kernel.cache import cache_directory

HERE = Path(__file__).parent


def kept(name: str, program: str, beside: Sequence[Path] = ()) -> Path:
    """A file that a program of ours makes, made where there is none yet for these sources and this Numba."""
    tools = "-".join(version(tool) for tool in ("numba", "llvmlite"))
    path = cache_directory(HERE, *beside) / f"{tools}{name}"
    if not path.exists():
        make(path, program)
    return path


def make(path: Path, program: str) -> None:
    """Make the file in a process of its own: compiling would hold up every thread of this one."""
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / "made"
        # Numba leaves the code as it has translated it: LLVM sees all of it at once afterwards.
        plain = {**os.environ, "NUMBA_OPT": "0", "NUMBA_DISABLE_JIT": "0", "NUMBA_CACHE_DIR": folder}
        # What Numba cannot cache for this machine, as it warns many times, is not wanted here.
        command = [sys.executable, "-W", "ignore", "-m", program, str(fresh)]
        subprocess.run(command, env=plain, check=True, stdin=subprocess.DEVNULL)
        part = path.with_suffix(f".{os.getpid()}")
        part.write_bytes(fresh.read_bytes())
        part.replace(path)


def for_this_machine(processor: str, features: str) -> Path:
    """The object file for a processor that can do this: another one may not understand it."""
    what = hashlib.sha256(f"{processor} {features}".encode()).hexdigest()[:16]
    return kept(f"-{what}.o", "dalapapa.kernel.native.compiling")
