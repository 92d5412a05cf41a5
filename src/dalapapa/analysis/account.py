"""A whole recorded game looked back at: every turn's account, every seat's, and where the game turned.

Pure and repeatable: the same record gives the same analysis on any machine. `METHOD` names how it was
made; whoever keeps analyses makes them anew when it has changed.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from dalapapa import kernel
from dalapapa.analysis import METHOD, chances
from dalapapa.analysis.chances import Standing
from dalapapa.analysis.choices import Choice, choice, expected_reply
from dalapapa.analysis.ledger import Ledger, ledger
from dalapapa.analysis.pressure import Coming, coming
from dalapapa.kernel.questions import Position, best_points_per_tile
from dalapapa.rules import Board, Game, PlayedTurn, Result, TileSet, Turn, view
from dalapapa.rules.records import reading
from dalapapa.rules.records.record import Json, Player
from dalapapa.rules.records.referee import replay, scenes
from dalapapa.rules.records.unseen import Scene

SWING = 0.15  # a turn with less is no turning point, unless it has the greatest swing of all
MOST_TURNING_POINTS = 5
PRESSING = 2  # discs: smaller open groups press nobody

Progress = Callable[[int, int], None]


class Unsaid(StrEnum):
    """Why something could not be said of a game."""

    NO_BAG = "no_bag"  # hands are unknown: no ledger, no choices
    TOO_WIDE = "too_wide"  # the board outgrew what is counted on, from some turn on
    UNFINISHED = "unfinished"  # nobody has won


@dataclass(frozen=True, slots=True)
class TurnAccount:
    """One turn; what is None or empty could not be said.

    `win_before` and `win_after` are the seats' win chances at its start, the hand known, and at its end.
    `coming` is what could come after it, as the player saw the tiles.
    """

    played: PlayedTurn
    ledger: Ledger | None
    choice: Choice | None
    win_before: tuple[float, ...] | None
    win_after: tuple[float, ...] | None
    coming: Coming


@dataclass(frozen=True, slots=True)
class SeatAccount:
    """A seat's sums over its turns, and how it stood against the best of the others.

    `margin = tiles + table + choices`: whole points that add up to the difference of the totals.
    """

    score: int
    offered: float
    drawn: float
    taken: int
    loss: float
    best_turn: int | None  # the turn with most points, the first of equal ones
    rival: int
    margin: int
    tiles: int
    table: int
    choices: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """A game looked back at.

    A turn's swing is how much win chance went from seat to seat since the turn before: with what was drawn
    and what was done. `turning_points` are numbers of turns, from 0, the greatest swing first.
    """

    method: int
    target: int
    players: tuple[Player, ...]
    scores: tuple[int, ...]
    result: Result | None
    turns: tuple[TurnAccount, ...]
    swings: tuple[float, ...]
    seats: tuple[SeatAccount, ...] | None
    turning_points: tuple[int, ...]
    unsaid: tuple[Unsaid, ...]


def analyse(record: Json, tile_set: TileSet | None = None, progress: Progress | None = None) -> Analysis:
    """Look back at a recorded game; refuses a record that the rules do not bear out.

    `progress` is told after each turn how many are done, of how many.
    """
    looking = turn_by_turn(record, tile_set)
    while True:
        try:
            done, total = next(looking)
        except StopIteration as end:
            found: Analysis = end.value
            return found
        if progress:
            progress(done, total)


def turn_by_turn(record: Json, tile_set: TileSet | None = None) -> Generator[tuple[int, int], None, Analysis]:
    """The same for who has other things to do between turns: how many are done, of how many; then all."""
    kernel.warm()
    if "bag" in record:
        states = list(replay(record, tile_set))
        last = states[-1]
        turns, result = _with_bag(states), last.result
        scores, total = last.scores, len(last.turns)
    else:
        seen = list(scenes(record, tile_set))
        turns, result = _without_bag(seen, reading.target_of(record)), seen[-1].result
        scores, total = seen[-1].scores, len(seen[-1].turns)
    accounts = []
    for account in turns:
        accounts.append(account)
        yield len(accounts), total
    return _whole(record, accounts, scores, result)


def _whole(
    record: Json, turns: Sequence[TurnAccount], scores: tuple[int, ...], result: Result | None
) -> Analysis:
    unsaid = []
    if "bag" not in record:
        unsaid.append(Unsaid.NO_BAG)
    if any(account.win_after is None for account in turns):
        unsaid.append(Unsaid.TOO_WIDE)
    if result is None:
        unsaid.append(Unsaid.UNFINISHED)
    complete = turns and all(account.ledger for account in turns)
    swings = _swings(turns)
    greatest = sorted(range(len(turns)), key=lambda number: -swings[number])
    turned = [number for number in greatest if swings[number] >= SWING or number == greatest[0]]
    return Analysis(
        method=METHOD,
        target=reading.target_of(record),
        players=reading.players_of(record),
        scores=scores,
        result=result,
        turns=tuple(turns),
        swings=swings,
        seats=_seats(turns, scores) if complete else None,
        turning_points=tuple(turned[:MOST_TURNING_POINTS]),
        unsaid=tuple(unsaid),
    )


def _swings(turns: Sequence[TurnAccount]) -> tuple[float, ...]:
    found = []
    last = turns[0].win_before if turns else None
    for account in turns:
        moved = zip(last or (), account.win_after or (), strict=False)
        found.append(round(sum(abs(after - before) for before, after in moved) / 2, 4))
        last = account.win_after
    return tuple(found)


# ── Turns ────────────────────────────────────────────────────────────────────────────────────────


def _with_bag(states: Sequence[Game]) -> Iterator[TurnAccount]:
    """The accounts of all turns, from the states of the game."""
    for before, after in pairwise(states):
        if before.in_setup:
            continue
        played = after.turns[-1]
        try:
            position = Position(before.board)
            positioned = Position(after.board)
        except kernel.TooWideError:
            yield TurnAccount(played, None, None, None, None, Coming())
            continue
        seen = view(before, before.to_move)
        turn = Turn(played.placements)
        chosen = choice(position, seen, turn)
        account = ledger(position, before, played.points, f"{METHOD} {len(after.turns)} {before.order}")
        reply = _reply(position, seen.unseen)
        win_before = chances.chances(standing_before(before, reply, account.best))
        if after.result:
            win_after = chances.decided(after.scores, after.result.winners)
        else:
            win_after = chances.chances(standing_after(after, *_left(chosen, reply)))
        left = Coming() if after.result else coming(positioned, after.board, seen.unseen, PRESSING)
        yield TurnAccount(played, account, chosen, win_before, win_after, left)


def _left(chosen: Choice, reply: float) -> tuple[float, float]:
    """What a turn leaves to the others, and to who played it; after a pass all is as it was."""
    played = chosen.played
    return (played.reply, played.own) if played.turn.placements else (reply, reply)


def standing_before(game: Game, reply: float, best: int) -> Standing:
    """A game before a turn: what the others' turns may bring, and the best turn of the hand."""
    return _standing(game, reply, game.to_move, float(best), known=True)


def standing_after(game: Game, reply: float, own: float) -> Standing:
    """A game after a turn: what it left to the others, and to who played it."""
    return _standing(game, reply, (game.to_move - 1) % game.players, own, known=False)


def _standing(game: Game, reply: float, player: int, theirs: float, *, known: bool) -> Standing:
    expected = tuple(theirs if seat == player else reply for seat in range(game.players))
    left = game.bag_count + sum(map(len, game.hands))
    return Standing(game.target, game.scores, game.to_move, expected, left, known)


def _reply(position: Position, unseen: Sequence[int]) -> float:
    return expected_reply(best_points_per_tile(position, unseen).tolist() if unseen else [])


def _without_bag(seen: Sequence[Scene], target: int) -> Iterator[TurnAccount]:
    """What can be said without hands: win chances, and what a hand might close."""
    for before, after in pairwise(seen):
        if not after.turns:
            continue
        played = after.turns[-1]
        try:
            chance = [_chances_seen(scene, target) for scene in (before, after)]
            left = coming(Position(after.board), after.board, _unlaid(after.board), PRESSING)
        except kernel.TooWideError:
            yield TurnAccount(played, None, None, None, None, Coming())
            continue
        yield TurnAccount(played, None, None, chance[0], chance[1], left)


def _chances_seen(scene: Scene, target: int) -> tuple[float, ...]:
    if scene.result is not None:
        return chances.decided(scene.scores, scene.result.winners)
    players = len(scene.scores)
    unlaid = _unlaid(scene.board)
    reply = _reply(Position(scene.board), unlaid)
    to_move = len(scene.turns) % players
    return chances.chances(Standing(target, scene.scores, to_move, (reply,) * players, len(unlaid), False))


def _unlaid(board: Board) -> list[int]:
    laid = {placement.tile for placement in board.placements}
    return [tile for tile in range(len(board.tile_set)) if tile not in laid]


# ── Seats ────────────────────────────────────────────────────────────────────────────────────────


def _seats(turns: Sequence[TurnAccount], scores: tuple[int, ...]) -> tuple[SeatAccount, ...]:
    sums = [_sums(turns, seat) for seat in range(len(scores))]
    seats = []
    for seat, score in enumerate(scores):
        rival = max((other for other in range(len(scores)) if other != seat), key=lambda one: scores[one])
        offered, drawn, taken, loss = sums[seat]
        parts = [drawn - sums[rival][1], offered - sums[rival][0], float(taken - sums[rival][2])]
        margin = score - scores[rival]
        own = [number for number, account in enumerate(turns) if account.played.player == seat]
        best = max(own, key=lambda number: turns[number].played.points, default=None)
        tiles, table, choices = add_up(parts, margin)
        seats.append(
            SeatAccount(score, offered, drawn, taken, loss, best, rival, margin, tiles, table, choices)
        )
    return tuple(seats)


def _sums(turns: Sequence[TurnAccount], seat: int) -> tuple[float, float, int, float]:
    own = [account for account in turns if account.played.player == seat]
    accounts = [account.ledger for account in own if account.ledger]
    losses = [account.choice.loss for account in own if account.choice]
    return (
        round(sum(account.offered for account in accounts), 4),
        round(sum(account.drawn for account in accounts), 4),
        sum(account.taken for account in accounts),
        round(sum(losses), 4),
    )


def add_up(parts: Sequence[float], total: int) -> list[int]:
    """Whole numbers near these that add up to the total: those farthest from whole take the difference."""
    whole = [round(part) for part in parts]
    while (missing := total - sum(whole)) != 0:
        step = 1 if missing > 0 else -1
        at = max(range(len(parts)), key=lambda i: step * (parts[i] - whole[i]))
        whole[at] += step
    return whole
