"""Prints documents for browsers, one at a time."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from dalapapa.print.wishes import Wish
from dalapapa.rules import DalapapaError, ErrorCode, TileSet

KEPT = 24  # documents, of about 50 KB each
WAITING = 8


class Printer:
    """Prints beside the loop, and keeps what was printed for whoever asks for the same."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Wish, bytes] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()
        self._waiting = 0

    async def document(
        self, wish: Wish, own: TileSet | None = None, *, start: Callable[[], None] = lambda: None
    ) -> bytes:
        """The document; of somebody's own tiles nothing is kept.

        `start` is asked before something is printed, and may refuse: what is kept already costs nothing.
        """
        if own is None and (document := self._found(wish)) is not None:
            return document
        if self._waiting >= WAITING:
            raise DalapapaError(ErrorCode.TRY_AGAIN, "the printer is busy: please try again in a minute")
        self._waiting += 1
        try:
            async with self._one_at_a_time:
                if own is not None:
                    return await asyncio.to_thread(_print, wish, own)
                if (document := self._found(wish)) is None:
                    start()
                    document = self._kept[wish] = await asyncio.to_thread(_print, wish)
                    if len(self._kept) > KEPT:
                        self._kept.popitem(last=False)
                return document
        finally:
            self._waiting -= 1

    def _found(self, wish: Wish) -> bytes | None:
        if wish in self._kept:
            self._kept.move_to_end(wish)
        return self._kept.get(wish)


def _print(wish: Wish, own: TileSet | None = None) -> bytes:
    return wish.draw(own).pdf
