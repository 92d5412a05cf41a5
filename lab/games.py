"""Whole games of the laboratory, by the kernel's playout: compiled functions that take flat arrays."""

from dalapapa.kernel.closing import settle
from dalapapa.kernel.constants import BAG_SIZE, HAND, LOG, LOTS, PLAYERS, SCORES, TURNS
from dalapapa.kernel.jit import LongArray, Longs, RealArray, Reals, WordArray, Words, bare, compiled
from dalapapa.kernel.lots import draw, sow
from dalapapa.kernel.playout import (
    begin,
    draw_first,
    draw_hands,
    end_round,
    fill_bag,
    first_by_lot,
    lay_first,
    set_up,
    take_turn,
)
from dalapapa.kernel.policies import see, think_for
from dalapapa.kernel.turns import best_turns
from lab.deciding import decide, first_by_reply
from lab.features import find_features, judge
from lab.layout import (
    AHEAD,
    BLOCK,
    CANDIDATES,
    FEATURES,
    OPENING,
    OPENING_ROW,
    PLIES,
    POLICY,
    REPLY,
    ROW,
    SETTING_UP,
)


@compiled
def _set_up(p: Words, desk: Longs, reals: Reals) -> None:
    """R3 as in the kernel, where a player's policy may choose the place of its tile."""
    begin(p, desk)
    for player in range(desk[PLAYERS]):
        draw_first(desk)
        chosen = player > 0 and reals[POLICY + BLOCK * player + SETTING_UP] > 0.0
        choice = first_by_reply(p, desk, reals) if chosen else first_by_lot(p, desk)
        lay_first(p, desk, player, choice)
    draw_hands(desk)


@compiled
def play(
    p: WordArray, desk: LongArray, reals: RealArray, bags: WordArray, seed: int, scores: LongArray
) -> None:
    """Whole games, one for each bag, each player by its policy."""
    players = desk[PLAYERS]
    for game in range(len(bags) // desk[BAG_SIZE]):
        fill_bag(bare(desk), bare(bags), game)
        sow(bare(desk), LOTS, seed, game)
        _set_up(bare(p), bare(desk), bare(reals))
        over = False
        while not over:
            for player in range(players):
                take_turn(bare(p), bare(desk), player, decide(bare(p), bare(desk), bare(reals), player))
            over = end_round(bare(desk))
        for player in range(players):
            scores[game * players + player] = desk[SCORES + player]


@compiled
def _draw_row(p: Words, desk: Longs, reals: Reals, player: int, row: Reals, at: int) -> int:
    """Draw a turn by lot from the candidates and begin its row: its number, -1 where there is no choice."""
    if not think_for(desk, player):
        return -1
    settle(p, desk, LOG)
    held = best_turns(p, desk, LOG, int(reals[POLICY + CANDIDATES]))
    if held < 2:
        return -1
    see(desk)
    choice = draw(desk, LOTS, held)
    for j in range(ROW):
        row[at + j] = 0.0
    for i in range(held):
        judge(p, desk, LOG, reals, TURNS + 3 * i, True)
        for j in range(FEATURES):
            row[at + FEATURES + j] += reals[REPLY + j] / float(held)
            if i == choice:
                row[at + j] += reals[REPLY + j]
    for j in range(FEATURES):
        row[at + j] -= row[at + FEATURES + j]
    row[at + 2 * FEATURES] = float(desk[TURNS + 3 * choice])
    row[at + 2 * FEATURES + 1] = float(desk[TURNS])
    return choice


@compiled
def gather_turns(
    p: WordArray, desk: LongArray, reals: RealArray, bags: WordArray, seed: int, rows: RealArray
) -> int:
    """Games of two in which every sixth turn is drawn by lot; a row for each of them, their number."""
    total = 0
    for game in range(len(bags) // desk[BAG_SIZE]):
        fill_bag(bare(desk), bare(bags), game)
        sow(bare(desk), LOTS, seed, game)
        set_up(bare(p), bare(desk))
        phase = draw(bare(desk), LOTS, AHEAD + 1)
        since = AHEAD + 1
        for ply in range(PLIES):
            player = ply & 1
            at = total * ROW
            if ply % (AHEAD + 1) == phase:
                if ply + AHEAD >= PLIES:
                    break
                choice = _draw_row(bare(p), bare(desk), bare(reals), player, bare(rows), at)
                if choice < 0:
                    break
                rows[at + 2 * FEATURES + 2] = float(ply)
                since = 0
            else:
                choice = decide(bare(p), bare(desk), bare(reals), player)
            points = take_turn(bare(p), bare(desk), player, choice)
            if 0 < since <= AHEAD:
                rows[at + 2 * FEATURES + 2 + since] = float(points)
                total += since == AHEAD
            since += 1
    return total


@compiled
def gather_openings(
    p: WordArray, desk: LongArray, reals: RealArray, bags: WordArray, seed: int, rows: RealArray
) -> None:
    """Beginnings of games of two, set-up by lot: the features of the board, then the points of the turns."""
    for game in range(len(bags) // desk[BAG_SIZE]):
        fill_bag(bare(desk), bare(bags), game)
        sow(bare(desk), LOTS, seed, game)
        set_up(bare(p), bare(desk))
        settle(bare(p), bare(desk), LOG)
        desk[HAND] = desk[HAND + 1] = -1  # seen by nobody in particular
        see(bare(desk))
        find_features(bare(p), bare(desk), bare(reals), -1, True)
        at = game * OPENING_ROW
        for j in range(FEATURES):
            rows[at + j] = reals[REPLY + j]
        for ply in range(OPENING):
            choice = decide(bare(p), bare(desk), bare(reals), ply & 1)
            points = take_turn(bare(p), bare(desk), ply & 1, choice)
            rows[at + FEATURES + ply] = float(points)
