"""The doors as WebAssembly, by LLVM's back end for wasm32: the module is the same wherever it is made."""

import sys
from pathlib import Path

import llvmlite.binding as llvm

from dalapapa.kernel.native.compiling import LEVEL, NAMES, object_file
from dalapapa.kernel.wasm.linking import side_module

TRIPLE = "wasm32-unknown-emscripten"
_PASSES = 2  # the second finds what the first has laid bare


def module() -> bytes:
    """The module, from what Numba says here and now."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu="generic", features="+simd128", opt=LEVEL, reloc="pic", codemodel="default"
    )
    return side_module(object_file(machine, _PASSES), NAMES)


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(module())
