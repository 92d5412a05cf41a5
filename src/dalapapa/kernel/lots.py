"""Random numbers that are the same on any machine, compiled or not: xoroshiro64 with 32-bit words."""

from dalapapa.kernel.jit import Longs, compiled

_WORD = 0xFFFFFFFF


@compiled
def _mix(word: int) -> int:
    """Scatter the bits of a 32-bit word, so that seeds 1, 2, 3 ... begin far apart."""
    word = ((word ^ word >> 16) * 0x45D9F3B) & _WORD
    word = ((word ^ word >> 16) * 0x45D9F3B) & _WORD
    return word ^ word >> 16


@compiled
def draw(desk: Longs, lots: int, choices: int) -> int:
    """A number from 0 to choices - 1, each as likely as any other; the state is at desk[lots]."""
    a, b = int(desk[lots]), int(desk[lots + 1])
    result = a * 0x9E3779BB & _WORD
    b ^= a
    desk[lots] = ((a << 26 | a >> 6) & _WORD) ^ b ^ (b << 9 & _WORD)
    desk[lots + 1] = (b << 13 | b >> 19) & _WORD
    return result * choices >> 32


@compiled
def sow(desk: Longs, lots: int, seed: int, stream: int) -> None:
    """Begin the stream of lots that belongs to a seed and a number."""
    first = _mix((seed & _WORD) ^ _mix(stream + 1 & _WORD))
    desk[lots] = first | 1
    desk[lots + 1] = _mix((seed >> 32 & _WORD) + first + stream & _WORD)
    for _ in range(4):
        draw(desk, lots, 2)
