"""How kernel functions are compiled: without the GIL, cached on disk.

A door, which takes arrays, is compiled or loaded at once, and has in it all that it calls. Those inner
functions wait until something has to be compiled: where the cache has every door, nobody needs them.
With NUMBA_DISABLE_JIT=1 they run as the plain Python they are.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, TypeVar

import numba
import numpy as np
from numba.core import cgutils, event
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from dalapapa.kernel.cache import cache_directory

types: Any = numba.core.types

Function = TypeVar("Function", bound=Callable[..., Any])


class _How:
    """Marks an annotation with the type a value has in compiled code."""

    def __init__(self, compiled_type: Any) -> None:
        self.compiled_type = compiled_type


# Inside the kernel arrays are bare pointers: one register each, no reference counts, no checks.
Words = Annotated[NDArray[np.int16], _How(types.CPointer(types.int16))]
Longs = Annotated[NDArray[np.int64], _How(types.CPointer(types.int64))]
Reals = Annotated[NDArray[np.float64], _How(types.CPointer(types.float64))]
# At its door they come as arrays; `bare` gives the pointer. The caller keeps the array alive.
WordArray = Annotated[NDArray[np.int16], _How(types.Array(types.int16, 1, "C"))]
LongArray = Annotated[NDArray[np.int64], _How(types.Array(types.int64, 1, "C"))]
RealArray = Annotated[NDArray[np.float64], _How(types.Array(types.float64, 1, "C"))]

_SCALARS = {int: types.int64, float: types.float64, bool: types.boolean, None: types.void}


def _compiled_type(annotation: Any) -> Any:
    how = getattr(annotation, "__metadata__", None)
    return how[0].compiled_type if how else _SCALARS[annotation]


def compiled(function: Function) -> Function:
    """Compile a function for the types it is annotated with, or load it from the cache."""
    return _compile(function, inline=False)


def inlined(function: Function) -> Function:
    """As `compiled`, and made part of every function that calls it: for what is called most often."""
    return _compile(function, inline=True)


def _compile(function: Function, inline: bool) -> Function:
    if numba.config.DISABLE_JIT:
        return function
    kinds = {name: _compiled_type(annotation) for name, annotation in function.__annotations__.items()}
    signature = kinds.pop("return")(*kinds.values())
    with _our_way(Path(function.__code__.co_filename).parent):
        made: Any = numba.njit(nogil=True, cache=True, error_model="numpy", forceinline=inline)(function)
        if any(isinstance(kind, types.Array) for kind in kinds.values()):
            with event.install_listener("numba:compile", _inner):
                _settle(made, signature)
        else:
            _inner.waiting.append((made, signature))
    return made  # type: ignore[no-any-return]


@contextmanager
def _our_way(cached_beside: Path) -> Iterator[None]:
    config = numba.config
    before = config.CACHE_DIR, config.SLP_VECTORIZE
    # Neighbouring stores of one line each become one vector store: `legal.list_fits` lives by it.
    config.CACHE_DIR, config.SLP_VECTORIZE = str(cache_directory(cached_beside)), 1
    try:
        yield
    finally:
        config.CACHE_DIR, config.SLP_VECTORIZE = before


def _settle(made: Any, signature: Any) -> None:
    """For these types, and never for others."""
    made.compile(signature)
    made.disable_compile()


class _Inner(event.Listener):  # type: ignore[misc]
    """Has the inner functions compiled, each for its own types and in their order, before what calls them."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Any, Any]] = []
        self._busy = False

    def on_start(self, event: Any) -> None:
        if self._busy:
            return
        self._busy = True
        try:
            while self.waiting:
                _settle(*self.waiting.pop(0))
        finally:
            self._busy = False

    def on_end(self, event: Any) -> None:
        """It is what it is."""


_inner = _Inner()


Array = TypeVar("Array")


def bare(array: Array) -> Array:
    """An array as the kernel uses it inside."""
    return array


@intrinsic
def _data(typing: Any, array: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, args[0]).data

    return types.CPointer(array.dtype)(array), code


@overload(bare, inline="always")
def _bare(array: Any) -> Any:
    def code(array: Any) -> Any:
        return _data(array)

    return code


def lowest(bits: int) -> int:
    """The number of the lowest bit that is set."""
    return (int(bits) & -int(bits)).bit_length() - 1


def count(bits: int) -> int:
    """How many bits are set."""
    return int(bits).bit_count()


def fetch(array: Any, at: int) -> None:
    """Have this place of an array brought near, because it will be needed soon. It changes nothing."""


@intrinsic
def _cttz(typing: Any, bits: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, 1))

    return types.int64(types.int64), code


@intrinsic
def _ctpop(typing: Any, bits: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), code


@intrinsic
def _prefetch(typing: Any, array: Any, at: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer, number = cgutils.voidptr_t, cgutils.int32_t
        kind = cgutils.ir.FunctionType(cgutils.ir.VoidType(), [pointer, number, number, number])
        prefetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        place = builder.bitcast(builder.gep(args[0], [args[1]]), pointer)
        builder.call(prefetch, [place, number(1), number(3), number(1)])  # to write, to keep, as data
        return context.get_dummy_value()

    return types.void(array, types.int64), code


@overload(lowest, inline="always")
def _lowest(bits: Any) -> Any:
    def code(bits: Any) -> Any:
        return _cttz(bits)

    return code


@overload(count, inline="always")
def _count(bits: Any) -> Any:
    def code(bits: Any) -> Any:
        return _ctpop(bits)

    return code


@overload(fetch, inline="always")
def _fetch(array: Any, at: Any) -> Any:
    def code(array: Any, at: Any) -> Any:
        _prefetch(array, at)

    return code
