"""What never becomes a request or a message must not cost others anything."""

import asyncio
import contextlib
import os
import secrets
import socket
import struct
import time

import pytest
from websockets.frames import Frame, Opcode

from dalapapa.server.buckets import Bucket, household
from dalapapa.server.lines import frame_head

from .client import Guest
from .serving import quick, serving

pytestmark = pytest.mark.anyio

PING, PONG, CONTINUED, TEXT = 0x9, 0xA, 0x0, 0x1


def frame(opcode: int, payload: bytes = b"", fin: bool = True) -> bytes:
    """A frame as a browser masks it."""
    mask = b"\0\0\0\0"
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + struct.pack("!H", len(payload))
    return bytes([(0x80 if fin else 0) | opcode]) + size + mask + payload


class Line:
    """A bare connection from any address of this machine's own."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, base: str, source: str = "127.0.0.1", receive: int | None = None) -> "Line":
        host, _, port = base.removeprefix("http://").partition(":")
        plain = socket.socket()
        plain.setblocking(False)
        if receive is not None:
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        plain.bind((source, 0))
        await asyncio.get_running_loop().sock_connect(plain, (host, int(port)))
        return cls(*await asyncio.open_connection(sock=plain, limit=2**16))

    @classmethod
    async def socket(cls, base: str, table: str, source: str = "127.0.0.1") -> "Line":
        """A websocket without a session."""
        line = await cls.open(base, source)
        host = base.removeprefix("http://")
        line.writer.write(
            f"GET /ws/tables/{table} HTTP/1.1\r\nHost: {host}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert b" 101 " in await line.reader.readuntil(b"\r\n\r\n")
        return line

    async def ends(self, seconds: float = 10) -> bytes:
        """What is still sent until the other side hangs up; fails when it does not."""
        received = b""
        async with asyncio.timeout(seconds):
            try:
                while data := await self.reader.read(65_536):
                    received += data
            except ConnectionError:
                pass
        self.writer.close()
        return received


@pytest.mark.parametrize(
    "flood",
    [
        frame(PING) * 100_000,
        frame(PONG) * 100_000,
        frame(TEXT, b"x", fin=False) + frame(CONTINUED, fin=False) * 100_000,
        frame(PING, b"x" * 125) * 10_000,
    ],
    ids=["pings", "pongs", "continued", "long pings"],
)
async def test_frames_of_every_kind_are_counted(sqlite: str, flood: bytes) -> None:
    async with serving(quick(sqlite, **USUAL)) as server:
        ana = await Guest.named(server.base, "Ana")
        table = (await ana.make("person", "greedy"))["id"]
        line = await Line.socket(server.base, table, "127.0.0.9")
        line.writer.write(flood)
        await line.ends()
        assert (await ana.http.get("/health")).status_code == 200
        await ana.close()


# The limits as they are, which tests otherwise lift.
USUAL = {
    "address_rate": 50.0,
    "address_burst": 300,
    "socket_rate": 10.0,
    "socket_burst": 40,
    "byte_rate": 16_384.0,
    "byte_burst": 65_536,
    "address_lines": 300,
}


async def test_a_heartbeat_is_no_flood(sqlite: str) -> None:
    async with serving(quick(sqlite, **USUAL)) as server:
        ana = await Guest.named(server.base, "Ana")
        table = (await ana.make("person", "greedy"))["id"]
        line = await Line.socket(server.base, table)
        for _ in range(30):
            line.writer.write(frame(PING, b"beat"))
        answered = b""
        async with asyncio.timeout(10):
            while answered.count(b"\x8a\x04beat") < 30:
                answered += await line.reader.read(65_536)
        line.writer.close()
        await ana.close()


async def test_nothing_is_read_while_answers_are_unread(sqlite: str) -> None:
    lenient = {"socket_rate": 1e6, "socket_burst": 10**6, "byte_rate": 1e9, "byte_burst": 10**9}
    async with serving(quick(sqlite, **USUAL | lenient), send_buffer=4096) as server:
        ana = await Guest.named(server.base, "Ana")
        table = (await ana.make("person", "greedy"))["id"]
        line = await Line.socket(server.base, table)
        sent, pings = 0, frame(PING, b"x" * 125) * 500
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(3):  # never read: then the server stops reading, and so this stops
                while sent < 50_000_000:
                    line.writer.write(pings)
                    sent += len(pings)
                    await line.writer.drain()
        assert sent < 50_000_000
        line.writer.transport.abort()
        await ana.close()


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{",
    ],
    ids=["silent", "half a header", "half a body"],
)
async def test_what_never_becomes_a_request_is_cut_off(sqlite: str, begun: bytes) -> None:
    async with serving(quick(sqlite, request_seconds=0.5)) as server:
        line = await Line.open(server.base)
        line.writer.write(begun)
        began = time.monotonic()
        assert b" 200 " not in await line.ends()
        assert time.monotonic() - began >= 0.4  # it was given its time


async def test_a_slow_second_request_is_cut_off_too(sqlite: str) -> None:
    async with serving(quick(sqlite, request_seconds=0.5)) as server:
        line = await Line.open(server.base)
        line.writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\nGET /health HTTP/1.1\r\nHost:")
        assert (await line.ends()).count(b" 200 OK") == 1


async def test_one_address_holds_so_many_lines_and_no_more(sqlite: str) -> None:
    async with serving(quick(sqlite, address_lines=5)) as server:
        held = [await Line.open(server.base, "127.0.0.9") for _ in range(5)]
        refused = await Line.open(server.base, "127.0.0.9")
        assert await refused.ends() == b""
        other = await Guest.named(server.base, "Bo")  # from another address
        await other.close()
        held.pop().writer.close()
        answer = b""
        async with asyncio.timeout(20):  # the server hears of the end a moment later
            while b" 200 OK" not in answer:
                again = await Line.open(server.base, "127.0.0.9")
                again.writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                answer = await again.ends()
        for line in held:
            line.writer.close()


async def test_rubbish_is_limited_and_hardly_logged(sqlite: str, caplog: pytest.LogCaptureFixture) -> None:
    async with serving(quick(sqlite, **USUAL)) as server:
        answers = []
        for _ in range(200):
            line = await Line.open(server.base, "127.0.0.9")
            try:
                line.writer.write(secrets.token_bytes(64) + b"\r\n\r\n")
                answers.append(await line.ends())
            except ConnectionError:
                answers.append(b"")
        assert b" 400 " in answers[0]
        assert answers[-1] == b""  # not even answered any more
        assert len([record for record in caplog.records if "Invalid HTTP" in record.message]) <= 12


async def test_who_does_not_read_gives_its_descriptor_back(sqlite: str) -> None:
    async with serving(quick(sqlite, socket_rate=1e6, silence=0.5), send_buffer=4096) as server:
        ana = await Guest.named(server.base, "Ana")
        table = (await ana.make("person", "greedy"))["id"]
        before = len(os.listdir("/proc/self/fd"))
        line = await Line.socket(server.base, table)
        line.writer.transport.pause_reading()  # type: ignore[attr-defined]
        async with asyncio.timeout(20):  # silent, told to go, and never heard of again
            while len(os.listdir("/proc/self/fd")) > before + 1:
                await asyncio.sleep(0.1)
        line.writer.transport.abort()
        await ana.close()


def test_a_household_is_a_v4_address_or_a_v6_network() -> None:
    assert household("192.0.2.7") == "192.0.2.7"
    assert household("2001:db8:1:2:3:4:5:6") == household("2001:db8:1:2:ffff::1")
    assert household("2001:db8:1:2::1") != household("2001:db8:1:3::1")
    assert household("::ffff:192.0.2.7") == "192.0.2.7"
    assert household("fe80::1%eth0") == household("fe80::2%eth1")
    assert household("testclient") == "testclient"


def test_a_fine_is_paid_back_with_time() -> None:
    now = 0.0
    bucket = Bucket(1, 10, lambda: now)
    bucket.fine(15)
    assert not bucket.take()
    now = 5.0
    assert not bucket.take()
    now = 6.5
    assert bucket.take()
    bucket.fine(10**6)  # however much: at most one burst of debt
    now = 18.0
    assert bucket.take()


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
async def test_a_text_of_any_length_is_one_frame(size: int) -> None:
    content = b"a" * size
    assert frame_head(size) + content == Frame(Opcode.TEXT, content).serialize(mask=False)
