"""Push services: which addresses may be called, and the call.

A browser tells us where its push service is, and so may anybody who says to be one. So only services that we
know are called, at addresses of the internet: nobody can have this server knock at doors inside its network.
"""

import asyncio
import ipaddress
import ssl
from collections.abc import Iterable
from urllib.parse import SplitResult, urlsplit

import h11

from dalapapa.rules import DalapapaError, ErrorCode

# Of the makers of browsers; a name stands for all names below it.
KNOWN = ("fcm.googleapis.com", "push.services.mozilla.com", "notify.windows.com", "push.apple.com")
_SECONDS = 10.0
_HTTPS = 443
_LABEL = 64  # no part of a name is so long


class Services:
    """The services that may be called: names, or whole origins (`https://push.example:8443`).

    An operator who names an origin answers for it: where it leads is not looked at.
    """

    def __init__(self, allowed: Iterable[str]) -> None:
        allowed = tuple(allowed)
        self._origins = {one for one in allowed if "://" in one}
        self._names = tuple(one.lower() for one in allowed if "://" not in one)
        self._tls: ssl.SSLContext | None = None

    def check(self, endpoint: str) -> SplitResult:
        """The parts of an address that may be called; refuses any other."""
        try:
            parts = urlsplit(endpoint)
            port = parts.port
        except ValueError:
            raise _refusal() from None
        if not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
            raise _refusal()
        if origin_of(parts) in self._origins:
            return parts
        name = (parts.hostname or "").rstrip(".")
        known = any(name == one or name.endswith(f".{one}") for one in self._names)
        known = known and all(0 < len(label) < _LABEL for label in name.split("."))
        if parts.scheme != "https" or port not in (None, _HTTPS) or "@" in parts.netloc or not known:
            raise _refusal()
        return parts

    async def post(self, endpoint: str, headers: dict[str, str], body: bytes) -> int:
        """Hand a message over; gives the status of the answer. Raises OSError or TimeoutError."""
        parts = self.check(endpoint)
        async with asyncio.timeout(_SECONDS):
            host = parts.hostname or ""
            port = parts.port or (_HTTPS if parts.scheme == "https" else 80)
            address = host if origin_of(parts) in self._origins else await _outside(host, port)
            # By the address that was looked at: asked again, a name may lead elsewhere.
            encrypted = parts.scheme == "https"
            reader, writer = await asyncio.open_connection(
                address,
                port,
                ssl=await self._secured() if encrypted else None,
                server_hostname=host if encrypted else None,
            )
            try:
                return await _exchange(reader, writer, parts, headers, body)
            finally:
                writer.close()

    async def _secured(self) -> ssl.SSLContext:
        """What is known of whom to trust; read when it is first needed, because that takes a while."""
        if self._tls is None:
            self._tls = await asyncio.to_thread(ssl.create_default_context)
        return self._tls


def origin_of(parts: SplitResult) -> str:
    """The origin of an address."""
    return f"{parts.scheme}://{parts.netloc}"


def _refusal() -> DalapapaError:
    return DalapapaError(ErrorCode.BAD_MESSAGE, "this is no push service that we know")


async def _outside(host: str, port: int) -> str:
    """An address of a name, if it leads to the internet and nowhere else."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=1)
    addresses = [str(place[0]) for *_, place in found]
    if not addresses or not all(ipaddress.ip_address(one.partition("%")[0]).is_global for one in addresses):
        raise OSError("a push service that is not on the internet")
    return addresses[0]


async def _exchange(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    parts: SplitResult,
    headers: dict[str, str],
    body: bytes,
) -> int:
    talk = h11.Connection(h11.CLIENT)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    sent = {"Host": parts.netloc, "Content-Length": str(len(body)), "Connection": "close", **headers}
    asked = h11.Request(method="POST", target=path, headers=list(sent.items()))
    for part in (asked, h11.Data(data=body), h11.EndOfMessage()):
        writer.write(talk.send(part) or b"")
    await writer.drain()
    while True:
        try:
            event = talk.next_event()
        except h11.RemoteProtocolError as error:
            raise OSError("a push service that does not speak HTTP") from error
        if isinstance(event, h11.Response):
            return event.status_code
        if isinstance(event, h11.ConnectionClosed):
            raise OSError("a push service that says nothing")
        if event is h11.NEED_DATA:
            talk.receive_data(await reader.read(4096))
