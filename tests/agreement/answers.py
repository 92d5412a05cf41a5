"""What the kernel answers, a line a game: the same script runs natively and in Python on WebAssembly.

Every line has a digest of all bytes that compiled code has written: rows of legal placements, turns, reals,
the words of positions, scores. `python -m tests.agreement.answers` prints the lines.
"""

import random
from array import array
from collections.abc import Iterator, Sequence
from hashlib import sha256

from dalapapa import kernel
from dalapapa.bots import LEVELS, Budget
from dalapapa.bots.expected import EXPECTED_TURNS
from dalapapa.kernel.constants import (
    ALL_WORDS,
    BAG,
    BAG_SIZE,
    CANDIDATES,
    DRAWN,
    EDGE,
    GAME_END,
    HANDS,
    HIDDEN,
    JUDGED,
    MADE,
    MOVES,
    PLAYERS,
    POLICIES,
    SLOTS,
    TARGET,
    TURNS,
    UNLAID,
)
from dalapapa.kernel.desk import Desk, Weights
from dalapapa.kernel.entrance import doors, longs, words
from dalapapa.kernel.errors import TooWideError
from dalapapa.kernel.listing import listed
from dalapapa.kernel.packing import START, pack_set, unpack
from dalapapa.kernel.questions import Position
from dalapapa.rules import Board, Game, TileSet, classic, legal_placements, shuffled_bag, view
from tests.agreement.sets import wild

# Players, target: what people play.
TABLES = [(players, target) for players in (2, 3, 4) for target in (60, 240)]
POSITIONS = 2_000


class Digest:
    """Takes buffers and numbers, of either kind of doors."""

    def __init__(self) -> None:
        self._hash = sha256()

    def take(self, *answers: object) -> None:
        """Go on with these."""
        for answer in answers:
            self._hash.update(
                answer.tobytes() if hasattr(answer, "tobytes") else array("q", [int(str(answer))]).tobytes()
            )

    def __str__(self) -> str:
        return self._hash.hexdigest()[:24]


def positions() -> Iterator[tuple[int, str]]:
    """Questions about every position of games by lot: how many, and what was answered."""
    asked = seed = 0
    while asked < POSITIONS:
        tile_set = wild(120, seed, 2 + seed % 3) if seed % 4 == 3 else classic()
        count, answers = _walk(tile_set, random.Random(seed), greedy=seed % 2 == 0)
        yield count, answers
        asked += count
        seed += 1


def _walk(tile_set: TileSet, rng: random.Random, greedy: bool) -> tuple[int, str]:
    """Lay a whole bag, as far as the grid goes, asking on the way."""
    bag = list(shuffled_bag(tile_set, rng))
    first = legal_placements(Board(tile_set), bag.pop())
    position, said, count = Position(Board(tile_set)), Digest(), 0
    board = Board(tile_set).place(rng.choice(first))
    position.lay(board.placements[0])
    while bag and not position.desk.words[EDGE]:
        hand = bag[-2:] if rng.random() < 0.9 else bag[-1:]
        rows = _ask(position, hand, bag[: -len(hand)], said)
        count += 1
        bag.pop()
        if rows:
            shown = rng.sample(rows, min(4, len(rows)))
            packed = max(shown, key=lambda row: row[3])[0] if greedy else shown[0][0]
            laid = unpack(packed, START)
            board = board.place(laid)
            said.take(position.lay(laid))
            if bag and count % 10 == 0:
                said.take(_offered(board, bag[-1]))
    said.take(position.state)
    return count, str(said)


def _offered(board: Board, tile: int) -> "array[int]":
    """What a second tile is offered after the last one of the board, and where their order matters."""
    try:
        return array("b", str(listed(board, (tile,), tried=True)).encode())
    except TooWideError:
        return array("b", b"too wide")


def _ask(position: Position, hand: Sequence[int], unseen: Sequence[int], said: Digest) -> list[list[int]]:
    """Everything that bots ask; gives the rows of the last tile in the hand."""
    desk, flat = position.desk, longs(0)
    for tile in hand:
        found = longs(16 * SLOTS)
        desk.hold([tile])
        flat = found[: 4 * doors.list_legal(desk.words, desk.longs, found)]
        said.take(flat)
    wanted, points = longs(len(unseen)), longs(len(unseen))
    wanted[:] = array("q", unseen)
    doors.points_per_tile(desk.words, desk.longs, wanted, points)
    desk.hold(hand)
    desk.hide(unseen)
    desk.expect(EXPECTED_TURNS)
    desk.weigh(Weights())
    held = doors.find_turns(desk.words, desk.longs, position.log_length, 16)
    said.take(points, held, desk.longs[TURNS : TURNS + 3 * held])
    if held:
        best = doors.judge_turns(desk.words, desk.longs, position.log_length, desk.reals, held)
        said.take(best, desk.reals[JUDGED : JUDGED + 3 * held])
    numbers = flat.tolist()
    return [numbers[at : at + 4] for at in range(0, len(numbers), 4)]


def _seated(tile_set: TileSet, kinds: Sequence[int], target: int) -> Desk:
    desk = Desk(tile_set)
    desk.longs[PLAYERS], desk.longs[TARGET] = len(kinds), target
    desk.expect(EXPECTED_TURNS)
    for player, kind in enumerate(kinds):
        desk.longs[POLICIES + 2 * player], desk.longs[POLICIES + 2 * player + 1] = kind, min(16, CANDIDATES)
        desk.weigh(Weights(), player)
    return desk


def playouts() -> Iterator[str]:
    """Whole games of every kind of player, and games played on from their middle."""
    for number, (players, target) in enumerate(TABLES):
        for kind in range(4):
            rng = random.Random(10 * number + kind)
            tile_set = wild(90, number, 2 + kind % 3) if number % 3 == 2 else classic()
            desk = _seated(tile_set, [(kind + player) % 4 for player in range(players)], target)
            order, games = list(range(len(tile_set))), 3
            bags, results = words(games * len(order)), longs(games * (2 + 2 * players))
            for game in range(games):
                rng.shuffle(order)
                bags[game * len(order) : (game + 1) * len(order)] = array("h", order)
            desk.longs[BAG_SIZE] = len(order)
            stayed = doors.play_games(desk.words, desk.longs, desk.reals, bags, 7, number, results)
            made = int(desk.longs[MADE])
            said = Digest()
            said.take(int(stayed), results, made, desk.longs[MOVES : MOVES + 3 * made])
            yield f"{players} to {target}, kind {kind}: {said}"
            yield f"  and on: {_played_on(tile_set, players, target, rng)}"


def _played_on(tile_set: TileSet, players: int, target: int, rng: random.Random) -> Digest:
    """A few tiles are laid, the first player sees two more, the others' hands are hidden."""
    position = Position(Board(tile_set))
    bag = list(shuffled_bag(tile_set, rng))
    board = Board(tile_set)
    for _ in range(6):
        if fits := legal_placements(board, tile := bag.pop()):
            board = board.place(rng.choice(fits))
            position.lay(board.placements[-1])
            assert board.placements[-1].tile == tile
    game = longs(GAME_END)
    desk = _seated(tile_set, [2] * players, target)
    game[:] = desk.longs[:GAME_END]
    game[UNLAID], game[UNLAID + 1] = pack_set(bag)
    game[HANDS : HANDS + 2 * players] = array("q", [bag.pop(), bag.pop(), *[-1] * (2 * players - 2)])
    game[HIDDEN + 1 : HIDDEN + players] = array("q", [2] * (players - 1))
    game[DRAWN], game[BAG_SIZE] = 0, len(bag)
    game[BAG : BAG + len(bag)] = array("q", bag)
    scores, start = longs(3 * players), words(ALL_WORDS)
    start[:] = position.desk.words
    stayed = doors.roll_out(desk.words, start, desk.longs, game, desk.reals, 0, 12, 5, scores)
    said = Digest()
    said.take(int(stayed), scores)
    return said


def choices() -> Iterator[str]:
    """What every level chooses, turn after turn, in games that the strongest plays to the end."""
    for number, (players, target) in enumerate(TABLES[::2]):
        game = Game.start(shuffled_bag(classic(), random.Random(number)), players, target)
        while game.result is None:
            seen = view(game, game.to_move)
            turns = [
                level.bot.choose(seen, random.Random(f"{number} {game.version}"), Budget())
                for level in LEVELS
            ]
            yield " ".join(map(str, turns))
            game = game.play(turns[-1])


def lines() -> list[str]:
    """All of it."""
    kernel.warm()
    asked = [f"{count} positions {said}" for count, said in positions()]
    return [*asked, *playouts(), *choices()]


if __name__ == "__main__":
    print("\n".join(lines()))
