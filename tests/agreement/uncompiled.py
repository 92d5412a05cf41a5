"""A few games of every kind as text, to be compared between compiled and plain Python."""

import random
from types import FunctionType

import numpy as np

from dalapapa.bots.expected import EXPECTED_TURNS
from dalapapa.kernel.desk import ScoredTurn
from dalapapa.kernel.entrance import doors
from dalapapa.kernel.games import Kind, Policy, play_games
from dalapapa.kernel.listing import listed
from dalapapa.kernel.questions import Position, best_points_per_tile, legal
from dalapapa.rules import Board, shuffled_bag
from tests.agreement.sets import part_of_classic, wild


def games() -> list[str]:
    """One line a move."""
    lines = []
    for seed, tile_set in enumerate((part_of_classic(12, 1), part_of_classic(70, 2), wild(12, 3))):
        bag = shuffled_bag(tile_set, random.Random(seed))
        kinds = (Kind.STATIC, Kind.GREEDY2) if len(bag) == 12 else (Kind.GREEDY, Kind.RANDOM, Kind.GREEDY)
        moves: list[ScoredTurn] = []
        policies = [Policy(kind, candidates=3) for kind in kinds]
        play_games(np.array([bag]), policies, EXPECTED_TURNS, 60, seed, tile_set, moves=moves)
        lines += [f"{move.turn} {move.points}" for move in moves]
        board = Board(tile_set)
        for move in moves[:6]:
            for placement in move.turn.placements:
                board = board.place(placement)
        position = Position(board)
        lines.append(str(best_points_per_tile(position, range(len(bag))).tolist()))
        lines += map(str, legal(position, bag[-1]))
        lines.append(str(listed(board, bag[-2:])))
        lines.append(str(listed(board, bag[-1:], tried=True)))
    return lines


if __name__ == "__main__":
    print("not compiled" if isinstance(doors.find_turns, FunctionType) else "compiled")
    print("\n".join(games()))
