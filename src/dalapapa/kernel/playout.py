"""Games inside compiled code: set-up (R3), turns (R4), the end (R6). Who chooses the turns is left open.

The game lies on the desk: PLAYERS, TARGET and BAG_SIZE are there before it begins.
"""

from dalapapa.kernel.constants import (
    AFFECTED_COUNT,
    BAG,
    BAG_SIZE,
    BITS,
    BOTTOM,
    CELL,
    CLOSES,
    COLOURS,
    DISCS,
    DRAWN,
    EDGE,
    FRAME,
    HAND,
    HANDS,
    HIGH,
    LAID,
    LISTED,
    LOG,
    LOTS,
    MADE,
    MOVES,
    PLACED,
    PLAYERS,
    SCORES,
    SIDE,
    SLOT_AT,
    SPARES,
    SPOT,
    TARGET,
    TOP,
    TURNS,
    UNLAID,
)
from dalapapa.kernel.jit import Longs, Reals, Words, compiled
from dalapapa.kernel.laying import lay
from dalapapa.kernel.lots import draw
from dalapapa.kernel.policies import by_lot, choose

_START = 2 * (SIDE // 2 * SIDE + SIDE // 2)


@compiled
def clear(p: Words) -> None:
    """Take all tiles off a position."""
    # The spots and slots of a tile begin at most two rows from its own.
    first, stop = int(p[TOP]) - 2, int(p[BOTTOM]) + 3
    for i in range(CELL + SIDE * first, CELL + SIDE * stop):
        p[i] = p[i] & FRAME
    for i in range(2 * SIDE * first, 2 * SIDE * stop):
        p[SPOT + i] = p[SLOT_AT + i] = 0
    for i in range(CLOSES, CLOSES + int(p[HIGH])):
        p[i] = 0
    for i in (HIGH, SPARES, AFFECTED_COUNT, DISCS, EDGE):
        p[i] = 0
    p[TOP] = p[BOTTOM] = SIDE // 2


@compiled
def _lay(p: Words, desk: Longs, placement: int) -> None:
    """Lay a tile for good."""
    p[AFFECTED_COUNT] = 0
    lay(p, desk, LOG, placement >> 9, desk[COLOURS + (placement & 511)])
    tile = (placement & 511) >> 2
    desk[UNLAID + tile // BITS] &= ~(1 << tile % BITS)


@compiled
def _draw_tiles(desk: Longs, player: int) -> None:
    """Fill a hand up to two tiles, as far as the bag goes (R4.5)."""
    for i in range(HANDS + 2 * player, HANDS + 2 * player + 2):
        if desk[i] < 0 and desk[DRAWN] < desk[BAG_SIZE]:
            desk[i] = desk[BAG + desk[DRAWN]]
            desk[DRAWN] += 1


@compiled
def _note(desk: Longs, turn: int) -> None:
    """Write the turn held at `turn`, or a pass, into the list of moves."""
    for i in range(3):
        desk[MOVES + 3 * desk[MADE] + i] = desk[TURNS + 3 * turn + i] if turn >= 0 else -1
    desk[MADE] += 1


@compiled
def fill_bag(desk: Longs, bags: Words, game: int) -> None:
    """Put a game's tiles into the bag, in their order; `bags` has one game's behind the other's."""
    size = desk[BAG_SIZE]
    for i in range(size):
        desk[BAG + i] = int(bags[game * size + i])


@compiled
def begin(p: Words, desk: Longs) -> None:
    """An empty board, everybody's hand and score empty, all tiles in the bag."""
    clear(p)
    size = desk[BAG_SIZE]
    desk[UNLAID] = (1 << min(size, BITS)) - 1
    desk[UNLAID + 1] = (1 << max(size - BITS, 0)) - 1
    desk[DRAWN] = desk[PLACED] = desk[MADE] = desk[LISTED] = 0
    for player in range(desk[PLAYERS]):
        desk[SCORES + player] = desk[LAID + player] = 0
        desk[HANDS + 2 * player] = desk[HANDS + 2 * player + 1] = -1


@compiled
def draw_first(desk: Longs) -> None:
    """R3.1: the next player draws one tile, which HAND has then."""
    desk[HAND] = desk[BAG + desk[DRAWN]]
    desk[HAND + 1] = -1
    desk[DRAWN] += 1


@compiled
def first_by_lot(p: Words, desk: Longs) -> int:
    """Any place for the set-up tile in HAND; its number in TURNS, -1 if it fits nowhere."""
    if p[HIGH]:
        return by_lot(p, desk) - 1
    desk[TURNS + 1] = _START + draw(desk, LOTS, 2) << 9 | 4 * desk[HAND] + draw(desk, LOTS, 4)
    desk[TURNS + 2] = -1
    return 0


@compiled
def lay_first(p: Words, desk: Longs, player: int, choice: int) -> None:
    """Lay a player's set-up tile as chosen; who cannot keeps it (R3.3)."""
    if choice >= 0:
        desk[TURNS + 3 * choice] = 0  # R3.1: it scores nothing
        _lay(p, desk, desk[TURNS + 3 * choice + 1])
    else:
        desk[HANDS + 2 * player] = desk[HAND]
    _note(desk, choice)


@compiled
def draw_hands(desk: Longs) -> None:
    """R3.2: all draw their hands, and set-up is over."""
    desk[LISTED] = 0
    for player in range(desk[PLAYERS]):
        _draw_tiles(desk, player)


@compiled
def set_up(p: Words, desk: Longs) -> None:
    """R3: everybody lays the tile drawn, by lot; then all draw their hands."""
    begin(p, desk)
    for player in range(desk[PLAYERS]):
        draw_first(desk)
        lay_first(p, desk, player, first_by_lot(p, desk))
    draw_hands(desk)


@compiled
def lay_from_hand(p: Words, desk: Longs, player: int, placement: int) -> None:
    """R4.1: lay a tile of a player's hand."""
    hand = HANDS + 2 * player
    _lay(p, desk, placement)
    desk[LAID + player] += 1
    desk[hand + (desk[hand] != (placement & 511) >> 2)] = -1


@compiled
def end_turn(desk: Longs, player: int, points: int) -> None:
    """R4.3: what a turn with tiles laid has brought is added, and the player draws."""
    desk[PLACED] = 1
    desk[SCORES + player] += points
    _draw_tiles(desk, player)


@compiled
def take_turn(p: Words, desk: Longs, player: int, choice: int) -> int:
    """R4: play the turn with this number in TURNS, or pass (-1); gives its points."""
    _note(desk, choice)
    if choice < 0:
        return 0  # R4.4: who passes draws nothing
    turn = TURNS + 3 * choice
    for i in range(turn + 1, turn + 3):
        if desk[i] >= 0:
            lay_from_hand(p, desk, player, desk[i])
    end_turn(desk, player, desk[turn])
    return int(desk[turn])


@compiled
def end_round(desk: Longs) -> bool:
    """Whether the game ends with this round (R6); if not, the next one begins."""
    best = desk[SCORES]
    left = desk[BAG_SIZE] - desk[DRAWN]
    for player in range(desk[PLAYERS]):
        best = max(best, desk[SCORES + player])
        left += (desk[HANDS + 2 * player] >= 0) + (desk[HANDS + 2 * player + 1] >= 0)
    over = best >= desk[TARGET] or desk[PLACED] == 0 or left == 0
    desk[PLACED] = 0
    return bool(over)


@compiled
def play_on(p: Words, desk: Longs, reals: Reals, player: int, turns: int) -> int:
    """From a player's turn to the end of the game, or for so many turns, by policy; gives how many."""
    for played in range(turns):
        take_turn(p, desk, player, choose(p, desk, reals, player))
        player += 1
        if player == desk[PLAYERS]:
            player = 0
            if end_round(desk):
                return played + 1
    return turns
