"""A host that serves files and nothing else."""

import functools
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


@contextmanager
def hosted(folder: Path, **headers: str) -> Iterator[int]:
    """Serve a folder, with these headers if any; gives the port."""

    class Quiet(SimpleHTTPRequestHandler):
        def end_headers(self) -> None:
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            super().end_headers()

        def log_message(self, *said: object) -> None:
            """Nobody reads it."""

    host = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=host.serve_forever, daemon=True)
    thread.start()
    try:
        yield host.server_address[1]
    finally:
        host.shutdown()
        host.server_close()
        thread.join()


@contextmanager
def silent(port: int) -> Iterator[None]:
    """A network that is there and carries nothing, as on a train: who calls here is never answered."""
    with socket.create_server(("127.0.0.1", port)):
        yield
