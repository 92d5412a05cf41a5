"""Ideas for master's evaluation as compiled games: `lab_games.py` sets them against S.

A turn's value is its points plus weights times features of the board it leaves; S is two of these features.
All functions share the kernel's arrays, made longer: what follows lies behind the kernel's own sections.
One long file: Numba compiles a cached function anew when its own file changes, not when another one does.
"""

from dalapapa.kernel.closing import settle
from dalapapa.kernel.desk import (
    DRAWN,
    EXPECTED,
    HANDS,
    LAID,
    LEVELS,
    LOG,
    LOG_END,
    LOTS,
    OUTCOME_POINTS,
    OUTCOMES,
    PLACED,
    REALS,
    SCORES,
    TABLE,
    TURNS,
    UNLAID,
)
from dalapapa.kernel.evaluate import _count_levels, _expected_reply, _own_next
from dalapapa.kernel.groups import undo
from dalapapa.kernel.jit import (
    LongArray,
    Longs,
    RealArray,
    Reals,
    WordArray,
    Words,
    bare,
    compiled,
    count,
    lowest,
)
from dalapapa.kernel.laying import lay
from dalapapa.kernel.layout import (
    AFFECTED_COUNT,
    BITS,
    CLOSED,
    CLOSES,
    COLOURS,
    CONDITION,
    DISCS,
    HIGH,
    KEY,
    MASK,
    OPEN,
    PARENT,
    SIDE,
    SIZE,
    TERMS,
    VALUE,
)
from dalapapa.kernel.legal import disc_points
from dalapapa.kernel.lots import draw, sow
from dalapapa.kernel.playout import _draw_tiles, _lay, set_up
from dalapapa.kernel.policies import by_lot
from dalapapa.kernel.tally import _fitting, _satisfying, most_points, tally
from dalapapa.kernel.turns import best_turns

# Whole numbers: by tile, its most points, where (a slot's key), most points in a place apart from it, how
# many unseen tiles have their best place there; unseen tiles listed, and mixed; turns put aside; the hand
# and the unseen tiles of the player whose turn is judged.
BEST = LOG_END
PLACE = BEST + 120
SPARE = PLACE + 120
RIVALS = SPARE + 120
LIST = RIVALS + 120
MIXED = LIST + 120
ASIDE = MIXED + 120
HAND = ASIDE + 3 * 128
UNSEEN = HAND + 2
LAB_DESK = UNSEEN + 2

# Reals: the features of the board a turn leaves.
REPLY = REALS  # R
OWN = REPLY + 1  # O
REPLY_APART = REPLY + 2  # R, where two tiles that want the same place do not both get it
OWN_AFTER = REPLY + 3  # O on what the reply is likely to leave
SINGLE = REPLY + 4  # 1 if a tile was kept
KEPT = REPLY + 5  # its most points
KEPT_SPARE = REPLY + 6  # its most points in a place apart
OVERLAP = REPLY + 7  # the chance that two unseen tiles' best places overlap
SPARE_MEAN = REPLY + 8  # unseen tiles' most points in a place apart, mean
LEVEL = REPLY + 9  # unseen tiles whose best placement makes -1, 0 .. 12 or more points, shares
GROUP = LEVEL + 14  # discs in groups with 1, 2, 3, more open half-discs; the sums of the squares
CONTACT = GROUP + 8  # slots with 1, 2, 3, more half-discs
FEATURES = CONTACT + 4 - REPLY
# By candidate: value, value as yet to be searched, R, O; by hand sampled, its expected turn.
VALUES = REPLY + 64
WAITING = VALUES + 128
REPLY_OF = WAITING + 128
OWN_OF = REPLY_OF + 128
CONTROL = OWN_OF + 128
# Each seat's policy.
POLICY = CONTROL + 128
CANDIDATES = 0  # how many turns are looked at
AGAIN = 1  # those not further below the best are judged by the second weights
ENDING = 2  # spread of the end's margin when this turn does not reach the target; 0: as S all the time
TRIED = 3  # how many of the best are searched
WITHIN = 4  # how far below the best
SAMPLES = 5  # hands sampled for the reply
REPLIES = 6  # candidates of a reply: 1 by points, more by value
OWN_THEN = 7  # weight of the own turn after the reply
REPLY_THEN = 8  # weight of the reply to that
MIX = 9  # weight of the value before the search
SETTING_UP = 10  # 1: the set-up tile goes where R is least; 0: by lot
FIRST = 11  # weights of R and O
SECOND = 13  # weights of all features
BLOCK = SECOND + FEATURES
LAB_REALS = POLICY + 4 * BLOCK

# What follows a turn drawn by lot: turns ahead, turns of a game, length of a row.
AHEAD = 5
PLIES = 30
ROW = 2 * FEATURES + 3 + AHEAD
OPENING = 8
USUAL_TURN = 5  # points that a turn makes nearly always


@compiled
def _outcomes(p: Words, desk: Longs, tiles: Longs, slot: int, word: int) -> int:
    """Every way a slot's terms can come out for the tiles of one pattern and word, as in tally.py."""
    fitting = _fitting(tiles, int(p[MASK + slot]), int(p[VALUE + slot]), word)
    if fitting == 0:
        return 0
    desk[OUTCOMES] = fitting
    desk[OUTCOME_POINTS] = disc_points(p, slot)
    outcomes = 1
    for term in range(slot * TERMS, slot * TERMS + int(p[CLOSES + slot])):
        satisfying = _satisfying(tiles, int(p[CONDITION + term]), word)
        for i in range(outcomes):
            both = desk[OUTCOMES + i] & satisfying
            if both:
                desk[OUTCOMES + outcomes] = both
                desk[OUTCOME_POINTS + outcomes] = desk[OUTCOME_POINTS + i] + int(p[CLOSED + term])
                outcomes += 1
    return outcomes


@compiled
def _overlap(one: int, other: int) -> bool:
    """Whether two slots, given by key, share a cell."""
    a, b = one >> 1, other >> 1
    a2 = a + (SIDE if one & 1 else 1)
    b2 = b + (SIDE if other & 1 else 1)
    return a in (b, b2) or a2 in (b, b2)


@compiled
def _find_places(p: Words, desk: Longs, tiles: Longs) -> None:
    """Each tile's best place, and its best one apart from that."""
    for i in range(120):
        desk[BEST + i] = desk[PLACE + i] = desk[SPARE + i] = -1
    for again in range(2):
        for slot in range(int(p[HIGH])):
            if p[MASK + slot] == 0:
                continue
            key = int(p[KEY + slot])
            for word in range(8):
                for i in range(_outcomes(p, desk, tiles, slot, word)):
                    bits, points = desk[OUTCOMES + i], desk[OUTCOME_POINTS + i]
                    while bits:
                        tile = BITS * (word & 1) + lowest(bits)
                        bits &= bits - 1
                        if again == 0:
                            if points > desk[BEST + tile]:
                                desk[BEST + tile] = points
                                desk[PLACE + tile] = key
                        elif points > desk[SPARE + tile] and not _overlap(key, desk[PLACE + tile]):
                            desk[SPARE + tile] = points


@compiled
def _turn_of(reals: Reals, x: int, y: int) -> float:
    """T."""
    return float(reals[TABLE + EXPECTED * min(x + 1, EXPECTED - 1) + min(y + 1, EXPECTED - 1)])


@compiled
def _turn_left(desk: Longs, reals: Reals, n: int, a: int, b: int) -> float:
    """T of two tiles after a reply of about two tiles out of n, which takes the places that others want."""
    p = 1.0 - float(desk[RIVALS + a]) / float(n)
    q = 1.0 - float(desk[RIVALS + b]) / float(n)
    p, q = p * p, q * q
    x, y, u, v = desk[BEST + a], desk[BEST + b], desk[SPARE + a], desk[SPARE + b]
    first = q * _turn_of(reals, x, y) + (1.0 - q) * _turn_of(reals, x, v)
    return p * first + (1.0 - p) * (q * _turn_of(reals, u, y) + (1.0 - q) * _turn_of(reals, u, v))


@compiled
def _list_unseen(desk: Longs, at: int) -> int:
    """The unseen tiles one by one, from desk[at] on; how many."""
    n = 0
    for word in range(2):
        bits = desk[UNSEEN + word]
        while bits:
            desk[at + n] = BITS * word + lowest(bits)
            bits &= bits - 1
            n += 1
    return n


@compiled
def _places_features(p: Words, desk: Longs, reals: Reals, tiles: Longs, kept: int) -> None:
    """The features that need each tile's place."""
    _find_places(p, desk, tiles)
    n = _list_unseen(desk, LIST)
    reals[REPLY_APART] = reals[OWN_AFTER] = reals[OVERLAP] = reals[SPARE_MEAN] = 0.0
    reals[KEPT_SPARE] = float(desk[SPARE + kept]) if kept >= 0 else 0.0
    if n < 2:
        return
    apart, overlaps, spares, own = 0.0, 0.0, 0.0, 0.0
    for i in range(n):
        desk[RIVALS + desk[LIST + i]] = 0
    for i in range(n):
        a = desk[LIST + i]
        spares += float(desk[SPARE + a])
        for j in range(i + 1, n):
            b = desk[LIST + j]
            x, y = desk[BEST + a], desk[BEST + b]
            if x >= 0 and y >= 0 and _overlap(desk[PLACE + a], desk[PLACE + b]):
                overlaps += 1.0
                desk[RIVALS + a] += 1
                desk[RIVALS + b] += 1
                apart += max(_turn_of(reals, x, desk[SPARE + b]), _turn_of(reals, desk[SPARE + a], y))
            else:
                apart += _turn_of(reals, x, y)
    pairs = float(n) * float(n - 1) * 0.5
    reals[REPLY_APART] = apart / pairs
    reals[OVERLAP] = overlaps / pairs
    reals[SPARE_MEAN] = spares / float(n)
    if kept >= 0:
        desk[RIVALS + kept] = 0
        for j in range(n):
            b = desk[LIST + j]
            desk[RIVALS + kept] += desk[BEST + b] >= 0 and _overlap(desk[PLACE + kept], desk[PLACE + b])
        for j in range(n):
            own += _turn_left(desk, reals, n, kept, desk[LIST + j])
        reals[OWN_AFTER] = own / float(n)
    else:
        for i in range(n):
            for j in range(i + 1, n):
                own += _turn_left(desk, reals, n, desk[LIST + i], desk[LIST + j])
        reals[OWN_AFTER] = own / pairs


@compiled
def find_features(p: Words, desk: Longs, reals: Reals, tiles: Longs, kept: int, every: bool) -> None:
    """The features of a settled position after a turn that kept a tile (-1: none): R and O, or all."""
    highest = tally(p, desk, tiles)
    total = _count_levels(desk, highest, desk[UNSEEN], desk[UNSEEN + 1])
    reals[REPLY] = reals[OWN] = _expected_reply(desk, total, reals)
    reals[KEPT] = reals[SINGLE] = 0.0
    if kept >= 0:
        best = most_points(desk, highest, kept)
        reals[OWN] = _own_next(desk, total, best, reals)
        reals[SINGLE] = 1.0
        reals[KEPT] = float(best)
    if not every:
        return
    for i in range(LEVEL, REPLY + FEATURES):
        reals[i] = 0.0
    for i in range(EXPECTED):
        reals[LEVEL + min(i, 13)] += float(desk[LEVELS + i]) / float(max(total, 1))
    for node in range(int(p[DISCS])):
        if p[PARENT + node] == node and p[OPEN + node] > 0:
            at = GROUP + min(int(p[OPEN + node]), 4) - 1
            size = float(p[SIZE + node])
            reals[at] += size
            reals[at + 4] += size * size
    for slot in range(int(p[HIGH])):
        contacts = count(int(p[MASK + slot])) >> 1
        if contacts:
            reals[CONTACT + min(contacts, 4) - 1] += 1.0
    _places_features(p, desk, reals, tiles, kept)


@compiled
def _look_from(desk: Longs, seen_0: int, seen_1: int, a: int, b: int) -> None:
    """Judge with a hand of a and b; the unseen tiles are those given, less the hand."""
    desk[HAND], desk[HAND + 1] = a, b
    desk[UNSEEN], desk[UNSEEN + 1] = seen_0, seen_1
    for tile in (a, b):
        if tile >= 0:
            desk[UNSEEN + tile // BITS] &= ~(1 << tile % BITS)


@compiled
def _lay_turn(p: Words, desk: Longs, n: int, tiles: Longs, turn: int) -> int:
    """Lay the turn at a place on the desk and settle; the log's new length."""
    for i in range(turn + 1, turn + 3):
        if desk[i] >= 0:
            n = lay(p, desk, n, desk[i] >> 9, tiles[COLOURS + (desk[i] & 511)])
    return settle(p, desk, n)


@compiled
def _kept(desk: Longs, turn: int) -> int:
    """The tile of the hand that a turn keeps, or -1."""
    if desk[turn + 2] >= 0:
        return -1
    return int(desk[HAND + 1] if (desk[turn + 1] & 511) >> 2 == desk[HAND] else desk[HAND])


@compiled
def _judge(p: Words, desk: Longs, n: int, reals: Reals, tiles: Longs, turn: int, every: bool) -> None:
    """The features of the board after a turn."""
    laid = _lay_turn(p, desk, n, tiles, turn)
    find_features(p, desk, reals, tiles, _kept(desk, turn), every)
    undo(p, desk, laid, n)


@compiled
def _judge_all(
    p: Words, desk: Longs, n: int, reals: Reals, tiles: Longs, held: int, policy: int, final: bool
) -> int:
    """Value the turns held by R and O; the best one's number."""
    best = 0
    for i in range(held):
        _judge(p, desk, n, reals, tiles, TURNS + 3 * i, False)
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
def _judge_again(p: Words, desk: Longs, reals: Reals, tiles: Longs, held: int, policy: int, best: int) -> int:
    """The turns that are nearly the best, valued by all features."""
    least = reals[VALUES + best] - reals[policy + AGAIN]
    top = -1e9
    for i in range(held):
        if reals[VALUES + i] >= least:
            _judge(p, desk, LOG, reals, tiles, TURNS + 3 * i, True)
            value = float(desk[TURNS + 3 * i])
            for j in range(FEATURES):
                value += reals[policy + SECOND + j] * reals[REPLY + j]
            if value > top:
                top = value
                best = i
    return best


@compiled
def _near_the_end(
    desk: Longs, reals: Reals, held: int, policy: int, best: int, seat: int, target: int
) -> int:
    """Of two players: the turn most likely to win where the end may come before the turns that S counts."""
    other = desk[SCORES + 1 - seat]
    near = other + USUAL_TURN >= target
    if not near and (seat == 1 or desk[SCORES] + desk[TURNS] < target):
        return best
    top = -1e9
    for i in range(held):
        lead = float(desk[SCORES + seat] + desk[TURNS + 3 * i] - other)
        reply, own = reals[REPLY_OF + i], reals[OWN_OF + i]
        if seat == 1:  # the reply and one turn more
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
    p: Words, desk: Longs, n: int, reals: Reals, tiles: Longs, policy: int, kept: int, a: int, b: int
) -> float:
    """What follows when the next player holds a and b: less the reply, with the own turn after it."""
    unseen_0, unseen_1, mine, my_other = desk[UNSEEN], desk[UNSEEN + 1], desk[HAND], desk[HAND + 1]
    _look_from(desk, unseen_0, unseen_1, a, b)
    p[AFFECTED_COUNT] = 0
    replies = best_turns(p, desk, n, tiles, a, b, int(reals[policy + REPLIES]))
    after, value = n, 0.0
    if replies:
        choice = _judge_all(p, desk, n, reals, tiles, replies, policy, False) if replies > 1 else 0
        value = -float(desk[TURNS + 3 * choice])
        after = _lay_turn(p, desk, n, tiles, TURNS + 3 * choice)
    find_features(p, desk, reals, tiles, kept, False)
    undo(p, desk, after, n)
    desk[UNSEEN], desk[UNSEEN + 1], desk[HAND], desk[HAND + 1] = unseen_0, unseen_1, mine, my_other
    return value + float(reals[policy + OWN_THEN] * reals[OWN] - reals[policy + REPLY_THEN] * reals[REPLY])


@compiled
def _search(p: Words, desk: Longs, reals: Reals, tiles: Longs, held: int, policy: int, best: int) -> int:
    """The best few turns again, with replies of hands sampled from the unseen tiles, the same for all.

    The reply is R plus what the sampled ones differ from what T expects of their hands: less noise.
    """
    unseen = _list_unseen(desk, MIXED)
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
        n = _lay_turn(p, desk, LOG, tiles, ASIDE + 3 * at)
        kept = _kept(desk, ASIDE + 3 * at)
        highest = tally(p, desk, tiles)
        total = _count_levels(desk, highest, desk[UNSEEN], desk[UNSEEN + 1])
        value = float(desk[ASIDE + 3 * at]) - _expected_reply(desk, total, reals)
        for i in range(samples):
            x = most_points(desk, highest, desk[MIXED + 2 * i])
            y = most_points(desk, highest, desk[MIXED + 2 * i + 1])
            reals[CONTROL + i] = _turn_of(reals, x, y)
        future = 0.0
        for i in range(samples):
            a, b = desk[MIXED + 2 * i], desk[MIXED + 2 * i + 1]
            future += reals[CONTROL + i] + _after_reply(p, desk, n, reals, tiles, policy, kept, a, b)
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
def decide(p: Words, desk: Longs, reals: Reals, tiles: Longs, seat: int, players: int, target: int) -> int:
    """The turn a seat plays: its number in TURNS, -1 to pass. Without further ideas it is master's."""
    a, b = desk[HANDS + 2 * seat], desk[HANDS + 2 * seat + 1]
    if a < 0:
        a, b = b, a
    if a < 0:
        return -1
    policy = POLICY + BLOCK * seat
    settle(p, desk, LOG)
    held = best_turns(p, desk, LOG, tiles, a, b, int(reals[policy + CANDIDATES]))
    if held < 2:
        return held - 1
    most = desk[SCORES]
    for i in range(players):
        most = max(most, desk[SCORES + i])
    final = most >= target
    if seat == players - 1 and (final or desk[SCORES + seat] + desk[TURNS] >= target):
        return 0
    _look_from(desk, desk[UNLAID], desk[UNLAID + 1], a, b)
    best = _judge_all(p, desk, LOG, reals, tiles, held, policy, final)
    if reals[policy + ENDING] > 0.0 and players == 2:
        best = _near_the_end(desk, reals, held, policy, best, seat, target)
    if reals[policy + AGAIN] > 0.0 and not final:
        best = _judge_again(p, desk, reals, tiles, held, policy, best)
    if reals[policy + TRIED] > 1.0 and not final:
        best = _search(p, desk, reals, tiles, held, policy, best)
    return best


@compiled
def _play_turn(p: Words, desk: Longs, tiles: Longs, bags: Words, top: int, seat: int, choice: int) -> int:
    """Play the turn chosen; its points."""
    if choice < 0:
        return 0
    hand, turn = HANDS + 2 * seat, TURNS + 3 * choice
    desk[PLACED] = 1
    desk[SCORES + seat] += desk[turn]
    for i in range(turn + 1, turn + 3):
        if desk[i] >= 0:
            _lay(p, desk, tiles, desk[i])
            desk[LAID + seat] += 1
            desk[hand + (desk[hand] != (desk[i] & 511) >> 2)] = -1
    _draw_tiles(desk, bags, top, 120, seat)
    return int(desk[turn])


@compiled
def _set_up(
    p: Words, blank: Words, desk: Longs, reals: Reals, tiles: Longs, bags: Words, top: int, players: int
) -> None:
    """R3 as in the kernel, where a seat's policy may choose the place of its tile."""
    set_up(p, blank, desk, tiles, bags, top, 120, 1)
    for i in range(2 * players):
        desk[HANDS + i] = -1
    desk[DRAWN] = players
    for seat in range(1, players):
        desk[SCORES + seat] = desk[LAID + seat] = 0
        tile = int(bags[top + seat])
        best = 0
        if reals[POLICY + BLOCK * seat + SETTING_UP] > 0.0:
            settle(p, desk, LOG)
            held = best_turns(p, desk, LOG, tiles, tile, -1, 128)
            _look_from(desk, desk[UNLAID], desk[UNLAID + 1], tile, -1)
            least = 1e9
            for i in range(held):
                _judge(p, desk, LOG, reals, tiles, TURNS + 3 * i, False)
                if reals[REPLY] < least:
                    least = reals[REPLY]
                    best = i
        else:
            held = by_lot(p, desk, tiles, tile, -1)
        if held:
            _lay(p, desk, tiles, desk[TURNS + 3 * best + 1])
        else:
            desk[HANDS + 2 * seat] = tile
    for seat in range(players):
        _draw_tiles(desk, bags, top, 120, seat)


@compiled
def play(
    p: WordArray,
    blank: WordArray,
    desk: LongArray,
    reals: RealArray,
    tiles: LongArray,
    bags: WordArray,
    players: int,
    target: int,
    seed: int,
    scores: LongArray,
) -> None:
    """Whole games, set-up by lot, each seat by its policy."""
    for game in range(len(scores) // players):
        sow(bare(desk), LOTS, seed, game)
        _set_up(
            bare(p),
            bare(blank),
            bare(desk),
            bare(reals),
            bare(tiles),
            bare(bags),
            120 * game,
            players,
        )
        over = False
        while not over:
            left = 120
            over = False
            for seat in range(players):
                choice = decide(bare(p), bare(desk), bare(reals), bare(tiles), seat, players, target)
                _play_turn(bare(p), bare(desk), bare(tiles), bare(bags), 120 * game, seat, choice)
            left -= desk[DRAWN]
            for seat in range(players):
                over = over or desk[SCORES + seat] >= target
                left += (desk[HANDS + 2 * seat] >= 0) + (desk[HANDS + 2 * seat + 1] >= 0)
            over = over or desk[PLACED] == 0 or left == 0
            desk[PLACED] = 0
        for seat in range(players):
            scores[game * players + seat] = desk[SCORES + seat]


@compiled
def _draw_row(p: Words, desk: Longs, reals: Reals, tiles: Longs, seat: int, row: Reals, at: int) -> int:
    """Draw a turn by lot from the candidates and begin its row: its number, -1 where there is no choice."""
    settle(p, desk, LOG)
    a, b = desk[HANDS + 2 * seat], desk[HANDS + 2 * seat + 1]
    held = best_turns(p, desk, LOG, tiles, a, b, int(reals[POLICY + CANDIDATES]))
    if held < 2:
        return -1
    _look_from(desk, desk[UNLAID], desk[UNLAID + 1], a, b)
    choice = draw(desk, LOTS, held)
    for j in range(ROW):
        row[at + j] = 0.0
    for i in range(held):
        _judge(p, desk, LOG, reals, tiles, TURNS + 3 * i, True)
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
    p: WordArray,
    blank: WordArray,
    desk: LongArray,
    reals: RealArray,
    tiles: LongArray,
    bags: WordArray,
    seed: int,
    rows: RealArray,
) -> int:
    """Games of two in which every sixth turn is drawn by lot; a row for each of them, their number.

    A row: the features less their means over the candidates, the means, the turn's points, the best turn's,
    its number in the game, then the points of the AHEAD turns that follow.
    """
    total = 0
    for game in range(len(bags) // 120):
        sow(bare(desk), LOTS, seed, game)
        set_up(bare(p), bare(blank), bare(desk), bare(tiles), bare(bags), 120 * game, 120, 2)
        phase = draw(bare(desk), LOTS, AHEAD + 1)
        since = AHEAD + 1
        for ply in range(PLIES):
            if ply % (AHEAD + 1) == phase:
                if ply + AHEAD >= PLIES:
                    break
                choice = _draw_row(
                    bare(p), bare(desk), bare(reals), bare(tiles), ply & 1, bare(rows), total * ROW
                )
                if choice < 0:
                    break
                rows[total * ROW + 2 * FEATURES + 2] = float(ply)
                since = 0
            else:
                choice = decide(bare(p), bare(desk), bare(reals), bare(tiles), ply & 1, 2, 1000)
            points = _play_turn(bare(p), bare(desk), bare(tiles), bare(bags), 120 * game, ply & 1, choice)
            if 0 < since <= AHEAD:
                rows[total * ROW + 2 * FEATURES + 2 + since] = float(points)
                total += since == AHEAD
            since += 1
    return total


@compiled
def gather_openings(
    p: WordArray,
    blank: WordArray,
    desk: LongArray,
    reals: RealArray,
    tiles: LongArray,
    bags: WordArray,
    seed: int,
    rows: RealArray,
) -> None:
    """Beginnings of games of two, set-up by lot: the features of the board, then the points of the turns."""
    for game in range(len(bags) // 120):
        sow(bare(desk), LOTS, seed, game)
        set_up(bare(p), bare(blank), bare(desk), bare(tiles), bare(bags), 120 * game, 120, 2)
        settle(bare(p), bare(desk), LOG)
        _look_from(bare(desk), desk[UNLAID], desk[UNLAID + 1], -1, -1)
        find_features(bare(p), bare(desk), bare(reals), bare(tiles), -1, True)
        at = game * (FEATURES + OPENING)
        for j in range(FEATURES):
            rows[at + j] = reals[REPLY + j]
        for ply in range(OPENING):
            choice = decide(bare(p), bare(desk), bare(reals), bare(tiles), ply & 1, 2, 1000)
            points = _play_turn(bare(p), bare(desk), bare(tiles), bare(bags), 120 * game, ply & 1, choice)
            rows[at + FEATURES + ply] = float(points)
