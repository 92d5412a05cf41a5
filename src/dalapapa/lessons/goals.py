"""What a task asks for: small values over the receipts of a turn."""

from collections.abc import Sequence
from dataclasses import dataclass

from dalapapa.rules import Colour, Receipt
from dalapapa.rules.scoring import turn_points


@dataclass(frozen=True, slots=True)
class Discs:
    """Make at least so many discs with one tile (R5.1)."""

    count: int
    reason = "discs"

    def met(self, receipts: Sequence[Receipt]) -> bool:
        """Whether a turn with these receipts does it."""
        return any(len(receipt.discs) >= self.count for receipt in receipts)


@dataclass(frozen=True, slots=True)
class Closes:
    """Close a group of this colour with so many discs (R5.4)."""

    colour: Colour
    count: int
    reason = "open"

    def met(self, receipts: Sequence[Receipt]) -> bool:
        """Whether a turn with these receipts does it."""
        return any(
            (group.colour, len(group)) == (self.colour, self.count)
            for receipt in receipts
            for group in receipt.groups
        )


@dataclass(frozen=True, slots=True)
class Scores:
    """Score at least so many points in one turn, the 4 of a second tile paid (R5.5)."""

    points: int
    reason = "points"

    def met(self, receipts: Sequence[Receipt]) -> bool:
        """Whether a turn with these receipts does it."""
        return turn_points(tuple(receipts)) >= self.points


Goal = Discs | Closes | Scores
