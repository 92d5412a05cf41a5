"""In which order the tiles of a real table may have come out of its bag.

Nobody has written that down, and nearly always any order will do in which everybody has a tile before they
lay it. Only who passes says something about the other tile in their hand: it did not fit either (R4.4). So of
the tiles that somebody lays later or still holds, the other one is the first that fitted at none of their
passes until then. If any order explains the passes, this one does: whatever is held for longer can be drawn
when the chosen one is laid.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial

from dalapapa.rules import Board, TileSet, Turn
from dalapapa.rules.board import fits
from dalapapa.rules.game import HAND

# A place in the bag: a tile of the real table, or one that is yet to be mixed.
Order = list[int | None]

# What would have fitted at each pass, by the number of the move.
Passed = Mapping[int, Callable[[int], bool]]


class _Seat:
    """What one player has, and what they are known to do with it later."""

    def __init__(self, moves: Mapping[int, Sequence[int]], held: Sequence[int]) -> None:
        self._moves = dict(moves)  # the tiles of each move of theirs, by its number
        self.waiting = [tile for laid in moves.values() for tile in laid] + list(held)
        self._hand: Order = []

    def draw(self, up_to: int, passed: Passed) -> Order:
        """The tiles that they draw now: at the end those that nobody knows."""
        drawn: Order = []
        while len(self._hand) < up_to:
            tile = self._next(up_to - len(self._hand), passed)
            if tile is not None:
                self.waiting.remove(tile)
            self._hand.append(tile)
            drawn.append(tile)
        return drawn

    def lay(self, move: int) -> int:
        """Make a move; how many tiles it takes."""
        laid = self._moves.pop(move)
        self._hand = [tile for tile in self._hand if tile not in laid]
        return len(laid)

    def _next(self, room: int, passed: Passed) -> int | None:
        laid = next((laid for laid in self._moves.values() if laid), ())
        missing = [tile for tile in laid if tile not in self._hand]
        in_setup_and_left_out = not self._hand and room < HAND and not next(iter(self._moves.values()), (0,))
        if missing and len(missing) >= room and not in_setup_and_left_out:
            return missing[0]  # nothing else is drawn before it is laid
        explained = (tile for tile in self.waiting if self._explains(tile, passed))
        return next(explained, self.waiting[0] if self.waiting else None)

    def _explains(self, tile: int, passed: Passed) -> bool:
        """Whether they can have held a tile from now on, until it is laid."""
        for move, laid in self._moves.items():
            if tile in laid:
                return True
            if len(laid) == HAND or (move in passed and passed[move](tile)):
                return False
        return True


def order_of(
    turns: Sequence[Turn], hands: Sequence[Sequence[int]], players: int, tile_set: TileSet
) -> tuple[Order, bool]:
    """Where in the bag each tile may have lain; and whether nobody is said to hold more than they can."""
    moves = [[placement.tile for placement in turn.placements] for turn in turns]
    seats = [
        _Seat(
            {number: laid for number, laid in enumerate(moves) if number % players == player},
            hands[player] if player < len(hands) else (),
        )
        for player in range(players)
    ]
    passed, order = _passed(turns, tile_set), Order()
    held = [0] * players

    def draw(player: int, up_to: int) -> None:
        most = min(up_to, held[player] + len(tile_set) - len(order))
        order.extend(seats[player].draw(most, passed))
        held[player] = max(most, held[player])

    for player in range(players):
        draw(player, 1)  # R3.1
    for number, laid in enumerate(moves):
        player = number % players
        held[player] -= seats[player].lay(number)
        if number + 1 == players:
            for each in range(players):
                draw(each, HAND)  # R3.2
        elif number >= players and laid:
            draw(player, HAND)  # R4.3; R4.4: who passes draws nothing
    possible = not any(seat.waiting for seat in seats)
    return order + [None] * (len(tile_set) - len(order)), possible


def _passed(turns: Sequence[Turn], tile_set: TileSet) -> Passed:
    passed, board = dict[int, Callable[[int], bool]](), Board(tile_set)
    if all(turn.placements for turn in turns):
        return passed
    for number, turn in enumerate(turns):
        if not turn.placements:
            passed[number] = cache(partial(fits, board))  # asked again at every draw
        for placement in turn.placements:
            board = board.place(placement)
    return passed
