"""Rings bells: seals the news, signs for them and hands them to the browser's push service."""

import asyncio
import logging
import time

import msgspec

from dalapapa.rules import DalapapaError
from dalapapa.server.metrics import Metrics
from dalapapa.server.push.sealing import Signer, seal, to_bytes
from dalapapa.server.push.services import Services, origin_of
from dalapapa.service.people.bells import Bell
from dalapapa.service.ringing import YourTurn

# What a push service says of a browser that is no more, or has been told to stop.
_GONE = (404, 410)
_AT_ONCE = 8
_LONGEST = 28 * 86_400  # push services keep nothing for longer

log = logging.getLogger("dalapapa.push")


class Ringer:
    """A `Ring` of the service."""

    def __init__(self, signer: Signer, services: Services, metrics: Metrics) -> None:
        self.signer, self.services = signer, services
        self._metrics = metrics
        self._lines = asyncio.Semaphore(_AT_ONCE)

    async def ring(self, bell: Bell, news: YourTurn, seconds: float) -> bool:
        """Hand the news over; False when nobody can hear that bell ever again."""
        try:
            parts = self.services.check(bell.endpoint)
        except DalapapaError:
            return False  # a service that was allowed once, and is no longer
        headers = {
            "Authorization": self.signer.sign(origin_of(parts), bell.site, time.time()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(int(min(seconds, _LONGEST))),
            "Topic": news.table,  # of several turns at one table the last one counts
            "Urgency": "normal",
        }
        body = seal(msgspec.json.encode(news), to_bytes(bell.p256dh), to_bytes(bell.auth))
        try:
            async with self._lines:
                status = await self.services.post(bell.endpoint, headers, body)
        except (OSError, TimeoutError) as error:
            log.warning("a push service could not be reached", extra={"error": type(error).__name__})
            self._metrics.rang("unreached")
            return True
        self._metrics.rang("gone" if status in _GONE else "taken" if status < 300 else "refused")
        return status not in _GONE
