"""Forgets what nobody comes back for, in small steps beside play."""

import asyncio
import logging
import time
from collections.abc import Callable

from dalapapa.service.stores.keeping import Keeping, Leftovers
from dalapapa.service.stores.protocol import Store, StoreError

# So many of each kind are forgotten at a time, with a rest after each: a turn waits for one step at most.
STEP = 50
REST = 0.5
LOOK_EVERY = 60.0

log = logging.getLogger("dalapapa.caretaker")


async def clear_all(
    store: Store, keeping: Keeping, now: Callable[[], float] = time.time, rest: float = REST
) -> Leftovers:
    """Forget everything that has been kept for long enough; gives what it was."""
    gone = Leftovers([], [], [])
    while step := await store.clear(keeping, now(), STEP):
        gone.guests.extend(step.guests)
        gone.unbegun.extend(step.unbegun)
        gone.games.extend(step.games)
        await asyncio.sleep(rest)
    return gone


async def keep_clean(
    store: Store, keeping: Keeping, now: Callable[[], float], cleared: Callable[[Leftovers], None]
) -> None:
    """Do so for ever; `cleared` hears what is gone."""
    while True:
        await asyncio.sleep(LOOK_EVERY)
        try:
            cleared(await clear_all(store, keeping, now))
        except StoreError:
            log.warning("the store does not answer")
        except Exception:
            log.exception("cleaning up failed")
