"""The same kernel as WebAssembly, for where Numba cannot go: compiled from the same source, asked the same.

`compiling` makes the module and `building` keeps it; `doors` is how Python in a browser calls it.
"""
