"""A telephone line between a browser and the server that can be cut and mended: a real lost connection."""

import contextlib
import socket
import threading


class Line:
    """Listens at a port of its own and passes every byte on to the server, while it is whole.

    Of what the server says, `left_out` is blotted out: as by a proxy before it that knows better.
    """

    def __init__(self, port: int, left_out: bytes = b"") -> None:
        self._server = ("127.0.0.1", port)
        self._left_out = left_out
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._whole = True
        self._ends: list[socket.socket] = []
        self._guard = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Everything that is connected falls silent; nobody new gets through."""
        with self._guard:
            self._whole = False
            ends, self._ends = self._ends, []
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def mend(self) -> None:
        """Who connects now gets through again."""
        with self._guard:
            self._whole = True

    def close(self) -> None:
        """The end of the line."""
        self.cut()
        self._listening.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            with self._guard:
                if not self._whole:
                    near.close()
                    continue
                far = socket.create_connection(self._server)
                self._ends += [near, far]
            for source, sink, left_out in ((near, far, b""), (far, near, self._left_out)):
                threading.Thread(target=self._pump, args=(source, sink, left_out), daemon=True).start()

    def _pump(self, source: socket.socket, sink: socket.socket, left_out: bytes) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                sink.sendall(data.replace(left_out, b" " * len(left_out)) if left_out else data)
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
