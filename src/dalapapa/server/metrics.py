"""Figures for Prometheus: how much is played, how long it takes, who listens. Nothing about anybody."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from dalapapa.rules import ErrorCode
from dalapapa.service.stores.keeping import Leftovers
from dalapapa.service.tables.table import Table
from dalapapa.service.telling.audience import Audience


class Metrics:
    """One process's figures."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._commands = Counter("dalapapa_commands", "Commands stored", registry=self._registry)
        self._refusals = Counter("dalapapa_refusals", "Refusals by code", ["code"], registry=self._registry)
        self._seconds = Histogram(
            "dalapapa_turn_seconds",
            "From a turn's arrival to its acknowledgement",
            registry=self._registry,
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
        )
        self._cleared = Counter(
            "dalapapa_cleared", "What nobody came back for, forgotten", ["kind"], registry=self._registry
        )
        self._rings = Counter(
            "dalapapa_rings", "Bells rung, by what came of it", ["end"], registry=self._registry
        )
        self._sockets = Gauge("dalapapa_sockets", "Open sockets", registry=self._registry)

    def watch(self, audience: Audience) -> None:
        """Count the sockets of this audience."""
        self._sockets.set_function(lambda: len(audience))

    def appended(self, table: Table) -> None:
        """A command was stored."""
        self._commands.inc()

    def refused(self, code: ErrorCode) -> None:
        """A request or message was refused."""
        self._refusals.labels(code.value).inc()

    def turn_took(self, seconds: float) -> None:
        """A turn was acknowledged."""
        self._seconds.observe(seconds)

    def cleared(self, gone: Leftovers) -> None:
        """What nobody came back for was forgotten."""
        for kind in ("guests", "unbegun", "games"):
            self._cleared.labels(kind).inc(len(getattr(gone, kind)))

    def rang(self, end: str) -> None:
        """A bell was rung."""
        self._rings.labels(end).inc()

    def text(self) -> bytes:
        """All figures, as Prometheus reads them."""
        return generate_latest(self._registry)
