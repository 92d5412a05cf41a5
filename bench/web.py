"""How light and how quick the client is: size of the first load, panning and pointing with a full board.

Chromium runs headless, without a graphics card, its processor slowed down four times as a phone's would be.
Lighthouse, which slows down network and processor by its own means, is installed from npm for the occasion.
"""

import argparse
import gzip
import json
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Playwright, sync_playwright

ROOT = Path(__file__).parents[1]
STATIC = Path(str(files("dalapapa.server") / "static"))
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
SLOWER = 4

Figures = dict[str, float]

# Plays this person's seat as fast as the server sends options, until the board is full enough.
PLAY_ON = """([table, tiles]) => new Promise((done) => {
    const socket = new WebSocket(`ws://${location.host}/ws/tables/${table}`);
    let [laid, number] = [0, 0];
    socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        for (const event of message.events ?? []) laid += event.laid?.length ?? 0;
        if (message.type !== 'options' || message.id !== null) return;
        if (laid >= tiles) return done(laid);
        const { seat, version, tiles, fits, flat, x, y } = message;
        const first = fits.findIndex((digits) => digits[0] !== '0');
        const bit = 31 - Math.clz32(parseInt(fits[first][0], 16));
        const rotation = (flat ? 0 : 1) + 2 * (bit & 1);
        const placements = [{ tile: tiles[first], face: bit >> 1, rotation, x: x[0], y: y[0] }];
        socket.send(JSON.stringify({ type: 'turn', id: `bench-${number++}`, version, seat, placements }));
    };
})"""

# Pans by pointer for some frames and gives the milliseconds from frame to frame.
PAN = """async () => {
    const field = document.querySelector('.field');
    const point = (type, x, y) => field.dispatchEvent(new PointerEvent(type, {
        bubbles: true, clientX: x, clientY: y, pointerId: 1, pointerType: 'touch', isPrimary: true }));
    field.setPointerCapture = () => {};
    const frame = () => new Promise(requestAnimationFrame);
    point('pointerdown', 200, 300);
    let last = await frame();
    const times = [];
    for (let i = 0; i < 120; i++) {
        point('pointermove', 200 + 90 * Math.sin(i / 12), 300 + 60 * Math.cos(i / 15));
        const now = await frame();
        times.push(now - last);
        last = now;
    }
    point('pointerup', 200, 300);
    return times;
}"""

# Points at one legal cell after the other; milliseconds until the ghost is drawn in the next frame.
POINT = """async () => {
    const field = document.querySelector('.field');
    const boxes = [...document.querySelectorAll('.legal rect')].map((rect) => rect.getBoundingClientRect());
    const times = [];
    for (const box of boxes.slice(0, 40)) {
        const start = performance.now();
        field.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse',
            clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 }));
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        if (document.querySelector('g.floating')) times.push(performance.now() - start);
    }
    return times;
}"""


@contextmanager
def server() -> Iterator[int]:
    """A server with quick bots."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, str(ROOT / "tests/e2e/serving.py"), folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            yield int(process.stdout.readline())
            process.terminate()


def first_load(browser: Browser, base: str, path: str) -> int:
    """Bytes of script and style, compressed, that a page has loaded when it has come to rest."""
    page = browser.new_page()
    loaded: set[str] = set()
    page.on("response", lambda answer: loaded.add(answer.url))
    page.goto(base + path, wait_until="networkidle")
    page.close()
    names = {match[1] for url in loaded if (match := re.search(r"/(assets/[^/]+\.(?:js|css))$", url))}
    return sum(len(gzip.compress((STATIC / name).read_bytes())) for name in names)


def slow_down(page: Page) -> None:
    """A processor like a phone's."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def new_table(page: Page, base: str, **wish: Any) -> str:
    """A table of one person and bots."""

    def post(path: str, body: dict[str, Any]) -> Any:
        return page.context.request.post(base + path, data=body, headers={"Origin": base}).json()

    post("/api/session", {"name": "Ana"})
    table: str = post("/api/tables", {"nonce": "0" * 32, **wish})["id"]
    return table


# As soon as the legal places are shown asks for a ghost, and notes when it is there.
FIRST_GHOST = """new MutationObserver((_, observer) => {
    if (document.querySelector('g.pinned')) {
        window.firstGhost = performance.now();
        observer.disconnect();
    } else if (!window.asked && document.querySelector('.legal rect')) {
        window.asked = true;
        const press = new KeyboardEvent('keydown', { key: 'n', bubbles: true });
        setTimeout(() => document.body.dispatchEvent(press));
    }
}).observe(document, { subtree: true, childList: true })"""


def first_ghost(browser: Browser, base: str) -> float:
    """Milliseconds from opening a table to the first legal ghost, on the page's own clock."""
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(base)
    table = new_table(page, base, seats=[{"kind": "person"}, {"kind": "bot", "bot": "greedy"}], begins=0)
    slow_down(page)
    page.add_init_script(FIRST_GHOST)
    page.goto(f"{base}/table/{table}")
    page.wait_for_selector("g.pinned", state="attached")
    taken: float = page.evaluate("firstGhost")
    page.close()
    return taken


def full_board(browser: Browser, base: str) -> tuple[int, list[float], list[float]]:
    """Tiles on the board, frame times while panning, and times from pointer to ghost."""
    page = browser.new_page(viewport={"width": 412, "height": 915})
    page.goto(base)
    bot = {"kind": "bot", "bot": "greedy"}
    table = new_table(page, base, seats=[{"kind": "person"}, bot, bot, bot], target=240)
    tiles = page.evaluate(PLAY_ON, [table, 112])
    page.goto(f"{base}/table/{table}")
    page.wait_for_selector(".legal rect")
    slow_down(page)
    page.wait_for_timeout(500)
    pointing = page.evaluate(POINT)
    panning = page.evaluate(PAN)
    page.close()
    return tiles, panning, pointing


AGAINST_A_BOT = [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}]


def light_and_quick(browser: Browser, base: str) -> Figures:
    """Sizes in KB, times in milliseconds."""
    page = browser.new_page()
    page.goto(base)
    table = new_table(page, base, seats=AGAINST_A_BOT)
    page.close()
    tiles, panning, pointing = full_board(browser, base)
    return {
        "first load of home": first_load(browser, base, "/") / 1024,
        "first load of a table": first_load(browser, base, f"/table/{table}") / 1024,
        "first ghost": statistics.median(first_ghost(browser, base) for _ in range(3)),
        "tiles on the board": tiles,
        "frames a second": 1000 * len(panning) / sum(panning),
        "95 % of frames within": sorted(panning)[int(len(panning) * 0.95)],
        "pointer to ghost, median": statistics.median(pointing),
        "pointer to ghost, slowest": max(pointing),
    }


def lighthouse(playwright: Playwright, base: str, runs: int) -> dict[str, Figures]:
    """Scores of the home page and of a table at which this browser's person is to move."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as profile:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=CHROMIUM, args=[*FLAGS, f"--remote-debugging-port={port}"]
        )
        page = context.new_page()
        page.goto(base)
        table = new_table(page, base, seats=AGAINST_A_BOT, begins=0)
        page.close()
        command = [sys.executable, str(ROOT / "bench/web_lighthouse.py"), str(port), str(runs)]
        pages = [f"{base}/", f"{base}/table/{table}"]
        done = subprocess.run([*command, *pages], check=True, stdout=subprocess.PIPE)
        context.close()
    return dict(zip(("home", "a table"), json.loads(done.stdout), strict=True))


def say(figures: Figures, scores: dict[str, Figures]) -> None:
    """The figures in words."""
    for name in ("home", "a table"):
        print(f"first load of {name}: {figures[f'first load of {name}']:.1f} KB gzip of script and style")
    print(f"With a processor {SLOWER} times slower:")
    print(f"  opening a table to the first legal ghost: {figures['first ghost']:.0f} ms")
    rate, late = figures["frames a second"], figures["95 % of frames within"]
    tiles = f"{figures['tiles on the board']:.0f} tiles"
    print(f"  panning with {tiles}: {rate:.0f} frames a second, 95 % of frames within {late:.0f} ms")
    middle, worst = figures["pointer to ghost, median"], figures["pointer to ghost, slowest"]
    print(f"  pointer to ghost with {tiles}: median {middle:.0f} ms, slowest {worst:.0f} ms")
    print("Lighthouse, as on a phone with a slow network:")
    for name, found in scores.items():
        print(f"  {name}: " + ", ".join(f"{mark} {figure:.0f}" for mark, figure in found.items()))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument(
        "--runs", type=int, default=3, help="runs of Lighthouse a page, of which the median counts"
    )
    chosen = parser.parse_args()
    with server() as port, sync_playwright() as playwright:
        base = f"http://127.0.0.1:{port}"
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        figures = light_and_quick(browser, base)
        browser.close()
        scores = lighthouse(playwright, base, chosen.runs)
    if chosen.json:
        print(json.dumps({**figures, "lighthouse": scores}, indent=2))
    else:
        say(figures, scores)


if __name__ == "__main__":
    main()
