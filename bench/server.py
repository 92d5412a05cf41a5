"""The server's figures, beside a boardgame.io server under the same load on the same machine.

    python bench/server.py [--only bare,helped,told,paced,owl,memory,restart,processes] [--rounds 3] [--json]

Needs Node.js and npm; installs boardgame.io into a temporary folder. `helped` is the load that browsers make:
the server tells the legal placements with their points at each player's first turn, then the page finds them
by itself. `told` is that of browsers that cannot: they are told at each turn, for half of the turns again
after a first tile, and in every fourth turn of the other, what one's own tiles could do now. `bare` is the
same game of programs that ask for none of it. Rates are what a loaded machine makes of all; processor seconds
are what a move costs.
"""

import argparse
import asyncio
import contextlib
import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import holding
import owl
from serving import (
    HERE,
    Figures,
    at,
    free_port,
    middle,
    on_sqlite,
    ours,
    processor_seconds,
    programs,
    running,
    tell,
    temporary_folder,
)

PACKAGES = {
    "private": True,
    "dependencies": {"boardgame.io": "0.50.2", "node-persist": "3", "socket.io-client": "4", "ws": "8"},
    # With 4.2.0 boardgame.io's REST routes answer 404.
    "overrides": {"koa-compose": "4.1.0"},
}

PARTS = ("bare", "helped", "told", "paced", "owl", "memory", "restart", "processes")
PACED_MOVES = 15


class Load:
    """Two-player tables that play the same script at a server, from so many processes of Node.js."""

    def __init__(self, folder: Path, tables: int, moves: int, clients: int) -> None:
        self.folder, self.tables, self.moves, self.clients = folder, tables, moves, clients
        (folder / "package.json").write_text(json.dumps(PACKAGES))
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=folder, check=True)
        shutil.copy(HERE / "server_load.cjs", folder)
        shutil.copy(HERE / "boardgameio_server.cjs", folder)
        script = [sys.executable, str(HERE / "server_under_load.py"), "script"]
        (folder / "script.json").write_bytes(subprocess.run(script, check=True, capture_output=True).stdout)

    def play(
        self,
        bases: Sequence[str],
        pids: Sequence[int],
        kind: str = "dalapapa",
        *,
        helper: str,
        pace: int = 0,
    ) -> Figures:
        """Play at all tables: each move `pace` milliseconds after the one before, or at once.

        `helper` is "nobody", "page" or "server", as server_load.cjs has it.
        """
        wish = {
            "kind": kind,
            "bases": bases,
            "tables": self.tables // self.clients,
            "moves": PACED_MOVES if pace else self.moves,
            "pace": pace,
            "helper": helper,
            "script": str(self.folder / "script.json"),
        }
        (self.folder / "config.json").write_text(json.dumps(wish))
        players = [
            subprocess.Popen(
                ["node", "server_load.cjs", "config.json"],
                cwd=self.folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for _ in range(self.clients)
        ]
        for player in players:
            if not player.stdout or player.stdout.readline() != "ready\n":
                sys.exit("the players did not find their tables")
        used = processor_seconds(*pids)
        for player in players:
            assert player.stdin is not None
            player.stdin.write("go\n")
            player.stdin.flush()
        found = [json.loads(player.communicate()[0]) for player in players]
        used = processor_seconds(*pids) - used
        return _figures(found, used)


def _figures(found: list[dict[str, Any]], used: float) -> Figures:
    times = {name: [t for one in found for t in one[name]] for name in ("moves", "options", "tries")}
    seconds = max(one["seconds"] for one in found)
    moves = len(times["moves"])
    sent = [(kind, size) for one in found for kind, size in one["bytes"].items()]
    figures = {
        "moves_s": moves / seconds,
        "p50_ms": at(0.5, times["moves"]),
        "p99_ms": at(0.99, times["moves"]),
        "cpu_s": 1000 * used / moves,  # for 1,000 moves
        "bytes": sum(size for _, size in sent) / moves,
        "options_bytes": sum(size for kind, size in sent if kind == "options") / moves,
        "server_busy": used / seconds,
        "client_busy": max(one["cpu"] / one["seconds"] for one in found),
    }
    for name in ("options", "tries"):
        if times[name]:
            figures[f"{name}_p99_ms"] = at(0.99, times[name])
    return figures


def say(name: str, one: Figures) -> Figures:
    """One line a measurement, and another where players are told what fits."""
    rate, p50, p99 = one["moves_s"], one["p50_ms"], one["p99_ms"]
    print(
        f"  {name:<34} {rate:6.0f} moves/s   p50 {p50:6.1f} ms   p99 {p99:6.1f} ms   "
        f"1,000 moves: {one['cpu_s']:5.2f} s of processor   a turn: {one['bytes']:6.0f} bytes   "
        f"(busy: server {one['server_busy']:.2f}, players {one['client_busy']:.2f})",
        flush=True,
    )
    if "options_p99_ms" in one:
        print(
            f"  {'':<34} the next player's options there: p99 {one['options_p99_ms']:.1f} ms, after a try "
            f"{one.get('tries_p99_ms', 0):.1f} ms; {one['options_bytes']:.0f} of the bytes are options",
            flush=True,
        )
    if one["client_busy"] > 0.9:
        print("  The players had no processor time left: the server may be quicker than this.", flush=True)
    return one


# ── Side by side ─────────────────────────────────────────────────────────────────────────────────


def side_by_side(load: Load, rounds: int, parts: Sequence[str]) -> dict[str, Any]:
    """As fast as both servers go, in turns, then one move a second a table."""
    print(f"{load.tables} tables of two, every move awaited at both players, stored on disk", flush=True)
    found: dict[str, list[Figures]] = {"peer": []}
    for turn in range(rounds):
        port, data = free_port(), str(load.folder / f"peer-{turn}")
        with running(["node", "boardgameio_server.cjs", str(port), data], load.folder) as process:
            base = f"http://127.0.0.1:{port}"
            found["peer"].append(load.play([base], [process.pid], "boardgame.io", helper="nobody"))
        for name, part, helper, pace in (
            ("bare", "bare", "nobody", 0),
            ("helped", "helped", "page", 0),
            ("told", "told", "server", 0),
            ("paced_helped", "paced", "page", 1000),
            ("paced_told", "paced", "server", 1000),
        ):
            if part in parts:
                with ours(on_sqlite(load.folder / f"{name}-{turn}")) as (base, process):
                    one = load.play([base], [process.pid], helper=helper, pace=pace)
                found.setdefault(name, []).append(one)
    result = {name: middle(figures) for name, figures in found.items()}
    names = {
        "peer": "boardgame.io, FlatFile",
        "bare": "Dalapapa, bare sockets",
        "helped": "Dalapapa, helped as browsers are",
        "told": "Dalapapa, told at each turn",
        "paced_helped": "helped, one move a second a table",
        "paced_told": "told, one move a second a table",
    }
    flat: dict[str, Any] = {
        "peer_moves_s": result["peer"]["moves_s"],
        "peer_p99_ms": result["peer"]["p99_ms"],
    }
    flat["peer_cpu_s"] = result["peer"]["cpu_s"]
    for name, figures in result.items():
        say(names[name], figures)
        if name in ("bare", "helped", "told"):
            times = {key: figures[key] / result["peer"][key] for key in ("moves_s", "p99_ms", "cpu_s")}
            print(
                f"  {'':<34} {times['moves_s']:.2f} times its moves, {times['p99_ms']:.2f} times its p99, "
                f"{times['cpu_s']:.2f} times its processor time",
                flush=True,
            )
            flat[f"{name}_ratio"] = times["moves_s"]
            flat[f"{name}_p99_ratio"] = times["p99_ms"]
            flat[f"{name}_moves_s"] = figures["moves_s"]
            flat[f"{name}_cpu_s"] = figures["cpu_s"]
        if name != "peer":
            flat[f"{name}_p99_ms"] = figures["p99_ms"]
    if "helped" in result:
        flat["bytes_a_turn"] = result["helped"]["bytes"]
    return flat | {"play": result}


def against_the_owl(folder: Path, tables: int, seconds: float, rounds: int) -> Figures:
    """One person a table, the bots thinking in the server."""
    found = []
    for turn in range(rounds):
        with ours(on_sqlite(folder / f"owl-{turn}")) as (base, process):
            found.append(asyncio.run(owl.play(base, process.pid, tables, seconds)))
    one = middle(found)
    print(
        f"{tables} people against the Owl, {one['turns_s']:.1f} turns a second: p50 {one['p50_ms']:.1f} ms, "
        f"p99 {one['p99_ms']:.1f} ms; a try p99 {one['try_p99_ms']:.1f} ms; the Owl's answer (its pace is "
        f"1.5 s) p50 {one['answer_p50_ms']:.0f} ms, p99 {one['answer_p99_ms']:.0f} ms "
        f"(busy: server {one['server_busy']:.2f}, players {one['client_busy']:.2f})",
        flush=True,
    )
    return one


def several_processes(load: Load) -> dict[str, Figures]:
    """The same load on PostgreSQL and Redis: one process, then two, and the players of a table at both."""
    found = {}
    for count in (1, 2):
        with programs(redis=True) as (addresses, others), contextlib.ExitStack() as held:
            servers = [held.enter_context(ours(*addresses)) for _ in range(count)]
            bases, pids = [base for base, _ in servers], [process.pid for _, process in servers]
            before = processor_seconds(*others)
            one = say(
                f"PostgreSQL, {count} process{'es' * (count > 1)}", load.play(bases, pids, helper="page")
            )
            others_s = processor_seconds(*others) - before
            print(
                f"  {'':<34} PostgreSQL and Redis used {others_s:.1f} s of processor, set-up included",
                flush=True,
            )
            found[str(count)] = one | {"others_s": others_s}
    return found


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default=",".join(PARTS), help=f"of {', '.join(PARTS)}")
    parser.add_argument("--rounds", type=int, default=3, help="the middle of so many is printed")
    parser.add_argument("--tables", type=int, default=500, help="two-player tables that play at once")
    parser.add_argument("--moves", type=int, default=20, choices=range(1, 61), metavar="1-60", help="a table")
    parser.add_argument("--clients", type=int, default=1, help="processes that the players are in")
    parser.add_argument("--owl", type=int, default=200, help="people against the Owl")
    parser.add_argument("--owl-seconds", type=float, default=45.0, help="for how long they play")
    parser.add_argument("--idle", type=int, default=5000, help="sockets that only listen")
    parser.add_argument("--live", type=int, default=2000, help="tables of 60 tiles in memory")
    parser.add_argument("--restart", type=int, default=1000, help="tables in play at the restart")
    parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")
    options = parser.parse_args()
    parts = options.only.split(",")
    if unknown := set(parts) - set(PARTS):
        parser.error(f"--only knows {', '.join(PARTS)}, not {', '.join(unknown)}")
    if shutil.which("npm") is None:
        sys.exit("bench/server.py needs Node.js with npm")
    # With --json, what was found so far goes to standard error: standard output is the object alone.
    aside = contextlib.redirect_stdout(sys.stderr) if options.json else contextlib.nullcontext()
    figures: dict[str, Any] = {}
    with aside, temporary_folder() as folder:
        load = Load(folder, options.tables, options.moves, options.clients)
        if {"bare", "helped", "told", "paced"} & set(parts):
            figures |= side_by_side(load, options.rounds, parts)
        if "owl" in parts:
            figures["owl"] = against_the_owl(folder, options.owl, options.owl_seconds, options.rounds)
            figures["owl_p99_ms"] = figures["owl"]["p99_ms"]
        if "memory" in parts:
            with ours(on_sqlite(folder / "idle")) as (base, process):
                figures["idle"] = asyncio.run(holding.hold_idle(base, process, options.idle))
            script = json.loads((folder / "script.json").read_text())
            with ours(on_sqlite(folder / "many")) as (base, process):
                figures["live"] = asyncio.run(holding.hold_live(base, process, options.live, script))
        if "restart" in parts:
            figures["restart_s"] = holding.restart(folder, options.restart)
        if "processes" in parts:
            figures["processes"] = several_processes(load)
    if options.json:
        tell(figures)


if __name__ == "__main__":
    main()
