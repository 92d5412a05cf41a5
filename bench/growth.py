"""What grows with the years: a server with thousands of finished games, and thousands of tables that wait.

    python bench/growth.py [--finished 20000] [--waiting 20000] [--databases sqlite,postgresql] [--json]

The games are played by the service itself and then stored under many names. Milliseconds are those of a
client on the same machine, from the first byte of the request to the last of the answer, the middle of many.
"""

import argparse
import asyncio
import contextlib
import http.client
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import games
import websockets
from holding import lay, make_tables, open_sockets
from serving import (
    Figures,
    at,
    command,
    free_port,
    megabytes,
    on_sqlite,
    ours,
    processor_seconds,
    programs,
    running,
    tell,
    temporary_folder,
)

from dalapapa.rules.records.record import placement_json
from dalapapa.server.stores.opening import open_up_to_date
from dalapapa.server.stores.register import SqlRegister
from dalapapa.server.stores.sql import SqlStore
from dalapapa.service.people.guests import session_of
from dalapapa.service.people.register import Person
from dalapapa.service.stores.protocol import Append
from dalapapa.service.tables import summary

TOKEN = "the-session-of-ana"
COOKIE = {"Cookie": f"dalapapa_session={TOKEN}"}
STAGES = (0, 2_000)  # tables that wait, before as many as were asked for


class Browser:
    """Asks a server, one thing after the other, over one connection."""

    def __init__(self, base: str) -> None:
        self.base = base
        self._line = http.client.HTTPConnection(base.removeprefix("http://"))

    def get(self, path: str) -> tuple[float, bytes]:
        """Milliseconds, and the answer."""
        began = time.perf_counter()
        self._line.request("GET", path, headers=COOKIE)
        answer = self._line.getresponse()
        body = answer.read()
        took = 1000 * (time.perf_counter() - began)
        if answer.status != 200:
            sys.exit(f"{path}: {answer.status} {body[:200]!r}")
        return took, body

    def ask(self, paths: Sequence[str]) -> Figures:
        """The middle, and the slowest but one in a hundred."""
        self._line.close()  # the server may have, while nothing was asked
        self.get(paths[0])
        found = [self.get(path) for path in paths]
        times = [took for took, _ in found]
        return {"ms": at(0.5, times), "p99_ms": at(0.99, times), "bytes": len(found[-1][1])}


@contextlib.asynccontextmanager
async def opened(database: str) -> Any:
    """A database beside the server that uses it."""
    store = SqlStore(await open_up_to_date(database))
    try:
        yield store
    finally:
        await store.close()


def stored(database: str, appends: Iterable[Append]) -> list[str]:
    """Store appends; gives their tables."""

    async def write() -> list[str]:
        async with opened(database) as store:
            return await games.store_all(store, appends)

    return asyncio.run(write())


def size(database: str) -> int:
    """Bytes of a database that nobody uses just now."""
    if database.startswith("sqlite:///"):
        path = Path(database.removeprefix("sqlite:///"))
        return sum(one.stat().st_size for one in path.parent.glob(path.name + "*"))

    async def ask() -> int:
        line = await asyncpg.connect(database)
        bytes_: int = await line.fetchval("SELECT pg_database_size(current_database())")
        await line.close()
        return bytes_

    return asyncio.run(ask())


def bytes_a_game(database: str, finished: Sequence[list[Append]], count: int) -> float:
    """What a game takes when it is stored turn by turn, among others."""

    async def write() -> None:
        async with opened(database) as store:
            waiting = asyncio.Semaphore(50)

            async def one(game: list[Append]) -> None:
                async with waiting:
                    for append in games.copied(game):
                        await store.append(append)

            await asyncio.gather(*(one(finished[n % len(finished)]) for n in range(count)))

    async def make() -> None:
        async with opened(database):
            pass

    asyncio.run(make())
    before = size(database)
    asyncio.run(write())
    return (size(database) - before) / count


# ── At a table ───────────────────────────────────────────────────────────────────────────────────


def connect(base: str, table: str, query: str = "", headers: dict[str, str] = COOKIE) -> Any:
    """A socket as a browser opens it."""
    address = f"{base.replace('http', 'ws', 1)}/ws/tables/{table}{query}"
    return websockets.connect(address, additional_headers=headers, compression=None, max_size=None)


async def come_back(base: str, table: str, last: str, times: int) -> Figures:
    """Connect from nothing until a message of this type has come: milliseconds and bytes."""
    took, sizes = [], {}
    for _ in range(times):
        began = time.perf_counter()
        async with connect(base, table) as line:
            while True:
                text = await line.recv()
                kind = json.loads(text)["type"]
                sizes[f"{kind}_bytes"] = len(text.encode())
                if kind == last:
                    break
            took.append(1000 * (time.perf_counter() - began))
    return {"ms": statistics.median(took)} | sizes


def _options_of(version: int) -> Callable[[Any], bool]:
    return lambda message: bool(message["type"] == "options" and message["version"] == version)


def _update_after(version: int) -> Callable[[Any], bool]:
    return lambda message: bool(message["type"] == "update" and message["state"]["version"] > version)


async def game_bytes(base: str, target: int) -> Figures:
    """What a whole game sends to a player, who asks what the browser client asks."""
    script = games.script("greedy", target, 1)
    browser = http.client.HTTPConnection(base.removeprefix("http://"))

    def post(path: str, body: Any, cookie: str = "") -> tuple[Any, str]:
        headers = {"Content-Type": "application/json", "Cookie": cookie}
        browser.request("POST", path, json.dumps(body), headers)
        answer = browser.getresponse()
        said = json.loads(answer.read())
        return said, (answer.headers["Set-Cookie"] or "").split(";")[0]

    cookies = [post("/api/session", {"name": name})[1] for name in ("Ana", "Bo")]
    wish = {
        "seats": [{"kind": "person"}, {"kind": "open"}],
        "target": target,
        "begins": 0,
        "nonce": games.NONCE,
    }
    table = post("/api/tables", wish, cookies[0])[0]["id"]
    post(f"/api/tables/{table}/join", {"nonce": games.NONCE}, cookies[1])
    received: dict[str, int] = {}
    async with contextlib.AsyncExitStack() as held:
        lines = [await held.enter_async_context(connect(base, table, "", {"Cookie": c})) for c in cookies]

        async def until(line: Any, wanted: Callable[[Any], bool]) -> None:
            while True:
                text = await line.recv()
                message = json.loads(text)
                received[message["type"]] = received.get(message["type"], 0) + len(text.encode())
                if message["type"] == "error":
                    sys.exit(text)
                if wanted(message):
                    return

        async def ask(seat: int, command: str, placements: list[Any]) -> None:
            wish = {"type": "try", "id": command, "seat": seat, "placements": placements}
            await lines[seat].send(json.dumps(wish))
            await until(lines[seat], lambda message: message.get("id") == command)

        for number, turn in enumerate(script):
            seat = number % 2
            placements = [placement_json(placement) for placement in turn.placements]
            await until(lines[seat], _options_of(number))
            if number >= 2 and number // 2 % 2:
                await ask(seat, f"t{number}", placements[:1])
            command = {"type": "turn", "id": f"{number:032}", "version": number, "seat": seat}
            await lines[seat].send(json.dumps(command | {"placements": placements}))
            for line in lines:
                await until(line, _update_after(number))
            if number + 1 < len(script):
                await ask(seat, f"o{number}", [])
    tiles = sum(len(turn.placements) for turn in script)
    each = {kind: count / 2 for kind, count in received.items()}
    return {
        "bytes": sum(each.values()),
        "options_bytes": each["options"],
        "tiles": tiles,
        "turns": len(script),
    }


async def turns_cost(base: str, pid: int, tables: int = 20, moves: int = 20) -> float:
    """Milliseconds of processor that the server uses for a turn."""
    script = [[placement_json(p) for p in turn.placements] for turn in games.script("random", 240, 2)[:moves]]
    lines = await open_sockets(base, await make_tables(base, tables), tables, "?help=no")
    used = processor_seconds(pid)
    await asyncio.gather(*(lay(line, script) for line in lines))
    used = processor_seconds(pid) - used
    for line in lines:
        line.transport.abort()
    return 1000 * used / (tables * moves)


# ── All of it ────────────────────────────────────────────────────────────────────────────────────


def start_up(database: str, folder: Path) -> float:
    """Seconds from the command to the first request that can be answered."""
    began = time.perf_counter()
    with running(command(free_port(), database), folder):
        return time.perf_counter() - began


def measure(database: str, folder: Path, wishes: argparse.Namespace) -> dict[str, Any]:
    """Everything, on one database."""

    def say(words: str) -> None:
        print(f"  {words}", flush=True)

    finished = [asyncio.run(games.played("greedy", 60, seed)) for seed in range(5)]
    waiting = asyncio.run(games.played("greedy", 60, 0, begun=False, public=True))
    late = asyncio.run(games.played("random", 240, 1))
    playing = [append for append in late if append.phase != "finished"]
    found: dict[str, Any] = {"bytes_a_game": bytes_a_game(database, finished, wishes.counted)}
    events = statistics.mean(sum(len(append.entries) for append in game) for game in finished)
    say(f"a game of {events:.0f} events, stored turn by turn: {found['bytes_a_game'] / 1000:.1f} KB")

    def copies(count: int, of: list[list[Append]], *people: Sequence[str]) -> Iterator[Append]:
        """So many games more, each of the next people."""
        for n in range(count):
            yield games.at_once(games.copied(of[n % len(of)], *(some[n % len(some)] for some in people)))

    async def welcome() -> None:
        async with opened(database) as store:
            await SqlRegister(store).add_person(Person(games.ANA, "Ana"), session_of(TOKEN), time.time())

    asyncio.run(welcome())
    found["start_s"] = start_up(database, folder)
    with ours(database) as (base, process):
        found["turn_cpu_ms"] = asyncio.run(turns_cost(base, process.pid))
        found["to_60"] = asyncio.run(game_bytes(base, 60))
        found["to_240"] = asyncio.run(game_bytes(base, 240))
    for name in ("to_60", "to_240"):
        one = found[name]
        say(
            f"a game of two {name.replace('_', ' ')} ({one['tiles']} tiles, {one['turns']} turns) sends "
            f"{one['bytes'] / 1000:.0f} KB to a player, {one['options_bytes'] / 1000:.0f} KB of it options"
        )
    say(f"start: {found['start_s']:.2f} s; a turn: {found['turn_cpu_ms']:.2f} ms of processor")
    guests = [f"{n:032x}" for n in range(100)]
    old = stored(database, copies(wishes.finished, finished, guests, guests[::-1]))
    looked_at, come_to = old[:200], old[200:400]
    found["start_full_s"] = start_up(database, folder)
    with ours(database) as (base, process):
        browser = Browser(base)
        found["turn_full_cpu_ms"] = asyncio.run(turns_cost(base, process.pid))
        say(
            f"with {len(old)} finished games: start {found['start_full_s']:.2f} s; "
            f"a turn {found['turn_full_cpu_ms']:.2f} ms of processor"
        )
        found["health"] = browser.ask(["/api/bots"] * 50)
        say(f"any answer at all (the list of bots): {found['health']['ms']:.1f} ms")
        listed = 0
        for count in (*(stage for stage in STAGES if stage < wishes.waiting), wishes.waiting):
            hosts = [f"{n:032x}" for n in range(listed, count)]
            stored(database, copies(len(hosts), [waiting], hosts))
            listed = count
            found[f"list_{count}"] = one = browser.ask(["/api/tables"] * 50)
            say(f"the list, {count} public tables waiting: {one['ms']:.1f} ms, p99 {one['p99_ms']:.1f} ms")
        stored(database, copies(50, [playing], [games.ANA], guests))
        found["mine_50"] = one = browser.ask(["/api/tables/mine"] * 50)
        say(f"my tables, 50 unfinished: {one['ms']:.1f} ms, p99 {one['p99_ms']:.1f} ms")
        stored(database, copies(wishes.mine, finished, [games.ANA], guests))
        found["mine_all"] = one = browser.ask(["/api/tables/mine"] * 50)
        say(f"my tables, {wishes.mine} finished more: {one['ms']:.1f} ms, p99 {one['p99_ms']:.1f} ms")
        before = megabytes(process)
        found["cold_card"] = one = browser.ask([f"/api/tables/{table}" for table in looked_at])
        say(
            f"the card of a finished game that nobody has looked at: {one['ms']:.1f} ms, "
            f"p99 {one['p99_ms']:.1f} ms; memory for {len(looked_at)}: {megabytes(process) - before:.1f} MB"
        )
        before = megabytes(process)
        cold = [asyncio.run(come_back(base, table, "view", 1))["ms"] for table in come_to]
        found["cold_table"] = {"ms": at(0.5, cold), "kb": (megabytes(process) - before) * 1024 / len(come_to)}
        say(
            f"such a game opened in the browser: {found['cold_table']['ms']:.1f} ms and "
            f"{found['cold_table']['kb']:.0f} KB of memory"
        )
        # It is Ana's turn there.
        seats = [games.ANA, guests[2]]
        turned = seats[::-1] if summary.decode(playing[-1].summary).to_move else seats
        [table] = stored(database, copies(1, [playing], turned[:1], turned[1:]))
        found["reconnect"] = one = asyncio.run(come_back(base, table, "options", 20))
        found["reconnect"]["tiles"] = sum(entry.body.count(b"@") for a in playing for entry in a.entries)
        say(
            f"coming back from 0 at {one['tiles']:.0f} tiles: {one['ms']:.1f} ms to the options, view "
            f"{one['view_bytes'] / 1000:.0f} KB, options {one['options_bytes'] / 1000:.1f} KB"
        )
    return found


def main() -> None:
    """Measure on each database."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--finished", type=int, default=20_000, help="games that are over")
    parser.add_argument("--waiting", type=int, default=20_000, help="public tables that wait")
    parser.add_argument("--mine", type=int, default=5_000, help="finished games of one person")
    parser.add_argument("--counted", type=int, default=300, help="games stored turn by turn, for their bytes")
    parser.add_argument("--databases", default="sqlite,postgresql")
    parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")
    wishes = parser.parse_args()
    aside = contextlib.redirect_stdout(sys.stderr) if wishes.json else contextlib.nullcontext()
    figures = {}
    with aside, temporary_folder() as folder:
        for name in wishes.databases.split(","):
            print(name, flush=True)
            if name == "sqlite":
                figures[name] = measure(on_sqlite(folder / "data"), folder, wishes)
            else:
                with programs() as (addresses, _):
                    figures[name] = measure(addresses[0], folder, wishes)
    if wishes.json:
        tell(figures)


if __name__ == "__main__":
    main()
