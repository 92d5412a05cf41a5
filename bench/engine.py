"""How fast the kernel is, beside its peers in the same run: `python bench/engine.py [--json]`.

All games have 3 players and go to 60 points with the classic set; one thread; processor time, so that other
programs on the machine disturb little; the best of several runs. What is counted:

- `random_legal_s`: legal placements a second in games played by lot. At every turn all placements of both
  tiles in hand are written into a list, from which each one's tile, face, rotation and place can be read; one
  is drawn and laid. Laying it and keeping slots and groups up to date is in the time.
- `greedy_games_s`: whole games a second in which everybody lays the best single tile.
- `greedy2_turns_s`: turns a second in games in which everybody plays the exact best turn of one or two tiles.
- `static_turns_s`: turns a second in games in which everybody plays by the evaluation S, 16 candidates.
- `threads_ratio`: the same greedy games on two threads at once against one, by the clock on the wall: 2 is
  the best there is; other programs on the machine lower it.
- `position_bytes`: a position to keep, compact; 4 bytes a tile. `working_bytes`: one being worked on.
- `hive_legal_s`, `chess_legal_s`: see engine_peers.py.
"""

import json
import subprocess
import sys
import threading
import time
import venv
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dalapapa.bots.expected import EXPECTED_TURNS
from dalapapa.kernel.desk import ScoredTurn, Weights
from dalapapa.kernel.games import Kind, Policy, play_games
from dalapapa.kernel.questions import Position
from dalapapa.rules import Board, classic

PEERS = ("chess==1.11.2", "open_spiel==2.0.2")
RUNS = 20


def bags(games: int, seed: int) -> NDArray[np.int64]:
    """Mixed bags."""
    rng = np.random.default_rng(seed)
    return np.array([rng.permutation(len(classic())) for _ in range(games)])


def rate(kind: Kind, games: int, what: str) -> float:
    """Games, turns or listed placements a second."""
    policies = [Policy(kind, weights=Weights(1.0, 0.5))] * 3
    best = 0.0
    for run in range(RUNS):
        mixed = bags(games, run)
        start = time.thread_time()
        found = play_games(mixed, policies, EXPECTED_TURNS, 60, run)
        used = time.thread_time() - start
        total = {"games": games, "turns": found.turns.sum(), "listed": found.listed.sum()}[what]
        best = max(best, float(total) / used)
    return best


def threads_ratio(games: int) -> float:
    """How much more two threads do than one."""
    mixed = bags(games, 1)

    def work() -> None:
        play_games(mixed, [Policy(Kind.GREEDY)] * 3, EXPECTED_TURNS, 60, 1)

    def wall(threads: int) -> float:
        running = [threading.Thread(target=work) for _ in range(threads)]
        start = time.perf_counter()
        for thread in running:
            thread.start()
        for thread in running:
            thread.join()
        return time.perf_counter() - start

    return max(2 * wall(1) / wall(2) for _ in range(5))


def position_sizes() -> tuple[int, int]:
    """Bytes of a position at the end of a greedy game: compact, and being worked on."""
    moves: list[ScoredTurn] = []
    play_games(bags(1, 1), [Policy(Kind.GREEDY)] * 3, EXPECTED_TURNS, 60, 1, moves=moves)
    board = Board(classic())
    for move in moves:
        for placement in move.turn.placements:
            board = board.place(placement)
    position = Position(board)
    return len(position.compact()), memoryview(position.desk.words).nbytes


def peers() -> dict[str, float]:
    """The peers' figures, from a venv of their own."""
    place = Path(sys.prefix) / "bench-peers"
    python = place / "bin" / "python"
    if not python.exists():
        venv.create(place, with_pip=True)
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PEERS]
    subprocess.run(install, check=True, stdout=sys.stderr)
    script = Path(__file__).with_name("engine_peers.py")
    found = subprocess.run([str(python), str(script)], check=True, stdout=subprocess.PIPE, text=True)
    figures: dict[str, float] = json.loads(found.stdout)
    return figures


def main() -> None:
    """Measure and print."""
    figures: dict[str, float] = {
        "random_legal_s": rate(Kind.RANDOM, 200, "listed"),
        "greedy_games_s": rate(Kind.GREEDY, 1000, "games"),
        "greedy2_turns_s": rate(Kind.GREEDY2, 50, "turns"),
        "static_turns_s": rate(Kind.STATIC, 10, "turns"),
        "threads_ratio": threads_ratio(3000),
        **peers(),
    }
    figures["position_bytes"], figures["working_bytes"] = position_sizes()
    figures["ratio_hive"] = figures["random_legal_s"] / figures["hive_legal_s"]
    figures["ratio_chess"] = figures["random_legal_s"] / figures["chess_legal_s"]
    if "--json" in sys.argv[1:]:
        print(json.dumps({name: round(figure, 3) for name, figure in figures.items()}))
        return
    for name, figure in figures.items():
        print(f"{name:16} {figure:>16,.{2 if 'ratio' in name else 0}f}")


if __name__ == "__main__":
    main()
