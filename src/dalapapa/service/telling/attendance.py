"""Who is at which table: the browsers connected here, and what other processes say of theirs.

Nothing of it is stored. A note that is lost is made good by the next one, or by its silence.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Iterator

from dalapapa.service.telling.channel import Came, Note, Went

# Who is back so soon has only loaded the page anew.
RELOAD = 3.0
# Every process says this often who is with it, and is believed for so long.
SAY_EVERY = 30.0
BELIEVED = 90.0
# So many who went are remembered; of others it is known only that they are not here.
_MOST_GONE = 20_000
_AT_ONCE = 200

At = tuple[str, str]  # a table, and a person there


class Attendance:
    """Who is where, and since when not.

    `tell` hears of a table when that has changed for its watchers, `send` takes notes for other processes.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self.send: Callable[[Note], None] = lambda _: None
        self.tell: Callable[[str], None] = lambda _: None
        self._now = now
        self._here: dict[str, Counter[str]] = {}
        self._watched: dict[str, Counter[str]] = {}
        self._elsewhere: dict[At, float] = {}
        self._gone: OrderedDict[At, tuple[float, asyncio.TimerHandle]] = OrderedDict()
        self._said = now()

    @property
    def watched(self) -> Collection[str]:
        """The tables at which browsers of this process are, players' or onlookers'."""
        return self._watched.keys()

    def origin(self, table: str) -> str | None:
        """From where a table is watched, as far as this process knows; None when it is not."""
        return next(iter(self._watched.get(table, ())), None)

    def watch(self, table: str, origin: str) -> None:
        """A browser has come."""
        self._watched.setdefault(table, Counter())[origin] += 1

    def turn_away(self, table: str, origin: str) -> None:
        """A browser has gone."""
        _take_one(self._watched, table, origin)

    def is_here(self, table: str, person: str) -> bool:
        """Whether a browser of this person is at the table."""
        return person in self._here.get(table, ()) or (table, person) in self._elsewhere

    def away(self, table: str, person: str) -> float | None:
        """For how many seconds a person has been away; None while they are here, or may be back at once."""
        if self.is_here(table, person):
            return None
        if (table, person) not in self._gone:
            self._miss((table, person), self._now())  # as far as is known here
        seconds = max(0.0, self._now() - self._gone[table, person][0])
        return seconds if seconds >= RELOAD else None

    def came(self, table: str, person: str) -> None:
        """A browser of this person has come."""
        self._welcome((table, person), lambda: self._here.setdefault(table, Counter()).update([person]))
        self.send(Came([(table, person)]))

    def went(self, table: str, person: str) -> None:
        """A browser of this person has gone."""
        if _take_one(self._here, table, person):
            return
        self.send(Went(table, person))
        if not self.is_here(table, person):
            self._miss((table, person), self._now())

    def heard(self, note: Came | Went) -> None:
        """What another process says."""
        if isinstance(note, Came):
            for at in note.people:
                self._welcome(at, lambda at=at: self._elsewhere.update({at: self._now()}))  # type: ignore[misc]
            return
        at = (note.table, note.person)
        self._elsewhere.pop(at, None)
        if note.person in self._here.get(note.table, ()):
            self.send(Came([at]))  # gone there, but not from here
        elif at not in self._gone:
            self._miss(at, self._now())

    def tick(self) -> None:
        """Say who is here, now and then, and forget who was elsewhere and is not spoken of any more."""
        now = self._now()
        if 0 <= now - self._said < SAY_EVERY:
            return
        self._said = now
        everybody = list(self._everybody())
        for start in range(0, len(everybody), _AT_ONCE):
            self.send(Came(everybody[start : start + _AT_ONCE]))
        for at, when in list(self._elsewhere.items()):
            if now - when > BELIEVED:
                del self._elsewhere[at]
                if not self.is_here(*at):
                    self._miss(at, when)

    def _everybody(self) -> Iterator[At]:
        return ((table, person) for table, people in self._here.items() for person in people)

    def _welcome(self, at: At, note_down: Callable[[], None]) -> None:
        missed = at in self._gone and self.away(*at) is not None
        note_down()
        if at in self._gone:
            self._gone.pop(at)[1].cancel()
        if missed:
            self.tell(at[0])

    def _miss(self, at: At, since: float) -> None:
        """Somebody is not here; said when they have not just loaded the page anew."""
        say = asyncio.get_running_loop().call_later(RELOAD + 0.05, self.tell, at[0])
        self._gone[at] = (since, say)
        if len(self._gone) > _MOST_GONE:
            self._gone.popitem(last=False)[1][1].cancel()


def _take_one(counted: dict[str, Counter[str]], table: str, name: str) -> int:
    """Count one less; how many are left."""
    counts = counted[table]
    counts[name] -= 1
    if left := counts[name]:
        return left
    del counts[name]
    if not counts:
        del counted[table]
    return 0
