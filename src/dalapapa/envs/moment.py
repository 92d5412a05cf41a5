"""A game between two micro-steps: a turn is laying a tile, then laying the other one or stopping."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from dalapapa.envs.actions import PASS, STOP, encode, inside, origin_of
from dalapapa.rules import PASS as PASSING
from dalapapa.rules import Board, DalapapaError, ErrorCode, Game, Placement, TileSet, Turn, legal_placements
from dalapapa.rules.records.record import Player, dumps, record_of
from dalapapa.rules.records.referee import replay
from dalapapa.rules.scoring import Receipt, penalty, receipt_of_legal

Hand = tuple[int | None, ...]
"""The tiles in the slots of a hand; None where one was laid in this turn."""


@dataclass(frozen=True)
class Option:
    """One legal action; what it lays is scored when somebody asks."""

    action: int
    placement: Placement | None = None
    board: Board | None = field(default=None, repr=False, compare=False)
    in_setup: bool = False
    second: bool = False

    @cached_property
    def receipt(self) -> Receipt | None:
        """What a placement makes; None for stop and pass."""
        if self.placement is None or self.board is None:
            return None
        return receipt_of_legal(self.board, self.placement)

    @property
    def points(self) -> int:
        """What it brings at once: R5, less 4 for a second tile (R4.2); nothing in set-up (R3.1)."""
        if self.receipt is None or self.in_setup:
            return 0
        return self.receipt.points - penalty(1 + self.second)


def options_of(board: Board, hand: Hand, *, in_setup: bool, second: bool) -> tuple[Option, ...]:
    """What can be done with a hand, in the order of the actions; nothing where the window leaves nothing.

    `board` has the first tile of this turn on it if the `second` is asked for.
    """
    origin = origin_of(board)
    found = []
    fits = False
    for slot, tile in enumerate(hand):
        for placement in () if tile is None else legal_placements(board, tile):
            fits = True
            if inside(placement, origin):
                found.append(Option(encode(slot, placement, origin), placement, board, in_setup, second))
    if second:
        found.append(Option(STOP))
    elif not fits:
        found.append(Option(PASS))  # R4.4
    return tuple(sorted(found, key=lambda option: option.action))


@dataclass(frozen=True)
class Moment:
    """A state of the game, and the tile that the player to move has laid of a turn not yet over."""

    game: Game
    first: Placement | None = None

    @property
    def player(self) -> int:
        """Whose action it is."""
        return self.game.to_move

    @cached_property
    def board(self) -> Board:
        """The board with the first tile of this turn on it."""
        return self.game.board if self.first is None else self.game.board.place(self.first)

    def hand(self, player: int) -> Hand:
        """A player's slots."""
        laid = None if self.first is None else self.first.tile
        return tuple(None if tile == laid else tile for tile in self.game.hands[player])

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """Every legal action of the player to move; none when the game is over or cut off."""
        if self.game.result is not None:
            return ()
        return options_of(
            self.board,
            self.hand(self.player),
            in_setup=self.game.in_setup,
            second=self.first is not None,
        )

    @property
    def cut_off(self) -> bool:
        """Whether the window's edge ends the game: what could be laid, or was, lies outside."""
        origin = origin_of(self.board)
        seen = all(inside(placement, origin) for placement in self.board.placements)
        return self.game.result is None and not (seen and self.options)

    def option(self, action: int) -> Option:
        """The legal option with this action; raises if there is none."""
        for option in self.options:
            if option.action == action:
                return option
        raise DalapapaError(ErrorCode.BAD_PLACEMENT, f"action {action} is not legal here", {"action": action})

    def step(self, action: int) -> "Moment":
        """The moment after a legal action."""
        return self.take(self.option(action))

    def take(self, option: Option) -> "Moment":
        """The moment after one of the options."""
        laid = () if self.first is None else (self.first,)
        if option.placement is None:
            return Moment(self.game.play(Turn(laid) if option.action == STOP else PASSING))
        if laid or self.game.in_setup:
            return Moment(self.game.play(Turn((*laid, option.placement))))
        return Moment(self.game, option.placement)

    def actions(self, turn: Turn) -> Iterator[int]:
        """The actions that make up a whole turn from here."""
        hand, origin = self.game.hands[self.player], origin_of(self.game.board)
        for placement in turn.placements:
            yield encode(hand.index(placement.tile), placement, origin)
        if not turn.placements:
            yield PASS
        elif len(turn.placements) == 1 and not self.game.in_setup:
            yield STOP

    def __str__(self) -> str:
        """One line: the record of the game so far, and the tile laid of a turn not yet over."""
        record = record_of(self.game, [Player(f"player {i}") for i in range(self.game.players)])
        return dumps(record | ({} if self.first is None else {"laid": str(self.first)}))

    @classmethod
    def parse(cls, text: str, tile_set: TileSet | None = None) -> "Moment":
        """Read the line again; `str(Moment.parse(str(moment))) == str(moment)`."""
        record = json.loads(text)
        laid = record.pop("laid", None)
        *_, game = replay(record, tile_set)
        return cls(game, None if laid is None else Placement.parse(laid))

    def __deepcopy__(self, memo: object) -> "Moment":
        return self  # a value: nothing in it changes

    def __reduce__(self) -> tuple[object, ...]:
        return Moment.parse, (str(self), self.game.tile_set)


def with_next(game: Game, tiles: Sequence[int]) -> Game:
    """The game with these tiles of the bag on top: those that will be drawn next."""
    rest = (tile for tile in game.bag if tile not in tiles)
    return replace(game, order=(*game.order[: game.drawn], *tiles, *rest))
