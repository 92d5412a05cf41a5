"""From an object file to a module that Emscripten can load: a linker for one object that lacks nothing.

LLVM numbers everything in an object as if it were alone, and here it is. What a side module has beside that:
a section that says how much memory it wants, names for its exports, and its data where the loader decides.
https://github.com/WebAssembly/tool-conventions describes both (Linking.md, DynamicLinking.md).
"""

from collections.abc import Iterable, Iterator

TYPES, IMPORTS, FUNCTIONS, EXPORTS, ELEMENTS, CODE, DATA, DATA_COUNT = 1, 2, 3, 7, 9, 10, 11, 12
_CUSTOM = 0
_HEADER = 8
_SYMBOLS = 8  # the part of the linking section that lists them
_FUNCTION, _DATA_SYMBOL, _SECTION = 0, 1, 3
_UNDEFINED, _EXPLICIT_NAME = 0x10, 0x40
_ALIGNED = 4  # data begins at a multiple of 2 to this power: the widest vector


class LinkError(ValueError):
    """The object needs more than this linker can give."""


class _Reader:
    """Reads one part of a file from front to back."""

    def __init__(self, content: bytes) -> None:
        self.content, self.at = content, 0

    def __bool__(self) -> bool:
        return self.at < len(self.content)

    def take(self, size: int) -> bytes:
        self.at += size
        return self.content[self.at - size : self.at]

    def byte(self) -> int:
        return self.take(1)[0]

    def number(self) -> int:
        result = shift = 0
        while True:
            byte = self.byte()
            result |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return result

    def name(self) -> str:
        return self.take(self.number()).decode()


def _number(value: int) -> bytes:
    written = bytearray()
    while value > 127:
        written.append(value & 127 | 128)
        value >>= 7
    return bytes((*written, value))


def _name(text: str) -> bytes:
    return _number(len(text)) + text.encode()


def _section(kind: int, body: bytes) -> bytes:
    return bytes((kind,)) + _number(len(body)) + body


def side_module(content: bytes, exported: Iterable[str]) -> bytes:
    """A side module that exports these functions of an object, in this order."""
    sections, symbols = _sections(content)
    if ELEMENTS in sections:
        raise LinkError("the object wants a table")
    functions = _functions(symbols)
    names = list(exported)
    data = _data(sections[DATA])
    wanted = _number(len(data)) + _number(_ALIGNED) + _number(0) + _number(0)  # and no table
    parts = [
        content[:_HEADER],
        _section(_CUSTOM, _name("dylink.0") + _section(1, wanted)),
        _section(TYPES, sections[TYPES]),
        _section(IMPORTS, sections[IMPORTS].replace(_name("__linear_memory"), _name("memory"))),
        _section(FUNCTIONS, sections[FUNCTIONS]),
        _section(
            EXPORTS,
            _number(len(names)) + b"".join(_name(name) + b"\0" + _number(functions[name]) for name in names),
        ),
        _section(DATA_COUNT, _number(1)) if DATA_COUNT in sections else b"",
        _section(CODE, sections[CODE]),
        # One segment, from the global __memory_base on: the first that is imported.
        _section(DATA, _number(1) + b"\0\x23\0\x0b" + _number(len(data)) + data),
    ]
    return b"".join(parts)


def _sections(content: bytes) -> tuple[dict[int, bytes], bytes]:
    """The sections by their kind, and what the object says of its symbols."""
    file = _Reader(content)
    file.take(_HEADER)
    found: dict[int, bytes] = {}
    symbols = b""
    while file:
        kind, body = file.byte(), file.take(file.number())
        if kind != _CUSTOM:
            found[kind] = body
            continue
        custom = _Reader(body)
        match custom.name():
            case "linking":
                symbols = body[custom.at :]
            case "reloc.DATA":
                raise LinkError("data of the object points somewhere")
    return found, symbols


def _functions(symbols: bytes) -> dict[str, int]:
    """The numbers of the functions by name; refuses an object in which one is missing."""
    part = _Reader(symbols)
    part.number()  # version
    return dict(entry for kind, body in _parts(part) if kind == _SYMBOLS for entry in _listed(_Reader(body)))


def _parts(reader: _Reader) -> Iterator[tuple[int, bytes]]:
    while reader:
        yield reader.byte(), reader.take(reader.number())


def _listed(table: _Reader) -> Iterator[tuple[str, int]]:
    for _ in range(table.number()):
        kind, flags = table.byte(), table.number()
        defined = not flags & _UNDEFINED
        if kind == _DATA_SYMBOL:
            table.name()
            if defined:
                for _ in range(3):
                    table.number()
        elif kind == _SECTION:
            table.number()
        else:
            index = table.number()
            name = table.name() if defined or flags & _EXPLICIT_NAME else ""
            if kind == _FUNCTION:
                if not defined:
                    raise LinkError(f"the object lacks function {index}")
                yield name, index


def _data(section: bytes) -> bytes:
    """All segments as one."""
    reader, data = _Reader(section), bytearray()
    for _ in range(reader.number()):
        if reader.take(2) != b"\0\x41":  # a segment at a number
            raise LinkError("the object has data of another kind")
        start = reader.number()
        reader.byte()  # the end of the number
        data += bytes(start - len(data))
        data += reader.take(reader.number())
    return bytes(data)
