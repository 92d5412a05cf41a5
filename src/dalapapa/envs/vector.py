"""Thousands of games at once on the kernel, as a Gymnasium vector environment."""

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from dalapapa.bots.expected import EXPECTED_TURNS
from dalapapa.envs import rows, stepping
from dalapapa.envs.actions import ACTIONS, FAR, FEATURES, MOST_OPTIONS, NO_ACTION, STATE, WINDOW
from dalapapa.envs.observing import COLOURS, PLANES, option_spaces
from dalapapa.envs.rewards import Rewards, win_rewards
from dalapapa.envs.showing import WINDOW_AT
from dalapapa.kernel.constants import (
    ALL_WORDS,
    BAG,
    BAG_SIZE,
    CELL,
    CELLS,
    GAME,
    PLAYERS,
    POLICIES,
    SIDE,
    SPOT,
    TARGET,
    TILE,
    WHOLE,
)
from dalapapa.kernel.desk import Desk, Weights
from dalapapa.kernel.games import Kind
from dalapapa.rules import DalapapaError, ErrorCode, Game, TileSet, classic

OPPONENTS = {kind.name.lower(): kind for kind in Kind}
"""Ways of playing that run inside the kernel, by name: random, greedy, greedy2, static (the evaluation S)."""
CANDIDATES = 16


class DalapapaVectorEnv(VectorEnv[dict[str, NDArray[Any]], NDArray[np.int64], NDArray[Any]]):
    """So many games; in each, one seat is the agent's and `opponent` plays the others.

    Without an opponent every seat is an agent's, and an observation is that of the player to act. A game that
    is over begins anew with the next step, whose action is ignored (Gymnasium's NEXT_STEP). The arrays of an
    observation are used again by the next step unless `copy` is true. Without `scores` it is quicker: then
    `closed` and `points` of every option are 0.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # type: ignore[misc]

    def __init__(
        self,
        num_envs: int = 1024,
        players: int = 2,
        target: int = 60,
        opponent: str | None = None,
        seat: int | None = None,
        rewards: Rewards = "points",
        tile_set: TileSet | None = None,
        planes: bool = False,
        scores: bool = True,
        copy: bool = False,
    ) -> None:
        self.tile_set = tile_set or classic()
        Game.start(range(len(self.tile_set)), players, target, self.tile_set)  # refuses what cannot be played
        if opponent is not None and opponent not in OPPONENTS:
            raise DalapapaError(
                ErrorCode.NO_SUCH_BOT,
                f"no opponent is called {opponent!r}: there are {', '.join(OPPONENTS)}",
                {"bot": opponent},
            )
        self.num_envs = num_envs
        self.players = players
        self.pays = rewards
        self.copies = copy
        self.shows_planes = planes
        self.single_action_space = spaces.Discrete(ACTIONS)
        self.single_observation_space = spaces.Dict(
            {
                **option_spaces(),
                "hand": spaces.Box(-1, len(self.tile_set) - 1, (2,), np.int64),
                "scores": spaces.Box(-FAR, FAR, (players,), np.int64),
                "state": spaces.Box(0, FAR, (len(STATE),), np.int64),
                **({"planes": spaces.Box(0, 1, (PLANES, WINDOW, WINDOW), np.int8)} if planes else {}),
            }
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._desk = Desk(self.tile_set)
        self._desk.expect(EXPECTED_TURNS)
        for player in range(players):
            self._desk.weigh(Weights(1.4, 0.75) if players == 2 else Weights(1.0, 0.5), player)
        self._words = np.tile(self._desk.words, num_envs)
        self._rows = np.zeros((num_envs, rows.ROW), np.int64)
        self._field(PLAYERS)[:] = players
        self._field(TARGET)[:] = target
        self._field(BAG_SIZE)[:] = len(self.tile_set)
        kind = OPPONENTS[opponent or "random"]
        for player in range(players):
            self._field(POLICIES, 2, 2 * player)[:] = kind, CANDIDATES
        asked = -1 if opponent is None else players if seat is None else seat
        self._rows[:, rows.ASKED] = asked
        self._rows[:, rows.SCORED] = scores
        self._options = np.full((num_envs, MOST_OPTIONS), NO_ACTION, np.int64)
        self._features = np.zeros((num_envs, MOST_OPTIONS, len(FEATURES)), np.int16)
        self._paid = np.zeros((num_envs, players))
        self._seed = int(np.random.SeedSequence().generate_state(1)[0])

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """New games everywhere; `options["bags"]` may give the order of each bag."""
        if isinstance(seed, list):
            raise TypeError("one seed is enough: every game draws lots of its own from it")
        if seed is not None:
            self._seed = seed
            self._rows[:, rows.STREAM] = np.arange(self.num_envs)
            self._field(BAG, len(self.tile_set))[:] = np.arange(len(self.tile_set))
        elif not self._field(BAG, len(self.tile_set)).any():
            self._rows[:, rows.STREAM] = np.arange(self.num_envs)
            self._field(BAG, len(self.tile_set))[:] = np.arange(len(self.tile_set))
        if options and "bags" in options:
            self._field(BAG, len(self.tile_set))[:] = options["bags"]
            self._rows[:, rows.GIVEN] = 1
        self._rows[:, rows.OVER] = 1
        told, _ = self._advance(np.full(self.num_envs, NO_ACTION, np.int64))
        return self._observed(told), self._infos(told)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[
        dict[str, NDArray[Any]], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """An action in every game."""
        told, rewards = self._advance(np.ascontiguousarray(actions, np.int64))
        over, illegal = told[:, rows.ENDED] != 0, told[:, rows.ILLEGAL] != 0
        if self.pays == "win":
            self._paid[:] = rewards[~illegal] = 0.0
            for game in np.flatnonzero(over & ~illegal):
                self._paid[game] = win_rewards(told[game, rows.TOTALS :][: self.players].tolist())
                rewards[game] = self._paid[game, told[game, rows.ACTED]]
        cut = told[:, rows.TRUNCATED] != 0
        return self._observed(told), rewards, over, cut & ~over, self._infos(told)

    def action_masks(self) -> NDArray[np.bool_]:
        """1 for every legal action, a row a game: large, so made only when asked for."""
        masks = np.zeros((self.num_envs, ACTIONS), np.bool_)
        game, at = np.nonzero(self._options != NO_ACTION)
        masks[game, self._options[game, at]] = True
        return masks

    def planes(self) -> NDArray[np.int8]:
        """The boards as `observing.planes` shows them."""
        words = self._words.reshape(self.num_envs, ALL_WORDS)
        covered = words[:, CELL : CELL + CELLS].reshape(-1, SIDE, SIDE) == TILE
        spots = words[:, SPOT : SPOT + 2 * CELLS].reshape(-1, SIDE, SIDE, 2)
        colours = np.where(spots >= WHOLE, spots & 3, spots - 1)
        down = across = slice(WINDOW_AT, WINDOW_AT + WINDOW)
        beyond = slice(WINDOW_AT + 1, WINDOW_AT + WINDOW + 1)
        sides = (
            colours[:, down, across, 0],
            colours[:, down, beyond, 1],
            colours[:, beyond, across, 0],
            colours[:, down, across, 1],
        )
        found = np.zeros((self.num_envs, PLANES, WINDOW, WINDOW), np.int8)
        found[:, 0] = here = covered[:, down, across]
        for side, colour in enumerate(sides):
            for shade in range(COLOURS):
                found[:, 1 + side * COLOURS + shade] = here & (colour == shade)
        return found

    def _advance(self, actions: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """What every game tells (`rows.TOLD`), and rewards by points."""
        told = np.empty((self.num_envs, rows.TOLD), np.int64)
        rewards = np.empty(self.num_envs)
        stepping.advance(
            self._words,
            self._rows.ravel(),
            np.frombuffer(self._desk.longs, np.int64),
            np.frombuffer(self._desk.reals),
            self._seed,
            actions,
            self._options.ravel(),
            self._features.view(np.int64).ravel(),
            self._paid.ravel(),
            told.ravel(),
            rewards,
        )
        return told, rewards

    def _field(self, at: int, size: int = 1, offset: int = 0) -> NDArray[np.int64]:
        """What a desk has at this place, for every game."""
        start = at - GAME + offset
        return self._rows[:, start] if size == 1 else self._rows[:, start : start + size]

    def _observed(self, told: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
        seen: dict[str, NDArray[Any]] = {
            "options": self._options.copy() if self.copies else self._options,
            "features": self._features.copy() if self.copies else self._features,
            "hand": told[:, rows.HAND_SEEN : rows.HAND_SEEN + 2],
            "scores": told[:, rows.OWN_FIRST : rows.OWN_FIRST + self.players],
            "state": told[:, rows.STATE_SEEN : rows.STATE_SEEN + len(STATE)],
        }
        return seen | ({"planes": self.planes()} if self.shows_planes else {})

    def _infos(self, told: NDArray[np.int64]) -> dict[str, Any]:
        """Who is to act, every seat's points or win of this step, and totals by seat."""
        return {
            "player": told[:, rows.TO_ACT],
            "paid": self._paid.copy(),
            "scores": told[:, rows.TOTALS : rows.TOTALS + self.players],
        }
