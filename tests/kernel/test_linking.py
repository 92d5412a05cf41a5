"""The linker for the kernel's WebAssembly: what it cannot link it refuses, rather than link it wrong."""

import llvmlite.binding as llvm
import pytest

from dalapapa.kernel.wasm.compiling import TRIPLE
from dalapapa.kernel.wasm.linking import LinkError, side_module


def compiled(code: str) -> bytes:
    """An object file of LLVM's language."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(reloc="pic")
    module = llvm.parse_assembly(f'target triple = "{TRIPLE}"\n{code}')
    made: bytes = machine.emit_object(module)
    return made


TABLE = "@table = internal constant [2 x i64] [i64 7, i64 9]"
LOOK = """define i64 @look(i32 %n) {
  %at = getelementptr [2 x i64], ptr @table, i32 0, i32 %n
  %found = load i64, ptr %at
  ret i64 %found
}"""


def test_a_function_and_its_data() -> None:
    module = side_module(compiled(f"{TABLE}\n{LOOK}"), ["look"])
    assert module[:8] == b"\0asm\1\0\0\0"
    assert module[11:19] == b"dylink.0"
    assert b"\x04look\0" in module
    assert (7).to_bytes(8, "little") + (9).to_bytes(8, "little") in module


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (
            f"{TABLE}\n{LOOK}\ndeclare void @gone()\ndefine void @go() {{ call void @gone() ret void }}",
            "lacks function 0",
        ),
        ("@here = internal constant i32 1\n@there = constant ptr @here", "points somewhere"),
    ],
)
def test_what_needs_a_real_linker(code: str, words: str) -> None:
    with pytest.raises(LinkError, match=words):
        side_module(compiled(code), [])
