"""Dalapapa for PettingZoo: `from dalapapa.envs import dalapapa_v0; env = dalapapa_v0.env(players=2)`."""

import random
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from dalapapa.envs.actions import ACTIONS
from dalapapa.envs.moment import Moment
from dalapapa.envs.observing import action_mask, observation_space, observe
from dalapapa.envs.rewards import ILLEGAL, Rewards, win_rewards
from dalapapa.render import ansi, board_svg
from dalapapa.rules import Game, TileSet, classic, shuffled_bag

Agent = str


def env(**options: Any) -> AECEnv:
    """The environment with PettingZoo's usual checks around it; the options are those of `raw_env`."""
    inner = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 (PettingZoo's name for it)
    """2 to 4 players, each action a tile, a stop or a pass; see docs/environments.md."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "dalapapa_v0",
        "render_modes": ["human", "ansi", "svg"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        players: int = 2,
        target: int = 60,
        tile_set: TileSet | None = None,
        open_hands: bool = False,
        rewards: Rewards = "points",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.tile_set = tile_set or classic()
        self.target = target
        self.open_hands = open_hands
        self.pays = rewards
        self.render_mode = render_mode
        self.possible_agents = [f"player_{number}" for number in range(players)]
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": observation_space(players, len(self.tile_set)),
                    "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._rng = random.Random()
        self.moment = self._start(None)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; `options["bag"]` may give the order of the bag."""
        if seed is not None:
            self._rng = random.Random(seed)
        self.moment = self._start((options or {}).get("bag"))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.moment.player]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: Agent) -> dict[str, Any]:
        """What an agent may know now; its mask is empty while others act."""
        player = self.possible_agents.index(agent)
        options = self.moment.options if player == self.moment.player else ()
        return {"observation": observe(self.moment, player), "action_mask": action_mask(options)}

    def step(self, action: int | None) -> None:
        """Do a legal action for the agent to act."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        option = self.moment.option(int(action))
        self.moment = self.moment.step(option.action)
        result = self.moment.game.result
        if self.pays == "points":
            self.rewards[agent] = float(option.points)
        elif result is not None:
            self.rewards = dict(zip(self.agents, win_rewards(result.scores), strict=True))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, result is not None)
        self.truncations = dict.fromkeys(self.agents, self.moment.cut_off)
        self.agent_selection = self.agents[self.moment.player]
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The board: `ansi` for a terminal, `svg` as a picture, `human` printed."""
        board = self.moment.board
        last = board.placements[-1:]
        if self.render_mode == "svg":
            return board_svg(board, last=last)
        picture = ansi(board, last=last)
        if self.render_mode == "ansi":
            return picture
        if self.render_mode == "human":
            print(picture)
        return None

    def close(self) -> None:
        """Nothing is held open."""

    def observation_space(self, agent: Agent) -> spaces.Space[Any]:
        """The same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        """The same for every agent."""
        return self.action_spaces[agent]

    def __str__(self) -> str:
        return "dalapapa_v0"

    def _start(self, bag: Any) -> Moment:
        order = shuffled_bag(self.tile_set, self._rng) if bag is None else tuple(map(int, bag))
        players = len(self.possible_agents)
        return Moment(Game.start(order, players, self.target, self.tile_set, self.open_hands))
