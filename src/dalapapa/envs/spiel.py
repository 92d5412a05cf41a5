"""Dalapapa for OpenSpiel, and our bots as its: import this file, then `pyspiel.load_game("dalapapa")`.

The bag is a chance player who draws tile by tile. A turn is in micro-steps, with the actions of `actions`.
"""

import random
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from dalapapa.bots import Budget, bot_named
from dalapapa.envs.actions import ACTIONS, PASS, STOP
from dalapapa.envs.moment import Moment, Option, with_next
from dalapapa.envs.observing import observation_space, observe
from dalapapa.envs.rewards import win_rewards
from dalapapa.rules import Game, classic, hands_seen, view
from dalapapa.rules.records.reading import MOST_TURNS
from dalapapa.rules.records.record import Player, dumps, record_of

PARAMETERS = {"players": 2, "target": 60, "open_hands": False}
# Said of a moment in a tensor; the options are OpenSpiel's own list.
PIECES = ("planes", "hands", "unseen", "scores", "state")


def _type(open_hands: bool) -> Any:
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name="dalapapa",
        long_name="Dalapapa",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.PERFECT_INFORMATION if open_hands else information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


class DalapapaGame(pyspiel.Game):  # type: ignore[misc]
    """The game with the classic set; who wins has 1, the others share -1."""

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        chosen = PARAMETERS | (parameters or {})
        self.players, self.target = int(chosen["players"]), int(chosen["target"])
        self.open_hands = bool(chosen["open_hands"])
        self.start = Game.start(
            range(len(classic())), self.players, self.target, open_hands=self.open_hands
        )  # refuses what cannot be played
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=len(classic()),
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=2 * MOST_TURNS,
        )
        super().__init__(_type(self.open_hands), info, parameters or {})

    def new_initial_state(self) -> "DalapapaState":
        """Before the first tile is drawn."""
        return DalapapaState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Every tile is drawn once."""
        return len(classic())

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> "Observer":
        """What OpenSpiel asks to see a state with."""
        return Observer(self, kind or pyspiel.IIGObservationType(perfect_recall=False))


class DalapapaState(pyspiel.State):  # type: ignore[misc]
    """A moment; or between two moments, while tiles are drawn."""

    def __init__(self, game: DalapapaGame) -> None:
        super().__init__(game)
        # Before the set-up tiles are drawn the game has any bag; `taken` is what the tiles are drawn after.
        self.moment = Moment(game.start)
        self.taken: Option | None = None
        self.to_draw = game.players
        self.drawn: tuple[int, ...] = ()
        self.dealt = False

    def current_player(self) -> int:
        """Whose action it is."""
        if self.to_draw:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.moment.player

    def is_terminal(self) -> bool:
        """Over by the rules, or cut off by the window's edge."""
        return not self.to_draw and (self.moment.game.result is not None or self.moment.cut_off)

    def returns(self) -> list[float]:
        """Who wins has 1, the others share -1."""
        result = self.moment.game.result
        return [0.0] * self.moment.game.players if result is None else win_rewards(result.scores)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every tile in the bag is as likely as any other."""
        bag = self.moment.game.bag if self.dealt else self.moment.game.order
        left = sorted(set(bag) - set(self.drawn))
        return [(tile, 1 / len(left)) for tile in left]

    def _legal_actions(self, player: int) -> list[int]:
        return [option.action for option in self.moment.options]

    def _apply_action(self, action: int) -> None:
        if not self.to_draw:
            self.taken = self.moment.option(action)
            after = self.moment.take(self.taken)
            self.to_draw = after.game.drawn - self.moment.game.drawn
            if not self.to_draw:
                self.moment = after
            return
        self.drawn += (action,)
        self.to_draw -= 1
        if self.to_draw:
            return
        game = self.moment.game
        if self.taken is None:
            rest = (tile for tile in game.order if tile not in self.drawn)
            order = (*self.drawn, *rest)
            self.moment = Moment(Game.start(order, game.players, game.target, game.tile_set, game.open_hands))
            self.dealt = True
        else:
            self.moment = Moment(with_next(game, self.drawn), self.moment.first).take(self.taken)
        self.drawn, self.taken = (), None

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        if action in (STOP, PASS):
            return "stop" if action == STOP else "pass"
        return str(self.moment.option(action).placement)

    def __str__(self) -> str:
        """The moment in our notation (docs/record.md), and what was drawn since."""
        if not self.dealt:
            return f"draw {self.drawn}"
        taken = "" if self.taken is None else f" {self.taken.action} draw {self.drawn}"
        return f"{self.moment}{taken}"


class Observer:
    """What a player may know, as a tensor and in words; see OpenSpiel's `observation.py`."""

    def __init__(self, game: DalapapaGame, kind: Any) -> None:
        self._recalls = kind.perfect_recall
        self.dict: dict[str, NDArray[np.float32]] = {}
        self.tensor: NDArray[np.float32] | None = None
        if self._recalls:
            return
        shapes = {name: observation_space(game.players, len(classic()))[name].shape or () for name in PIECES}
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        for (name, shape), part in zip(
            shapes.items(), np.split(self.tensor, np.cumsum(sizes)[:-1]), strict=True
        ):
            self.dict[name] = part.reshape(shape)

    def set_from(self, state: DalapapaState, player: int) -> None:
        """Fill the tensor."""
        seen = observe(state.moment, player)
        for name, part in self.dict.items():
            part[...] = seen[name] if state.dealt else 0

    def string_from(self, state: DalapapaState, player: int) -> str:
        """The game as a player knows it: with all that has happened, or as it stands."""
        if not state.dealt:
            return ""
        moment, seen = state.moment, view(state.moment.game, player)
        now = f"player {player} {moment.first or ''} {hands_seen(moment.game, player)} bag {seen.bag_count}"
        if self._recalls:
            people = [Player(f"player {i}") for i in range(seen.players)]
            return f"{now} {dumps(record_of(moment.game, people, hide=True))} {[t.drawn for t in seen.turns]}"
        return f"{now} {seen.scores} to move {seen.to_move} {' '.join(map(str, moment.board.placements))}"


class LevelBot(pyspiel.Bot):  # type: ignore[misc]
    """One of our bots at an OpenSpiel table; it sees what its seat may see."""

    def __init__(self, name: str, seed: int = 0) -> None:
        super().__init__()
        self.bot = bot_named(name)
        self._lots = random.Random(seed)
        self._plan: list[int] = []

    def restart_at(self, state: DalapapaState) -> None:
        """Nothing is kept from one game to the next but the lots."""
        self._plan = []

    def inform_action(self, state: DalapapaState, player: int, action: int) -> None:
        """The state says all."""

    def step(self, state: DalapapaState) -> int:
        """The next action of a turn; the turn is chosen at its beginning."""
        moment = state.moment
        if moment.first is None:
            turn = self.bot.choose(view(moment.game, moment.player), self._lots, Budget())
            self._plan = list(moment.actions(turn))
        return self._plan.pop(0)


pyspiel.register_game(_type(open_hands=False), DalapapaGame)
