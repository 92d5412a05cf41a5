"""The doors of `dalapapa.kernel.doors` for this machine: loaded by LLVM, without what has compiled them."""

from collections.abc import Callable
from ctypes import CFUNCTYPE, c_int64
from typing import Any

import llvmlite.binding as llvm

from dalapapa.kernel.calling import door
from dalapapa.kernel.native.building import for_this_machine


def _loaded() -> Any:
    """The compiled code in memory; it stays there for as long as this is kept."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    processor, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    content = for_this_machine(processor, features).read_bytes()
    machine = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(content))
    engine.finalize_object()
    return engine


_engine = _loaded()


def __getattr__(name: str) -> Callable[..., int]:
    """A door by its name, kept for the next time."""
    if name.startswith("_") or not (address := _engine.get_function_address(name)):
        raise AttributeError(f"the kernel has no door {name}")
    found = globals()[name] = door(CFUNCTYPE(c_int64)(address))
    return found
