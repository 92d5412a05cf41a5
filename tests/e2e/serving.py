"""A server for the browsers of the tests: as `dalapapa serve`, with bots that do not dawdle."""

import contextlib
import sys
from dataclasses import replace
from pathlib import Path

from dalapapa.server import running
from dalapapa.server.app import create_app
from dalapapa.server.settings import sqlite_settings


def main(folder: Path) -> None:
    """Serve from this folder until told to stop; the first line printed is the port."""
    with contextlib.ExitStack() as held:
        listening = held.enter_context(running.listen("127.0.0.1", 0))
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
        )
        port = listening.getsockname()[1]
        running.run(create_app(settings), listening, lambda: print(port, flush=True))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
