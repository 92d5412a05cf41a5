"""What a seat may know, as arrays: the board as planes, hands, scores, the legal options with features."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from dalapapa.envs.actions import (
    ACTIONS,
    FACES,
    FAR,
    FEATURES,
    MOST_OPTIONS,
    NO_ACTION,
    STATE,
    WINDOW,
    origin_of,
)
from dalapapa.envs.moment import Moment, Option
from dalapapa.rules import Colour, hands_seen
from dalapapa.rules.game import HAND
from dalapapa.rules.tiles import POSITIONS

COLOURS = len(Colour)
# A cell's sides, clockwise from above, as spots from its top left corner in half units.
SIDES = ((1, 0), (2, 1), (1, 2), (0, 1))
PLANES = 1 + len(SIDES) * COLOURS

Observation = dict[str, NDArray[Any]]


def observation_space(players: int, tiles: int) -> spaces.Dict:
    """The space of what `observe` gives."""
    return spaces.Dict(
        {
            "planes": spaces.Box(0, 1, (PLANES, WINDOW, WINDOW), np.int8),
            "hands": spaces.Box(0, 1, (players, HAND, FACES, POSITIONS, COLOURS), np.int8),
            "unseen": spaces.Box(0, 1, (tiles,), np.int8),
            "scores": spaces.Box(-FAR, FAR, (players,), np.int64),
            "state": spaces.Box(0, FAR, (len(STATE),), np.int64),
            **option_spaces(),
        }
    )


def option_spaces() -> dict[str, spaces.Space[Any]]:
    """The spaces of the padded list of options."""
    return {
        "options": spaces.Box(NO_ACTION, ACTIONS - 1, (MOST_OPTIONS,), np.int64),
        "features": spaces.Box(-FAR, FAR, (MOST_OPTIONS, len(FEATURES)), np.int16),
    }


def observe(moment: Moment, player: int) -> Observation:
    """A moment as a player may see it: own things come first, then those of the next in turn order.

    Only the player to move has options.
    """
    game = moment.game
    order = [(player + i) % game.players for i in range(game.players)]
    actions, features = listed(moment.options if player == moment.player else ())
    return {
        "planes": planes(moment),
        "hands": _hands(moment, player, order),
        "unseen": _unseen(moment, player),
        "scores": np.array([game.scores[other] for other in order], np.int64),
        "state": np.array(
            [
                game.target,
                game.bag_count,
                player,
                game.in_setup,
                moment.first is not None,
                max(game.scores) >= game.target,
            ],
            np.int64,
        ),
        "options": actions,
        "features": features,
    }


def action_mask(options: Sequence[Option]) -> NDArray[np.int8]:
    """1 for every legal action."""
    mask = np.zeros(ACTIONS, np.int8)
    mask[[option.action for option in options]] = 1
    return mask


def listed(options: Sequence[Option]) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
    """The options as a padded list of actions, and what is said of each."""
    actions = np.full(MOST_OPTIONS, NO_ACTION, np.int64)
    features = np.zeros((MOST_OPTIONS, len(FEATURES)), np.int16)
    kept = options[:MOST_OPTIONS]
    actions[: len(kept)] = [option.action for option in kept]
    for row, option in enumerate(kept):
        features[row] = _features(option)
    return actions, features


def _features(option: Option) -> tuple[int, int, int, int]:
    if option.receipt is None:
        return 1, 0, 0, 0
    return 0, len(option.receipt.discs), option.receipt.group_points, option.points


def planes(moment: Moment) -> NDArray[np.int8]:
    """The window: one plane of covered cells, and four of colours for each of a cell's sides.

    Discs and half-discs look alike; a side is whole where the cell beyond is covered too, or inside a tile.
    """
    board = moment.board
    found = np.zeros((PLANES, WINDOW, WINDOW), np.int8)
    left, top = origin_of(board)
    for x, y in board.cells:
        row, column = y - top, x - left
        if 0 <= row < WINDOW and 0 <= column < WINDOW:
            found[0, row, column] = 1
            for side, (du, dv) in enumerate(SIDES):
                spot = (2 * x + du, 2 * y + dv)
                colour = board.discs.get(spot)
                colour = board.halves[spot] if colour is None else colour
                found[1 + side * COLOURS + colour, row, column] = 1
    return found


def _hands(moment: Moment, player: int, order: Sequence[int]) -> NDArray[np.int8]:
    """Every position of both faces, one bit a colour; nothing where a hand is hidden or a slot empty."""
    seen = hands_seen(moment.game, player)
    found = np.zeros((len(order), HAND, FACES, POSITIONS, COLOURS), np.int8)
    for place, other in enumerate(order):
        if seen[other] is not None:
            for slot, tile in enumerate(moment.hand(other)):
                if tile is not None:
                    faces = moment.game.tile_set[tile].faces
                    found[place, slot] = np.eye(COLOURS, dtype=np.int8)[np.array(faces)]
    return found


def _unseen(moment: Moment, player: int) -> NDArray[np.int8]:
    """1 for each tile that may be in the bag or in a hidden hand."""
    unseen = np.ones(len(moment.game.tile_set), np.int8)
    unseen[[placement.tile for placement in moment.board.placements]] = 0
    for hand in hands_seen(moment.game, player):
        unseen[list(hand or ())] = 0
    return unseen
