"""A virtual environment with the built wheel in it, and nothing that is not put there on purpose."""

import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from shutil import copyfile
from venv import EnvBuilder

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")


def build_wheel(folder: Path) -> Path:
    """The wheel of this project, built without network."""
    offline = ("--no-index", "--no-deps", "--no-build-isolation")
    subprocess.run([*PIP, "wheel", *offline, "--wheel-dir", folder, ROOT], check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


class Environment:
    """An empty environment with the wheel installed; there is no index, so a dependency would fail."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        EnvBuilder(symlinks=True).create(folder)
        self.programs = folder / "bin"
        self.python = self.programs / "python"
        subprocess.run([*PIP, "--python", self.python, "install", "--no-index", wheel], check=True)
        (self.packages,) = folder.glob("lib/python*/site-packages")

    def run(self, *command: object, folder: Path) -> subprocess.CompletedProcess[str]:
        """Run a program of this environment, or `python -I …` when the first word is a flag."""
        first, *rest = map(str, command)
        program = [self.python, "-I", first] if first.startswith("-") else [self.programs / first]
        return subprocess.run([*program, *rest], cwd=folder, capture_output=True, text=True, timeout=300)


def lend(folder: Path, *names: str) -> None:
    """Copy packages that are installed here, with all that they need, to another folder."""
    for name in closure(*names):
        for file in distribution(name).files or ():
            if ".." not in file.parts and "__pycache__" not in file.parts:
                target = folder / file
                target.parent.mkdir(parents=True, exist_ok=True)
                copyfile(file.locate(), target)


def closure(*names: str) -> set[str]:
    """The packages with all that they need, and what these need."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name not in found:
            found.add(name)
            waiting += [
                line.name for line in needs(name) if not line.marker or line.marker.evaluate({"extra": ""})
            ]
    return found


def needs(name: str) -> Iterator[Requirement]:
    """What a package says that it needs, with its extras."""
    return map(Requirement, distribution(name).requires or ())
