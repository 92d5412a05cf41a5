"""Many games at once, an action each: compiled functions that take flat arrays. `vector` is their door.

Every game has a position of its own, and a row of longs: what a desk has of a game, then what is said below.
"""

from dalapapa.envs.actions import FACES, LAYS, MOST_OPTIONS, PASS, STOP, WINDOW
from dalapapa.envs.ahead import fetch_now, fetch_soon
from dalapapa.envs.rewards import ILLEGAL as ILLEGAL_PAYS
from dalapapa.envs.rows import (
    ACTED,
    ASKED,
    BEGUN,
    CUT,
    GIVEN,
    ILLEGAL,
    OPTIONS,
    OVER,
    PLAYER,
    POINTS,
    ROW,
    SEAT,
    SECOND,
    SETTING_UP,
    STREAM,
    TOLD,
)
from dalapapa.envs.showing import PLACES_OF_WINDOW, WINDOW_AT, list_options, outside, tell
from dalapapa.kernel.closing import group_points, refresh
from dalapapa.kernel.constants import (
    ALL_WORDS,
    BAG,
    BAG_SIZE,
    CLOSES,
    DRAWN,
    GAME,
    GAME_END,
    HAND,
    HANDS,
    LOG,
    LOTS,
    PLACES,
    PLAYERS,
    SIDE,
    SLOT_AT,
    TURNS,
    UNKNOWN,
)
from dalapapa.kernel.jit import LongArray, Longs, RealArray, Reals, WordArray, Words, bare, compiled
from dalapapa.kernel.legal import disc_points
from dalapapa.kernel.lots import draw, sow
from dalapapa.kernel.playout import (
    begin,
    draw_first,
    draw_hands,
    end_round,
    end_turn,
    first_by_lot,
    lay_first,
    lay_from_hand,
    take_turn,
)
from dalapapa.kernel.policies import choose
from dalapapa.rules.placement import ROTATIONS
from dalapapa.rules.scoring import SECOND_TILE

_WAYS = FACES * len(ROTATIONS)


@compiled
def _next_player(desk: Longs, row: Longs) -> None:
    """The turn is over: the next player's begins, or the round ends (R6)."""
    row[SECOND] = row[POINTS] = 0
    row[PLAYER] += 1
    if row[PLAYER] < desk[PLAYERS]:
        return
    row[PLAYER] = 0
    if row[SETTING_UP]:
        row[SETTING_UP] = 0
        draw_hands(desk)
    else:
        row[OVER] = int(end_round(desk))


@compiled
def _set_up_tile(p: Words, desk: Longs, row: Longs, placement: int) -> None:
    """Lay the tile that `draw_first` has drawn, or keep it (-1)."""
    desk[HAND] = desk[BAG + desk[DRAWN] - 1]
    desk[TURNS + 1] = placement
    desk[TURNS + 2] = -1
    lay_first(p, desk, row[PLAYER], 0 if placement >= 0 else -1)
    _next_player(desk, row)


@compiled
def _finish_turn(desk: Longs, row: Longs) -> None:
    """Add the points and draw; the tile that was kept comes first, as in the rules."""
    player = row[PLAYER]
    hand = HANDS + 2 * player
    if desk[hand] < 0:
        desk[hand], desk[hand + 1] = desk[hand + 1], desk[hand]
    end_turn(desk, player, row[POINTS])
    _next_player(desk, row)


@compiled
def _packed(desk: Longs, row: Longs, action: int) -> int:
    """The placement that an action means, as the kernel writes it."""
    ways, place = action // PLACES_OF_WINDOW, action % PLACES_OF_WINDOW
    cell = (place // WINDOW + WINDOW_AT) * SIDE + place % WINDOW + WINDOW_AT
    slot, rotation = ways // _WAYS, ways % 4
    tile = desk[BAG + desk[DRAWN] - 1] if row[SETTING_UP] else desk[HANDS + 2 * row[PLAYER] + slot]
    row_of_tile = 4 * int(tile) + 2 * (ways >> 2 & 1) + (rotation >> 1)
    return (2 * cell + (rotation & 1)) << 9 | row_of_tile


@compiled
def _act(p: Words, desk: Longs, row: Longs, action: int) -> int:
    """Do a legal action; gives its points."""
    if row[SETTING_UP]:
        _set_up_tile(p, desk, row, _packed(desk, row, action) if action < LAYS else -1)
        return 0
    if action == PASS:
        _next_player(desk, row)
        return 0
    if action == STOP:
        _finish_turn(desk, row)
        return 0
    placement = _packed(desk, row, action)
    slot = int(p[SLOT_AT + (placement >> 9)]) - 1
    if p[CLOSES + slot] == UNKNOWN:
        refresh(p, desk, LOG, slot)
    points = disc_points(p, slot) + group_points(p, slot, desk[PLACES + (placement & 511)])
    points -= SECOND_TILE * row[SECOND]
    lay_from_hand(p, desk, row[PLAYER], placement)
    row[POINTS] += points
    if row[SECOND]:
        _finish_turn(desk, row)
    else:
        row[SECOND] = 1
    return int(points)


@compiled
def _others_act(p: Words, desk: Longs, reals: Reals, row: Longs, paid: Reals) -> None:
    """The kernel plays until it is the agent's turn or the game is over."""
    while row[SEAT] >= 0 and row[PLAYER] != row[SEAT] and not row[OVER] and not row[CUT]:
        player = row[PLAYER]
        if row[SETTING_UP]:
            draw_first(desk)
            choice = first_by_lot(p, desk)
            row[CUT] = int(choice >= 0 and outside(desk[TURNS + 1] >> 9))
            lay_first(p, desk, player, choice)
        else:
            choice = choose(p, desk, reals, player)
            for i in range(TURNS + 3 * choice + 1, TURNS + 3 * choice + 3):
                if choice >= 0 and desk[i] >= 0 and outside(desk[i] >> 9):
                    row[CUT] = 1
            paid[player] += float(take_turn(p, desk, player, choice))
        _next_player(desk, row)


@compiled
def _start(p: Words, desk: Longs, row: Longs, seed: int, games: int) -> None:
    """A new game, with lots of its own."""
    sow(desk, LOTS, seed, row[STREAM])
    row[STREAM] += games
    if not row[GIVEN]:
        for i in range(desk[BAG_SIZE] - 1, 0, -1):
            j = draw(desk, LOTS, i + 1)
            desk[BAG + i], desk[BAG + j] = desk[BAG + j], desk[BAG + i]
    row[SEAT] = draw(desk, LOTS, desk[PLAYERS]) if row[ASKED] >= desk[PLAYERS] else row[ASKED]
    row[PLAYER] = row[SECOND] = row[POINTS] = row[OVER] = row[CUT] = row[GIVEN] = 0
    row[SETTING_UP] = 1
    begin(p, desk)


@compiled
def _legal(options: Longs, listed: int, action: int) -> bool:
    found = 0
    for i in range(listed):  # to the end: then several are compared at once
        found |= int(options[i] == action)
    return found != 0


@compiled
def _advance(
    p: Words,
    desk: Longs,
    reals: Reals,
    row: Longs,
    seed: int,
    games: int,
    action: int,
    options: Longs,
    features: Longs,
    paid: Reals,
    told: Longs,
) -> float:
    """A step of the game on the desk; gives the reward of who has acted."""
    told[ILLEGAL] = 0
    told[BEGUN] = int(row[OVER] or row[CUT])
    told[ACTED] = player = row[PLAYER] if row[SEAT] < 0 else row[SEAT]
    if told[BEGUN]:
        _start(p, desk, row, seed, games)
    elif _legal(options, row[OPTIONS], action):
        paid[player] += float(_act(p, desk, row, action))
    else:
        told[ILLEGAL] = row[OVER] = 1
    _others_act(p, desk, reals, row, paid)
    list_options(p, desk, row, options, features)
    tell(desk, row, told)
    if told[ILLEGAL]:
        return ILLEGAL_PAYS
    return 0.0 if told[BEGUN] else paid[player]


@compiled
def advance(
    words: WordArray,
    rows: LongArray,
    desk: LongArray,
    reals: RealArray,
    seed: int,
    actions: LongArray,
    options: LongArray,
    features: LongArray,
    paid: RealArray,
    told: LongArray,
    rewards: RealArray,
) -> None:
    """An action in every game; where one is over, a new one begins instead.

    `paid` is by game and player, `features` has a long for the four of an option.
    """
    games = len(actions)
    players = len(paid) // games
    for game in range(games):
        if game + 2 < games:
            fetch_soon(bare(words[(game + 2) * ALL_WORDS :]), bare(rows[(game + 2) * ROW :]))
        if game + 1 < games:
            fetch_now(
                bare(words[(game + 1) * ALL_WORDS :]),
                bare(options[(game + 1) * MOST_OPTIONS :]),
                bare(features[(game + 1) * MOST_OPTIONS :]),
                actions[game + 1],
            )
        row = bare(rows[game * ROW : (game + 1) * ROW])
        pay = bare(paid[game * players : (game + 1) * players])
        for player in range(players):
            pay[player] = 0.0
        for i in range(GAME_END - GAME):
            desk[GAME + i] = row[i]
        rewards[game] = _advance(
            bare(words[game * ALL_WORDS : (game + 1) * ALL_WORDS]),
            bare(desk),
            bare(reals),
            row,
            seed,
            games,
            actions[game],
            bare(options[game * MOST_OPTIONS : (game + 1) * MOST_OPTIONS]),
            bare(features[game * MOST_OPTIONS : (game + 1) * MOST_OPTIONS]),
            pay,
            bare(told[game * TOLD : (game + 1) * TOLD]),
        )
        for i in range(GAME_END - GAME):
            row[i] = desk[GAME + i]
