"""The gate before every request and every socket: foreign sites and hasty addresses stay outside.

The framework's own cross-site and rate guards look at HTTP only; a websocket carries the cookie all the same.
"""

import time
from collections import OrderedDict
from collections.abc import Callable

import msgspec
from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import Message, Receive, Scope, Send

from dalapapa.rules import ErrorCode
from dalapapa.server.settings import Settings
from dalapapa.service.telling.words import Fault

_POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
_SECURITY_HEADERS = [
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
_SAFE = ("GET", "HEAD", "OPTIONS")
_MOST_BUCKETS = 10_000


class Bucket:
    """Tokens that come back at a steady rate, up to a burst."""

    __slots__ = ("_burst", "_last", "_now", "_rate", "_tokens")

    def __init__(self, rate: float, burst: int, now: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._tokens, self._last = float(burst), now()

    def take(self) -> bool:
        """Take a token; False when there is none."""
        now = self._now()
        self._tokens = min(self._burst, self._tokens + (now - self._last) * self._rate)
        self._last = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Buckets:
    """A bucket for each address or person; of those not seen for longest, it forgets."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Take a token from a bucket; False when there is none."""
        if (bucket := self._buckets.get(key)) is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst)
            if len(self._buckets) > _MOST_BUCKETS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.take()


def address_of(scope: Scope) -> str:
    """Where a connection comes from."""
    client = scope.get("client")
    return client[0] if client else ""


class Gate:
    """The application as servers see it: everything goes through here first."""

    def __init__(self, app: Litestar, settings: Settings) -> None:
        self.app = app
        self._settings = settings
        self._addresses = Buckets(settings.address_rate, settings.address_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a connection through, or refuse it."""
        if scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            await self.app(scope, receive, send)  # the lifespan
        elif not self._same_site(scope):
            await _refuse(scope, send, 403, ErrorCode.BAD_ORIGIN, "this request comes from another site")
        elif not self._addresses.take(address_of(scope)):
            await _refuse(scope, send, 429, ErrorCode.TOO_FAST, "too many requests: wait a second")
        else:
            await self.app(scope, receive, _guarded(send) if scope["type"] == ScopeType.HTTP else send)

    def _same_site(self, scope: Scope) -> bool:
        """Whether it comes from our own pages, or from a program: that sends no Origin and has no cookie."""
        if scope["type"] == ScopeType.HTTP and scope["method"] in _SAFE:
            return True
        headers = {key.lower(): value.decode("latin-1") for key, value in scope["headers"]}
        origin = headers.get(b"origin")
        if origin is None:
            return headers.get(b"sec-fetch-site", "none") in ("none", "same-origin")
        host = headers.get(b"host", "")
        return origin in (f"http://{host}", f"https://{host}", *self._settings.origins)


def _guarded(send: Send) -> Send:
    """Give every answer the headers that keep a browser safe."""

    async def send_guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], *_SECURITY_HEADERS]
        await send(message)

    return send_guarded


async def _refuse(scope: Scope, send: Send, status: int, code: ErrorCode, words: str) -> None:
    if scope["type"] == ScopeType.WEBSOCKET:
        # Closing before accepting: the handshake is answered with 403.
        await send({"type": "websocket.close", "code": 4403, "reason": code.value})
        return
    body = msgspec.json.encode(Fault(code, words, {}))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
