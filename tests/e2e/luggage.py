"""What a browser has taken along, and how one can tell that it needs nothing else."""

from pathlib import Path
from typing import NamedTuple

from .people import Person


class Luggage(NamedTuple):
    """The profile of a browser that has taken the game along, and where that came from: it is gone."""

    profile: Path
    port: int
    path: str
    is_site: bool


def check_alone(person: Person, packed: Luggage) -> None:
    """Nothing went wrong, and nothing was asked of the network but whether the server is there again."""
    assert person.faults == []
    asked = {path for path in person.unreached if not path.startswith("/api/")}
    assert asked <= {f"{packed.path}version.json"}
    assert not packed.is_site or asked == person.unreached
