"""What the Owl advises a player, and what it thinks of the open groups: worked out aside."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

from dalapapa.rules import DalapapaError, ErrorCode, Placement, view
from dalapapa.rules.game import check_count
from dalapapa.service.tables import commands
from dalapapa.service.tables.table import Table
from dalapapa.service.tables.thinking import Aside
from dalapapa.service.telling import messages, words
from dalapapa.service.telling.happenings import colour_name, place, placement, receipt_seen
from dalapapa.service.telling.options import tried_on

# So many answers are kept: the three thirds of a hint are worked out once.
KEPT = 500

Found = TypeVar("Found")


class Adviser:
    """Advises whoever may be advised, on what they can see and on nothing else."""

    def __init__(self, aside: Aside) -> None:
        self._aside = aside
        self._kept: OrderedDict[object, Any] = OrderedDict()

    def check_hint(self, table: Table, person: str, seat: int, tried: list[words.Place]) -> None:
        """Refuse a hint that may not be given, or for a turn that cannot be."""
        commands.take_hint(table, person, seat)
        game, _, _ = tried_on(table, person, seat, tried)
        check_count(len(tried) + 1, game.in_setup)

    async def hint(
        self, table: Table, seat: int, tried: list[words.Place], step: int, command: str
    ) -> messages.Advice:
        """So many thirds of the advice to the player to move."""
        from dalapapa.analysis.hints import hint  # needs the kernel, which most tables never ask for

        assert table.game is not None
        laid = tuple(map(placement, tried))
        seen = view(table.game, table.player_at(seat))
        found = await self._worked_out(("hint", table.id, seen.version, seat, laid), hint, seen, laid)
        told = messages.Advice(command, seat, seen.version, tried, step, None, None, None, None, [])
        if found.placement is None or step > 2:
            told.why = [
                messages.ReasonSeen(
                    one.why.value, one.count, None if one.colour is None else colour_name(one.colour)
                )
                for one in found.reasons
            ]
        if found.placement is None or found.receipt is None:
            return told
        told.region = region(found.placement)
        if step > 1:
            told.tile, told.face = found.placement.tile, found.placement.face
        if step > 2:
            told.laid = messages.Laid(place(found.placement), receipt_seen(found.receipt))
        return told

    async def groups(
        self, table: Table, person: str, seat: int, tried: list[words.Place], command: str
    ) -> messages.Groups:
        """The open groups and their pressure, now or after what a seat would lay."""
        from dalapapa.analysis.pressure import pressures

        commands.check_may_hint(table, person, seat)
        game, board, _ = tried_on(table, person, seat, tried)
        if table.phase != "playing":
            raise DalapapaError(ErrorCode.GAME_OVER, "the game is over")
        check_count(max(1, len(tried)), game.in_setup)
        seen = view(game, table.player_at(seat))
        laid = tuple(map(placement, tried))
        found = await self._worked_out(("groups", table.id, seen.version, seat, laid), pressures, seen, board)
        groups = [
            words.OpenGroupSeen(
                colour_name(one.group.colour), one.group.discs, one.group.halves, one.closing, one.chance
            )
            for one in found
        ]
        return messages.Groups(command, seat, seen.version, tried, groups)

    async def _worked_out(self, key: object, work: Callable[..., Found], *given: object) -> Found:
        if key not in self._kept:
            self._kept[key] = await self._aside(work, *given)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        found: Found = self._kept[key]
        return found


def region(placed: Placement) -> messages.Region:
    """Where to look: some cells around a placement, which is not in their middle."""
    (x, y), (right, bottom) = placed.cells
    return messages.Region(x - 1 - x % 2, y - 1 - y % 2, right - x + 4, bottom - y + 4)
