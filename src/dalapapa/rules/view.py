"""What a player, a spectator or a bot may know of a game; whoever plays sees it through here."""

from dataclasses import dataclass, replace

from dalapapa.rules.board import Board
from dalapapa.rules.game import Game, PlayedTurn, Result
from dalapapa.rules.placement import Placement


@dataclass(frozen=True, slots=True)
class View:
    """A game as one player sees it, or a spectator (`player` is None).

    `hands` has None where a hand is hidden; `drawn` in `turns` is empty where the draw was hidden.
    """

    player: int | None
    board: Board
    target: int
    hands: tuple[tuple[int, ...] | None, ...]
    hand_sizes: tuple[int, ...]
    bag_count: int
    scores: tuple[int, ...]
    to_move: int
    setup: tuple[tuple[int, Placement], ...]
    turns: tuple[PlayedTurn, ...]
    in_setup: bool
    open_hands: bool
    version: int
    result: Result | None

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.scores)

    @property
    def hand(self) -> tuple[int, ...]:
        """The viewer's own tiles; none for a spectator."""
        return () if self.player is None else self.hands[self.player] or ()

    @property
    def unseen(self) -> tuple[int, ...]:
        """Tiles that may be in the bag or in hidden hands, in order of their ids."""
        seen = {placement.tile for placement in self.board.placements}
        for hand in self.hands:
            seen.update(hand or ())
        return tuple(tile for tile in range(len(self.board.tile_set)) if tile not in seen)


def hands_seen(game: Game, player: int | None) -> tuple[tuple[int, ...] | None, ...]:
    """The hands as `player` may see them (R3.2: all with open hands, else only one's own)."""
    if game.open_hands:
        return game.hands
    return tuple([hand if owner == player else None for owner, hand in enumerate(game.hands)])


def view(game: Game, player: int | None) -> View:
    """The game as `player` may see it.

    >>> seen = view(Game.start(range(120)), player=1)
    >>> seen.hand, seen.hands, seen.bag_count, len(seen.unseen)
    ((1,), (None, (1,)), 118, 119)
    """
    hands = hands_seen(game, player)
    return View(
        player=player,
        board=game.board,
        target=game.target,
        hands=hands,
        hand_sizes=tuple(map(len, game.hands)),
        bag_count=game.bag_count,
        scores=game.scores,
        to_move=game.to_move,
        setup=game.setup,
        turns=tuple(replace(turn, drawn=()) if hands[turn.player] is None else turn for turn in game.turns),
        in_setup=game.in_setup,
        open_hands=game.open_hands,
        version=game.version,
        result=game.result,
    )
