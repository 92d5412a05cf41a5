"""The gate before every request and every socket: foreign sites and hasty addresses stay outside.

The framework's own cross-site and rate guards look at HTTP only; a websocket carries the cookie all the same.
"""

import ipaddress

import msgspec
from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import Message, Receive, Scope, Send

from dalapapa.rules import DalapapaError, ErrorCode
from dalapapa.server.buckets import Buckets, household
from dalapapa.server.errors import STATUS
from dalapapa.server.lines import Lines
from dalapapa.server.settings import Settings
from dalapapa.service.telling.words import Fault

_POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",  # the table that is taken along runs as WebAssembly
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
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
]
_HTTPS_ONLY = (b"strict-transport-security", b"max-age=31536000")
_NOT_KEPT = (b"cache-control", b"no-store")  # what is said of a table is for this person and this moment
_SAFE = ("GET", "HEAD", "OPTIONS")


def address_of(scope: Scope) -> str:
    """The household a connection comes from: what limits go by."""
    client = scope.get("client")
    return household(client[0]) if client else ""


class Gate:
    """The application as servers see it: everything goes through here first."""

    def __init__(self, app: Litestar, settings: Settings) -> None:
        self.app = app
        self._settings = settings
        self._addresses = Buckets(settings.address_rate, settings.address_burst)
        self.lines = Lines(
            self._addresses,
            most=settings.address_lines,
            request_seconds=settings.request_seconds,
            frame_rate=2 * settings.socket_rate,
            frame_burst=2 * settings.socket_burst,
            byte_rate=settings.byte_rate,
            byte_burst=settings.byte_burst,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a connection through, or refuse it."""
        if scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            await self.app(scope, receive, send)  # the lifespan
            return
        guarded = _guarded(scope, send) if scope["type"] == ScopeType.HTTP else send
        try:
            self._check(scope)
        except DalapapaError as error:
            await _refuse(scope, guarded, error)
        else:
            await self.app(scope, receive, guarded)

    def _check(self, scope: Scope) -> None:
        """Raise for whatever must not come in."""
        headers = {key.lower(): value.decode("latin-1") for key, value in scope["headers"]}
        if not self._addresses.take(address_of(scope)):
            raise DalapapaError(ErrorCode.TOO_FAST, "too many requests: wait a second")
        host = headers.get(b"host", "")
        if not self._is_ours(host):
            name = host.rpartition(":")[0] or host
            raise DalapapaError(
                ErrorCode.BAD_ORIGIN, f"this server is not called {name!r}: start it with --host-name {name}"
            )
        if not self._same_site(scope, headers, host):
            raise DalapapaError(ErrorCode.BAD_ORIGIN, "this request comes from another site")
        if not _is_json(scope, headers):
            raise DalapapaError(ErrorCode.BAD_MESSAGE, "what is sent must be application/json")
        if scope["path"] == "/metrics" and not self._settings.open_metrics and not _from_here(scope, headers):
            raise DalapapaError(ErrorCode.NOT_FOUND, "/metrics is for this machine only: see --open-metrics")

    def _is_ours(self, host: str) -> bool:
        """Whether we are called that: another site's name could be made to lead here (DNS rebinding)."""
        if not self._settings.host_names:
            return True
        name = host.rpartition("]")[0].removeprefix("[") if host.startswith("[") else host.partition(":")[0]
        return _is_address(name) or name.lower().rstrip(".") in self._settings.host_names

    def _same_site(self, scope: Scope, headers: dict[bytes, str], host: str) -> bool:
        """Whether it comes from our own pages, or from a program: that sends no Origin and has no cookie."""
        if scope["type"] == ScopeType.HTTP and scope["method"] in _SAFE:
            return True
        origin = headers.get(b"origin")
        if origin is None:
            return headers.get(b"sec-fetch-site", "none") in ("none", "same-origin")
        ours = [f"https://{host}"]
        if not _is_encrypted(scope):
            ours.append(
                f"http://{host}"
            )  # a page that anybody on the way may have changed is not ours on https
        return origin in (*ours, *self._settings.origins)


def _is_encrypted(scope: Scope) -> bool:
    return scope["scheme"] in ("https", "wss")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_json(scope: Scope, headers: dict[bytes, str]) -> bool:
    """Whether a body, if there is one, says what it is: a form of another site could not say that."""
    if scope["type"] != ScopeType.HTTP or scope["method"] in _SAFE:
        return True
    if headers.get(b"content-length", "0") == "0" and b"transfer-encoding" not in headers:
        return True
    return headers.get(b"content-type", "").partition(";")[0].strip().lower() == "application/json"


def _from_here(scope: Scope, headers: dict[bytes, str]) -> bool:
    """Whether this machine itself asks, and no proxy on it for somebody else."""
    client = scope.get("client")
    if client is None or not _is_address(client[0]):
        return False
    forwarded = any(name in headers for name in (b"x-forwarded-for", b"forwarded", b"via"))
    return ipaddress.ip_address(client[0]).is_loopback and not forwarded


def _guarded(scope: Scope, send: Send) -> Send:
    """Give every answer the headers that keep a browser safe."""
    extra = list(_SECURITY_HEADERS)
    if _is_encrypted(scope):
        extra.append(_HTTPS_ONLY)
    private = scope["path"].startswith("/api/")

    async def send_guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = list(message["headers"])
            if private and not any(name.lower() == b"cache-control" for name, _ in given):
                given.append(_NOT_KEPT)
            message["headers"] = [*given, *extra]
        await send(message)

    return send_guarded


async def _refuse(scope: Scope, send: Send, error: DalapapaError) -> None:
    if scope["type"] == ScopeType.WEBSOCKET:
        # Closing before accepting: the handshake is answered with 403.
        await send({"type": "websocket.close", "code": 4403, "reason": error.code.value})
        return
    body = msgspec.json.encode(Fault(error.code, error.words, {}))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": STATUS[error.code], "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
