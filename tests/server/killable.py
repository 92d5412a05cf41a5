"""A server that kills itself, as `kill -9` would, when a command or a finished game has got to a given step.

Everything is imported once; each life is a fork, so that hundreds of deaths take seconds. Reads one line a
life from standard input, `STEP PASSES` (die when STEP is passed for the n-th time) or `live`; writes the
life's process id when it begins and a word when it is over. Finished games are handed on to a line of a file.
"""

import asyncio
import os
import secrets
import signal
import sys
from pathlib import Path

import uvicorn

from dalapapa.server import running
from dalapapa.server.app import create_app
from dalapapa.server.premises import Premises
from dalapapa.service.tables.table import Table

from .serving import quick

STEPS = ("received", "decided", "begun", "written", "committed", "acknowledge", "tell", "told")
# On the way of a finished game: each passed once a game and life.
LAST_STEPS = ("finished", "reckoned", "settle", "settled")


class Fate:
    """When to die."""

    step, passes = "", 0

    def __init__(self, handed: Path) -> None:
        self.handed = handed

    def pass_by(self, step: str) -> None:
        if step == self.step:
            self.passes -= 1
            if self.passes <= 0:
                os.kill(os.getpid(), signal.SIGKILL)

    async def finished(self, table: Table) -> bytes:
        """Note elsewhere that it ran, and give the same note to be kept."""
        note = f"{table.id} {secrets.token_hex(8)}"
        with self.handed.open("a") as file:
            file.write(f"{note}\n")
        self.pass_by("reckoned")
        return note.encode()


async def warm_up(premises: Premises) -> None:
    """What every life would import, and a database that is up to date."""
    await premises.open()
    await premises.close()


def main(database: str, handed: str) -> None:
    fate = Fate(Path(handed))
    app = create_app(quick(database), fate.pass_by, fate.finished)
    asyncio.run(warm_up(app.app.state.premises))
    with running.listen("127.0.0.1", 0) as listening:
        print(listening.getsockname()[1], flush=True)
        for line in sys.stdin:
            step, _, passes = line.strip().partition(" ")
            child = os.fork()
            if child == 0:
                fate.step, fate.passes = step, int(passes or 0)
                server = uvicorn.Server(running.config(app))
                asyncio.run(server.serve([listening]))
                os._exit(0)
            print(child, flush=True)
            _, status = os.waitpid(child, 0)
            print("died" if os.WIFSIGNALED(status) else "ended", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
