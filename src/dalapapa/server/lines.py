"""The lines to browsers below HTTP and websockets: nobody holds one for nothing, or floods one.

What the application never gets to see (half a request, a ping, a reader that does not read) still costs
memory, descriptors and time. So each line has deadlines, each household a number of lines, and on a websocket
every frame of every kind is counted before it is understood.
"""

import asyncio
import logging
import struct
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import h11
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from dalapapa.server.buckets import Bucket, Buckets, household
from dalapapa.service.telling.mail import Mail

# The parser takes all it is given at once: in slices, a flood is noticed after one of them.
_SLICE = 1024
# What a broken request and a flooded socket cost their household, in requests.
_BROKEN, _FLOOD = 5, 50
_TEXT = 0x81  # a frame of text, and no other belongs to it


class _Sparingly(logging.Filter):
    """Lets a few lines a minute through: a log must not grow as fast as somebody can send rubbish."""

    def __init__(self) -> None:
        super().__init__()
        self._bucket = Bucket(0.1, 10)

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        return self._bucket.take()


@dataclass
class Lines:
    """Every line of this process, by household. Seconds and numbers are settings (docs/serving.md)."""

    addresses: Buckets
    most: int
    request_seconds: float
    frame_rate: float
    frame_burst: int
    byte_rate: float
    byte_burst: int
    trusted: frozenset[str] = frozenset()  # proxies: they carry many households and have limits of their own
    reading_seconds: float = 20.0  # how long somebody may leave unread what is sent
    closing_seconds: float = 5.0  # how long a farewell may take
    open: Counter[str] = field(default_factory=Counter)
    log: logging.Logger = field(init=False)

    def __post_init__(self) -> None:
        self.log = logging.getLogger("dalapapa.lines")
        self.log.filters = [_Sparingly()]

    def enter(self, address: str) -> bool:
        """Count a new line; False when this household has too many, or has done too much harm."""
        if address in self.trusted:
            return True
        home = household(address)
        if self.open[home] >= self.most or self.addresses.of(home).tokens < 0:
            if not self.open[home]:
                del self.open[home]
            return False
        self.open[home] += 1
        return True

    def leave(self, address: str) -> None:
        """A line that was counted is gone."""
        if address in self.trusted:
            return
        home = household(address)
        self.open[home] -= 1
        if not self.open[home]:
            del self.open[home]

    def fine(self, address: str, cost: float) -> None:
        """Charge a household for what its line has cost us."""
        if address not in self.trusted:
            self.addresses.of(household(address)).fine(cost)

    @property
    def protocols(self) -> dict[str, Any]:
        """What Uvicorn carries HTTP and websockets with, for its configuration."""
        return {"http": partial(HttpLine, self), "ws": partial(SocketLine, self)}


class _Deadline:
    """A time by which something must have happened, or the line is cut."""

    def __init__(self, loop: asyncio.AbstractEventLoop, seconds: float) -> None:
        self._loop, self._seconds = loop, seconds
        self._timer: asyncio.TimerHandle | None = None

    def set(self, transport: asyncio.Transport) -> None:
        """Begin to wait, unless that has begun already."""
        if self._timer is None:
            self._timer = self._loop.call_later(self._seconds, transport.abort)

    def clear(self) -> None:
        """It has happened."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class HttpLine(H11Protocol):
    """HTTP: a request is whole, and its answer read, within some seconds."""

    def __init__(self, lines: Lines, **uvicorn: Any) -> None:
        super().__init__(**uvicorn)
        self.logger = lines.log
        self._lines = lines
        self._counted = False
        self._request = _Deadline(self.loop, lines.request_seconds)
        self._answer = _Deadline(self.loop, lines.reading_seconds)

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the line, and wait for a request."""
        super().connection_made(transport)
        self._counted = self._lines.enter(self._address)
        if self._counted:
            self._request.set(transport)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is gone."""
        self._let_go()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in a piece of a request."""
        super().data_received(data)
        if self._counted:  # else the line was handed on to a websocket, or is gone
            self._await_the_rest()

    def on_response_complete(self) -> None:
        """An answer is out: the next request may have begun."""
        super().on_response_complete()
        self._await_the_rest()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Hand the line on: the socket's own count goes on from here."""
        self._let_go()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Answer what is no request, and charge for it."""
        self._lines.fine(self._address, _BROKEN)
        super().send_400_response(msg)

    def pause_writing(self) -> None:
        """Too much lies unread."""
        super().pause_writing()
        self._answer.set(self.transport)

    def resume_writing(self) -> None:
        """It is being read again."""
        super().resume_writing()
        self._answer.clear()

    def _await_the_rest(self) -> None:
        """A request that has begun must come to its end; between two, Uvicorn's own patience counts."""
        if self.conn.their_state is h11.SEND_BODY or self.conn.trailing_data[0]:
            self._request.set(self.transport)
        else:
            self._request.clear()

    def _let_go(self) -> None:
        self._request.clear()
        self._answer.clear()
        if self._counted:
            self._counted = False
            self._lines.leave(self._address)


def frame_head(size: int) -> bytes:
    """What stands before a text of so many bytes, as one frame (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((_TEXT, size))
    if size < 1 << 16:
        return struct.pack("!BBH", _TEXT, 126, size)
    return struct.pack("!BBQ", _TEXT, 127, size)


class SocketLine(WebSocketsSansIOProtocol):
    """A websocket: bytes and frames of all kinds are counted, nothing is read while answers are unread."""

    def __init__(self, lines: Lines, **uvicorn: Any) -> None:
        super().__init__(**uvicorn)
        self.logger = lines.log
        self.queue = Mail()  # type: ignore[assignment]
        self._lines = lines
        self._counted = False
        self._unread = False
        self._bytes = Bucket(lines.byte_rate, lines.byte_burst)
        self._frames = Bucket(lines.frame_rate, lines.frame_burst)
        self._reading = _Deadline(self.loop, lines.reading_seconds)
        self._closing = _Deadline(self.loop, lines.closing_seconds)

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the line."""
        super().connection_made(transport)
        self._counted = self._lines.enter(self._address)
        if not self._counted:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is gone."""
        self._reading.clear()
        self._closing.clear()
        if self._counted:
            self._counted = False
            self._lines.leave(self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in frames, a slice at a time."""
        if self.handshake_initiated and not self._bytes.take(len(data)):
            self._cut()
            return
        for start in range(0, len(data), _SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + _SLICE])

    def handle_events(self) -> None:
        """Count what was in a slice before anything is done about it."""
        # Pings, pongs and pieces of messages never reach the application: they are counted here.
        frames = len(self.conn.events)
        if frames and self.handshake_initiated and not self._frames.take(frames):
            self._cut()
        else:
            super().handle_events()

    def pause_writing(self) -> None:
        """Too much lies unread: read nothing either."""
        super().pause_writing()
        self._unread = True
        self._reading.set(self.transport)
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """It is being read again."""
        super().resume_writing()
        self._unread = False
        self._reading.clear()
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    async def receive(self) -> ASGIReceiveEvent:
        """The next message for the application."""
        message = await super().receive()
        if self._unread and not self.transport.is_closing():
            self.transport.pause_reading()
        return message

    async def send(self, message: ASGISendEvent) -> None:
        """A message of the application."""
        if (
            message["type"] == "websocket.send"
            and (text := message.get("text")) is not None
            and self.conn.state is State.OPEN
            and not (self.disconnected or self.close_sent)
            and self.writable.is_set()
        ):
            # Nearly all that we send: a text as one frame, which nothing has to be asked for.
            content = text.encode()
            self.transport.write(frame_head(len(content)) + content)
            return
        await super().send(message)
        if message["type"] == "websocket.accept":
            del self.request, self.response  # kilobytes, and nobody asks for them again

    async def run_asgi(self) -> None:
        """Run the application; when it is done, the line ends for good."""
        await super().run_asgi()
        if not self.disconnected:
            self._closing.set(self.transport)  # who does not read would keep the line for minutes

    def _cut(self) -> None:
        self._lines.fine(self._address, _FLOOD)
        self._lines.log.warning("a flooded socket was cut")
        self.transport.abort()
