"""Discs and the groups they form (R5.2, R5.3): a union-find that knows its open half-discs.

Every change of a position is written with `put`, which keeps the old word in the log. `n` is the number
of words in the log; functions that change a position take it and give it back.
"""

from dalapapa.kernel.constants import (
    DISCS,
    OPEN,
    PARENT,
    PLACE,
    RING,
    SIZE,
    SPOT,
    WHOLE,
)
from dalapapa.kernel.jit import Longs, Words, compiled, inlined


@inlined
def put(p: Words, log: Longs, n: int, index: int, word: int) -> int:
    """Change one word of a position; the log can undo it."""
    log[n] = (index << 16) | (int(p[index]) & 0xFFFF)
    p[index] = word
    return n + 1


@compiled
def undo(p: Words, log: Longs, n: int, mark: int) -> None:
    """Take back every change since the log held `mark` words."""
    while n > mark:
        n -= 1
        entry = log[n]
        word = entry & 0xFFFF
        p[entry >> 16] = word - ((word & 0x8000) << 1)


@inlined
def root(p: Words, node: int) -> int:
    """The node that stands for a disc's whole group."""
    up = int(p[PARENT + node])
    while up != node:
        node = up
        up = int(p[PARENT + node])
    return node


@inlined
def among(seen: int, group: int) -> bool:
    """Whether a group is one of those packed into `seen`, 9 bits each."""
    while seen:
        if seen & 511 == group:
            return True
        seen >>= 9
    return False


@inlined
def new_disc(p: Words, log: Longs, n: int, spot: int, colour: int) -> int:
    """Put a whole disc on a spot, a group of its own until it is joined."""
    node = int(p[DISCS])
    p[DISCS] = node + 1  # `lay` has kept the old number
    # Nodes from DISCS on are no part of the position: these words need no undoing.
    p[PARENT + node] = node
    p[SIZE + node] = 1
    p[OPEN + node] = 0
    p[RING + node] = node
    p[PLACE + node] = spot
    return put(p, log, n, SPOT + spot, WHOLE + 4 * node + colour)


@inlined
def join(p: Words, log: Longs, n: int, a: int, b: int) -> int:
    """Make one group of those of two nodes."""
    a, b = root(p, a), root(p, b)
    if a == b:
        return n
    if p[SIZE + a] < p[SIZE + b]:
        a, b = b, a
    n = put(p, log, n, PARENT + b, a)
    n = put(p, log, n, SIZE + a, int(p[SIZE + a]) + int(p[SIZE + b]))
    n = put(p, log, n, OPEN + a, int(p[OPEN + a]) + int(p[OPEN + b]))
    # Two rings become one when two of their links are exchanged.
    after_a, after_b = int(p[RING + a]), int(p[RING + b])
    n = put(p, log, n, RING + a, after_b)
    return put(p, log, n, RING + b, after_a)


@inlined
def touch(p: Words, log: Longs, n: int, node: int, halves: int) -> int:
    """Count half-discs that began (or, negative, ceased) to touch a disc's group."""
    group = OPEN + root(p, node)
    return put(p, log, n, group, int(p[group]) + halves)
