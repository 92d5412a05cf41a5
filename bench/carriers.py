"""What carries websockets: processor time of the same small conversation over several carriers.

    python bench/carriers.py [--rounds 300] [--json]

A browser says a turn, a server answers with three messages as long as ours and does nothing else. Uvicorn
with `websockets` is what we use; all are installed into a temporary environment. `picows_task` is picows with
a queue and a task a socket, as an application has that waits for a database; `picows` answers at once.
"""

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import venv
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PEERS = ("uvicorn", "uvloop", "websockets", "wsproto", "granian", "picows")
ANSWERS = ("a" * 60, "u" * 800, "o" * 2500)  # an acknowledgement, an update, options
SOCKETS = 40

Message = dict[str, Any]


# ── The servers, in the environment of the peers ─────────────────────────────────────────────────


async def app(
    scope: Message, receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]
) -> None:
    """Answer each message."""
    if scope["type"] == "lifespan":
        while True:
            kind = (await receive())["type"]
            await send({"type": f"{kind}.complete"})
            if kind == "lifespan.shutdown":
                return
    await receive()
    await send({"type": "websocket.accept"})
    while (await receive())["type"] == "websocket.receive":
        for text in ANSWERS:
            await send({"type": "websocket.send", "text": text, "bytes": None})


def serve_picows(port: int, with_task: bool) -> None:
    """The same with picows."""
    import picows
    import uvloop

    text, close = picows.WSMsgType.TEXT, picows.WSMsgType.CLOSE
    ready = [answer.encode() for answer in ANSWERS]

    class Line(picows.WSListener):  # type: ignore[misc]
        def on_ws_connected(self, transport: Any) -> None:
            self.transport = transport
            if with_task:
                self.heard: asyncio.Queue[Message] = asyncio.Queue()
                self.heard.put_nowait({"type": "websocket.connect"})
                self.task = asyncio.create_task(app({"type": "websocket"}, self.heard.get, self.send))

        async def send(self, message: Message) -> None:
            if message["type"] == "websocket.send":
                self.transport.send(text, message["text"].encode())

        def on_ws_frame(self, transport: Any, frame: Any) -> None:
            if frame.msg_type == close:
                transport.disconnect()
            elif with_task:
                said = frame.get_payload_as_utf8_text()
                self.heard.put_nowait({"type": "websocket.receive", "text": said})
            else:
                for answer in ready:
                    transport.send(text, answer)

    async def serve() -> None:
        server = await picows.ws_create_server(lambda _: Line(), "127.0.0.1", port)
        await server.serve_forever()

    uvloop.run(serve())


# ── The browsers ─────────────────────────────────────────────────────────────────────────────────

HELLO = (
    b"GET /ws HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TURN = b'{"type":"turn","id":"%032d","version":12,"seat":0,"placements":[{"tile":57,"face":1}]}' % 1
MASK = b"\1\2\3\4"
FRAME = bytes([0x81, 0x80 | len(TURN)]) + MASK + bytes(b ^ MASK[i % 4] for i, b in enumerate(TURN))
ANSWERED = sum(len(answer) + (2 if len(answer) < 126 else 4) for answer in ANSWERS)

Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def connect(port: int) -> Line:
    """A socket, as soon as somebody listens and answers."""
    while True:
        try:
            async with asyncio.timeout(5):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(HELLO)
                await reader.readuntil(b"\r\n\r\n")
                return reader, writer
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            await asyncio.sleep(0.1)


async def talk(line: Line, rounds: int) -> None:
    """Say a turn and hear the answers, so many times."""
    reader, writer = line
    for _ in range(rounds):
        writer.write(FRAME)
        await reader.readexactly(ANSWERED)


async def microseconds(port: int, pid: int, rounds: int) -> float:
    """What a round costs the server."""
    from serving import processor_seconds

    lines = [await connect(port) for _ in range(SOCKETS)]
    await asyncio.gather(*(talk(line, 20) for line in lines))
    used = processor_seconds(pid)
    await asyncio.gather(*(talk(line, rounds) for line in lines))
    return 1e6 * (processor_seconds(pid) - used) / (rounds * SOCKETS)


def measure(python: str, rounds: int) -> dict[str, float]:
    """Each carrier, one after the other."""
    from serving import free_port

    uvicorn = [python, "-m", "uvicorn", "carriers:app", "--log-level", "critical", "--loop", "uvloop"]
    uvicorn += ["--ws-per-message-deflate", "false"]
    granian = [python, "-m", "granian", "carriers:app", "--interface", "asgi", "--loop", "uvloop", "--no-log"]
    commands = {
        "uvicorn_websockets": [*uvicorn, "--ws", "websockets-sansio", "--port"],
        "uvicorn_wsproto": [*uvicorn, "--ws", "wsproto", "--port"],
        "granian": [*granian, "--port"],
        "picows_task": [python, "carriers.py", "serve", "picows_task"],
        "picows": [python, "carriers.py", "serve", "picows"],
    }
    figures = {}
    for name, command in commands.items():
        port = free_port()
        process = subprocess.Popen([*command, str(port)], cwd=HERE, start_new_session=True)
        try:
            figures[name] = asyncio.run(microseconds(port, process.pid, rounds))
        finally:
            os.killpg(process.pid, signal.SIGKILL)  # with its workers
            process.wait()
    return figures


def main() -> None:
    """Measure each carrier."""
    if sys.argv[1:2] == ["serve"]:
        serve_picows(int(sys.argv[3]), sys.argv[2] == "picows_task")
        return
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=300, help=f"of each of {SOCKETS} sockets")
    parser.add_argument("--json", action="store_true")
    wishes = parser.parse_args()
    from serving import temporary_folder

    with temporary_folder() as folder:
        venv.create(folder, with_pip=True)
        python = str(folder / "bin" / "python")
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PEERS]
        subprocess.run(install, check=True, stdout=sys.stderr)
        figures = measure(python, wishes.rounds)
    if wishes.json:
        print(json.dumps(figures))
    else:
        for name, figure in figures.items():
            print(f"{name:20} {figure:6.0f} µs of processor for a turn and its answers")


if __name__ == "__main__":
    main()
