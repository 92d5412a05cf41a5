"""The kernel's WebAssembly is the same, byte for byte, whenever it is made."""

from pathlib import Path

from dalapapa.kernel.native.building import make
from dalapapa.kernel.wasm.building import PROGRAM, built


def test_the_same_bytes_again(tmp_path: Path) -> None:
    again = tmp_path / "kernel.wasm"
    make(again, PROGRAM)
    assert again.read_bytes() == built().read_bytes()
