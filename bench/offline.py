"""What the game costs that is taken along: `python bench/offline.py [--json]`, in Chromium.

- `packed_mb`: what travels, packed with brotli.
- `cold_ms`, `warm_ms`: from the start of the worker to the first legal placements of a new game, in a browser
  that has never seen it, and the median of several starts after that.
- `cold_cpu_ms`, `warm_cpu_ms`: the processor time of all of Chromium's processes in that time, which depends
  much less on what else the machine does (Linux only).
- `memory_mb`: what the worker adds to what Chromium's processes hold.
- `slow_cold_ms`, `slow_warm_ms`: the same starts on a slow device: Chromium, its server and three programs
  that compute without end share one core. (Chromium's own throttling does not reach workers.)
- `options_20_ms` …: all legal placements with receipts as a message, at so many tiles on the board, the
  median of many positions, in Python in the page.
- `turn_LEVEL_ms`: a turn of each level in the middle of games of two to 60, likewise.

The clock on the wall.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PROFILE = tempfile.mkdtemp(prefix="dalapapa-bench-")
STARTS = 5

# Starts a worker and a game in it; gives the milliseconds until the first legal placements are there.
START = """async (folder) => {
    const began = performance.now();
    const worker = new Worker(`/along/${folder}/worker.js?pace=0`, { type: 'module' });
    const asked = new Map();
    const options = new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => {
            if (data.failed) reject(new Error(data.failed));
            if (data.text && JSON.parse(data.text).type === 'options') resolve(performance.now() - began);
            asked.get(data.number)?.(data);
        };
    });
    const ask = (number, path, body) => new Promise((resolve) => {
        asked.set(number, resolve);
        worker.postMessage({ kind: 'ask', number, method: 'POST', path, body: JSON.stringify(body) });
    });
    await ask(1, '/api/session', { name: 'Ana' });
    const seats = [{ kind: 'person', name: 'Ana' }, { kind: 'bot', bot: 'master' }];
    const { text } = await ask(2, '/api/tables', { seats, begins: 0, nonce: '0'.repeat(32) });
    worker.postMessage({ kind: 'open', line: 3, table: JSON.parse(text).id, since: 0 });
    globalThis.kept = worker; // or it might end before its memory is counted
    return options;
}"""


# Loads Python as the worker does, and has it tell what takes how long.
MEASURE = """async ([folder, program]) => {
    const here = `${location.origin}/along/${folder}/`;
    const { loadPyodide } = await import(`${here}pyodide.mjs`);
    const lock = await (await fetch(`${here}lock.json`)).text();
    const python = await loadPyodide({
        indexURL: here, stdLibURL: `${here}python.zip`, lockFileContents: lock,
    });
    const house = await (await fetch(`${here}house.zip`)).arrayBuffer();
    python.unpackArchive(house, 'zip', { extractDir: '/home/pyodide' });
    return JSON.parse(python.runPython(program));
}"""
PROGRAM = """
import json, random, time
from dalapapa import kernel
from dalapapa.bots import LEVELS, Budget
from dalapapa.rules import Game, classic, shuffled_bag, view
from dalapapa.service.tables import events
from dalapapa.service.tables.table import Table
from dalapapa.service.telling.options import options
import msgspec

kernel.warm()

def ms(work):
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000

def median(some):
    return sorted(some)[len(some) // 2]

def seated(players, target, seed):
    table = Table("bench")
    agreed = events.Agreed(target, 0, False, False, False, None, False)
    plans = [events.Plan("me", str(seat)) for seat in range(players)]
    order = list(shuffled_bag(classic(), random.Random(seed)))
    for number, event in enumerate((events.TableMade(agreed, plans, "00" * 32), events.Began(0, order))):
        table.apply(event, str(number), 0.0)
    return table

figures, quick = {}, LEVELS[len(LEVELS) // 2].bot
found = {tiles: [] for tiles in (20, 60, 100)}
for seed in range(4):
    table = seated(4, 240, seed)
    while table.game.result is None:
        laid, seat = len(table.game.board.placements), table.to_move
        for tiles, took in found.items():
            if abs(laid - tiles) <= 2 and not table.game.in_setup:
                offer = lambda: msgspec.json.encode(options(table, "me", seat, [], None))
                took += [ms(offer) for _ in range(5)]
        turn = quick.choose(view(table.game, table.game.to_move), random.Random(laid), Budget())
        table.apply(events.Played(seat, str(turn), "bot"), str(table.seq), 0.0)
figures |= {f"options_{tiles}_ms": median(took) for tiles, took in found.items() if took}
turns = {level.id: [] for level in LEVELS}
for seed in range(3):
    game = Game.start(shuffled_bag(classic(), random.Random(seed)), 2, 60)
    while game.result is None:
        seen = view(game, game.to_move)
        for level in LEVELS:
            rng = random.Random(seed)
            turns[level.id].append(ms(lambda: level.bot.choose(seen, rng, Budget())))
        game = game.play(quick.choose(seen, random.Random(seed), Budget()))
figures |= {f"turn_{level}_ms": median(took) for level, took in turns.items()}
json.dumps(figures)
"""


def memory() -> float:
    """Megabytes that the processes of this run's Chromium hold."""
    listed = subprocess.run(["ps", "-eo", "rss=,args="], stdout=subprocess.PIPE, text=True, check=True).stdout
    return sum(int(line.split()[0]) for line in listed.splitlines() if PROFILE in line) / 1000


def processor() -> float:
    """Milliseconds that the processes of this run's Chromium have computed so far."""
    ticks = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if PROFILE.encode() in (process / "cmdline").read_bytes():
                ticks += sum(map(int, (process / "stat").read_text().rpartition(")")[2].split()[11:13]))
        except OSError:  # it has just ended
            continue
    return 1000 * ticks / os.sysconf("SC_CLK_TCK")


@contextmanager
def server() -> Iterator[int]:
    """A server that has the files; gives its port."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, str(ROOT / "tests/e2e/serving.py"), folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            yield int(process.stdout.readline())
            process.terminate()


@contextmanager
def slowed() -> Iterator[None]:
    """All that is started meanwhile shares one core with three programs that compute without end."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    burning = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)]
    try:
        yield
    finally:
        for one in burning:
            one.kill()
            one.wait()
        os.sched_setaffinity(0, before)


def measured(page: Page, base: str, folder: str) -> dict[str, float]:
    """The figures of one browser."""
    page.goto(base)
    page.wait_for_load_state("networkidle")
    before, computed = memory(), processor()
    figures = {"cold_ms": float(page.evaluate(START, folder))}
    figures["cold_cpu_ms"] = processor() - computed
    figures["memory_mb"] = memory() - before
    warm, busy = [], []
    for _ in range(STARTS):
        page.goto(base)
        page.wait_for_load_state("networkidle")
        computed = processor()
        warm.append(float(page.evaluate(START, folder)))
        busy.append(processor() - computed)
    figures["warm_ms"], figures["warm_cpu_ms"] = statistics.median(warm), statistics.median(busy)
    return figures


@contextmanager
def browsing() -> Iterator[tuple[Page, str]]:
    """A server and a browser that has seen nothing yet: its page, and where the server is."""
    with server() as port, sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(PROFILE, executable_path=CHROMIUM, args=FLAGS)
        context.set_default_timeout(600_000)
        yield context.pages[0], f"http://127.0.0.1:{port}"
        context.close()
    shutil.rmtree(PROFILE, ignore_errors=True)


def main() -> None:
    """Measure and print."""
    (pack,) = Path(str(files("dalapapa.server") / "static" / "along")).iterdir()
    figures: dict[str, Any] = {"packed_mb": sum(file.stat().st_size for file in pack.glob("*.br")) / 1e6}
    with browsing() as (page, base):
        figures |= measured(page, base, pack.name)
        page.goto(base)
        figures |= page.evaluate(MEASURE, [pack.name, PROGRAM])
    with slowed(), browsing() as (page, base):
        slow = measured(page, base, pack.name)
        figures |= {f"slow_{name}": slow[name] for name in ("cold_ms", "warm_ms")}
    if "--json" in sys.argv[1:]:
        print(json.dumps({name: round(figure, 2) for name, figure in figures.items()}))
        return
    for name, figure in figures.items():
        print(f"{name:20} {figure:>10,.{0 if name.endswith('s') and figure > 100 else 1}f}")


if __name__ == "__main__":
    main()
