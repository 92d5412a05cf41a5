"""The kernel as one object file for this machine, compiled once: who only plays needs no compiler in memory.

`compiling` makes it with Numba and LLVM, `building` keeps it, `doors` loads it and calls it.
"""
