"""A server that kills itself, as `kill -9` would, when a command has got to a given step.

Everything is imported once; each life is a fork, so that hundreds of deaths take seconds. Reads one line a
life from standard input, `STEP PASSES` (die when STEP is passed for the n-th time) or `live`; writes the
life's process id when it begins and a word when it is over.
"""

import asyncio
import os
import signal
import sys

import uvicorn

from dalapapa.server import running
from dalapapa.server.app import create_app
from dalapapa.server.premises import Premises

from .serving import quick

STEPS = ("received", "decided", "begun", "written", "committed", "acknowledge", "tell", "told")


class Fate:
    """When to die."""

    step, passes = "", 0

    def pass_by(self, step: str) -> None:
        if step == self.step:
            self.passes -= 1
            if self.passes <= 0:
                os.kill(os.getpid(), signal.SIGKILL)


async def warm_up(premises: Premises) -> None:
    """What every life would import, and a database that is up to date."""
    await premises.open()
    await premises.close()


def main(database: str, redis: str) -> None:
    fate = Fate()
    app = create_app(quick(database, redis=redis or None), fate.pass_by)
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
    main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "")
