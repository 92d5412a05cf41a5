"""Where Python calls in: compiled functions that take arrays. The caller owns them and keeps them alive."""

from dalapapa.kernel.closing import group_points, settle
from dalapapa.kernel.desk import DRAWN, HANDS, LAID, LISTED, LOTS, SCORES, TURNS
from dalapapa.kernel.evaluate import evaluate
from dalapapa.kernel.groups import undo
from dalapapa.kernel.jit import LongArray, RealArray, WordArray, bare, compiled, count
from dalapapa.kernel.laying import lay
from dalapapa.kernel.layout import ALL_WORDS, ALONE, COLOURS, EDGE, FOUND, KEY, MASK, PLACES, SLOT_AT
from dalapapa.kernel.legal import disc_points, fit, list_fits
from dalapapa.kernel.lots import draw, sow
from dalapapa.kernel.playout import play_on, set_up
from dalapapa.kernel.tally import most_points, tally
from dalapapa.kernel.turns import best_turns


@compiled
def draw_lots(lots: LongArray, seed: int, stream: int, choices: int, drawn: LongArray) -> None:
    """The first lots of a stream."""
    sow(bare(lots), 0, seed, stream)
    for i in range(len(drawn)):
        drawn[i] = draw(bare(lots), 0, choices)


@compiled
def score(p: WordArray, tiles: LongArray, placement: int) -> int:
    """The points of a packed placement; the first tile of all has no slot and makes no disc."""
    slot = int(p[SLOT_AT + (placement >> 9)]) - 1
    places = tiles[PLACES + (placement & 511)]
    return disc_points(bare(p), slot) + group_points(bare(p), slot, places) if slot >= 0 else places >> ALONE


@compiled
def lay_tile(p: WordArray, desk: LongArray, n: int, tiles: LongArray, placement: int) -> int:
    """Lay a packed placement and settle; gives the log's new length."""
    n = lay(bare(p), bare(desk), n, placement >> 9, tiles[COLOURS + (placement & 511)])
    return settle(bare(p), bare(desk), n)


@compiled
def take_back(p: WordArray, desk: LongArray, n: int, mark: int) -> None:
    """Undo to where the log had length `mark`."""
    undo(bare(p), bare(desk), n, mark)


@compiled
def list_legal(p: WordArray, tiles: LongArray, tile: int, found: LongArray) -> int:
    """Every placement of a tile as four numbers: packed, discs, group points, points; how many there are."""
    fit(bare(p), bare(tiles), tile, -1)
    total = list_fits(bare(p))
    for i in range(total):
        slot, row = int(p[FOUND + i]) >> 3, 4 * tile + (int(p[FOUND + i]) & 7)
        closed = group_points(bare(p), slot, tiles[PLACES + row])
        found[4 * i] = int(p[KEY + slot]) << 9 | row
        found[4 * i + 1] = count(int(p[MASK + slot])) >> 1
        found[4 * i + 2] = closed
        found[4 * i + 3] = disc_points(bare(p), slot) + closed
    return total


@compiled
def points_per_tile(
    p: WordArray, desk: LongArray, tiles: LongArray, wanted: LongArray, found: LongArray
) -> None:
    """For each wanted tile its most points in one placement, -1 if it fits nowhere."""
    highest = tally(bare(p), bare(desk), bare(tiles))
    for i in range(len(wanted)):
        found[i] = most_points(bare(desk), highest, wanted[i])


@compiled
def find_turns(p: WordArray, desk: LongArray, n: int, tiles: LongArray, a: int, b: int, most: int) -> int:
    """The best turns by points, left in TURNS; how many there are."""
    return best_turns(bare(p), bare(desk), n, bare(tiles), a, b, most)


@compiled
def judge_turns(
    p: WordArray,
    desk: LongArray,
    n: int,
    reals: RealArray,
    tiles: LongArray,
    a: int,
    b: int,
    unseen_0: int,
    unseen_1: int,
    held: int,
    reply_weight: float,
    own_weight: float,
) -> int:
    """S for the first `held` turns in TURNS, left in JUDGED; the best one's number."""
    return evaluate(
        bare(p),
        bare(desk),
        n,
        bare(reals),
        bare(tiles),
        a,
        b,
        unseen_0,
        unseen_1,
        held,
        reply_weight,
        own_weight,
    )


@compiled
def play_games(
    p: WordArray,
    blank: WordArray,
    desk: LongArray,
    reals: RealArray,
    tiles: LongArray,
    bags: WordArray,
    tiles_in_all: int,
    players: int,
    target: int,
    seed: int,
    first: int,
    scores: LongArray,
    laid: LongArray,
    turns: LongArray,
    listed: LongArray,
) -> bool:
    """Whole games, as many as `turns` is long; whether all of them stayed on the grid."""
    for game in range(len(turns)):
        sow(bare(desk), LOTS, seed, first + game)
        top = game * tiles_in_all
        set_up(bare(p), bare(blank), bare(desk), bare(tiles), bare(bags), top, tiles_in_all, players)
        turns[game] = play_on(
            bare(p),
            bare(desk),
            bare(reals),
            bare(tiles),
            bare(bags),
            top,
            tiles_in_all,
            players,
            target,
            0,
            1 << 30,
        )
        listed[game] = desk[LISTED]
        for seat in range(players):
            scores[game * players + seat] = desk[SCORES + seat]
            laid[game * players + seat] = desk[LAID + seat]
        if p[EDGE]:
            return False
    return True


@compiled
def roll_out(
    p: WordArray,
    start: WordArray,
    desk: LongArray,
    start_desk: LongArray,
    reals: RealArray,
    tiles: LongArray,
    bag: WordArray,
    hidden: LongArray,
    target: int,
    seat: int,
    turns: int,
    seed: int,
    scores: LongArray,
) -> bool:
    """Play on from a position, each time with the unseen tiles in `bag` mixed; whether all stayed on grid.

    Hidden hands, of sizes `hidden`, come out of the bag first; `start_desk` holds all else.
    """
    players = len(hidden)
    for sample in range(len(scores) // players):
        for i in range(ALL_WORDS):
            p[i] = start[i]
        for i in range(TURNS):
            desk[i] = start_desk[i]
        sow(bare(desk), LOTS, seed, sample)
        for i in range(len(bag) - 1, 0, -1):
            j = draw(bare(desk), LOTS, i + 1)
            bag[i], bag[j] = bag[j], bag[i]
        for other in range(players):
            dealt = 0
            for i in range(HANDS + 2 * other, HANDS + 2 * other + 2):
                if desk[i] < 0 and dealt < hidden[other] and desk[DRAWN] < len(bag):
                    desk[i] = int(bag[desk[DRAWN]])
                    desk[DRAWN] += 1
                    dealt += 1
        play_on(
            bare(p),
            bare(desk),
            bare(reals),
            bare(tiles),
            bare(bag),
            0,
            len(bag),
            players,
            target,
            seat,
            turns,
        )
        for other in range(players):
            scores[sample * players + other] = desk[SCORES + other]
        if p[EDGE]:
            return False
    return True
