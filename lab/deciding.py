"""How a player of the laboratory chooses its turn: master's way, and ideas that go beyond it.

A turn's value is its points plus weights times features of the board it leaves.
"""

from dalapapa.kernel.closing import settle
from dalapapa.kernel.constants import (
    AFFECTED_COUNT,
    BITS,
    HAND,
    LOG,
    LOTS,
    PLAYERS,
    SCORES,
    TARGET,
    TURNS,
    UNSEEN,
)
from dalapapa.kernel.constants import CANDIDATES as MOST_CANDIDATES
from dalapapa.kernel.evaluate import count_levels, expected_reply, lay_turn, tile_kept
from dalapapa.kernel.groups import undo
from dalapapa.kernel.jit import Longs, Reals, Words, compiled
from dalapapa.kernel.lots import draw
from dalapapa.kernel.policies import see, think_for
from dalapapa.kernel.tally import most_points, tally
from dalapapa.kernel.turns import best_turns
from lab.features import find_features, judge, list_unseen, turn_of
from lab.layout import (
    AGAIN,
    ASIDE,
    BLOCK,
    CANDIDATES,
    CONTROL,
    ENDING,
    FEATURES,
    FIRST,
    MIX,
    MIXED,
    OWN,
    OWN_OF,
    OWN_THEN,
    POLICY,
    REPLIES,
    REPLY,
    REPLY_OF,
    REPLY_THEN,
    SAMPLES,
    SECOND,
    TRIED,
    VALUES,
    WAITING,
    WITHIN,
)

USUAL_TURN = 5  # points that a turn makes nearly always


@compiled
def _judge_all(p: Words, desk: Longs, n: int, reals: Reals, held: int, policy: int, final: bool) -> int:
    """Value the turns held by R and O; the best one's number."""
    best = 0
    for i in range(held):
        judge(p, desk, n, reals, TURNS + 3 * i, False)
        value = float(desk[TURNS + 3 * i]) + reals[policy + FIRST] * reals[REPLY]
        if not final:
            value += reals[policy + FIRST + 1] * reals[OWN]
        reals[VALUES + i] = value
        reals[REPLY_OF + i] = reals[REPLY]
        reals[OWN_OF + i] = reals[OWN]
        if value > reals[VALUES + best]:
            best = i
    return best


@compiled
def _judge_again(p: Words, desk: Longs, reals: Reals, held: int, policy: int, best: int) -> int:
    """The turns that are nearly the best, valued by all features."""
    least = reals[VALUES + best] - reals[policy + AGAIN]
    top = -1e9
    for i in range(held):
        if reals[VALUES + i] >= least:
            judge(p, desk, LOG, reals, TURNS + 3 * i, True)
            value = float(desk[TURNS + 3 * i])
            for j in range(FEATURES):
                value += reals[policy + SECOND + j] * reals[REPLY + j]
            if value > top:
                top = value
                best = i
    return best


@compiled
def _near_the_end(desk: Longs, reals: Reals, held: int, policy: int, best: int, player: int) -> int:
    """Of two players: the turn most likely to win where the end may come before the turns that S counts."""
    other, target = desk[SCORES + 1 - player], desk[TARGET]
    near = other + USUAL_TURN >= target
    if not near and (player == 1 or desk[SCORES] + desk[TURNS] < target):
        return best
    top = -1e9
    for i in range(held):
        lead = float(desk[SCORES + player] + desk[TURNS + 3 * i] - other)
        reply, own = reals[REPLY_OF + i], reals[OWN_OF + i]
        if player == 1:  # the reply and one turn more
            value = lead - reply + 0.85 * own
        elif near or desk[SCORES] + desk[TURNS + 3 * i] >= target:  # the reply is the last turn
            value = (lead - reply) / 2.6
        else:
            value = (lead - 1.4 * reply + 0.75 * own - 2.4) / reals[policy + ENDING]
        if value > top:
            top = value
            best = i
    return best


@compiled
def _after_reply(
    p: Words, desk: Longs, n: int, reals: Reals, policy: int, kept: int, a: int, b: int
) -> float:
    """What follows when the next player holds a and b: less the reply, with the own turn after it."""
    unseen_0, unseen_1, mine, my_other = desk[UNSEEN], desk[UNSEEN + 1], desk[HAND], desk[HAND + 1]
    desk[HAND], desk[HAND + 1] = a, b
    for tile in (a, b):
        desk[UNSEEN + tile // BITS] &= ~(1 << tile % BITS)
    p[AFFECTED_COUNT] = 0
    replies = best_turns(p, desk, n, int(reals[policy + REPLIES]))
    after, value = n, 0.0
    if replies:
        choice = _judge_all(p, desk, n, reals, replies, policy, False) if replies > 1 else 0
        value = -float(desk[TURNS + 3 * choice])
        after = lay_turn(p, desk, n, TURNS + 3 * choice)
    find_features(p, desk, reals, kept, False)
    undo(p, desk, after, n)
    desk[UNSEEN], desk[UNSEEN + 1], desk[HAND], desk[HAND + 1] = unseen_0, unseen_1, mine, my_other
    return value + float(reals[policy + OWN_THEN] * reals[OWN] - reals[policy + REPLY_THEN] * reals[REPLY])


@compiled
def _search(p: Words, desk: Longs, reals: Reals, held: int, policy: int, best: int) -> int:
    """The best few turns again, with replies of hands sampled from the unseen tiles, the same for all.

    The reply is R plus what the sampled ones differ from what T expects of their hands: less noise.
    """
    unseen = list_unseen(desk, MIXED)
    samples = min(int(reals[policy + SAMPLES]), unseen // 2)
    if samples < 1:
        return best
    for i in range(2 * samples):
        j = i + draw(desk, LOTS, unseen - i)
        desk[MIXED + i], desk[MIXED + j] = desk[MIXED + j], desk[MIXED + i]
    for i in range(3 * held):
        desk[ASIDE + i] = desk[TURNS + i]
    for i in range(held):
        reals[WAITING + i] = reals[VALUES + i]
    least = reals[VALUES + best] - reals[policy + WITHIN]
    top = -1e9
    for _ in range(int(reals[policy + TRIED])):
        at = 0
        for i in range(held):
            if reals[WAITING + i] > reals[WAITING + at]:
                at = i
        prior = reals[WAITING + at]
        if prior < least:
            break
        reals[WAITING + at] = -1e9
        n = lay_turn(p, desk, LOG, ASIDE + 3 * at)
        kept = tile_kept(desk, ASIDE + 3 * at)
        highest = tally(p, desk)
        total = count_levels(desk, highest)
        value = float(desk[ASIDE + 3 * at]) - expected_reply(desk, total, reals)
        for i in range(samples):
            x = most_points(desk, highest, desk[MIXED + 2 * i])
            y = most_points(desk, highest, desk[MIXED + 2 * i + 1])
            reals[CONTROL + i] = turn_of(reals, x, y)
        future = 0.0
        for i in range(samples):
            a, b = desk[MIXED + 2 * i], desk[MIXED + 2 * i + 1]
            future += reals[CONTROL + i] + _after_reply(p, desk, n, reals, policy, kept, a, b)
        undo(p, desk, n, LOG)
        value += future / float(samples)
        value += reals[policy + MIX] * (prior - value)
        if value > top:
            top = value
            best = at
    for i in range(3 * held):
        desk[TURNS + i] = desk[ASIDE + i]
    p[AFFECTED_COUNT] = 0
    return best


@compiled
def decide(p: Words, desk: Longs, reals: Reals, player: int) -> int:
    """The turn a player plays: its number in TURNS, -1 to pass. Without further ideas it is master's."""
    if not think_for(desk, player):
        return -1
    policy = POLICY + BLOCK * player
    settle(p, desk, LOG)
    held = best_turns(p, desk, LOG, int(reals[policy + CANDIDATES]))
    if held < 2:
        return held - 1
    players = desk[PLAYERS]
    most = desk[SCORES]
    for i in range(players):
        most = max(most, desk[SCORES + i])
    final = most >= desk[TARGET]
    if player == players - 1 and (final or desk[SCORES + player] + desk[TURNS] >= desk[TARGET]):
        return 0
    see(desk)
    best = _judge_all(p, desk, LOG, reals, held, policy, final)
    if reals[policy + ENDING] > 0.0 and players == 2:
        best = _near_the_end(desk, reals, held, policy, best, player)
    if reals[policy + AGAIN] > 0.0 and not final:
        best = _judge_again(p, desk, reals, held, policy, best)
    if reals[policy + TRIED] > 1.0 and not final:
        best = _search(p, desk, reals, held, policy, best)
    return best


@compiled
def first_by_reply(p: Words, desk: Longs, reals: Reals) -> int:
    """Where the set-up tile in HAND leaves least to who begins: its number in TURNS, -1 if nothing fits."""
    settle(p, desk, LOG)
    held = best_turns(p, desk, LOG, MOST_CANDIDATES)
    see(desk)
    best = -1
    least = 1e9
    for i in range(held):
        judge(p, desk, LOG, reals, TURNS + 3 * i, False)
        if reals[REPLY] < least:
            least = reals[REPLY]
            best = i
    return best
