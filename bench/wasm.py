"""How fast the kernel's WebAssembly is beside the native one: `python bench/wasm.py [--json]`.

The same games, by the same kinds of players, natively, in Node and in Chromium, in turns; two players to 60
points, the classic set, one thread, the clock on the wall, the best of many runs.
Every game must end alike. `*_games_s` are whole games a second, `*_ratio` WebAssembly against native.
"""

import base64
import json
import shutil
import subprocess
import sys
import time
from array import array
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import sync_playwright

from dalapapa.bots.expected import EXPECTED_TURNS
from dalapapa.kernel.constants import BAG_SIZE, PLAYERS, POLICIES, TARGET
from dalapapa.kernel.desk import Desk, Weights
from dalapapa.kernel.entrance import doors
from dalapapa.kernel.games import Kind
from dalapapa.kernel.wasm.building import built
from dalapapa.rules import classic

# Short runs, and many: on a busy machine some of them are left alone.
GAMES = {Kind.RANDOM: 250, Kind.GREEDY: 500, Kind.GREEDY2: 25, Kind.STATIC: 4}
RUNS = 20
SCRIPT = Path(__file__).with_name("wasm_games.js")
NODE = shutil.which("node", path=str(Path(sys.executable).parent)) or shutil.which("node") or "node"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def text(buffer: Any) -> str:
    """The bytes of a buffer, as they can be handed to JavaScript."""
    return base64.b64encode(buffer.tobytes()).decode()


def seated(kind: Kind) -> Desk:
    """A desk at which two players of a kind play to 60."""
    desk = Desk(classic())
    desk.longs[PLAYERS], desk.longs[TARGET], desk.longs[BAG_SIZE] = 2, 60, len(classic())
    desk.expect(EXPECTED_TURNS)
    for player in range(2):
        desk.longs[POLICIES + 2 * player], desk.longs[POLICIES + 2 * player + 1] = kind, 16
        desk.weigh(Weights(), player)
    return desk


def native(bags: dict[Kind, Any], seed: int) -> list[dict[str, Any]]:
    """Seconds and results of a run of each kind, here."""
    found = []
    for kind, mixed in bags.items():
        desk, results = seated(kind), np.zeros(6 * GAMES[kind], np.int64)
        start = time.perf_counter()
        doors.play_games(desk.words, desk.longs, desk.reals, mixed, seed, 0, results)
        found.append({"seconds": time.perf_counter() - start, "results": results.tolist()})
    return found


def given(bags: dict[Kind, Any], seed: int) -> dict[str, Any]:
    """The same for JavaScript."""
    runs = [
        {"longs": text(seated(kind).longs), "bags": text(mixed), "results": 6 * GAMES[kind], "seed": seed}
        for kind, mixed in bags.items()
    ]
    desk = seated(Kind.RANDOM)
    arrays = {"words": text(desk.words), "reals": text(desk.reals)}
    return {"module": text(array("B", built().read_bytes())), "arrays": arrays, "runs": runs}


def on_node(play: str, given: dict[str, Any]) -> list[dict[str, Any]]:
    """A run of each kind in Node."""
    node = f"({play})(JSON.parse(require('fs').readFileSync(0)))"
    told = subprocess.run(
        [NODE, "-e", f"{node}.then((found) => console.log(JSON.stringify(found)))"],
        input=json.dumps(given),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    found: list[dict[str, Any]] = json.loads(told.stdout)
    return found


def played() -> dict[str, list[list[dict[str, Any]]]]:
    """Every run in each place, in turns: what else the machine does meets all of them."""
    rng = np.random.default_rng(1)
    script = SCRIPT.read_text()
    play = script[script.index("(async") :].rstrip().rstrip(";")
    places: dict[str, list[list[dict[str, Any]]]] = {"native": [], "node": [], "chromium": []}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        for seed in range(RUNS):
            bags = {
                kind: np.array([rng.permutation(len(classic())) for _ in range(games)], np.int16).ravel()
                for kind, games in GAMES.items()
            }
            asked = given(bags, seed)
            places["native"].append(native(bags, seed))
            places["node"].append(on_node(play, asked))
            places["chromium"].append(page.evaluate(play, asked))
        browser.close()
    return places


def main() -> None:
    """Measure and print."""
    places = played()
    figures: dict[str, float] = {"bytes": built().stat().st_size}
    for place, rounds in places.items():
        for runs, others in zip(rounds, places["native"], strict=True):
            assert [run["results"] for run in runs] == [run["results"] for run in others], place
        for number, (kind, games) in enumerate(GAMES.items()):
            best = min(runs[number]["seconds"] for runs in rounds)
            name = f"{place}_{kind.name.lower()}"
            figures[f"{name}_games_s"] = games / best
            if place != "native":
                of_native = figures[f"native_{kind.name.lower()}_games_s"]
                figures[f"{name}_ratio"] = figures[f"{name}_games_s"] / of_native
    if "--json" in sys.argv[1:]:
        print(json.dumps({name: round(figure, 3) for name, figure in figures.items()}))
        return
    for name, figure in figures.items():
        print(f"{name:28} {figure:>12,.{2 if 'ratio' in name else 0}f}")


if __name__ == "__main__":
    main()
