"""Bots that see as people do: some places, what catches the eye first, and play the best of what they see."""

import random
from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate

from dalapapa.bots.base import Budget, Clock
from dalapapa.bots.simple import RandomBot
from dalapapa.bots.strong import KernelBot
from dalapapa.kernel.offers import offers
from dalapapa.rules import PASS, Board, Placement, Turn, View
from dalapapa.rules.placement import Cell, cells_at
from dalapapa.rules.scoring import DISC_POINTS, SECOND_TILE

LATEST = 2
"""So many of the tiles laid last draw eyes to what is near them."""
REACH = 2
"""What is no farther than so many cells, in both directions, is near."""
_STEPS = tuple((dx, dy) for dx in range(-REACH, REACH + 1) for dy in range(-REACH, REACH + 1))
_COUNTS = bytes(bits.bit_count() for bits in range(256))
_BITS = tuple(tuple(bit for bit in range(4) if bits >> bit & 1) for bits in range(16))


@dataclass(frozen=True, slots=True)
class Sight:
    """What a player sees of all places where a tile fits.

    Every place draws lots, and the `looks` places with the highest are seen (2.5 is two or three of them).
    A place draws one lot, `near` more beside the latest tiles, `contacts` more for each disc after its first,
    and `closing` more for each disc of the groups that can be closed there. Whatever makes `striking`
    points is seen in any case.
    """

    looks: float
    near: int = 0
    contacts: int = 0
    closing: int = 0
    striking: int = 1000

    def seen(self, board: Board, hand: tuple[int, ...], rng: random.Random) -> list[tuple[int, Placement]]:
        """The placements at the places seen, with their points; none only when no tile fits."""
        found = offers(board, hand)
        contacts = found.made.translate(_COUNTS)
        fitting = map(sum, zip(*(fits.translate(_COUNTS) for fits in found.fits), strict=True))
        starts = list(accumulate(fitting, initial=0))  # the number of the first placement at each place
        closed: dict[int, int] = {}  # how many discs a placement closes, by its number
        for (_, discs), numbers in zip(found.groups, found.closed_by, strict=True):
            for number in numbers:
                closed[number] = closed.get(number, 0) + len(discs) // 2
        groups = [0] * len(contacts)  # the most that can be closed at each place
        for number, size in closed.items():
            place = bisect_right(starts, number) - 1
            groups[place] = max(groups[place], size)
        looks = int(self.looks) + (rng.random() < self.looks % 1)
        near = _around(board.placements[-LATEST:]) if self.near else frozenset()
        lot_of = rng.random
        places: list[tuple[float, int]] = []
        for place, (discs_made, group) in enumerate(zip(contacts, groups, strict=True)):
            lots = 1 + self.contacts * (discs_made - 1) + self.closing * group
            if near and not near.isdisjoint(cells_at(place >= found.flat, found.x[place], found.y[place])):
                lots += self.near
            # The highest of several lots: no logarithm, whose last bit could differ from machine to machine.
            lot = lot_of() if lots == 1 else max([lot_of() for _ in range(lots)])
            if DISC_POINTS[discs_made] + group >= self.striking:
                lot += 1
            places.append((lot, place))
        places.sort(reverse=True)
        seen: list[tuple[int, Placement]] = []
        for rank, (lot, place) in enumerate(places):
            if rank >= looks and lot < 1:
                break
            points, number = DISC_POINTS[contacts[place]], starts[place]
            upright, x, y = place >= found.flat, found.x[place], found.y[place]
            for tile, bits in zip(hand, found.fits, strict=True):
                for bit in _BITS[bits[place]]:
                    placement = Placement(tile, bit >> 1, 2 * (bit & 1) + upright, x, y)
                    seen.append((points + closed.get(number, 0), placement))
                    number += 1
        return seen


def _around(placements: tuple[Placement, ...]) -> frozenset[Cell]:
    return frozenset(
        (x + dx, y + dy) for placement in placements for x, y in placement.cells for dx, dy in _STEPS
    )


class SeeingBot(KernelBot):
    """Plays the best by points of what it sees, give or take; now and then it thinks of its second tile.

    `second` is the chance of that. It then looks again after each of the `firsts` placements it likes best.
    Every turn's points are misjudged by a lot from 0 to `noise`: below 1 that only decides between equals.
    """

    def __init__(
        self, name: str, sight: Sight, *, second: float = 0.0, firsts: int = 4, noise: float = 0.5
    ) -> None:
        self.name = name
        self.sight = sight
        self.second = second
        self.firsts = firsts
        self.noise = noise

    def choose(self, view: View, rng: random.Random, budget: Budget) -> Turn:
        """The turn it likes best: the same on the kernel and on the plain rules."""
        if view.in_setup:
            return RandomBot().choose(view, rng, budget)
        self.get_ready(budget)
        clock = Clock(budget)

        def liked(points: int) -> float:
            return points + self.noise * rng.random()

        singles = [
            (liked(points), points, placement)
            for points, placement in self.sight.seen(view.board, view.hand, rng)
        ]
        if not singles:
            return PASS
        singles.sort(key=lambda single: -single[0])
        best, turn = singles[0][0], Turn((singles[0][2],))
        if len(view.hand) < 2 or rng.random() >= self.second:
            return turn
        for _, points, first in singles[: self.firsts]:
            if clock.over():
                break
            (other,) = (tile for tile in view.hand if tile != first.tile)
            for more, second in self.sight.seen(view.board.place(first), (other,), rng):
                if (value := liked(points + more - SECOND_TILE)) > best:
                    best, turn = value, Turn((first, second))
        return turn
