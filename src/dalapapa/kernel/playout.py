"""Games inside one compiled call: set-up (R3), turns (R4), the end (R6)."""

from dalapapa.kernel.desk import (
    DRAWN,
    HANDS,
    LAID,
    LISTED,
    LOG,
    LOTS,
    MADE,
    MOVES,
    PLACED,
    SCORES,
    TURNS,
    UNLAID,
)
from dalapapa.kernel.jit import Longs, Reals, Words, compiled
from dalapapa.kernel.laying import lay
from dalapapa.kernel.layout import (
    AFFECTED_COUNT,
    BITS,
    BOTTOM,
    CELL,
    CLOSES,
    COLOURS,
    DISCS,
    EDGE,
    HIGH,
    SIDE,
    SLOT_AT,
    SPARES,
    SPOT,
    TOP,
)
from dalapapa.kernel.lots import draw
from dalapapa.kernel.policies import by_lot, choose

_START = 2 * (SIDE // 2 * SIDE + SIDE // 2)


@compiled
def clear(p: Words, blank: Words) -> None:
    """Take all tiles off a position; `blank` is one without tiles."""
    # The spots and slots of a tile begin at most two rows from its own.
    first, stop = int(p[TOP]) - 2, int(p[BOTTOM]) + 3
    for i in range(CELL + SIDE * first, CELL + SIDE * stop):
        p[i] = blank[i]
    for i in range(2 * SIDE * first, 2 * SIDE * stop):
        p[SPOT + i] = p[SLOT_AT + i] = 0
    for i in range(CLOSES, CLOSES + int(p[HIGH])):
        p[i] = 0
    for i in (HIGH, SPARES, AFFECTED_COUNT, DISCS, EDGE):
        p[i] = 0
    p[TOP], p[BOTTOM] = blank[TOP], blank[BOTTOM]


@compiled
def _lay(p: Words, desk: Longs, tiles: Longs, placement: int) -> None:
    """Lay a tile for good."""
    p[AFFECTED_COUNT] = 0
    lay(p, desk, LOG, placement >> 9, tiles[COLOURS + (placement & 511)])
    tile = (placement & 511) >> 2
    desk[UNLAID + tile // BITS] &= ~(1 << tile % BITS)


@compiled
def _draw_tiles(desk: Longs, bags: Words, top: int, tiles_in_all: int, seat: int) -> None:
    """Fill a hand up to two tiles, as far as the bag goes (R4.5)."""
    for i in range(HANDS + 2 * seat, HANDS + 2 * seat + 2):
        if desk[i] < 0 and desk[DRAWN] < tiles_in_all:
            desk[i] = int(bags[top + desk[DRAWN]])
            desk[DRAWN] += 1


@compiled
def _note(desk: Longs, turn: int) -> None:
    """Write the turn held at `turn`, or a pass, into the list of moves."""
    for i in range(3):
        desk[MOVES + 3 * desk[MADE] + i] = desk[TURNS + 3 * turn + i] if turn >= 0 else -1
    desk[MADE] += 1


@compiled
def set_up(
    p: Words, blank: Words, desk: Longs, tiles: Longs, bags: Words, top: int, tiles_in_all: int, players: int
) -> None:
    """R3: everybody lays the tile drawn, by lot; then all draw their hands."""
    clear(p, blank)
    desk[UNLAID] = (1 << min(tiles_in_all, BITS)) - 1
    desk[UNLAID + 1] = (1 << max(tiles_in_all - BITS, 0)) - 1
    desk[DRAWN] = desk[PLACED] = desk[MADE] = desk[LISTED] = 0
    for seat in range(players):
        desk[SCORES + seat] = desk[LAID + seat] = 0
        desk[HANDS + 2 * seat] = desk[HANDS + 2 * seat + 1] = -1
    for seat in range(players):
        tile = int(bags[top + seat])
        desk[DRAWN] += 1
        held = 1
        if seat == 0:
            desk[TURNS + 1] = _START + draw(desk, LOTS, 2) << 9 | 4 * tile + draw(desk, LOTS, 4)
            desk[TURNS + 2] = -1
        else:
            held = by_lot(p, desk, tiles, tile, -1)
        desk[TURNS] = 0
        _note(desk, held - 1)
        if held:
            _lay(p, desk, tiles, desk[TURNS + 1])
        else:
            desk[HANDS + 2 * seat] = tile
    desk[LISTED] = 0
    for seat in range(players):
        _draw_tiles(desk, bags, top, tiles_in_all, seat)


@compiled
def _take_turn(
    p: Words,
    desk: Longs,
    reals: Reals,
    tiles: Longs,
    bags: Words,
    top: int,
    tiles_in_all: int,
    seat: int,
) -> None:
    """R4, by the seat's policy."""
    hand = HANDS + 2 * seat
    a, b = desk[hand], desk[hand + 1]
    if a < 0:
        a, b = b, a
    choice = choose(p, desk, reals, tiles, seat, a, b) if a >= 0 else -1
    _note(desk, choice)
    if choice < 0:
        return  # R4.4: who passes draws nothing
    desk[PLACED] = 1
    desk[SCORES + seat] += desk[TURNS + 3 * choice]
    for i in range(TURNS + 3 * choice + 1, TURNS + 3 * choice + 3):
        if desk[i] >= 0:
            _lay(p, desk, tiles, desk[i])
            desk[LAID + seat] += 1
            desk[hand + (desk[hand] != (desk[i] & 511) >> 2)] = -1
    _draw_tiles(desk, bags, top, tiles_in_all, seat)


@compiled
def play_on(
    p: Words,
    desk: Longs,
    reals: Reals,
    tiles: Longs,
    bags: Words,
    top: int,
    tiles_in_all: int,
    players: int,
    target: int,
    seat: int,
    turns: int,
) -> int:
    """From a seat's turn to the end of the game (R6), or for so many turns; gives the turns played."""
    for played in range(turns):
        _take_turn(p, desk, reals, tiles, bags, top, tiles_in_all, seat)
        seat += 1
        if seat == players:
            seat = 0
            best = desk[SCORES]
            left = tiles_in_all - desk[DRAWN]
            for i in range(players):
                best = max(best, desk[SCORES + i])
                left += (desk[HANDS + 2 * i] >= 0) + (desk[HANDS + 2 * i + 1] >= 0)
            if best >= target or desk[PLACED] == 0 or left == 0:
                return played + 1
            desk[PLACED] = 0
    return turns
