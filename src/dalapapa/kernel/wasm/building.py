"""Keeps the WebAssembly module: `python -m dalapapa.kernel.wasm.building FILE` puts it into a file."""

import sys
from pathlib import Path

from dalapapa.kernel.native.building import kept

PROGRAM = "dalapapa.kernel.wasm.compiling"


def built() -> Path:
    """The module, made where there is none yet for these sources and this Numba."""
    return kept(".wasm", PROGRAM, [Path(__file__).parent])


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(built().read_bytes())
