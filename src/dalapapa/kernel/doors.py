"""Where Python calls in: compiled functions that take flat arrays, which the caller owns and keeps alive."""

from dalapapa.kernel.closing import group_points, settle
from dalapapa.kernel.constants import (
    ALL_WORDS,
    ALONE,
    BAG,
    BAG_SIZE,
    COLOURS,
    DRAWN,
    EDGE,
    FOUND,
    GAME,
    GAME_END,
    HAND,
    HANDS,
    HIDDEN,
    KEY,
    LAID,
    LISTED,
    LOTS,
    MASK,
    PLACES,
    PLAYERS,
    SCORES,
    SLOT_AT,
    WEIGHTS,
)
from dalapapa.kernel.evaluate import evaluate
from dalapapa.kernel.groups import undo
from dalapapa.kernel.jit import LongArray, RealArray, WordArray, bare, compiled, count
from dalapapa.kernel.laying import lay
from dalapapa.kernel.legal import disc_points, fit, list_fits
from dalapapa.kernel.lots import draw, sow
from dalapapa.kernel.playout import fill_bag, play_on, set_up
from dalapapa.kernel.receipts import offer
from dalapapa.kernel.tally import most_points, tally
from dalapapa.kernel.turns import best_turns


@compiled
def draw_lots(lots: LongArray, seed: int, stream: int, choices: int, drawn: LongArray) -> None:
    """The first lots of a stream."""
    sow(bare(lots), 0, seed, stream)
    for i in range(len(drawn)):
        drawn[i] = draw(bare(lots), 0, choices)


@compiled
def score(p: WordArray, desk: LongArray, placement: int) -> int:
    """The points of a packed placement; the first tile of all has no slot and makes no disc."""
    slot = int(p[SLOT_AT + (placement >> 9)]) - 1
    places = desk[PLACES + (placement & 511)]
    return disc_points(bare(p), slot) + group_points(bare(p), slot, places) if slot >= 0 else places >> ALONE


@compiled
def lay_tile(p: WordArray, desk: LongArray, n: int, placement: int) -> int:
    """Lay a packed placement and settle; gives the log's new length."""
    n = lay(bare(p), bare(desk), n, placement >> 9, desk[COLOURS + (placement & 511)])
    return settle(bare(p), bare(desk), n)


@compiled
def take_back(p: WordArray, desk: LongArray, n: int, mark: int) -> None:
    """Undo to where the log had length `mark`."""
    undo(bare(p), bare(desk), n, mark)


@compiled
def list_legal(p: WordArray, desk: LongArray, found: LongArray) -> int:
    """Every placement of the one tile in HAND as four numbers; how many placements there are.

    The numbers are the packed placement, its discs, its group points, and its points.
    """
    fit(bare(p), bare(desk))
    total = list_fits(bare(p))
    for i in range(total):
        slot, row = int(p[FOUND + i]) >> 3, 4 * desk[HAND] + (int(p[FOUND + i]) & 7)
        closed = group_points(bare(p), slot, desk[PLACES + row])
        found[4 * i] = int(p[KEY + slot]) << 9 | row
        found[4 * i + 1] = count(int(p[MASK + slot])) >> 1
        found[4 * i + 2] = closed
        found[4 * i + 3] = disc_points(bare(p), slot) + closed
    return total


@compiled
def list_options(p: WordArray, desk: LongArray, found: LongArray, tiles: int, tried: int) -> bool:
    """What HAND can do on the board in `found`, with receipts, in its columns; whether there was room.

    1 for `tried` where the last tile of the board is; else 0.
    """
    return offer(bare(p), bare(desk), bare(found), tiles, tried)


@compiled
def points_per_tile(p: WordArray, desk: LongArray, wanted: LongArray, found: LongArray) -> None:
    """For each wanted tile its most points in one placement, -1 if it fits nowhere."""
    highest = tally(bare(p), bare(desk))
    for i in range(len(wanted)):
        found[i] = most_points(bare(desk), highest, wanted[i])


@compiled
def find_turns(p: WordArray, desk: LongArray, n: int, most: int) -> int:
    """The best turns by points of the tiles in HAND, left in TURNS; how many there are."""
    return best_turns(bare(p), bare(desk), n, most)


@compiled
def judge_turns(p: WordArray, desk: LongArray, n: int, reals: RealArray, held: int) -> int:
    """S for the first `held` turns in TURNS, left in JUDGED; the best one's number."""
    return evaluate(bare(p), bare(desk), n, bare(reals), held, WEIGHTS)


@compiled
def play_games(
    p: WordArray,
    desk: LongArray,
    reals: RealArray,
    bags: WordArray,
    seed: int,
    first: int,
    results: LongArray,
) -> bool:
    """Whole games, one for each bag; whether all of them stayed on the grid.

    A game's results are its turns, the placements listed, and the seats' scores and tiles laid.
    """
    players = desk[PLAYERS]
    for game in range(len(bags) // desk[BAG_SIZE]):
        fill_bag(bare(desk), bare(bags), game)
        sow(bare(desk), LOTS, seed, first + game)
        set_up(bare(p), bare(desk))
        at = game * (2 + 2 * players)
        results[at] = play_on(bare(p), bare(desk), bare(reals), 0, 1 << 30)
        results[at + 1] = desk[LISTED]
        for player in range(players):
            results[at + 2 + player] = desk[SCORES + player]
            results[at + 2 + players + player] = desk[LAID + player]
        if p[EDGE]:
            return False
    return True


@compiled
def roll_out(
    p: WordArray,
    start: WordArray,
    desk: LongArray,
    game: LongArray,
    reals: RealArray,
    player: int,
    turns: int,
    seed: int,
    scores: LongArray,
) -> bool:
    """Play `game` on from the position `start` and a player, over and over; whether all stayed on the grid.

    The bag is mixed each time, and hidden hands come out of it first.
    """
    players = game[PLAYERS]
    for sample in range(len(scores) // players):
        for i in range(ALL_WORDS):
            p[i] = start[i]
        for i in range(GAME, GAME_END):
            desk[i] = game[i]
        sow(bare(desk), LOTS, seed, sample)
        for i in range(desk[BAG_SIZE] - 1, 0, -1):
            j = draw(bare(desk), LOTS, i + 1)
            desk[BAG + i], desk[BAG + j] = desk[BAG + j], desk[BAG + i]
        for other in range(players):
            dealt = 0
            for i in range(HANDS + 2 * other, HANDS + 2 * other + 2):
                if desk[i] < 0 and dealt < desk[HIDDEN + other] and desk[DRAWN] < desk[BAG_SIZE]:
                    desk[i] = desk[BAG + desk[DRAWN]]
                    desk[DRAWN] += 1
                    dealt += 1
        play_on(bare(p), bare(desk), bare(reals), player, turns)
        for other in range(players):
            scores[sample * players + other] = desk[SCORES + other]
        if p[EDGE]:
            return False
    return True
