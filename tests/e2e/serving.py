"""A server for the browsers of the tests: as `dalapapa serve`, with bots that do not dawdle.

Every line that it is told becomes the lot that all chance hangs on from then on; it says the line again.
"""

import contextlib
import random
import secrets
import sys
import threading
from dataclasses import replace
from pathlib import Path

from dalapapa.server import running
from dalapapa.server.app import create_app
from dalapapa.server.settings import sqlite_settings


def _draw_by_lot() -> None:
    for line in sys.stdin:
        _draw(line.strip())
        print(line, end="", flush=True)


def _draw(lot: str) -> None:
    drawn = random.Random(lot)
    secrets.token_bytes = lambda nbytes=None: drawn.randbytes(nbytes or 32)
    # Tables of earlier tests may still be played: nobody's bots draw from what others drew from.
    secrets.randbits = lambda k: random.Random(lot).getrandbits(k)


def main(folder: Path, port: int, *push_services: str) -> None:
    """Serve from this folder until told to stop; the first line printed is the port."""
    with contextlib.ExitStack() as held:
        listening = held.enter_context(running.listen("127.0.0.1", port))
        held.enter_context(running.lock_folder(folder))
        # All browsers of the tests come from one address.
        settings = replace(
            sqlite_settings(folder),
            pace=0.05,
            think=0.2,
            address_rate=1000.0,
            address_burst=5000,
            table_rate=1000.0,
            table_burst=5000,
            push_services=push_services,
        )
        port = listening.getsockname()[1]
        threading.Thread(target=_draw_by_lot, daemon=True).start()
        running.run(create_app(settings), listening, lambda: print(port, flush=True))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if sys.argv[2:] else 0, *sys.argv[3:])
