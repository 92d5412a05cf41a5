"""A disk that loses power: what was flushed stays, and of what was not, anything may be missing.

A process runs with `powercut.c` preloaded, which writes down what it asks of its disk. After its death `cut`
makes the files what they might be when the machine comes up again: every write since the last flush is there,
missing, or torn at a sector's edge, each by lot; a file made since its folder was flushed may not be there.
"""

import os
import random
import shutil
import struct
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

SECTOR = 512
_HEAD = struct.Struct("<cIQQ")


@dataclass(frozen=True, slots=True)
class Request:
    """One thing that was asked of the disk."""

    kind: str  # create, write, truncate, flush, unlink: their first letters
    path: Path
    offset: int
    data: bytes


def build(folder: Path) -> Path:
    """Compile the library to preload."""
    library = folder / "powercut.so"
    source = Path(__file__).with_name("powercut.c")
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    return library


def requests(log: Path) -> Iterator[Request]:
    """What a log says, in order; a last record that death cut short was never asked."""
    raw = log.read_bytes() if log.exists() else b""
    at = 0
    while at + _HEAD.size <= len(raw):
        kind, name_length, offset, length = _HEAD.unpack_from(raw, at)
        at += _HEAD.size
        name = raw[at : at + name_length]
        at += name_length
        size = length if kind == b"w" else 0
        if at + size > len(raw):
            return
        yield Request(kind.decode(), Path(name.decode()), offset, raw[at : at + size])
        at += size


def forget(log: Path) -> None:
    """Empty a log: processes that live on go on writing to the same file."""
    if log.exists():
        os.truncate(log, 0)


@dataclass
class Disk:
    """A folder's files as the platters have them, and what they have been asked since."""

    folder: Path
    kept: dict[Path, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.folder = self.folder.resolve()
        self.kept = {path: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}

    def cut(self, log: Path, rng: random.Random) -> int:
        """Make the folder what a power cut might leave of it; gives how many requests were not flushed."""
        unflushed: dict[Path, list[Request]] = defaultdict(list)
        names: dict[Path, bool] = {}  # files made or removed since the folder was flushed: whether they exist
        for request in requests(log):
            if request.kind == "f" and request.path == self.folder:
                self._settle(names)
                names = {}
            elif request.kind == "f":
                kept = self.kept.get(request.path, b"")
                for one in unflushed.pop(request.path, ()):
                    kept = _apply(kept, one)
                self.kept[request.path] = kept
            elif request.kind in "cu":
                names[request.path] = request.kind == "c"
                if request.kind == "c":
                    self.kept[request.path] = b""
                unflushed.pop(request.path, None)
            else:
                unflushed[request.path].append(request)
        lost = sum(map(len, unflushed.values()))
        for path, waiting in unflushed.items():
            kept = self.kept.get(path, b"")
            for one in waiting:
                kept = _perhaps(kept, one, rng)
            self.kept[path] = kept
        self._settle({path: exists for path, exists in names.items() if rng.random() < 0.5})
        for path in [path for path, exists in names.items() if exists and rng.random() < 0.5]:
            self.kept.pop(path, None)
        shutil.rmtree(self.folder)
        self.folder.mkdir()
        for path, content in self.kept.items():
            path.write_bytes(content)
        forget(log)
        return lost

    def _settle(self, names: dict[Path, bool]) -> None:
        for path, exists in names.items():
            if not exists:
                self.kept.pop(path, None)


def _apply(kept: bytes, request: Request) -> bytes:
    if request.kind == "t":
        return kept[: request.offset].ljust(request.offset, b"\0")
    start, data = request.offset, request.data
    return kept[:start].ljust(start, b"\0") + data + kept[start + len(data) :]


def _perhaps(kept: bytes, request: Request, rng: random.Random) -> bytes:
    """A request that was not flushed: done, not done, or done for some of its sectors."""
    fate = rng.random()
    if fate < 0.4 or (fate < 0.6 and request.kind == "t"):
        return kept
    if fate < 0.8 and request.kind == "w":
        for start in range(0, len(request.data), SECTOR):
            if rng.random() < 0.5:
                piece = request.data[start : start + SECTOR]
                kept = _apply(kept, Request("w", request.path, request.offset + start, piece))
        return kept
    return _apply(kept, request)
