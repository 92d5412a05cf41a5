"""Token buckets: how often somebody may do something, with a burst at once and a steady rate after it."""

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache

# So many addresses or people are remembered; of those not seen for longest, it forgets.
_MOST_BUCKETS = 10_000


class Bucket:
    """Tokens that come back at a steady rate, up to a burst."""

    __slots__ = ("_burst", "_last", "_now", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._tokens, self._last = float(burst), now()

    @property
    def tokens(self) -> float:
        """How many tokens there are now; fewer than none after a fine."""
        now = self._now()
        self._tokens = min(self._burst, self._tokens + (now - self._last) * self._rate)
        self._last = now
        return self._tokens

    def take(self, amount: float = 1) -> bool:
        """Take so many tokens, or none when there are too few."""
        if self.tokens < amount:
            return False
        self._tokens -= amount
        return True

    def fine(self, amount: float) -> None:
        """Take tokens away whether they are there or not: what was done has cost that much."""
        self._tokens = max(self.tokens - amount, -self._burst)


class Buckets:
    """A bucket for each address or person."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, key: str) -> Bucket:
        """The bucket of an address or a person."""
        if (bucket := self._buckets.get(key)) is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst)
            if len(self._buckets) > _MOST_BUCKETS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket

    def take(self, key: str, amount: float = 1) -> bool:
        """Take tokens from a bucket, or none when there are too few."""
        return self.of(key).take(amount)


@lru_cache(maxsize=4096)
def household(address: str) -> str:
    """What limits go by: an IPv4 address, or the /64 that one IPv6 subscriber has to himself."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((int(parsed) >> 64 << 64, 64)))
