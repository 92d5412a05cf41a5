"""What a hostile or broken program might send: valid messages and requests, changed by lot."""

import json
import random
import string
from typing import Any

Json = dict[str, Any]

_ODD: list[Any] = [
    None, True, False, 0, -1, 1, 3, 2**31, 2**63, -(2**63) - 1, 10**40, 0.5, 1e308, "", "0", "\u0000",
    "\ud83d\ude00" * 10, "a" * 200, "../../etc/passwd", "' OR 1=1 --", "\u202eolleh", [], [[]], {},
    {"type": "turn"}, [None] * 50, "60", 60.0, ["person"], {"$ref": "#"},
]  # fmt: skip
_TYPES = ("turn", "try", "ready", "here", "react", "ping", "resign", "view", "stand_in", "", "TURN")
_METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "BREW")
_HEADERS = (
    "Cookie", "Host", "Origin", "Content-Type", "Content-Length", "Range", "Accept-Encoding",
    "X-Forwarded-For", "If-None-Match", "Upgrade", "Connection", "Transfer-Encoding", "Expect",
)  # fmt: skip


def spoil(value: Any, rng: random.Random) -> Any:
    """A value with one thing in it changed, added or left out."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        changed = dict(value)
        key = rng.choice(sorted(changed))
        fate = rng.random()
        if fate < 0.2:
            del changed[key]
        elif fate < 0.3:
            changed[rng.choice(("x", "id", "seat", "admin", "secret", key + " "))] = rng.choice(_ODD)
        elif fate < 0.4 and "type" in changed:
            changed["type"] = rng.choice(_TYPES)
        else:
            changed[key] = spoil(changed[key], rng)
        return changed
    if isinstance(value, list) and value and rng.random() < 0.85:
        some = list(value)
        place = rng.randrange(len(some))
        some[place] = spoil(some[place], rng)
        return some if rng.random() < 0.7 else some * rng.randint(0, 3)
    if isinstance(value, int) and rng.random() < 0.5:
        return value + rng.choice((-1, 1, 2, 100))
    return rng.choice(_ODD)


def frame(message: Json, rng: random.Random) -> str | bytes:
    """What goes over a socket in place of a message."""
    fate = rng.random()
    for _ in range(rng.randint(0, 3)):
        message = spoil(message, rng)
        if not isinstance(message, dict):
            break
    text = json.dumps(message)
    if fate < 0.90:
        return text
    if fate < 0.93:
        return text[: rng.randrange(len(text) + 1)]
    if fate < 0.95:
        place = rng.randrange(len(text) + 1)
        return text[:place] + rng.choice(string.printable) + text[place:]
    if fate < 0.96:
        return "[" * rng.randint(1, 2000)
    if fate < 0.97:
        return '{"type": "try", "type": "ping", "seat": NaN, "id": Infinity}'
    if fate < 0.98:
        return rng.randbytes(rng.randrange(64))
    if fate < 0.99:
        return "".join(chr(rng.choice((rng.randrange(32), rng.randrange(0x20, 0xD800)))) for _ in range(40))
    return text + " " * rng.randrange(3000)


def request(tables: list[str], rng: random.Random) -> tuple[str, str, dict[str, str], bytes]:
    """A method, a path, headers and a body that somebody might send."""
    table = rng.choice([*tables, "none", "..", "%00", "a" * 40, "mine"])
    seats = [{"kind": "person"}, {"kind": "open"}, {"kind": "bot", "bot": "greedy"}]
    known: list[tuple[str, str, Json | None]] = [
        ("POST", "/api/session", {"name": "Ana"}),
        ("GET", "/api/session", None),
        ("POST", "/api/session/link", None),
        ("POST", "/api/session/claim", {"token": "x" * 43}),
        ("GET", "/api/tiles", None),
        ("GET", "/api/tables", None),
        ("GET", "/api/tables/mine", None),
        ("POST", "/api/tables", {"seats": seats, "nonce": "0" * 32, "target": 60, "public": True}),
        ("GET", f"/api/tables/{table}", None),
        ("POST", f"/api/tables/{table}/join", {"nonce": "1" * 32, "seat": 1}),
        ("POST", f"/api/tables/{table}/chair", {"seat": 1, "bot": "greedy"}),
        ("POST", f"/api/tables/{table}/rematch", None),
        ("GET", f"/api/tables/{table}/record", None),
        ("GET", f"/api/tables/{table}/fair", None),
        ("GET", rng.choice(("/", "/health", "/metrics", "/link", "/a/../x", "/%ff", "/ws/tables/x")), None),
    ]  # fmt: skip
    method, path, sent = rng.choice(known)
    headers = {}
    if sent is not None:
        headers["Content-Type"] = "application/json"
    body: Any = sent
    for _ in range(rng.randint(0, 3)):
        body = spoil(body, rng) if body is not None else body
    raw = b"" if body is None else json.dumps(body).encode()
    if rng.random() < 0.1:
        method = rng.choice(_METHODS)
    if rng.random() < 0.1:
        raw = rng.choice((raw[: len(raw) // 2], rng.randbytes(50), b"[" * 5000, b"\xff\xfe", b"{}" * 10_000))
    if rng.random() < 0.15:
        odd = rng.choice(
            ("", "x", "application/json", "chunked", "a" * 300, "bytes=9-1", "gzip", "*/*", "\x80")
        )
        headers[rng.choice(_HEADERS[:9])] = odd
    if rng.random() < 0.1:
        path += rng.choice(("?since=1", "?%", "/", "//", "?x=" + "y" * 3000, "%2e%2e", ";a"))
    return method, path, headers, raw


def raw_request(rng: random.Random) -> bytes:
    """Bytes at a port that are hardly a request."""
    lines = [
        rng.choice((b"GET / HTTP/1.1", b"GET / HTTP/9.9", b"\x16\x03", b"POST /api/link HTTP/1.1", b"G")),
        b"Host: 127.0.0.1",
        *(f"{rng.choice(_HEADERS)}: {rng.choice(('', '1', 'chunked', 'x' * 9))}".encode() for _ in range(3)),
    ]  # fmt: skip
    rng.shuffle(lines)
    body = rng.choice((b"", b"zz\r\n", b"5\r\nhello\r\n0\r\n\r\n", rng.randbytes(30)))
    return b"\r\n".join(lines) + rng.choice((b"\r\n\r\n", b"\n\n", b"")) + body
