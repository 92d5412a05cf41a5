"""What an operator can choose."""

import os
import socket
from dataclasses import dataclass
from pathlib import Path

from dalapapa.rules import DalapapaError, ErrorCode, TileSet
from dalapapa.server.push.services import KNOWN
from dalapapa.server.stores.database import sqlite_url
from dalapapa.service.stores.keeping import KEEPING, Keeping


def data_folder() -> Path:
    """Where games are kept when nobody says otherwise: the user's own data folder."""
    if chosen := os.environ.get("DALAPAPA_DATA"):
        return Path(chosen)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "dalapapa"


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server runs. Rates are requests or messages a second, with a burst of so many at once."""

    database: str
    redis: str | None = None
    pace: float = 1.5  # seconds between the turns of bots
    think: float = 1.0  # seconds a bot may think at most; less if its level has less
    address_rate: float = 50.0
    address_burst: int = 300
    address_lines: int = 300  # connections of one address at a time
    request_seconds: float = 15.0  # a request that is not whole by then is cut off
    byte_rate: float = 16_384.0  # bytes a socket may send
    byte_burst: int = 65_536
    socket_rate: float = 10.0
    socket_burst: int = 40
    table_rate: float = 2.0  # tables that one address may make or join
    table_burst: int = 60
    guest_table_rate: float = 0.5  # the same for each guest
    guest_table_burst: int = 20
    try_rate: float = 20.0  # for each address: working options out is the dearest thing a browser can ask for
    try_burst: int = 40
    hint_rate: float = 5.0  # for each address: hints, and the pressure on open groups
    hint_burst: int = 20
    analysis_rate: float = 0.1  # games that one person may have looked back at; sheets printed for an address
    analysis_burst: int = 10
    brought_rate: float = 1 / 300  # games that one person may bring from a device, and an address five times
    brought_burst: int = 20
    reaction_rate: float = 1.0  # for each person
    reaction_burst: int = 5
    guest_rate: float = 1.0  # new guests from each address: a name is all it takes to be one
    guest_burst: int = 200
    silence: float = 90.0  # a socket that says nothing for so long is closed
    poll: float = 2.0  # how often a shared store is asked what the channel may have lost
    open_metrics: bool = False  # whether other machines may read /metrics
    host_names: frozenset[str] = frozenset()  # what this server is called; empty: anything
    keeping: Keeping = KEEPING  # how long things are kept that nobody comes back for
    push_services: tuple[str, ...] = KNOWN  # who may be handed news for browsers: names, or whole origins
    tile_set: TileSet | None = None  # what new tables are played with by themselves; None: the classic set
    origins: tuple[str, ...] = ()  # other sites that may use this server, beside the one it serves


def sqlite_settings(folder: Path) -> Settings:
    """One file in a folder."""
    return Settings(database=sqlite_url(folder / "dalapapa.sqlite3"))


def postgres_address(address: str) -> str:
    """SQLite has one writer, and only a folder can be locked for it."""
    if address.startswith(("postgresql://", "postgres://")):
        return address
    raise DalapapaError(
        ErrorCode.TRY_AGAIN,
        "--database takes the address of a PostgreSQL database, postgresql://…; SQLite takes --data FOLDER",
    )


def own_names(*more: str) -> frozenset[str]:
    """What this machine is called, on itself and on its network, and whatever else an operator says."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return frozenset({"localhost", name, short, f"{short}.local", *(one.lower().rstrip(".") for one in more)})
