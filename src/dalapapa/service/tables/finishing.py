"""A finished game is handed on, once: to statistics, ratings, analysis, whatever the hook leads to.

What "once" can mean. The append that ends a game notes, in the same commit, that the game is unsettled. After
the commit the hook is given the table and answers with facts, bytes of its own. `Store.settle` keeps them and
takes the note away in one commit; of several that try, one wins. So, whatever dies at whatever moment:

- Every finished game has facts sooner or later, and has them once: they never change. A note that is left
  over is found by the next look, here, in another process, or after a restart.
- The hook has run at least once; again where a process died in it, or two were at it together. So it should
  work something out and return it, and not do anything elsewhere. What it must do elsewhere it should do so
  that twice is harmless: the table's id says which game it is.

What is derived from finished games is to be derived from their facts. Without a hook the notes wait for one.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from dalapapa.service.stores.protocol import StoreError
from dalapapa.service.tables.authority import Tables
from dalapapa.service.tables.table import Table

# The hook: a finished table, and what is to be kept of it.
Finished = Callable[[Table], Awaitable[bytes]]

# So many left-over games are handed on in one look, and so long another process is given for its own.
_MOST = 100
_GRACE = 10.0

log = logging.getLogger("dalapapa.finishing")


class Finishing:
    """Hands finished games on."""

    def __init__(self, tables: Tables, finished: Finished) -> None:
        self.tables = tables
        self._finished = finished
        self._handing: dict[str, asyncio.Task[None]] = {}
        self._failed: set[str] = set()  # not tried again before the next start
        tables.on_finish.append(self._hand_on)

    async def tick(self) -> None:
        """Hand on what was left over, by a process that died or in an outage of the store."""
        grace = _GRACE if self.tables.store.shared else 0.0
        # Those that failed still stand in the list: they must not hide the others.
        most = _MOST + len(self._failed)
        for table_id in await self.tables.store.unsettled(self.tables.now() - grace, most):
            if table_id not in self._failed:
                self._hand_on(await self.tables.get(table_id))

    async def stop(self) -> None:
        """Stop; what is not settled will be after the next start."""
        tasks = list(self._handing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _hand_on(self, table: Table) -> None:
        if table.id not in self._handing:
            task = self._handing[table.id] = asyncio.create_task(self._settle(table))
            task.add_done_callback(lambda _: self._handing.pop(table.id, None))

    async def _settle(self, table: Table) -> None:
        try:
            self.tables.step("finished")
            facts = await self._finished(table)
            self.tables.step("settle")
            await self.tables.store.settle(table.id, facts)
            self.tables.step("settled")
        except StoreError:
            log.warning("a finished game was not settled")  # the next look will find it
        except Exception:
            self._failed.add(table.id)
            log.exception("a finished game could not be handed on")
