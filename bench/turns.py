"""What a turn costs the service itself, with neither network nor disk, and what it has to say to a player.

    python bench/turns.py [--tables 40] [--profile]

Two players who are told what fits, as a browser is that cannot find it by itself, play one script of moves
at each table; for half of the turns the first tile is also tried. Then the options alone: processor time to
find, encode and deflate them, on boards of 20, 60 and 100 tiles; and the memory of a compressor, of which
each socket would need one.
"""

import argparse
import asyncio
import cProfile
import json
import random
import resource
import statistics
import time
import zlib
from collections import Counter
from collections.abc import Callable

import msgspec

from dalapapa import kernel
from dalapapa.bots import BOTS, Budget
from dalapapa.rules import Game, Turn, classic, legal_placements, shuffled_bag, view
from dalapapa.rules.records.record import placement_json
from dalapapa.service.house import House
from dalapapa.service.stores.memory import MemoryStore
from dalapapa.service.tables import commands, fairness
from dalapapa.service.tables.table import Seat, Table
from dalapapa.service.tables.thinking import choose_here
from dalapapa.service.telling import messages, requests
from dalapapa.service.telling.conversation import Conversation
from dalapapa.service.telling.options import options

NONCE = "0123456789abcdef" * 2
ORDER = shuffled_bag(classic(), random.Random(2003))


def by_lot(game: Game, rng: random.Random) -> Turn:
    """Any placement: boards grow wide, and much fits."""
    ways = [p for tile in game.hands[game.to_move] for p in legal_placements(game.board, tile)]
    return Turn((rng.choice(ways),))


def well(game: Game, rng: random.Random) -> Turn:
    """The best turn by points, as good players do about it."""
    return BOTS["greedy2"].choose(view(game, game.to_move), rng, Budget(candidates=1))


def script(choose: Callable[[Game, random.Random], Turn], target: int, moves: int) -> list[Turn]:
    """The moves of two players with that bag."""
    rng = random.Random(2006)
    game = Game.start(ORDER, 2, target)
    turns: list[Turn] = []
    while len(turns) < moves and game.result is None:
        turns.append(choose(game, rng))
        game = game.play(turns[-1])
    return turns


class Player:
    """One browser's end of a conversation: it reads all that comes, and counts."""

    def __init__(self, house: House, table: str, person: str) -> None:
        self.talk = Conversation(house, table, person, lambda: None)
        self.bytes: Counter[str] = Counter()
        self.told: Counter[str] = Counter()

    async def read(self, until: str) -> None:
        """All up to the next message of a kind."""
        kind = ""
        while kind != until:
            text = await self.talk.next()
            kind = text[9 : text.index(b'"', 9)].decode()
            self.bytes[kind] += len(text)
            self.told[kind] += 1


async def play(tables: int, turns: list[Turn], target: int) -> tuple[float, Player]:
    """Processor seconds for one move of all, and a player who has heard everything."""
    store = MemoryStore()
    house = House(store, store, choose_here, pace=0.0)
    spent = 0.0
    for number in range(tables):
        wish = requests.NewTable(
            [requests.NewSeat("person"), requests.NewSeat("open")], target=target, begins=0, nonce=NONCE
        )
        ana, bo = f"ana{number}", f"bo{number}"
        table = await house.tables.make(f"t{number}", "make", _made(ana, wish))
        await house.tables.run(table.id, "join", _joined(bo))
        players = [Player(house, table.id, person) for person in (ana, bo)]
        for player in players:
            await player.talk.open()
            await player.read("view")
        sayings = [_sayings(turn, version) for version, turn in enumerate(turns)]
        began = time.process_time()
        for version, (trying, turn_text) in enumerate(sayings):
            mover = players[version % 2]
            await mover.read("options")
            if trying:
                await mover.talk.hear(trying)
                await mover.read("options")
            await mover.talk.hear(turn_text)
            for player in players:
                await player.read("update")
        spent += time.process_time() - began
    await house.close()
    return spent / tables / len(turns), players[0]


def _made(person: str, wish: requests.NewTable) -> Callable[[Table], commands.Decision]:
    return lambda empty: commands.make_table(empty, person, "Ana", wish)


def _joined(person: str) -> Callable[[Table], commands.Decision]:
    return lambda now: commands.join(now, person, "Bo", requests.JoinRequest(nonce=NONCE))


def _sayings(turn: Turn, version: int) -> tuple[str | None, str]:
    """What a browser says: the first tile tried, in every other round after set-up, and the turn."""
    seat, laid = version % 2, [placement_json(p) for p in turn.placements]
    move = {"type": "turn", "id": f"c{version}", "version": version, "seat": seat, "placements": laid}
    trying = {"type": "try", "id": f"t{version}", "seat": seat, "placements": laid[:1]}
    tried = version >= 2 and version // 2 % 2 == 0 and laid
    return json.dumps(trying) if tried else None, json.dumps(move)


def boards() -> dict[int, list[Game]]:
    """Positions of several games by lot, by the number of tiles."""
    found: dict[int, list[Game]] = {20: [], 60: [], 100: []}
    for seed in range(8):
        rng = random.Random(seed)
        game = Game.start(shuffled_bag(classic(), rng), 2, 240)
        while game.result is None and len(game.board.placements) <= 100:
            if not game.in_setup and len(game.board.placements) in found:
                found[len(game.board.placements)].append(game)
            game = game.play(by_lot(game, rng)) if not game.must_pass() else game.play(Turn())
    return found


def middle(task: Callable[[], object]) -> float:
    """Microseconds of processor time, the middle of some rounds."""
    times = []
    for _ in range(15):
        began = time.process_time()
        for _ in range(20):
            task()
        times.append((time.process_time() - began) / 20 * 1e6)
    return statistics.median(times)


def measure_options(tiles: int, games: list[Game]) -> None:
    """The options of whose turn it is: their bytes in the mean, the times at the first table."""

    def told(game: Game) -> messages.Options:
        table = Table("t", seats=[Seat("0"), Seat("1")], phase="playing", first=0, game=game)
        return options(table, str(game.to_move), game.to_move, [], None)

    encode = msgspec.json.Encoder().encode
    texts = [encode(told(game)) for game in games]
    size, packed = (statistics.mean(map(len, each)) for each in (texts, [zlib.compress(t, 1) for t in texts]))
    first = told(games[0])
    finding, encoding = middle(lambda: told(games[0])), middle(lambda: encode(first))
    packing = middle(lambda: zlib.compress(texts[0], 1))
    print(
        f"options at {tiles} tiles: {size:,.0f} bytes (deflated {packed:,.0f});"
        f" {finding:.0f} µs to find, {encoding:.0f} to encode, {packing:.0f} to deflate"
    )


def compressor_kb(bits: int, level: int) -> int:
    """What a compressor that has been used keeps, with a window of so many bits."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    kept = [zlib.compressobj(1, zlib.DEFLATED, -bits, level) for _ in range(1000)]
    for each in kept:
        each.compress(random.randbytes(4096))
        each.flush(zlib.Z_SYNC_FLUSH)
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // len(kept)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--profile", action="store_true")
    chosen = parser.parse_args()
    kernel.warm()
    fairness.draw = lambda *_, **__: (ORDER, 0)
    lot, good = script(by_lot, 240, 60), script(well, 60, 200)
    asyncio.run(play(2, lot, 240))
    profile = cProfile.Profile() if chosen.profile else None
    if profile:
        profile.enable()
    seconds, _ = asyncio.run(play(chosen.tables, lot, 240))
    if profile:
        profile.disable()
        profile.print_stats("tottime")
    print(f"processor seconds for 1,000 moves by lot, at {chosen.tables} tables: {1000 * seconds:.2f}")
    _, player = asyncio.run(play(1, good, 60))
    print(f"a game of two to 60, {len(good)} moves, sends a player {sum(player.bytes.values()):,} bytes")
    for kind, size in player.bytes.most_common():
        print(f"  {kind}: {player.told[kind]} messages, {size:,} bytes")
    for tiles, games in boards().items():
        measure_options(tiles, games)
    print(f"a compressor with a window of 12 bits keeps {compressor_kb(12, 5)} KB")


if __name__ == "__main__":
    main()
