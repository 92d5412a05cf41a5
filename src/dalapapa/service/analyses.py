"""Finished games to walk through and to look back at. Nothing here touches a game that is going on.

A game is looked back at once: the analysis is stored under its table and the version of the method. A file
that somebody has is looked back at only if its bag follows from its server's promise: then nobody can have
made it up to ask about a game that is going on. With a set of one's own it proves nothing: its tiles can be
numbered to fit any bag.
"""

import asyncio
import hashlib
import hmac
import zlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Protocol, TypeVar

import msgspec

from dalapapa.analysis import METHOD
from dalapapa.rules import DalapapaError, ErrorCode, Turn, legal_placements, view
from dalapapa.rules.game import check_count, without
from dalapapa.rules.records.record import Json
from dalapapa.rules.records.referee import replay
from dalapapa.rules.scoring import receipt_of_legal, turn_points
from dalapapa.rules.tiles import COME_WITH_THE_GAME
from dalapapa.service.people.register import Person
from dalapapa.service.stores.protocol import StoreError
from dalapapa.service.tables import fairness
from dalapapa.service.tables.authority import Tables, try_again
from dalapapa.service.tables.table import Table
from dalapapa.service.telling import replays, views, words
from dalapapa.service.telling.happenings import place, placement, receipt_seen
from dalapapa.service.telling.retelling import read_finished, told

T = TypeVar("T")
Progress = Callable[[int, int], None]

# So long a request waits for an analysis before it says how far that is, in seconds.
WAIT = 1.0
# So many analyses wait at most, and so many of files are kept, here and in no store.
MOST_WAITING = 50
KEPT = 50


class Workshop(Protocol):
    """How work is done so that no move waits for it."""

    async def analyse(self, record: Json, progress: Progress) -> bytes:
        """The analysis of a record as JSON."""
        ...

    async def small(self, work: Callable[[], T]) -> T:
        """What takes some milliseconds."""
        ...


class _Look:
    """A game being looked back at."""

    def __init__(self, total: int) -> None:
        self.done, self.total = 0, total
        self.task: asyncio.Task[bytes]

    def progress(self, done: int, total: int) -> None:
        self.done, self.total = done, total


class Analyses:
    """Replays, analyses, and turns played otherwise. `person` is who asks, `key` what their link says."""

    def __init__(self, tables: Tables, workshop: Workshop) -> None:
        self.tables = tables
        self._workshop = workshop
        self._looks: dict[str, _Look] = {}
        self._files: OrderedDict[str, bytes] = OrderedDict()

    # ── Of a table ───────────────────────────────────────────────────────────────────────────

    async def replay(self, table_id: str, person: Person | None, key: str | None) -> replays.Replay:
        """A finished game, move by move."""
        table = await self._over(table_id, person, key)
        record, owl, first = views.record(table), _is_proven(table), table.first or 0
        return await self._workshop.small(lambda: told(record, table.id, key_of(table), owl=owl, first=first))

    async def look(
        self, table_id: str, person: Person | None, key: str | None, start: Callable[[], None]
    ) -> replays.Looked:
        """The analysis of a finished game, or how far it is; `start` may refuse to begin one."""
        table = _here_from_the_start(await self._over(table_id, person, key))
        if stored := await self.tables.store.analysis(table.id, METHOD):
            return _looked(stored)
        return await self._look(table.id, views.record(table), start, self._keep)

    async def otherwise(
        self, table_id: str, person: Person | None, key: str | None, wish: replays.OtherwiseRequest
    ) -> replays.Otherwise:
        """A turn of a finished game played otherwise."""
        record = views.record(_here_from_the_start(await self._over(table_id, person, key)))
        return await self._workshop.small(lambda: otherwise(record, wish))

    async def _over(self, table_id: str, person: Person | None, key: str | None) -> Table:
        """A table whose game is over, for those who may look at it or whose link has its key."""
        table = await self.tables.get(table_id)
        finished = table.game is not None and table.game.result is not None
        if not (
            table.agreed.public
            or (finished and key and hmac.compare_digest(key.encode(), key_of(table).encode()))
        ):
            views.check_may_see(table, person.id if person else None)
        if not finished:
            raise DalapapaError(ErrorCode.NOT_FINISHED, "the game is not over yet")
        return table

    async def _keep(self, table_id: str, body: bytes) -> None:
        await self.tables.store.keep_analysis(table_id, METHOD, body)

    # ── Of a file ────────────────────────────────────────────────────────────────────────────

    async def replay_file(self, wish: replays.RecordRequest) -> replays.Replay:
        """A record that somebody has, refereed, move by move."""
        record = read_finished(wish.record)
        return await self._workshop.small(lambda: told(record, None, None, owl=_is_file_proven(record)))

    async def look_at_file(self, wish: replays.RecordRequest, start: Callable[[], None]) -> replays.Looked:
        """The analysis of a record whose bag proves that its game is over."""
        record = read_finished(wish.record)
        await self._workshop.small(lambda: _check_file(record))
        name = "file " + hashlib.sha256(msgspec.json.encode(record, order="sorted")).hexdigest()
        if name in self._files:
            return _looked(self._files[name])
        return await self._look(name, record, start, self._keep_file)

    async def try_file(self, wish: replays.OtherwiseRequest) -> replays.Otherwise:
        """A turn of such a record played otherwise."""
        record = read_finished(wish.record or {})

        def work() -> replays.Otherwise:
            _check_file(record)
            return otherwise(record, wish)

        return await self._workshop.small(work)

    async def _keep_file(self, name: str, body: bytes) -> None:
        self._files[name] = body
        if len(self._files) > KEPT:
            self._files.popitem(last=False)

    # ── The work ─────────────────────────────────────────────────────────────────────────────

    async def _look(
        self,
        name: str,
        record: Json,
        start: Callable[[], None],
        keep: Callable[[str, bytes], Awaitable[None]],
    ) -> replays.Looked:
        """Wait a little for an analysis; however many ask for it, it is made once."""
        if (look := self._looks.get(name)) is None:
            start()
            if len(self._looks) >= MOST_WAITING:
                raise try_again()
            look = self._looks[name] = _Look(len(record["turns"]))
            look.task = asyncio.create_task(self._make(name, record, look, keep))
        await asyncio.wait({look.task}, timeout=WAIT)
        if look.task.done():
            return _looked(look.task.result())
        return replays.Looked(look.done, look.total, None)

    async def _make(
        self, name: str, record: Json, look: _Look, keep: Callable[[str, bytes], Awaitable[None]]
    ) -> bytes:
        try:
            body = zlib.compress(await self._workshop.analyse(record, look.progress))
            with suppress(StoreError):  # it can be made again
                await keep(name, body)
            return body
        finally:
            del self._looks[name]

    async def close(self) -> None:
        """Nobody waits any longer."""
        looks = [look.task for look in self._looks.values()]
        for task in looks:
            task.cancel()
        await asyncio.gather(*looks, return_exceptions=True)


def _looked(body: bytes) -> replays.Looked:
    analysis = msgspec.json.decode(zlib.decompress(body), type=replays.AnalysisSeen)
    return replays.Looked(len(analysis.turns), len(analysis.turns), analysis)


def _here_from_the_start(table: Table) -> Table:
    """Refuse a game from elsewhere that could be one that goes on, copied to ask about it."""
    if table.kept is not None:
        raise DalapapaError(
            ErrorCode.UNFAIR,
            "a game begun at a real table can be walked through, not looked back at",
        )
    if not _is_proven(table):
        raise _own_set()
    return table


def _is_proven(table: Table) -> bool:
    """Whether nobody can have made the game up to ask about another."""
    own_set = table.agreed.tile_set not in COME_WITH_THE_GAME
    return table.kept is None and not (table.brought and own_set)


def _own_set() -> DalapapaError:
    return DalapapaError(
        ErrorCode.UNFAIR,
        "a game of elsewhere with tiles of one's own can be walked through, not looked back at",
    )


def key_of(table: Table) -> str:
    """What a link needs to open a replay for others: whoever saw the end of the game can make it."""
    return hmac.digest(table.secret, b"replay", "sha256").hex()[:32]


def _check_file(record: Json) -> None:
    """Raise unless the bag of a record follows from the promise of a server."""
    if str(record.get("tile_set")) not in COME_WITH_THE_GAME:  # it may be anything
        raise _own_set()
    fairness.check(record)


def _is_file_proven(record: Json) -> bool:
    try:
        _check_file(record)
    except DalapapaError:
        return False
    return True


def otherwise(record: Json, wish: replays.OtherwiseRequest) -> replays.Otherwise:
    """What else could be laid in a turn, and what it would be worth."""
    from dalapapa.analysis.otherwise import worth  # needs the kernel, which most tables never ask for

    states = [game for game in replay(record) if not game.in_setup]
    if wish.turn >= len(states) - 1:
        raise DalapapaError(
            ErrorCode.BAD_MESSAGE, f"the game has {len(states) - 1} turns, so there is no turn {wish.turn}"
        )
    seen = view(states[wish.turn], states[wish.turn].to_move)
    board, hand, receipts = seen.board, seen.hand, []
    check_count(len(wish.placements), False)
    laid = tuple(map(placement, wish.placements))
    for one in laid:
        hand, after = without(hand, one.tile), board.place(one)
        receipts.append(receipt_of_legal(board, one))
        board = after
    options = [
        words.Option(place(p), receipt_seen(receipt_of_legal(board, p)))
        for tile in hand
        for p in legal_placements(board, tile)
    ]
    found = worth(seen, Turn(laid)) if laid else None
    return replays.Otherwise(options, turn_points(receipts), found.loss if found else None)


def analysed(record: Json, progress: Progress) -> bytes:
    """The analysis of a record as JSON: the work that a workshop does."""
    from dalapapa.analysis.account import analyse
    from dalapapa.analysis.writing import analysis_json

    return msgspec.json.encode(analysis_json(analyse(record, progress=progress)))


class Corner:
    """A `Workshop` where there are neither processes nor threads: others have their say after each turn."""

    async def analyse(self, record: Json, progress: Progress) -> bytes:
        """The analysis of a record as JSON."""
        from dalapapa.analysis.account import turn_by_turn
        from dalapapa.analysis.writing import analysis_json

        looking = turn_by_turn(record)
        while True:
            try:
                progress(*next(looking))
            except StopIteration as end:
                return msgspec.json.encode(analysis_json(end.value))
            await asyncio.sleep(0)

    async def small(self, work: Callable[[], T]) -> T:
        """What takes some milliseconds: everybody waits for it."""
        return work()
