"""The doors as one object file: Numba is the front end, LLVM sees them and all they call at once.

`building` runs this with NUMBA_OPT=0, so that Numba leaves the code as it has translated it: nothing in it
knows of this machine yet.
"""

import re
import sys
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from numba.core import types

from dalapapa.kernel import doors

LEVEL = 3
_LETTERS = {types.int64: "i64", types.float64: "double", types.boolean: "i8", types.none: "ptr"}


NAMES = [
    name
    for name, door in vars(doors).items()
    if hasattr(door, "overloads") and door.__module__ == doors.__name__ and not name.startswith("_")
]


def object_file(machine: Any, passes: int = 1) -> bytes:
    """The doors for a machine, from what Numba says here and now, without anything that is not theirs."""
    head = f'target datalayout = "{machine.target_data}"\ntarget triple = "{machine.triple}"\n'
    whole = llvm.parse_assembly(head)
    entries = head
    for name in NAMES:
        door = getattr(doors, name)
        (signature,) = door.nopython_signatures
        compiled = door.overloads[signature.args]
        entries += _entry(name, signature, compiled.fndesc.llvm_func_name)
        whole.link_in(llvm.parse_assembly(head + _without_target(compiled.library.get_llvm_str())))
    whole.link_in(llvm.parse_assembly(entries))
    for value in (*whole.functions, *whole.global_variables):
        if not value.is_declaration and value.name not in NAMES:
            value.linkage = "internal"
    whole.verify()
    _optimise(whole, machine, passes)
    emitted: bytes = machine.emit_object(whole)
    return emitted


def this_machine() -> bytes:
    """The doors for this machine, and whatever its processor can do."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=LEVEL,
        reloc="pic",
        codemodel="default",
    )
    return object_file(machine)


def _without_target(code: str) -> str:
    return re.sub(r"^target .*$", "", code, flags=re.MULTILINE)


def _entry(name: str, signature: Any, symbol: str) -> str:
    """The way in from C for a door: an array is a pointer and a length; what comes out is a number.

    Behind it Numba wants room for the result and for an exception (of which the kernel has none), and an
    array as memory, owner, count, bytes an item, data, shape and strides.
    """
    taken, passed = [], ["ptr %result", "ptr %error"]
    for number, kind in enumerate(signature.args):
        one = f"%a{number}"
        if isinstance(kind, types.Array):
            size = kind.dtype.bitwidth // 8
            taken += [f"ptr {one}", f"i64 {one}n"]
            passed += ["ptr null", "ptr null", f"i64 {one}n", f"i64 {size}"]
            passed += [f"ptr {one}", f"i64 {one}n", f"i64 {size}"]
        else:
            taken.append(f"{_LETTERS[kind]} {one}")
            passed.append(taken[-1])
    given = _LETTERS[signature.return_type]
    lines = [f"%result = alloca {given}", "%error = alloca ptr"]
    lines.append(f'call i32 @"{symbol}"({", ".join(passed)})')
    match given:
        case "i64":
            lines += ["%found = load i64, ptr %result", "ret i64 %found"]
        case "i8":
            lines += ["%bit = load i8, ptr %result", "%found = zext i8 %bit to i64", "ret i64 %found"]
        case _:
            lines.append("ret i64 0")
    kinds = ", ".join(one.split()[0] for one in passed)
    body = "\n  ".join(lines)
    return f'declare i32 @"{symbol}"({kinds})\ndefine i64 @{name}({", ".join(taken)}) {{\n  {body}\n}}\n'


def _optimise(whole: Any, machine: Any, passes: int) -> None:
    tuning = llvm.create_pipeline_tuning_options(LEVEL)
    tuning.loop_vectorization = tuning.slp_vectorization = tuning.loop_unrolling = True
    builder = llvm.create_pass_builder(machine, tuning)
    for _ in range(passes):
        builder.getModulePassManager().run(whole, builder)


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(this_machine())
