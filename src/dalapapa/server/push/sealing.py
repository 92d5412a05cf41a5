"""Messages for one browser alone (RFC 8291), and what shows a push service who sends them (RFC 8292)."""

import base64
import hmac
import json
import os

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

_CURVE = ec.SECP256R1()
# A message has one record, and may have no more than push services must take.
_RECORD = 4096
# A signature is good for at most a day; ours for half of one.
_SIGNED_FOR = 12 * 3600


def to_text(raw: bytes) -> str:
    """Bytes as addresses and headers write them."""
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def to_bytes(text: str) -> bytes:
    """And back."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as it travels."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def read_point(raw: bytes) -> ec.EllipticCurvePublicKey:
    """A public key that has travelled; raises ValueError for what is none."""
    return ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, raw)


def _derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """HKDF with SHA-256, for at most one block (RFC 5869)."""
    return hmac.digest(hmac.digest(salt, secret, "sha256"), info + b"\1", "sha256")[:length]


def seal(
    words: bytes,
    browser: bytes,
    auth: bytes,
    *,
    salt: bytes | None = None,
    ours: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """Words that only the browser with this key and secret can read; `salt` and `ours` are new every time."""
    salt, ours = salt or os.urandom(16), ours or ec.generate_private_key(_CURVE)
    mine = point(ours.public_key())
    shared = ours.exchange(ec.ECDH(), read_point(browser))
    secret = _derive(auth, shared, b"WebPush: info\0" + browser + mine, 32)
    key = _derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(salt, secret, b"Content-Encoding: nonce\0", 12)
    header = salt + _RECORD.to_bytes(4, "big") + bytes([len(mine)]) + mine
    return header + AESGCM(key).encrypt(nonce, words + b"\2", None)


class Signer:
    """A server's own key: push services know by it that news come from where a browser asked for them."""

    def __init__(self, secret: bytes) -> None:
        self._key = ec.derive_private_key(int.from_bytes(secret, "big"), _CURVE)
        self.public = to_text(point(self._key.public_key()))

    def sign(self, service: str, site: str, now: float) -> str:
        """The header that lets our news in at a push service; `site` is where we can be found."""
        contact = site if site.startswith("https://") else "mailto:dalapapa@localhost"
        claims = {"aud": service, "exp": int(now) + _SIGNED_FOR, "sub": contact}
        parts = [to_text(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
        signed = self._key.sign(".".join(parts).encode(), ec.ECDSA(SHA256()))
        both = b"".join(number.to_bytes(32, "big") for number in decode_dss_signature(signed))
        return f"vapid t={'.'.join([*parts, to_text(both)])}, k={self.public}"


def new_secret() -> bytes:
    """A new key for a server."""
    return ec.generate_private_key(_CURVE).private_numbers().private_value.to_bytes(32, "big")
