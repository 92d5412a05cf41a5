"""A push service of the tests' own, on loopback, and a browser that can open what it is handed."""

import asyncio
import contextlib
import hmac
import json
from collections.abc import AsyncIterator
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256

from dalapapa.server.push.sealing import point, read_point, to_bytes, to_text


class Subscriber:
    """A browser's half of RFC 8291, written from the other side."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._public = point(self._key.public_key())
        self._auth = bytes(range(16))

    def asks(self, endpoint: str) -> dict[str, str]:
        """What it tells the server."""
        return {"endpoint": endpoint, "p256dh": to_text(self._public), "auth": to_text(self._auth)}

    def open(self, sealed: bytes) -> Any:
        """What it was told."""
        salt, size, length = sealed[:16], int.from_bytes(sealed[16:20], "big"), sealed[20]
        theirs, rest = sealed[21 : 21 + length], sealed[21 + length :]
        assert len(rest) <= size
        shared = self._key.exchange(ec.ECDH(), read_point(theirs))
        secret = _one_block(self._auth, shared, b"WebPush: info\0" + self._public + theirs)
        key = _one_block(salt, secret, b"Content-Encoding: aes128gcm\0")[:16]
        nonce = _one_block(salt, secret, b"Content-Encoding: nonce\0")[:12]
        words = AESGCM(key).decrypt(nonce, rest, None).rstrip(b"\0")
        assert words[-1:] == b"\2"
        return json.loads(words[:-1])


def _one_block(salt: bytes, secret: bytes, info: bytes) -> bytes:
    return hmac.digest(hmac.digest(salt, secret, "sha256"), info + b"\1", "sha256")


class PushService:
    """Takes what is posted, and answers with the status of the moment."""

    def __init__(self) -> None:
        self.status = 201
        self.origin = ""
        self.taken: asyncio.Queue[tuple[str, dict[str, str], bytes]] = asyncio.Queue()

    async def next(self) -> tuple[str, dict[str, str], bytes]:
        """The next message: path, headers, body."""
        async with asyncio.timeout(20):
            return await self.taken.get()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = head.strip().split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        body = await reader.readexactly(int(headers["content-length"]))
        writer.write(f"HTTP/1.1 {self.status} Whatever\r\nContent-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()
        method, path, _ = first.split(" ")
        assert method == "POST"
        self.taken.put_nowait((path, headers, body))


@contextlib.asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    """One that runs."""
    service = PushService()
    listening = await asyncio.start_server(service.serve, "127.0.0.1", 0)
    service.origin = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    try:
        yield service
    finally:
        listening.close()
        await listening.wait_closed()


def check_signature(header: str, key: str, service: str) -> dict[str, Any]:
    """What the server says of itself; raises unless it has signed it with this key."""
    fields = dict(part.split("=", 1) for part in header.removeprefix("vapid ").split(", "))
    assert fields["k"] == key
    signed, _, signature = fields["t"].rpartition(".")
    raw = to_bytes(signature)
    numbers = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    read_point(to_bytes(key)).verify(encode_dss_signature(*numbers), signed.encode(), ec.ECDSA(SHA256()))
    claims: dict[str, Any] = json.loads(to_bytes(signed.split(".")[1]))
    assert claims["aud"] == service
    return claims
