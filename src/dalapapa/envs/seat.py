"""One seat at the table for Gymnasium, with our bots in the others."""

import random
from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from dalapapa.bots import Bot, Budget, bot_named
from dalapapa.bots.playing import warm_up
from dalapapa.envs.actions import ACTIONS
from dalapapa.envs.moment import Moment
from dalapapa.envs.observing import Observation, action_mask, observation_space, observe
from dalapapa.envs.rewards import ILLEGAL, Rewards, win_rewards
from dalapapa.render import ansi, board_svg
from dalapapa.rules import Game, TileSet, classic, shuffled_bag, view


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """`opponents` are bots or their names, in turn order after the agent; `seat` None draws it for each game.

    An action that is not legal ends the game and pays -1: ask `action_masks()`.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "svg"]}  # type: ignore[misc]

    def __init__(
        self,
        opponents: Sequence[str | Bot] = ("duckling",),
        seat: int | None = None,
        target: int = 60,
        rewards: Rewards = "points",
        open_hands: bool = False,
        tile_set: TileSet | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.opponents = [bot_named(bot) if isinstance(bot, str) else bot for bot in opponents]
        self.tile_set = tile_set or classic()
        self.players = 1 + len(self.opponents)
        self.asked_seat = seat
        self.target = target
        self.pays = rewards
        self.open_hands = open_hands
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(ACTIONS)
        self.observation_space = observation_space(  # type: ignore[assignment]
            self.players, len(self.tile_set)
        )
        self.moment = self._deal(range(len(self.tile_set)))
        self.seat = seat or 0
        self._lots = random.Random()
        warm_up(self.opponents)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game, as far as the agent's first action; `options["bag"]` may give the order of the bag."""
        super().reset(seed=seed)
        self._lots = random.Random(int(self.np_random.integers(2**62)))
        bag = (options or {}).get("bag")
        self.moment = self._deal(shuffled_bag(self.tile_set, self._lots) if bag is None else bag)
        self.seat = self._lots.randrange(self.players) if self.asked_seat is None else self.asked_seat
        self._others_act()
        return observe(self.moment, self.seat), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """An action of the agent, then everybody else's up to its next one."""
        legal = {option.action: option for option in self.moment.options}
        option = legal.get(int(action))
        if option is None:
            return observe(self.moment, self.seat), ILLEGAL, True, False, self._info()
        self.moment = self.moment.step(option.action)
        self._others_act()
        result = self.moment.game.result
        reward = float(option.points) if self.pays == "points" else 0.0
        if self.pays == "win" and result is not None:
            reward = win_rewards(result.scores)[self.seat]
        over = result is not None
        return observe(self.moment, self.seat), reward, over, self.moment.cut_off, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """True for every legal action."""
        return action_mask(self.moment.options).astype(np.bool_)

    def render(self) -> str | None:
        """The board as text for a terminal or as an SVG picture."""
        board = self.moment.board
        if self.render_mode is None:
            return None
        return (board_svg if self.render_mode == "svg" else ansi)(board, last=board.placements[-1:])

    def _deal(self, bag: Sequence[int]) -> Moment:
        return Moment(Game.start(bag, self.players, self.target, self.tile_set, self.open_hands))

    def _others_act(self) -> None:
        while self.moment.player != self.seat and self.moment.game.result is None:
            game = self.moment.game
            bot = self.opponents[(game.to_move - self.seat - 1) % self.players]
            self.moment = Moment(game.play(bot.choose(view(game, game.to_move), self._lots, Budget())))

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat, "scores": self.moment.game.scores}
